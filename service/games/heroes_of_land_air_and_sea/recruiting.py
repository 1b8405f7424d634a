"""1. Recruit Units: one Unit, or two Serfs, from the supply."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.action_events import RecruitDeclined, UnitsRecruited
from service.games.heroes_of_land_air_and_sea.costs import unit_cost
from service.games.heroes_of_land_air_and_sea.ids import Region, UnitId
from service.games.heroes_of_land_air_and_sea.occasions import rule_of
from service.games.heroes_of_land_air_and_sea.region_limit import limits
from service.games.heroes_of_land_air_and_sea.stock import pay
from service.games.heroes_of_land_air_and_sea.supply import add, place
from service.games.heroes_of_land_air_and_sea.table import Table

PLACED_BY = {
    "serf": "recruit.placement",
    "warrior": "recruit.placement",
    "hero": "recruit.placement",
    "sea-vessel": "vessels.sea-start",
    "air-vessel": "vessels.air-start",
}


def destinations(table: Table, seat: str, unit: str) -> dict[str, str]:
    """Where a recruited Unit may be placed, each with the clause that says so."""
    capital, kind = table.player(seat).capital, table.unit(unit).kind
    found = {capital: PLACED_BY[kind]} if capital else {}
    for ability in table.abilities(seat, "recruit-destination"):
        region = table.land_region_of(seat, ability.owner)
        if kind in ability.params["kinds"] and region is not None:
            found.setdefault(region, rule_of(ability))
    return found


def unit_violations(table: Table, seat: str, unit: str) -> Iterator[Violation]:
    """Why a player cannot take this Unit from the supply and pay for it."""
    kind = table.unit(unit)
    if kind.faction != table.player(seat).faction:
        yield Violation("setup.supply", "{unit} is not in the supply of {seat}", unit=unit, seat=seat)
        return
    if kind.building is not None and kind.building not in table.player(seat).buildings:
        yield Violation(
            "recruit.building-needed", "{unit} needs the Building {building}", unit=unit, building=kind.building
        )
    if not table.supply(seat, unit):
        yield Violation("recruit.supply-limit", "there is no {unit} left in the supply of {seat}", unit=unit, seat=seat)
    cost = unit_cost(table, seat, unit)
    missing = table.missing(seat, cost)
    if missing:
        yield Violation(
            "recruit.one-unit:cost",
            "{unit} costs {cost}; {seat} lacks {missing}",
            unit=unit,
            cost=cost,
            seat=seat,
            missing=missing,
        )


def destination_violations(table: Table, seat: str, unit: str, to: str, number: int = 1) -> Iterator[Violation]:
    """Why recruited Units cannot be placed in this Region."""
    if to not in destinations(table, seat, unit):
        yield Violation(
            "recruit.placement",
            "{unit} is placed in {where}, not in {to}",
            at="to",
            unit=unit,
            where=list(destinations(table, seat, unit)),
            to=to,
        )
    elif table.room(seat, to) < number:
        full = Violation(
            "march.region-limit:placing",
            "{region} has room for {room} more of {seat}'s Units",
            at="to",
            region=to,
            room=table.room(seat, to),
            seat=seat,
        )
        yield from limits(table, seat, to, number, full)


class Recruit(Action, tag="recruit", frozen=True):
    """Pay for a Unit and place it: in the Courtyard, a Vessel in the Capital City Region or docked at its Shore."""

    unit: UnitId
    to: Region

    @classmethod
    def candidates(cls, table: Table, step: "RecruitUnits", actor: str, where: Where) -> Iterable["Recruit"]:
        for unit in table.faction(actor).units:
            for to in destinations(table, actor, unit):
                yield cls(actor=actor, unit=unit, to=to)

    def violations(self, table: Table, step: "RecruitUnits", actor: str) -> Iterator[Violation]:
        yield from unit_violations(table, actor, self.unit)
        if table.unit(self.unit).faction == table.player(actor).faction:
            yield from destination_violations(table, actor, self.unit, self.to)

    def apply(self, table: Table, step: "RecruitUnits", actor: str) -> None:
        rule = destinations(table, actor, self.unit)[self.to]
        pay(table, actor, unit_cost(table, actor, self.unit), "recruit.cost-printed")
        table.log(UnitsRecruited(rule=rule, seat=actor, units={self.unit: 1}, region=self.to))
        add(table, actor, {self.unit: 1}, self.to)
        for ability in list(table.abilities(actor, "recruit-bonus")):
            if table.unit(self.unit).kind == ability.params["kind"]:
                free = {unit_of(table, actor, kind): n for kind, n in ability.params["free"].items()}
                place(table, actor, free, courtyard(table, actor), rule_of(ability))


def unit_of(table: Table, seat: str, kind: str) -> str:
    """The Serf or the Warrior of a player's Faction."""
    faction = table.faction(seat)
    return faction.serf if kind == "serf" else faction.warrior


def courtyard(table: Table, seat: str) -> str:
    """The Region of a player's Courtyard."""
    capital = table.player(seat).capital
    assert capital is not None
    return capital


class RecruitTwoSerfs(Action, tag="recruit-two-serfs", frozen=True):
    """Pay 3 Food for two Serfs."""

    to: Region

    @classmethod
    def candidates(cls, table: Table, step: "RecruitUnits", actor: str, where: Where) -> Iterable["RecruitTwoSerfs"]:
        return [cls(actor=actor, to=to) for to in destinations(table, actor, table.faction(actor).serf)]

    def violations(self, table: Table, step: "RecruitUnits", actor: str) -> Iterator[Violation]:
        serf, cost = table.faction(actor).serf, table.pack.constants["two_serfs_cost"]
        left, missing = table.supply(actor, serf), table.missing(actor, cost)
        if left < 2:
            yield Violation("recruit.supply-limit:two", "Serfs in the supply of {seat}: {left}", seat=actor, left=left)
        if missing:
            yield Violation(
                "recruit.two-serfs",
                "two Serfs cost {cost}; {seat} lacks {missing}",
                cost=cost,
                seat=actor,
                missing=missing,
            )
        yield from destination_violations(table, actor, serf, self.to, 2)

    def apply(self, table: Table, step: "RecruitUnits", actor: str) -> None:
        serf = table.faction(actor).serf
        pay(table, actor, table.pack.constants["two_serfs_cost"], "recruit.two-serfs")
        table.log(UnitsRecruited(rule="recruit.two-serfs", seat=actor, units={serf: 2}, region=self.to))
        add(table, actor, {serf: 2}, self.to)


class RecruitUnits(Choice, tag="recruit"):
    """The Recruit action: one Unit, or two Serfs."""

    rule: ClassVar[str] = "recruit.one-unit"
    prompt: ClassVar[str] = "Recruit one Unit, or two Serfs."
    actions: ClassVar[tuple[type[Action], ...]] = (Recruit, RecruitTwoSerfs)


class TakeAgain(Action, tag="recruit-again", frozen=True):
    """Pay for the lost Unit at once and place it as newly recruited."""

    def apply(self, table: Table, step: "RecruitAgain", actor: str) -> None:
        region = courtyard(table, actor)
        pay(table, actor, unit_cost(table, actor, step.unit), "recruit.cost-printed")
        rule = PLACED_BY[table.unit(step.unit).kind]
        table.log(UnitsRecruited(rule=rule, seat=actor, units={step.unit: 1}, region=region))
        add(table, actor, {step.unit: 1}, region)


class DeclineAgain(Action, tag="decline-recruit-again", frozen=True):
    """Leave the lost Unit in the supply."""

    def apply(self, table: Table, step: "RecruitAgain", actor: str) -> None:
        table.log(RecruitDeclined(rule=step.rule, seat=actor, unit=step.unit))


class RecruitAgain(Choice, tag="recruit-again"):
    """A Unit was lost that its owner may recruit again at once; who cannot pay for it is not asked."""

    rule: ClassVar[str] = "heroes.ability-precedence"
    prompt: ClassVar[str] = "Recruit {unit} again at once, or not."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeAgain, DeclineAgain)

    unit: UnitId

    def must(self, table: Table) -> Sequence[str]:
        if not table.is_in(self.seat) or any(unit_violations(table, self.seat, self.unit)):
            return ()
        return (self.seat,)
