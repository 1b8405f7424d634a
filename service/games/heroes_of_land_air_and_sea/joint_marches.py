"""Team play: an army takes allied Units from its Region along, if their owner permits it (``team.move-together``)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.counts import holds
from service.engine.defect import Defect, error
from service.engine.shapes import Seat
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.ids import Region, Units
from service.games.heroes_of_land_air_and_sea.marching import Bonus, MarchDestination, goes_anywhere
from service.games.heroes_of_land_air_and_sea.table import Table, mixes
from service.games.heroes_of_land_air_and_sea.team_events import AllyAsked, AllyPermits, AllyRefuses, MarchesAlone


def may_invite(table: Table, seat: str, origin: str, units: Mapping[str, int]) -> bool:
    """Whether there are allied Units in the Region for which the army has room."""
    ally = table.ally(seat)
    if ally is None or sum(units.values()) >= table.pack.constants["army_max"]:
        return False
    return bool(table.land_units(ally, origin))


class InviteUnits(Action, tag="invite", frozen=True):
    """Ask the ally for these Units to march along."""

    units: Units

    @classmethod
    def candidates(cls, table: Table, step: "InviteAlly", actor: str, where: Where) -> Iterable["InviteUnits"]:
        ally = table.ally(actor)
        free = table.pack.constants["army_max"] - sum(step.units.values())
        for units in mixes(table.land_units(ally, step.origin), free) if ally is not None else ():
            if units:
                yield cls(actor=actor, units=units)

    def violations(self, table: Table, step: "InviteAlly", actor: str) -> Iterator[Violation]:
        ally, most = table.ally(actor), table.pack.constants["army_max"]
        number = sum(step.units.values()) + sum(self.units.values())
        there = table.land_units(ally, step.origin) if ally is not None else {}
        if not self.units:
            yield Violation("march.army:nobody-asked", "no Unit of {ally} is named", at="units", ally=ally)
        elif not holds(there, self.units):
            yield Violation(
                "team.move-together:not-there",
                "on land in {origin} {ally} has {there}",
                at="units",
                origin=step.origin,
                ally=ally,
                there=there,
            )
        elif number > most:
            yield Violation(
                "march.army", "an army has 1 to {most} Units, not {number}", at="units", most=most, number=number
            )
        elif not goes_anywhere(table, actor, step.origin, step.units, step.bonus, self.units):
            yield Violation(
                "team.no-attack:together",
                "no Region in reach of the whole army has room for {number} Units",
                at="units",
                number=number,
            )

    def apply(self, table: Table, step: "InviteAlly", actor: str) -> None:
        ally = table.ally(actor)
        assert ally is not None
        table.log(AllyAsked(rule=step.rule, seat=actor, ally=ally, units=dict(self.units), origin=step.origin))
        permit = PermitMove(
            seat=ally, mover=actor, origin=step.origin, units=step.units, allied=dict(self.units), bonus=step.bonus
        )
        table.push(permit)


class MarchAlone(Action, tag="march-alone", frozen=True):
    """March without allied Units."""

    def apply(self, table: Table, step: "InviteAlly", actor: str) -> None:
        table.log(MarchesAlone(rule=step.rule, seat=actor, origin=step.origin))
        table.push(MarchDestination(seat=actor, origin=step.origin, units=step.units, bonus=step.bonus))


class InviteAlly(Choice, tag="invite-ally"):
    """An army is about to leave a Region with allied Units: some of them may be asked along."""

    rule: ClassVar[str] = "team.move-together"
    prompt: ClassVar[str] = "Ask your ally for Units in {origin} to march along, or march alone."
    actions: ClassVar[tuple[type[Action], ...]] = (InviteUnits, MarchAlone)

    origin: Region
    units: Units
    bonus: Bonus = 0

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from army_defects(table, self.seat, self.origin, self.units, self.bonus, {})


class Permit(Action, tag="permit", frozen=True):
    """Let the ally move these Units."""

    def apply(self, table: Table, step: "PermitMove", actor: str) -> None:
        table.log(AllyPermits(rule=step.rule, seat=actor, ally=step.mover))
        table.push(
            MarchDestination(
                seat=step.mover, origin=step.origin, units=step.units, allied=step.allied, bonus=step.bonus
            )
        )


class Refuse(Action, tag="refuse", frozen=True):
    """Keep the Units where they are; the ally marches alone."""

    def apply(self, table: Table, step: "PermitMove", actor: str) -> None:
        table.log(AllyRefuses(rule=step.rule, seat=actor, ally=step.mover))
        table.push(MarchDestination(seat=step.mover, origin=step.origin, units=step.units, bonus=step.bonus))


class PermitMove(Choice, tag="permit-move"):
    """The ally is asked whether Units may march along; where to is not said yet."""

    rule: ClassVar[str] = "team.move-together"
    prompt: ClassVar[str] = "{mover} asks for {allied} in {origin} to march along: permit it, or refuse."
    actions: ClassVar[tuple[type[Action], ...]] = (Permit, Refuse)

    mover: Seat
    origin: Region
    units: Units
    allied: Units
    bonus: Bonus = 0

    def answers(self) -> bool:
        return True

    def consistency(self, table: Table) -> Iterator[Defect]:
        if table.ally(self.mover) != self.seat or not self.allied:
            yield error(self.rule, "/mover", "stranger", f"{self.mover} cannot ask {self.seat} for Units")
            return
        yield from army_defects(table, self.mover, self.origin, self.units, self.bonus, {})
        yield from army_defects(table, self.mover, self.origin, self.units, self.bonus, self.allied)


def army_defects(
    table: Table, seat: str, origin: str, units: Mapping[str, int], bonus: int, allied: Mapping[str, int]
) -> Iterator[Defect]:
    """Why an army that is about to march is not there, or cannot go anywhere."""
    ally = table.ally(seat)
    there = bool(units) and holds(table.land_units(seat, origin), units)
    if allied:
        there = there and ally is not None and holds(table.land_units(ally, origin), allied)
    if not there or not goes_anywhere(table, seat, origin, units, bonus, allied):
        detail = f"{seat} has no such army in {table.named(origin)}, or none that can go"
        yield error("march.army", "/units", "not-there", detail)
