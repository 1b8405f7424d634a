"""Combat between two players: effects that are aimed at enemies reach only Units of the other player."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.bags import put_new
from service.games.mage_knight.effect_rules import Use
from service.games.mage_knight.effects import (
    CarryOut,
    ForEffect,
    amount_of,
    check,
    color_of_source,
    modifier,
    running,
    skip,
)
from service.games.mage_knight.events_pvp import UnitAffected
from service.games.mage_knight.foes import IMMUNITY, fight
from service.games.mage_knight.ids import UnitRef
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.pvp_damage import unit_armor, unit_resistances
from service.games.mage_knight.pvp_fight import duel_of, opponent
from service.games.mage_knight.table import Table

RESISTANCES = ("physical", "fire", "ice")


def unit_violations(table: Table, run: CarryOut, node: EffectNode, ref: str) -> Iterator[Violation]:
    """Why a Unit of the other player cannot be the target of an effect."""
    other, name = opponent(table, run.seat), ref
    unit = table.player(other).units.get(ref)
    if unit is None or unit.wounds:
        yield Violation("pvp.effects-on-units-only", "{seat} has no Unwounded Unit of that name", at="unit", seat=other)
        return
    color = color_of_source(table, run.source)
    if IMMUNITY.get(str(color)) in unit_resistances(table, other, ref):
        yield Violation(
            "pvp.resistant-units-ignore", "{unit} resist: this effect does nothing to them", at="unit", unit=name
        )
    if needs_contribution(table, node) and ref not in contributing(table) and not hits_again(table, run):
        if node.op == "enemy-no-attack":
            yield Violation(
                "pvp.prevent-attack", "{unit} have no part in the attack that is blocked", at="unit", unit=name
            )
        else:
            yield Violation(
                "pvp.blocked-effects", "{unit} have no part in the attack that is blocked", at="unit", unit=name
            )


def needs_contribution(table: Table, node: EffectNode) -> bool:
    """Whether an effect reaches only Units that have contributed to the attack."""
    return node.op in ("enemy-no-attack", "cancel-attack") or bool(
        node.params.get("only_if_blocked") or node.params.get("target") == "blocked"
    )


def hits_again(table: Table, run: CarryOut) -> bool:
    """Whether the next part of the effect does something to the same Unit, whatever part that has in the attack."""
    return bool(run.todo) and _hits_the_same(table, table.node(run.todo[0]))


def _hits_the_same(table: Table, node: EffectNode) -> bool:
    return node.params.get("target") == "same" and not needs_contribution(table, node)


@check("enemy-no-attack")
def _may_prevent(table: Table, use: Use, node: EffectNode) -> Iterator[Violation]:
    """Between two players only when blocking, unless the next part of the effect hits the same Unit anyhow."""
    if table.state.duel is None or fight(table).phase == "block":
        return
    inside, _, number = node.id.rpartition(".")
    following = table.pack.nodes.get(f"{inside}.{int(number) + 1}")
    if following is None or not _hits_the_same(table, following):
        yield Violation(
            "pvp.prevent-attack:not-blocking",
            "no attack of {other} is being blocked",
            at="type",
            other=opponent(table, use.seat),
        )


def contributing(table: Table) -> list[str]:
    """The Units that have contributed to the attack that is being blocked."""
    return [part.id for part in duel_of(table).parts if part.origin == "unit"]


def reachable(table: Table, run: CarryOut, node: EffectNode) -> list[str]:
    """The Units that an effect can be aimed at."""
    units = sorted(table.player(opponent(table, run.seat)).units)
    return [ref for ref in units if not any(True for _ in unit_violations(table, run, node, ref))]


class ChooseUnitOfOther(Action, tag="choose-unit-of-other", frozen=True):
    """Choose the Unit of the other player that an effect is aimed at."""

    unit: UnitRef

    @classmethod
    def candidates(cls, table: Table, step: "AimAtUnit", actor: str, where: Where) -> Iterable["ChooseUnitOfOther"]:
        return [cls(actor=actor, unit=ref) for ref in sorted(table.player(opponent(table, actor)).units)]

    def violations(self, table: Table, step: "AimAtUnit", actor: str) -> Iterator[Violation]:
        yield from unit_violations(table, running(table), table.node(step.node), self.unit)

    def apply(self, table: Table, step: "AimAtUnit", actor: str) -> None:
        run, node = running(table), table.node(step.node)
        table.turn.move -= step.price(table)
        affect(table, run, node, self.unit)
        again = AimAtUnit(seat=step.seat, node=step.node, chosen=step.chosen + 1)
        if again.may_go_on(table, run):
            table.push(again)


class ChooseNoUnit(Action, tag="choose-no-unit", frozen=True):
    """Aim the effect at no Unit."""

    def apply(self, table: Table, step: Any, actor: str) -> None:
        return


class AimAtUnit(ForEffect, tag="aim-at-unit"):
    """An effect that is aimed at an enemy is aimed at a Unit of the other player."""

    rule: ClassVar[str] = "pvp.effects-on-units-only"
    prompt: ClassVar[str] = "Choose the Unit of the other player that the effect is aimed at."
    actions: ClassVar[tuple[type[Action], ...]] = (ChooseUnitOfOther, ChooseNoUnit)
    asked_by: ClassVar[tuple[str, ...]] = (
        "enemy-no-attack",
        "enemy-armor",
        "enemy-lose",
        "destroy-enemy",
        "cancel-attack",
    )

    chosen: Annotated[int, Meta(ge=0, le=60)] = 0

    def price(self, table: Table) -> int:
        """Move points for this Unit, where the effect is aimed at more than it says (Wings of Night)."""
        params = table.node(self.node).params
        further = self.chosen - int(params.get("targets", 1))
        if further < 0 or "more_targets" not in params:
            return 0
        return int(params["more_targets"]["first"]) + int(params["more_targets"]["step"]) * further

    def may_go_on(self, table: Table, run: CarryOut) -> bool:
        """Whether a further Unit can be chosen."""
        params = table.node(self.node).params
        left = self.chosen < int(params.get("targets", 1)) or "more_targets" in params
        return left and self.price(table) <= table.turn.move and bool(reachable(table, run, table.node(self.node)))

    def consistency(self, table: Table) -> Iterator[Defect]:
        duel = table.state.duel
        if duel is None or table.state.combat is None or duel.combat is None:
            yield error(self.rule, "", "no-combat", "no two players fight each other")
            return
        turn = table.state.turn
        if turn is None or (self.chosen and self.price(table) > turn.move):
            yield error(self.rule, "/chosen", "price", "a further Unit cannot be paid for")
        yield from super().consistency(table)


def aim_at_units(table: Table, run: CarryOut, node: EffectNode) -> None:
    """Carry an effect on enemies out on Units of the other player: on one that is chosen, or on all it reaches."""
    combat = fight(table)
    if node.params.get("only_if_blocked") and combat.assembly is not None:
        if combat.assembly.attack is not None:
            combat.assembly.if_blocked.append(modifier(run, node))
        return
    units, target, before = reachable(table, run, node), node.params.get("target"), run.found.unit
    if target == "same":
        units = [ref for ref in units if ref == before]
    elif target == "others":
        units = [ref for ref in units if ref != before]
    if not units:
        skip(table, run)
    elif target in ("all", "others", "same"):
        for ref in units:
            affect(table, run, node, ref)
    else:
        table.push(AimAtUnit(seat=run.seat, node=node.id))


def affect(table: Table, run: CarryOut, node: EffectNode, ref: str) -> None:
    """What an effect on enemies does to a Unit; it lasts for the whole combat (``pvp.effects-last``)."""
    duel, other = duel_of(table), opponent(table, run.seat)
    rule, run.found.unit = "pvp.effects-on-units-only", ref
    if needs_contribution(table, node) and ref not in contributing(table):
        return
    if node.op == "destroy-enemy":
        table.player(other).units[ref].wounds = 1
        change = "Wounded"
    elif node.op == "enemy-armor":
        now = unit_armor(table, other, ref)
        delta = amount_of(table, run, node, node.params["delta"])
        changes = duel.armor.setdefault(other, {})
        changes[ref] = changes.get(ref, 0) + max(1, now + delta) - now
        rule, change = "pvp.effects-last", f"Armor {unit_armor(table, other, ref)}"
    elif node.op == "enemy-lose":
        lost = duel.lost.setdefault(other, {}).setdefault(ref, [])
        for what in node.params["what"]:
            for one in RESISTANCES if what == "resistances" else (what.removesuffix("-resistance"),):
                if one in RESISTANCES:
                    put_new(lost, one)  # type: ignore[arg-type]
        gone = [what.replace("-", " ") for what in node.params["what"]]
        rule, change = "pvp.effects-last", f"without {' and '.join(gone)} from now on"
    else:
        duel.parts = [part for part in duel.parts if part.origin != "unit" or part.id != ref]
        rule, change = "pvp.prevent-attack", "their share of the attack is taken off"
    table.log(UnitAffected(rule=rule, seat=other, unit=ref, change=change))


PVP_EFFECT_STEPS: tuple[type[Step], ...] = (AimAtUnit,)
