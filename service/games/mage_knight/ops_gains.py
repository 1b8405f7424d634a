"""Effects that give points, mana, Fame and Reputation, and what they count."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.effects import (
    CarryOut,
    ForEffect,
    amount_of,
    colors_of,
    counter,
    modifier,
    op,
    running,
    skip,
)
from service.games.mage_knight.gains import change_reputation, gain_crystal, gain_fame, gain_points, gain_token
from service.games.mage_knight.ids import BASIC, WOUND, Color, Small
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.table import Table


def with_bonus(run: CarryOut, kind: str, amount: int) -> int:
    """An amount with the bonus of a composite effect, which one amount gets (``composite.one-single-effect``)."""
    if run.found.bonus and kind in run.found.bonus_kinds:
        amount += run.found.bonus
        run.found.bonus = 0
    return amount


@op("move")
@op("influence")
@op("heal")
def points(table: Table, run: CarryOut, node: EffectNode) -> None:
    amount = with_bonus(run, node.op, amount_of(table, run, node, node.params["amount"]))
    gain_points(table, run.seat, "healing" if node.op == "heal" else node.op, amount)


@op("fame")
def fame(table: Table, run: CarryOut, node: EffectNode) -> None:
    if node.params.get("when") == "end-of-turn" and not run.at_end:
        table.turn.at_end.append(modifier(run, node))
    else:
        gain_fame(table, run.seat, amount_of(table, run, node, node.params["amount"]), run.rule)


@op("reputation")
def reputation(table: Table, run: CarryOut, node: EffectNode) -> None:
    if node.params.get("when") == "end-of-turn" and not run.at_end:
        table.turn.at_end.append(modifier(run, node))
    else:
        change_reputation(table, run.seat, node.params["amount"], run.rule)


@op("fame-per")
def fame_per(table: Table, run: CarryOut, node: EffectNode) -> None:
    if not run.at_end:
        table.turn.at_end.append(modifier(run, node))
        return
    number = amount_of(table, run, node, node.params["per"])
    gain_fame(table, run.seat, number * node.params["each"], run.rule)


# --- mana and crystals ------------------------------------------------------------------------------------------------


class ChooseColor(Action, tag="choose-color", frozen=True):
    """Choose the colour of a mana token or crystal."""

    color: Color

    @classmethod
    def candidates(cls, table: Table, step: "DecideColor", actor: str, where: Where) -> Iterable["ChooseColor"]:
        return [cls(actor=actor, color=color) for color in step.colors]

    def violations(self, table: Table, step: "DecideColor", actor: str) -> Iterator[Violation]:
        if self.color not in step.colors:
            yield Violation(
                "effects.follow-card-text:color-of",
                "the colour is one of {colors}, not {color}",
                color=self.color,
                colors=step.colors,
            )

    def apply(self, table: Table, step: "DecideColor", actor: str) -> None:
        give_mana(table, running(table), table.node(step.node), self.color)
        if step.left > 1:
            table.push(DecideColor(seat=step.seat, node=step.node, left=step.left - 1, colors=step.colors))


class DecideColor(ForEffect, tag="decide-color"):
    """The colour of each token or crystal that an effect gives is chosen."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Choose a colour."
    actions: ClassVar[tuple[type[Action], ...]] = (ChooseColor,)
    asked_by: ClassVar[tuple[str, ...]] = ("gain-mana", "gain-crystal")

    left: Small
    colors: list[Color]


def give_mana(table: Table, run: CarryOut, node: EffectNode, color: str) -> None:
    """One token or crystal of an effect."""
    run.found.gained = color  # type: ignore[assignment]
    if node.op == "gain-crystal":
        gain_crystal(table, run.seat, color)
    else:
        gain_token(table, run.seat, color)
        if node.params.get("use_at_once"):
            from service.games.mage_knight.ops_at_once import ask_at_once

            ask_at_once(table, run, node.id)


@op("gain-mana")
@op("gain-crystal")
def gain_mana(table: Table, run: CarryOut, node: EffectNode) -> None:
    colors = colors_of(table, run, node.params["colors"])
    number = amount_of(table, run, node, node.params["count"])
    if not colors or number < 1:
        skip(table, run)
    elif node.params.get("one_each") or len(colors) == 1:
        for color in colors * (1 if node.params.get("one_each") else number):
            give_mana(table, run, node, color)
    else:
        table.push(DecideColor(seat=run.seat, node=node.id, left=number, colors=colors))  # type: ignore[arg-type]


GAIN_STEPS: tuple[type[Step], ...] = (DecideColor,)


# --- counters ---------------------------------------------------------------------------------------------------------


@counter("wounds-held")
def _wounds_held(table: Table, run: CarryOut, node: EffectNode) -> int:
    player = table.player(run.seat)
    return player.hand.count(WOUND) + sum(unit.wounds for unit in player.units.values())


@counter("ready-unwounded-units")
def _ready_unwounded(table: Table, run: CarryOut, node: EffectNode) -> int:
    return sum(not unit.spent and not unit.wounds for unit in table.player(run.seat).units.values())


@counter("cards-discarded")
def _cards_discarded(table: Table, run: CarryOut, node: EffectNode) -> int:
    return len(run.found.discarded)


@counter("cards-shuffled")
def _cards_shuffled(table: Table, run: CarryOut, node: EffectNode) -> int:
    return run.found.shuffled


@counter("distinct-crystal-colors")
def _distinct_crystals(table: Table, run: CarryOut, node: EffectNode) -> int:
    return len(table.player(run.seat).crystals)


@counter("own-crystals-of-chosen-color")
def _own_crystals(table: Table, run: CarryOut, node: EffectNode) -> int:
    crystals = table.player(run.seat).crystals
    return sum(crystals.get(color, 0) for color in BASIC if color == run.found.chosen)


@counter("units-recruited-this-turn")
def _units_recruited(table: Table, run: CarryOut, node: EffectNode) -> int:
    return table.turn.units_recruited


@counter("enemies-defeated-this-turn")
def _enemies_defeated(table: Table, run: CarryOut, node: EffectNode) -> int:
    return table.turn.enemies_defeated


@counter("unit-attacks-or-blocks-this-turn")
def _unit_fights(table: Table, run: CarryOut, node: EffectNode) -> int:
    return table.turn.unit_fights


@counter("spells-cast-of-color")
def _spells_cast(table: Table, run: CarryOut, node: EffectNode) -> int:
    return table.turn.spells_cast.get(node.params["color"], 0)


@counter("healing-points-spent-from-this")
def _healing_spent(table: Table, run: CarryOut, node: EffectNode) -> int:
    return run.found.healed
