"""Wounds and healing: spending Healing points, and effects that heal Units."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from service.engine.action import Action, Where
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.cards import throw_away_from_hand
from service.games.mage_knight.effects import CarryOut, ForEffect, op, running, skip, start
from service.games.mage_knight.events_sites import UnitHealed, WoundHealed
from service.games.mage_knight.ids import WOUND, UnitRef
from service.games.mage_knight.ops_force import in_force
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.state_turn import Modifier
from service.games.mage_knight.table import Table

SPENT = "healing-points-spent-from-this"


def points_violations(table: Table, seat: str, cost: int, *, unit: bool = False) -> Iterator[Violation]:
    """Why so many Healing points cannot be spent, on a Wound of the hand or a ``unit``."""
    healing = table.turn.healing
    if healing < cost and not unit:
        yield Violation("healing.wound-in-hand:points", "{seat} has no Healing points", at="type", seat=seat)
    elif healing < cost:
        yield Violation(
            "healing.unit:points",
            "it takes Healing {cost}, {seat} has {healing}",
            at="type",
            cost=cost,
            seat=seat,
            healing=healing,
        )


class HealWound(Action, tag="heal-wound", frozen=True):
    """Spend one Healing point on a Wound of the hand."""

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if WOUND not in table.player(actor).hand:
            yield Violation("healing.wound-in-hand", "{seat} has no Wound in hand", at="type", seat=actor)
        yield from points_violations(table, actor, 1)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        spend(table, 1)
        throw_away_from_hand(table, actor, WOUND)
        table.log(WoundHealed(rule="healing.wound-in-hand", seat=actor))
        for effect in reversed(in_force(table, "when-wound-healed-from-hand")):
            table.push(start(table, actor, effect.source, table.node(effect.node).inside("do")))


class HealUnit(Action, tag="heal-unit", frozen=True):
    """Spend Healing points equal to the level of a Unit on one of its Wounds."""

    unit: UnitRef

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["HealUnit"]:
        return [cls(actor=actor, unit=ref) for ref, unit in table.units(actor) if unit.wounds]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        yield from wounded_violations(table, actor, self.unit)
        yield from points_violations(table, actor, table.unit(self.unit).level, unit=True)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        spend(table, table.unit(self.unit).level)
        heal_unit(table, actor, self.unit, "healing.unit")


def wounded_violations(table: Table, seat: str, ref: str) -> Iterator[Violation]:
    """Why a Unit has no Wound to heal."""
    unit = table.player(seat).units.get(ref)
    if unit is None:
        yield Violation("units.stay-in-unit-area:heal", "{seat} has no such Unit", at="unit", seat=seat)
    elif not unit.wounds:
        yield Violation("healing.unit", "{unit} are not Wounded", at="unit", unit=ref)


def heal_unit(table: Table, seat: str, ref: str, rule: str) -> None:
    """One Wound of a Unit goes back to the pile."""
    table.player(seat).units[ref].wounds -= 1
    table.log(UnitHealed(rule=rule, seat=seat, unit=ref))


def spend(table: Table, cost: int) -> None:
    """Healing points are spent; those of a card that counts them before all others."""
    turn = table.turn
    turn.healing -= cost
    turn.begun = True
    for effect in turn.at_end:
        counted = min(cost, _uncounted(table, effect))
        effect.used += counted
        cost -= counted


def _uncounted(table: Table, effect: Modifier) -> int:
    """The points of a card that counts what is spent of them (Golden Grail), as far as they are still there."""
    node = table.node(effect.node)
    if node.op != "fame-per" or node.params["per"] != SPENT or effect.chosen is not None:
        return 0
    card, half = node.id.split(".")[:2]
    halves = table.card(card).halves[half]
    given = sum(int(table.node(at).params["amount"]) for at in halves if table.node(at).op == "heal")
    return max(0, given - effect.used)


def points_lost(table: Table) -> None:
    """Unspent Healing points are lost when a combat begins (``healing.points-lost-at-combat``)."""
    turn = table.turn
    turn.healing = 0
    for effect in turn.at_end:
        if _uncounted(table, effect):
            effect.chosen = "lost"


# --- effects ----------------------------------------------------------------------------------------------------------


class TakeWoundOff(Action, tag="take-wound-off", frozen=True):
    """Remove a Wound from a Unit by an effect."""

    unit: UnitRef

    @classmethod
    def candidates(cls, table: Table, step: "ChooseHealed", actor: str, where: Where) -> Iterable["TakeWoundOff"]:
        return [cls(actor=actor, unit=ref) for ref, unit in table.units(actor) if unit.wounds]

    def violations(self, table: Table, step: "ChooseHealed", actor: str) -> Iterator[Violation]:
        yield from wounded_violations(table, actor, self.unit)

    def apply(self, table: Table, step: "ChooseHealed", actor: str) -> None:
        running(table).found.unit = self.unit
        heal_unit(table, actor, self.unit, "healing.effect-heals-one")


class ChooseHealed(ForEffect, tag="choose-healed"):
    """An effect removes one Wound from a Unit."""

    rule: ClassVar[str] = "healing.effect-heals-one"
    prompt: ClassVar[str] = "Choose the Unit from which a Wound is removed."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeWoundOff,)
    asked_by: ClassVar[tuple[str, ...]] = ("heal-unit",)

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if any(unit.wounds for unit in table.player(self.seat).units.values()) else ()


@op("heal-unit")
def heal_unit_by_effect(table: Table, run: CarryOut, node: EffectNode) -> None:
    units = table.player(run.seat).units
    if node.params["target"] == "same":
        ref = run.found.unit
        if ref in units and units[ref].wounds:
            heal_unit(table, run.seat, ref, "healing.effect-heals-one")
        else:
            skip(table, run)
    elif any(unit.wounds for unit in units.values()):
        table.push(ChooseHealed(seat=run.seat, node=node.id))
    else:
        skip(table, run)


HEALING_ACTIONS: tuple[type[Action], ...] = (HealWound, HealUnit)
HEALING_STEPS: tuple[type[Step], ...] = (ChooseHealed,)
