"""Effects on the map: moving the figure directly, seeing as by Day, and buying by an effect."""

from collections.abc import Container, Iterable, Iterator
from typing import Any, ClassVar

from service.engine.action import Action, Where
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.effect_rules import Use
from service.games.mage_knight.effects import CarryOut, ForEffect, check, op, running, skip, start
from service.games.mage_knight.events_map import Jumped
from service.games.mage_knight.ids import Node, Space
from service.games.mage_knight.interacting import pay_influence, price_in_influence
from service.games.mage_knight.movement_rules import movement_violations
from service.games.mage_knight.moving import enter, is_assault, is_closed
from service.games.mage_knight.ops_force import in_force, put_in_force
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.revealing import RevealRuins, arrive
from service.games.mage_knight.table import Table
from service.games.mage_knight.team import forbidden
from service.games.mage_knight.the_map import NEVER, is_safe, opponents_on


def landings(table: Table, seat: str, node: EffectNode) -> dict[str, int]:
    """The spaces within the range of a jump with what each costs, whether or not it may end there."""
    params, start_at = node.params, table.player(seat).at
    if start_at is None:
        return {}
    avoided = {NEVER, *params.get("avoid", ())}
    steps, edge = {start_at: 0}, [start_at]
    for number in range(1, params["spaces"] + 1):
        edge = [
            near
            for space in edge
            for near in table.around(space)
            if near not in steps and not _avoids(table, near, avoided) and steps.setdefault(near, number)
        ]
    least = params.get("min_spaces", 1)
    total, each = params.get("cost_total"), params.get("cost_per_space", 0)
    return {space: total if total is not None else each * number for space, number in steps.items() if number >= least}


def _avoids(table: Table, space: str, terrains: Container[str]) -> bool:
    """Whether a jump keeps off a space for its terrain, which under a city means nothing."""
    return table.space(space).terrain in terrains and table.site(space) != "city"


class JumpTo(Action, tag="jump-to", frozen=True):
    """Move the figure directly to a space."""

    space: Space

    @classmethod
    def candidates(cls, table: Table, step: "ChooseLanding", actor: str, where: Where) -> Iterable["JumpTo"]:
        return [cls(actor=actor, space=space) for space in sorted(landings(table, actor, table.node(step.node)))]

    def violations(self, table: Table, step: "ChooseLanding", actor: str) -> Iterator[Violation]:
        node, name = table.node(step.node), self.space
        cost = landings(table, actor, node).get(self.space)
        if cost is None:
            yield Violation("move.jump-effects", "{space} is not within reach", at="space", space=name)
            return
        if cost > table.turn.move:
            yield Violation(
                "move.jump-effects:cost",
                "{space} costs Move {cost}, {seat} has {move}",
                at="space",
                space=name,
                cost=cost,
                seat=actor,
                move=table.turn.move,
            )
        yield from _end_violations(table, actor, node, self.space)

    def apply(self, table: Table, step: "ChooseLanding", actor: str) -> None:
        run, node = running(table), table.node(step.node)
        cost = landings(table, actor, node)[self.space]
        table.turn.move -= cost
        table.log(
            Jumped(
                rule="move.jump-effects",
                seat=actor,
                space=self.space,
                thing=run.source.id,
                half=run.source.half,
                cost=cost,
            )
        )
        if node.params.get("ends_movement"):
            table.turn.movement_over = True
        # The assault comes at once: what the same effect says of it works from its beginning.
        for at in [at for at in run.todo if table.node(at).op == "ignore-site-fortification"]:
            run.todo.remove(at)
            put_in_force(table, run, table.node(at))
        enter(table, actor, self.space)


def _is_target(table: Table, seat: str, space: str) -> bool:
    """Whether there is something to assault on a space, or another player who can be attacked."""
    return is_assault(table, seat, space) or any(
        not any(True for _ in forbidden(table, other)) for other in opponents_on(table, seat, space)
    )


def _end_violations(table: Table, seat: str, node: EffectNode, space: str) -> Iterator[Violation]:
    """Why a jump cannot end on a space."""
    if is_closed(table, space):
        yield Violation("recon.city-closed:jump", "cities cannot be entered in this scenario", at="space")
    if node.params["end"] == "safe" and not is_safe(table, seat, space):
        yield Violation("move.safe-space", "{space} is no safe space", at="space", space=space)
    elif node.params["end"] != "safe" and not _is_target(table, seat, space):
        yield Violation("move.jump-effects:assault", "nobody can be attacked there", at="space")


@check("jump")
def _can_be_paid(table: Table, use: Use, node: EffectNode) -> Iterator[Violation]:
    """What no Move points pay for cannot be chosen; outside the movement part the effect is ignored anyway."""
    if table.state.turn is None or any(True for _ in movement_violations(table, use.seat)):
        return
    costs = [
        cost
        for space, cost in landings(table, use.seat, node).items()
        if not any(True for _ in _end_violations(table, use.seat, node, space))
    ]
    if costs and min(costs) > table.turn.move:
        yield Violation(
            "move.jump-effects:price",
            "the figure can be moved for Move {cost} at least, {seat} has {move}",
            at="type",
            cost=min(costs),
            seat=use.seat,
            move=table.turn.move,
        )


class StayHere(Action, tag="stay-here", frozen=True):
    """Leave the figure where it is: it can be moved nowhere."""

    def violations(self, table: Table, step: "ChooseLanding", actor: str) -> Iterator[Violation]:
        for action in JumpTo.candidates(table, step, actor, {}):
            if not any(True for _ in action.violations(table, step, actor)):
                yield Violation("move.jump-effects:possible", "the figure can be moved, and has to be", at="type")
                return

    def apply(self, table: Table, step: "ChooseLanding", actor: str) -> None:
        skip(table, running(table))


class ChooseLanding(ForEffect, tag="choose-landing"):
    """An effect moves the figure directly to a space."""

    rule: ClassVar[str] = "move.jump-effects"
    prompt: ClassVar[str] = "Choose the space to which the figure is moved."
    actions: ClassVar[tuple[type[Action], ...]] = (JumpTo, StayHere)
    asked_by: ClassVar[tuple[str, ...]] = ("jump",)


@op("jump")
def jump(table: Table, run: CarryOut, node: EffectNode) -> None:
    """Outside the movement part of a turn the effect does nothing (``turn.no-moving-outside-movement``)."""
    if any(True for _ in movement_violations(table, run.seat)):
        skip(table, run)
    else:
        table.push(ChooseLanding(seat=run.seat, node=node.id))


@op("reveal-as-by-day")
def reveal_as_by_day(table: Table, run: CarryOut, node: EffectNode) -> None:
    put_in_force(table, run, node)
    arrive(table, run.seat)
    ruins = [RevealRuins(space=space) for space, there in sorted(table.state.world.on.items()) if there.ruins_hidden]
    table.push(*ruins) if ruins else None


# --- buying by an effect ----------------------------------------------------------------------------------------------


@op("buy-once")
def buy_once(table: Table, run: CarryOut, node: EffectNode) -> None:
    put_in_force(table, run, node)


class BuyByEffect(Action, tag="buy-by-effect", frozen=True):
    """Spend Influence points on what an effect sells, without any interaction."""

    effect: Node

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["BuyByEffect"]:
        nodes = {effect.node for effect in in_force(table, "buy-once")}
        return [cls(actor=actor, effect=node) for node in sorted(nodes)]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        mine = [effect for effect in in_force(table, "buy-once") if effect.node == self.effect]
        if not mine:
            yield Violation("effects.follow-card-text:buy", "no such effect is in force", at="effect")
            return
        if all(effect.used for effect in mine):
            yield Violation("effects.follow-card-text:bought", "it has been used this turn", at="effect")
        cost = int(table.node(self.effect).params["pay"]["influence"])
        if not table.turn.debt and cost > table.turn.influence:
            yield Violation(
                "effects.follow-card-text:influence",
                "{thing} takes Influence {cost}, {seat} has {influence}",
                at="type",
                thing=table.name(mine[0].source.id),
                cost=cost,
                seat=actor,
                influence=table.turn.influence,
            )
        else:
            yield from price_in_influence(table, actor, cost, table.name(mine[0].source.id))

    def apply(self, table: Table, step: Any, actor: str) -> None:
        effect = next(e for e in in_force(table, "buy-once") if e.node == self.effect and not e.used)
        effect.used = 1
        node, name = table.node(self.effect), effect.source.id
        pay_influence(table, actor, int(node.params["pay"]["influence"]), name, "effects.follow-card-text")
        table.push(start(table, actor, effect.source, node.inside("then")))


MAP_OP_STEPS: tuple[type[Step], ...] = (ChooseLanding,)
