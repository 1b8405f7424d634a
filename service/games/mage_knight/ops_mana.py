"""Effects on mana: dice of the Source, mana without end, gold and black at the wrong time of day."""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, ChanceAction, Where
from service.engine.shapes import CHANCE, Seat
from service.engine.step import ChanceStep, Step
from service.engine.violation import Violation
from service.games.mage_knight.bags import put_new
from service.games.mage_knight.effects import (
    CarryOut,
    ForEffect,
    amount_of,
    check,
    clause_of,
    modifier,
    op,
    running,
    skip,
)
from service.games.mage_knight.events_effects import DieSet, FaceRolled
from service.games.mage_knight.gains import gain_crystal, gain_token
from service.games.mage_knight.ids import COLORS, Color, Node, Small
from service.games.mage_knight.ops_force import goes_on
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.source import reroll_dice, take_die
from service.games.mage_knight.state import Lasting
from service.games.mage_knight.state_turn import DiceAllowed, TakenDie
from service.games.mage_knight.table import Table


@op("extra-source-die")
def extra_source_die(table: Table, run: CarryOut, node: EffectNode) -> None:
    allowed = DiceAllowed(node=node.id, left=node.params["count"])
    if node.params.get("crystal_to"):
        allowed.owner = token_owner(table, run.source.id)
    table.turn.dice_allowed.append(allowed)


def token_owner(table: Table, skill: str) -> Seat:
    """Whose Skill token it is that an effect comes from."""
    return next(seat for seat in table.state.seats if skill in table.player(seat).skills)


@op("endless-mana")
def endless_mana(table: Table, run: CarryOut, node: EffectNode) -> None:
    turn = table.turn
    for color in node.params["colors"]:
        put_new(turn.endless, color)  # type: ignore[arg-type]
    goes_on(table, run, node)


@op("allow-mana")
def allow_mana(table: Table, run: CarryOut, node: EffectNode) -> None:
    put_new(table.turn.allowed, node.params["color"])  # type: ignore[arg-type]
    goes_on(table, run, node)


@op("any-die-as-basic")
def any_die_as_basic(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.turn.any_die_as_basic = True
    goes_on(table, run, node)


@op("mana-as")
def mana_as(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.turn.opposites.append(modifier(run, node))


@op("return-spent-crystals")
def return_spent_crystals(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.turn.crystals_return = True


# --- choosing dice ----------------------------------------------------------------------------------------------------


class ChooseDie(Action, tag="choose-die", frozen=True):
    """Choose a die of the Source by the face it shows."""

    color: Color

    @classmethod
    def candidates(cls, table: Table, step: "DecideDie", actor: str, where: Where) -> Iterable["ChooseDie"]:
        return [cls(actor=actor, color=color) for color in COLORS]

    def violations(self, table: Table, step: "DecideDie", actor: str) -> Iterator[Violation]:
        choice = step.choice(table)
        if self.color not in choice:
            yield Violation(
                "effects.follow-card-text:die",
                "a die with {color} cannot be chosen, only {choice}",
                color=self.color,
                choice=choice,
            )

    def apply(self, table: Table, step: "DecideDie", actor: str) -> None:
        step.chosen(table, self.color)


class NoMoreDice(Action, tag="no-more-dice", frozen=True):
    """Choose no more dice."""

    def violations(self, table: Table, step: "DecideDie", actor: str) -> Iterator[Violation]:
        if not step.may_stop(table):
            yield Violation("effects.follow-card-text:no-die-chosen", "{seat} has to choose a die", seat=actor)

    def apply(self, table: Table, step: "DecideDie", actor: str) -> None:
        step.stopped(table)


class DecideDie(ForEffect, tag="decide-die"):
    """A die of the Source is chosen for an effect; ``picked`` are those chosen before it, to be rolled again."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Choose a die of the Source."
    actions: ClassVar[tuple[type[Action], ...]] = (ChooseDie, NoMoreDice)
    asked_by: ClassVar[tuple[str, ...]] = (
        "reroll-source",
        "crystal-from-source-die",
        "hold-source-die",
        "store-source-die",
        "set-source-dice",
    )

    also_cites: ClassVar[tuple[str, ...]] = ("tactic.mana-steal", "tactic.mana-search")

    left: Small = 1
    picked: Annotated[list[Color], Meta(max_length=10)] = []

    def cites(self) -> str:
        tactic = f"tactic.{self.node.partition('.')[0]}"
        return tactic if tactic in self.also_cites else self.rule

    def choice(self, table: Table) -> list[str]:
        """The faces of the dice that can be chosen."""
        params, left = table.node(self.node).params, dict(table.state.source)
        for color in self.picked:
            left[color] -= 1
        faces = [color for color in COLORS if left.get(color, 0) > 0]
        if params.get("gold_first") and "gold" in faces:
            return ["gold"]
        wanted = params.get("colors") if table.node(self.node).op != "set-source-dice" else None
        return [color for color in faces if wanted is None or color in wanted]

    def may_stop(self, table: Table) -> bool:
        """Whether no die needs to be chosen: rerolling is voluntary, and there may be none."""
        return table.node(self.node).op == "reroll-source" or not self.choice(table)

    def stopped(self, table: Table) -> None:
        """No more dice are chosen."""
        if self.picked:
            reroll_dice(table, self.picked, self.cites())
        elif table.node(self.node).op != "reroll-source":
            skip(table, running(table))

    def chosen(self, table: Table, color: Color) -> None:
        """What happens to the die."""
        node, run = table.node(self.node), running(table)
        if node.op == "reroll-source":
            picked = [*self.picked, color]
            if self.left > 1:
                table.push(DecideDie(seat=self.seat, node=self.node, left=self.left - 1, picked=picked))
            else:
                reroll_dice(table, picked, self.cites())
            return
        if node.op == "crystal-from-source-die":
            gain_crystal(table, self.seat, color)
            if node.params["then_reroll_that_die"]:
                reroll_dice(table, [color], self.cites())
            return
        take_die(table, self.seat, color, self.cites())
        run.found.die = color
        if node.op == "hold-source-die":
            table.state.lasting.append(
                Lasting(owner=self.seat, node=node.id, until="end-of-round", color=color, half=run.source.half)
            )
        elif node.op == "store-source-die":
            table.player(self.seat).stored_die = color  # type: ignore[assignment]
        else:
            table.turn.dice.append(TakenDie(color=color, reroll=False))
            table.push(SetDie(seat=self.seat, node=self.node, left=self.left))


@op("hold-source-die")
@op("store-source-die")
@op("crystal-from-source-die")
def choose_die(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.push(DecideDie(seat=run.seat, node=node.id))


@op("set-source-dice")
def set_source_dice(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.push(DecideDie(seat=run.seat, node=node.id, left=node.params["dice"]))


@op("reroll-source")
def reroll_source(table: Table, run: CarryOut, node: EffectNode) -> None:
    if node.params["which"] == "all":
        reroll_dice(table, [c for c in COLORS for _ in range(table.state.source.get(c, 0))], clause_of(run.source))
    else:
        table.push(DecideDie(seat=run.seat, node=node.id, left=node.params["max"]))


@check("hold-source-die")
@check("crystal-from-source-die")
def _a_die_to_choose(table: Table, use: object, node: EffectNode) -> Iterator[Violation]:
    colors = node.params["colors"]
    if not any(table.state.source.get(color) for color in colors):
        yield Violation("effects.follow-card-text:no-such-die", "no die of the Source shows {colors}", colors=colors)


class SetDieTo(Action, tag="set-die", frozen=True):
    """Set a die that was taken out of the Source to a colour."""

    color: Color

    @classmethod
    def candidates(cls, table: Table, step: "SetDie", actor: str, where: Where) -> Iterable["SetDieTo"]:
        return [cls(actor=actor, color=color) for color in table.node(step.node).params["colors"]]

    def violations(self, table: Table, step: "SetDie", actor: str) -> Iterator[Violation]:
        colors = table.node(step.node).params["colors"]
        if self.color not in colors:
            yield Violation(
                "effects.follow-card-text:set-die",
                "the die is set to one of {colors}, not to {color}",
                color=self.color,
                colors=colors,
            )

    def apply(self, table: Table, step: "SetDie", actor: str) -> None:
        node = table.node(step.node)
        table.turn.dice[-1].color = self.color
        table.log(DieSet(rule=step.rule, seat=actor, color=self.color))
        gain_token(table, actor, self.color, node.params["tokens_per_die"])
        if step.left > 1:
            table.push(DecideDie(seat=step.seat, node=step.node, left=step.left - 1))


class SetDie(ForEffect, tag="set-die"):
    """The die that was taken is set to a colour."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Set the die to a colour."
    actions: ClassVar[tuple[type[Action], ...]] = (SetDieTo,)
    asked_by: ClassVar[tuple[str, ...]] = ("set-source-dice",)

    left: Small = 1


# --- mana of every turn, spare dice -----------------------------------------------------------------------------------


@op("gain-mana-each-turn")
def gain_mana_each_turn(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.state.lasting.append(
        Lasting(owner=run.seat, node=node.id, until="end-of-round", color=run.found.die, half=run.source.half)
    )


class RollFace(ChanceAction, tag="roll-face", frozen=True):
    """The face of a spare mana die that an effect rolls."""

    color: Color

    def apply(self, table: Table, step: "RollSpareDice", actor: str) -> None:
        run, rolled = running(table), [*step.rolled, self.color]
        table.log(FaceRolled(rule=step.rule, seat=run.seat, color=self.color))
        if step.left > 1:
            table.push(RollSpareDice(node=step.node, left=step.left - 1, rolled=rolled))
            return
        node = table.node(step.node)
        run.first([effect for color in rolled for effect in node.inside(f"on.{color}")])


class RollSpareDice(ChanceStep, tag="roll-spare-dice"):
    """Spare mana dice are rolled for an effect, one by one; what they bring follows in the order rolled."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Roll a spare mana die for the effect; still to come: {left}."
    actions: ClassVar[tuple[type[Action], ...]] = (RollFace,)

    node: Node
    left: Small
    rolled: Annotated[list[Color], Meta(max_length=20)] = []

    def outcomes(self, table: Table) -> list[ChanceAction]:
        return [RollFace(actor=CHANCE, color=color, weight=1) for color in COLORS]


@op("roll-dice")
def roll_dice(table: Table, run: CarryOut, node: EffectNode) -> None:
    number = amount_of(table, run, node, node.params["count"])
    if number > 0:
        table.push(RollSpareDice(node=node.id, left=number))


MANA_STEPS: tuple[type[Step], ...] = (DecideDie, SetDie, RollSpareDice)
