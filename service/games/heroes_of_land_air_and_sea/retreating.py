"""After a lost Battle: the Units that are left go to the own Capital City or to a Region with an own Tower."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action, Bundle, Where
from service.engine.counts import together, without
from service.engine.defect import Defect, error
from service.engine.shapes import Path, Seat
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea import ids
from service.games.heroes_of_land_air_and_sea.battle_events import UnitsRetreated
from service.games.heroes_of_land_air_and_sea.ids import Region, UnitId
from service.games.heroes_of_land_air_and_sea.payment import not_fought
from service.games.heroes_of_land_air_and_sea.region_limit import limits
from service.games.heroes_of_land_air_and_sea.state import Aboard
from service.games.heroes_of_land_air_and_sea.strength import fought, is_remote, leader_of, of_faction, place_of_army
from service.games.heroes_of_land_air_and_sea.supply import take_off_land
from service.games.heroes_of_land_air_and_sea.table import Table

Remaining = tuple[str, str | None]
"""A kind of Unit, and the Vessel that carries it (None on land, adrift, and for Vessels themselves)."""


def vessels_of(table: Table, seat: str) -> list[str]:
    """The Vessels of a side that are still in the Battle."""
    battle = fought(table)
    if is_remote(battle, seat):
        return [vessel for vessel in (battle.remote,) if vessel in table.player(seat).vessels and vessel is not None]
    return sorted(table.vessels_at(seat, battle.area))


def loose(table: Table, seat: str) -> dict[str, int]:
    """The Units of a side that no own Vessel carries: on land, adrift, and aboard a Vessel of the ally."""
    battle, leader = fought(table), leader_of(table, seat) or seat
    on_land = {} if is_remote(battle, leader) else table.land_units(seat, battle.area)
    found = together(on_land, of_faction(table, seat, battle.side(leader).adrift))
    for aboard in carried_by_ally(table, seat):
        found = together(found, aboard.guests)
    return found


def carried_by_ally(table: Table, seat: str) -> list[Aboard]:
    """The ally's Vessels in the Battle that carry Units of a player."""
    battle, place = fought(table), place_of_army(table, seat)
    remote = battle.remote if is_remote(battle, leader_of(table, seat) or seat) else None
    return [aboard for vessel, aboard in table.lifts(seat) if aboard.at == place and remote in (None, vessel)]


def remaining(table: Table, seat: str) -> list[Remaining]:
    """Who has still to retreat."""
    vessels = vessels_of(table, seat)
    found: list[Remaining] = [(unit, None) for unit in loose(table, seat)]
    found += [(vessel, None) for vessel in vessels]
    found += [(unit, vessel) for vessel in vessels for unit in sorted(table.player(seat).vessels[vessel].passengers)]
    return found


def places(table: Table, seat: str) -> list[str]:
    """The own Capital City Region, and the Regions with own Towers."""
    player = table.player(seat)
    towers = [region for region in player.towers if region != fought(table).area]
    return [*([player.capital] if player.capital is not None else []), *towers]


def retreat_violations(table: Table, seat: str, unit: str, leaves: str | None, region: str) -> Iterator[Violation]:
    """Why a Unit cannot retreat to a Region."""
    if (unit, leaves) not in remaining(table, seat):
        carriers = [vessel for name, vessel in remaining(table, seat) if name == unit and vessel is not None]
        if leaves is None and carriers:
            yield Violation(
                "battle.retreat-vessels:aboard",
                "{unit} of {seat} is aboard {vessel}: it goes along, or leaves it with {field}",
                at="unit",
                unit=unit,
                seat=seat,
                vessel=carriers[0],
                field="leaves",
            )
            return
        yield Violation(
            "battle.retreat:not-there",
            "of {seat} have still to retreat: {units}",
            at="unit",
            seat=seat,
            units=sorted({name for name, _ in remaining(table, seat)}),
        )
        return
    if region not in places(table, seat):
        yield Violation(
            "battle.retreat",
            "{region} is neither the Capital City of {seat} nor a Region with a Tower of {seat}: {places}",
            at="region",
            region=region,
            seat=seat,
            places=places(table, seat),
        )
        return
    yield from _no_shore(table, unit, region)
    yield from _no_room(table, seat, region, arriving(table, seat, unit, leaves, region))


def together_violations(table: Table, seat: str, region: str) -> Iterator[Violation]:
    """Why a Region does not take everybody who is left.

    Asked of all together: one by one, those who have no choice any more would go elsewhere by themselves.
    """
    if region not in places(table, seat):
        return
    number = sum(loose(table, seat).values())
    for vessel in vessels_of(table, seat):
        yield from _no_shore(table, vessel, region)
        number += arriving(table, seat, vessel, None, region)
    yield from _no_room(table, seat, region, number)


def arriving(table: Table, seat: str, unit: str, leaves: str | None, region: str) -> int:
    """How many Units more stand in a Region once this one has retreated there, with whoever is still aboard."""
    vessels = table.player(seat).vessels
    if unit in vessels:
        aboard = vessels[unit]
        return 0 if aboard.at == region else 1 + sum(aboard.passengers.values()) + sum(aboard.guests.values())
    return 0 if leaves is not None and vessels[leaves].at == region else 1


def _no_shore(table: Table, unit: str, region: str) -> Iterator[Violation]:
    if table.unit(unit).kind == "sea-vessel" and not table.pack.shores[region]:
        yield Violation(
            "battle.retreat-vessels", "{region} has no Shore for {unit}", at="region", region=region, unit=unit
        )


def _no_room(table: Table, seat: str, region: str, number: int) -> Iterator[Violation]:
    if table.room(seat, region) < number:
        full = Violation(
            "march.region-limit:retreat",
            "{region} has room for {room} more of {seat}'s Units",
            at="region",
            region=region,
            room=table.room(seat, region),
            seat=seat,
        )
        yield from limits(table, seat, region, number, full)


def retreat(table: Table, seat: str, unit: str, leaves: str | None, region: str) -> None:
    """One Unit, or a Vessel with whoever is still aboard, retreats."""
    player, origin = table.player(seat), place_of_army(table, seat)
    units, rule = {unit: 1}, "battle.retreat"
    if unit in player.vessels:
        aboard = player.vessels[unit]
        units, rule = {unit: 1, **aboard.passengers}, "battle.retreat-vessels"
        aboard.at = region
        ally = table.ally(seat)
        if aboard.guests and ally is not None:
            guests = dict(aboard.guests)
            table.log(UnitsRetreated(rule=rule, seat=ally, units=guests, origin=origin, destination=region))
        if unit == fought(table).remote:
            fought(table).remote = None
    else:
        side = fought(table).side(leader_of(table, seat) or seat)
        if leaves is not None:
            player.vessels[leaves].passengers = without(player.vessels[leaves].passengers, units)
        elif unit in side.adrift:
            side.adrift = without(side.adrift, units)
            rule = "vessel-battle.passengers-survive"
        elif unit in player.units.get(fought(table).area, {}):
            take_off_land(table, seat, units, fought(table).area)
        else:
            lift = next(aboard for aboard in carried_by_ally(table, seat) if unit in aboard.guests)
            lift.guests = without(lift.guests, units)
        player.units[region] = together(player.units.get(region, {}), units)
    table.log(UnitsRetreated(rule=rule, seat=seat, units=units, origin=origin, destination=region))


class RetreatUnit(Action, tag="retreat", frozen=True):
    """A Unit retreats to the own Capital City or to a Tower; a Vessel takes along whoever is still aboard.

    ``leaves`` is the Vessel that a passenger leaves.
    """

    unit: UnitId
    region: Region
    leaves: ids.Vessel | None = None

    @classmethod
    def candidates(cls, table: Table, step: "Retreat", actor: str, where: Where) -> Iterable["RetreatUnit"]:
        for unit, leaves in remaining(table, actor):
            for region in places(table, actor):
                yield cls(actor=actor, unit=unit, region=region, leaves=leaves)

    def violations(self, table: Table, step: "Retreat", actor: str) -> Iterator[Violation]:
        return retreat_violations(table, actor, self.unit, self.leaves, self.region)

    def apply(self, table: Table, step: "Retreat", actor: str) -> None:
        retreat(table, actor, self.unit, self.leaves, self.region)


class RetreatTogether(Bundle, tag="retreat-together", frozen=True):
    """Everybody who is left retreats to one Region, passengers aboard their Vessels."""

    listed: ClassVar[bool] = True

    region: Region

    @classmethod
    def candidates(cls, table: Table, step: "Retreat", actor: str, where: Where) -> Iterable["RetreatTogether"]:
        return [cls(actor=actor, region=region) for region in places(table, actor)]

    def violations(self, table: Table, step: "Retreat", actor: str) -> Iterator[Violation]:
        return together_violations(table, actor, self.region)

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        step = table.state.agenda[-1]
        # The Battle may be over, and the army gone, once some of them have retreated.
        for unit, number in [*((vessel, 1) for vessel in vessels_of(table, actor)), *loose(table, actor).items()]:
            for _ in range(number):
                if table.state.agenda and table.state.agenda[-1] is step:
                    yield RetreatUnit(actor=actor, unit=unit, region=self.region)

    def written(self, number: int, part: Action) -> Path:
        return ("region",)


class Retreat(Step, tag="retreat"):
    """The loser's Units leave the Region, one by one; where there is no choice they go by themselves."""

    rule: ClassVar[str] = "battle.retreat"
    prompt: ClassVar[str] = "Choose where a Unit retreats to."
    actions: ClassVar[tuple[type[Action], ...]] = (RetreatUnit, RetreatTogether)

    seat: Seat

    def options(self, table: Table, unit: str, leaves: str | None) -> list[str]:
        """Where a Unit may retreat to."""
        return [
            region
            for region in places(table, self.seat)
            if next(retreat_violations(table, self.seat, unit, leaves, region), None) is None
        ]

    def must(self, table: Table) -> Sequence[str]:
        if leader_of(table, self.seat) is None or not table.is_in(self.seat):
            return ()
        left = [(unit, leaves, self.options(table, unit, leaves)) for unit, leaves in remaining(table, self.seat)]
        chooses = any(len(found) > 1 or (leaves is not None and found) for _, leaves, found in left)
        return (self.seat,) if chooses else ()

    def run(self, table: Table) -> None:
        if leader_of(table, self.seat) is None or not table.is_in(self.seat):
            return
        for unit in [*vessels_of(table, self.seat), *loose(table, self.seat)]:
            for _ in range(loose(table, self.seat).get(unit, 1)):
                for region in self.options(table, unit, None)[:1]:
                    retreat(table, self.seat, unit, None, region)

    def consistency(self, table: Table) -> Iterator[Defect]:
        leader = leader_of(table, self.seat)
        yield from not_fought(table, leader if leader is not None else self.seat)
        if leader is not None and table.player(self.seat).capital == fought(table).area:
            detail = f"{table.named(self.seat)} has lost the Capital City"
            yield error("capital-battle.loss-destroys", "/seat", "capital", detail)
