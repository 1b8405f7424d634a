"""Effects on Units: readying them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.effects import CarryOut, ForEffect, op, running
from service.games.mage_knight.events_effects import UnitReadied
from service.games.mage_knight.ids import Small, UnitRef
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.table import Table


def ready_unit(table: Table, seat: str, ref: str) -> None:
    """A Unit becomes Ready, also a Wounded one."""
    unit = table.player(seat).units[ref]
    unit.spent = False
    table.log(UnitReadied(rule="units.ready-effect", seat=seat, unit=ref))


class ReadyUnit(Action, tag="ready-unit", frozen=True):
    """Ready a Unit."""

    unit: UnitRef

    @classmethod
    def candidates(cls, table: Table, step: "ReadyUnits", actor: str, where: Where) -> Iterable["ReadyUnit"]:
        return [cls(actor=actor, unit=ref) for ref, _ in table.units(actor)]

    def violations(self, table: Table, step: "ReadyUnits", actor: str) -> Iterator[Violation]:
        unit = table.player(actor).units.get(self.unit)
        if unit is None:
            yield Violation("units.stay-in-unit-area", "{seat} has no such Unit", at="unit", seat=actor)
            return
        name = self.unit
        if not unit.spent:
            yield Violation("units.ready", "{unit} are Ready", at="unit", unit=name)
        level, most = table.unit(self.unit).level, step.most_level(table)
        if most is not None and level > most:
            yield Violation(
                "units.ready-effect:level",
                "{unit} are of level {level}, the effect readies up to level {most}",
                at="unit",
                unit=name,
                level=level,
                most=most,
            )
        if step.excluded(table) == self.unit:
            yield Violation("units.ready-effect:self", "{unit} cannot ready themselves", at="unit", unit=name)

    def apply(self, table: Table, step: "ReadyUnits", actor: str) -> None:
        run = running(table)
        ready_unit(table, actor, self.unit)
        run.found.unit, run.found.readied = self.unit, True
        levels = None if step.levels is None else step.levels - table.unit(self.unit).level
        left = None if step.left is None else step.left - 1
        if left != 0 and levels != 0:
            table.push(ReadyUnits(seat=step.seat, node=step.node, left=left, levels=levels))


class ReadyNoMore(Action, tag="ready-no-more", frozen=True):
    """Ready no more Units."""

    def apply(self, table: Table, step: "ReadyUnits", actor: str) -> None:
        pass


class ReadyUnits(ForEffect, tag="ready-units"):
    """Units are readied, one by one: so many, or up to so many levels in all."""

    rule: ClassVar[str] = "units.ready-effect"
    prompt: ClassVar[str] = "Choose a Unit to ready."
    actions: ClassVar[tuple[type[Action], ...]] = (ReadyUnit, ReadyNoMore)
    asked_by: ClassVar[tuple[str, ...]] = ("ready-unit", "ready-levels")

    left: Small | None = None
    levels: Small | None = None

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if any(unit.spent for unit in table.player(self.seat).units.values()) else ()

    def most_level(self, table: Table) -> int | None:
        """The highest level that a Unit may have."""
        most: int | None = table.node(self.node).params.get("max_level")
        return most if self.levels is None else self.levels

    def excluded(self, table: Table) -> str | None:
        """The Unit whose own ability this is, where it cannot be chosen."""
        return running(table).source.id if table.node(self.node).params.get("not_self") else None


@op("ready-unit")
def ready_units(table: Table, run: CarryOut, node: EffectNode) -> None:
    run.found.readied = False
    if node.params.get("target") == "this-unit":
        banner = run.source.id
        ref = next(ref for ref, unit in table.player(run.seat).units.items() if unit.banner == banner)
        ready_unit(table, run.seat, ref)
        return
    count = node.params.get("count", 1)
    table.push(ReadyUnits(seat=run.seat, node=node.id, left=None if count == "all" else count))


@op("ready-levels")
def ready_levels(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.push(ReadyUnits(seat=run.seat, node=node.id, levels=node.params["levels"]))


UNIT_OP_STEPS: tuple[type[Step], ...] = (ReadyUnits,)
