"""Move and Influence points as Attack or Block, and a Block that strikes back."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.mage_knight.combat_points import add, attack_violations, block_violations
from service.games.mage_knight.effects import CarryOut, modifier, op
from service.games.mage_knight.foes import fight
from service.games.mage_knight.ids import Node
from service.games.mage_knight.ops_force import goes_on, in_force
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.state_combat import Contribution
from service.games.mage_knight.state_turn import Modifier
from service.games.mage_knight.table import Table

Times = Annotated[int, Meta(ge=1, le=200)]


class ConvertPoints(Action, tag="convert-points", frozen=True):
    """Turn Move or Influence points into Attack or Block, ``times`` of it, by an effect that allows it."""

    effect: Node
    times: Times

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["ConvertPoints"]:
        if fight(table).assembly is None:
            return
        for effect in in_force(table, "convert"):
            most = points_left(table, table.node(effect.node)) // table.node(effect.node).params["rate"]
            for times in range(1, most + 1):
                yield cls(actor=actor, effect=effect.node, times=times)

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if _of(table, "convert", self.effect) is None:
            yield Violation("effects.follow-card-text:convert", "no such effect is in force", at="effect")
            return
        node = table.node(self.effect)
        to, kind = node.params["to"], node.params["from"].capitalize()
        if to["op"] == "block":
            yield from block_violations(table)
        else:
            yield from attack_violations(table, to["kind"])
            yield from _open_attack(table)
        cost, left = node.params["rate"] * self.times, points_left(table, node)
        if cost > left:
            yield Violation(
                "effects.follow-card-text:points",
                "{times} of it cost {cost} {kind} points, {seat} has {left}",
                at="times",
                times=self.times,
                cost=cost,
                kind=kind,
                seat=actor,
                left=left,
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        node, effect = table.node(self.effect), _of(table, "convert", self.effect)
        assert effect is not None
        to, turn = node.params["to"], table.turn
        if node.params["from"] == "move":
            turn.move -= node.params["rate"] * self.times
        else:
            turn.influence -= node.params["rate"] * self.times
        element = effect.chosen if to["element"] == "chosen" else to["element"]
        part = Contribution(
            amount=self.times,
            element=element,  # type: ignore[arg-type]
            kind=to.get("kind"),
            origin=effect.source.origin,
            id=effect.source.id,
        )
        add(table, actor, part, "effects.follow-card-text", effect.source.half, plain=True)


class StrikeBack(Action, tag="strike-back", frozen=True):
    """Use a card whose Block succeeded once more, as an Attack."""

    effect: Node

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["StrikeBack"]:
        return [cls(actor=actor, effect=effect.node) for effect in in_force(table, "block-then-attack")]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if _of(table, "block-then-attack", self.effect) is None:
            yield Violation("effects.follow-card-text:strike-back", "no such Block has succeeded", at="effect")
        if fight(table).phase != "attack":
            yield Violation("attack-phase.only-here-effects:strike-back", "it strikes in the Attack phase", at="type")
        yield from _open_attack(table)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        effect = _of(table, "block-then-attack", self.effect)
        assert effect is not None
        table.turn.in_force.remove(effect)
        given = table.node(self.effect).params["attack"]
        part = Contribution(
            amount=given["amount"],
            element=given["element"],
            kind=given["kind"],
            origin=effect.source.origin,
            id=effect.source.id,
        )
        add(table, actor, part, "effects.follow-card-text", effect.source.half, plain=True)


def _of(table: Table, op_name: str, node: str) -> Modifier | None:
    return next((effect for effect in in_force(table, op_name) if effect.node == node), None)


def _open_attack(table: Table) -> Iterator[Violation]:
    assembly = fight(table).assembly
    if assembly is None or assembly.attack is not None:
        yield Violation("attack.points-used-at-once:no-attack", "no attack has been opened", at="type")


def points_left(table: Table, node: EffectNode) -> int:
    """The points of the turn that an effect can convert."""
    return table.turn.move if node.params["from"] == "move" else table.turn.influence


@op("block-then-attack")
def block_then_attack(table: Table, run: CarryOut, node: EffectNode) -> None:
    """It waits for the block to succeed, then for the Attack phase."""
    combat = table.state.combat
    if run.found.enemy is not None:
        table.turn.in_force.append(modifier(run, node))
        goes_on(table, run, node, "effects.follow-card-text")
    elif combat is not None and combat.assembly is not None and combat.assembly.attack is not None:
        combat.assembly.if_blocked.append(modifier(run, node))
