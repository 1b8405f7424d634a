"""B.3 Fly an Air Vessel: over land and sea, to explore, to carry, and to fight Sea Vessels."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.action_events import VesselFlown
from service.games.heroes_of_land_air_and_sea.battles import start_battle
from service.games.heroes_of_land_air_and_sea.exploring import explore
from service.games.heroes_of_land_air_and_sea.ids import Area, Region
from service.games.heroes_of_land_air_and_sea.marching import unit_speed
from service.games.heroes_of_land_air_and_sea.occasions import happens
from service.games.heroes_of_land_air_and_sea.region_limit import limits
from service.games.heroes_of_land_air_and_sea.supply import destroy
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.the_map import FAR, fly_reach


def crew(table: Table, seat: str, vessel: str) -> int:
    """How many Units a Vessel counts for: itself and its passengers."""
    aboard = table.player(seat).vessels[vessel]
    return 1 + sum(aboard.passengers.values()) + sum(aboard.guests.values())


def landing_violations(table: Table, seat: str, vessel: str, area: str, at: str) -> Iterator[Violation]:
    """Why an Air Vessel with its passengers has no room in a Region; ``at`` is where the Region is named."""
    room, number = table.room(seat, area), crew(table, seat, vessel)
    if room < number:
        full = Violation(
            "march.region-limit:flight",
            "{area} has room for {room} more of {seat}'s Units, with {vessel} come {number}",
            at=at,
            area=area,
            room=room,
            seat=seat,
            vessel=vessel,
            number=number,
        )
        yield from limits(table, seat, area, number, full)


class FlyTo(Action, tag="fly-to", frozen=True):
    """Fly the Air Vessel with its passengers to a Land Region, or into a Sea Region to fight a Sea Vessel there."""

    area: Area

    @classmethod
    def candidates(cls, table: Table, step: "Fly", actor: str, where: Where) -> Iterable["FlyTo"]:
        if table.faction(actor).air_vessel not in table.player(actor).vessels:
            return ()
        return [cls(actor=actor, area=area) for area in (*table.pack.regions, *table.pack.seas)]

    def violations(self, table: Table, step: "Fly", actor: str) -> Iterator[Violation]:
        vessel = table.faction(actor).air_vessel
        aboard = table.player(actor).vessels.get(vessel)
        if aboard is None:
            yield Violation("fly.land:no-vessel", "the Air Vessel of {seat} is not in play", seat=actor)
            return
        if self.area == aboard.at:
            yield Violation("fly.land", "{vessel} is in {area} already", vessel=vessel, area=self.area)
            return
        if not table.pack.is_land(self.area) and self.area not in table.occupants(actor):
            yield Violation(
                "fly.not-end-at-sea",
                "there is no enemy Sea Vessel in {area}, and no flight ends at sea",
                area=self.area,
            )
        yield from landing_violations(table, actor, vessel, self.area, "area")
        yield from self._in_the_way(table, actor, vessel)

    def _in_the_way(self, table: Table, actor: str, vessel: str) -> Iterator[Violation]:
        speed = unit_speed(table, actor, vessel)
        if self.area in fly_reach(table, actor, vessel, speed):
            return
        distance = fly_reach(table, actor, vessel, FAR - 1, through_enemies=True).get(self.area, FAR)
        over_ferries = fly_reach(table, actor, vessel, speed, through_enemies=True, ferries=True)
        if distance > speed and self.area in over_ferries:
            yield Violation(
                "fly.no-ferries",
                "within Speed {speed} only Ferry Routes lead {vessel} to {area}, and it cannot use them",
                area=self.area,
                speed=speed,
                vessel=vessel,
            )
        elif distance > speed:
            yield Violation(
                "fly.land:too-far",
                "flying to {area} takes {distance}, the Speed of {vessel} is {speed}",
                area=self.area,
                distance=distance,
                vessel=vessel,
                speed=speed,
            )
        else:
            yield Violation(
                "fly.must-stop",
                "on each way to {area} within Speed {speed} {vessel} would have to stop for a Battle",
                area=self.area,
                speed=speed,
                vessel=vessel,
            )

    def apply(self, table: Table, step: "Fly", actor: str) -> None:
        vessel = table.faction(actor).air_vessel
        aboard = table.player(actor).vessels[vessel]
        origin, aboard.at = aboard.at, self.area
        table.log(VesselFlown(rule="fly.land", seat=actor, vessel=vessel, origin=origin, destination=self.area))
        fights = table.enemy_at(actor, self.area) is not None
        if not table.pack.is_land(self.area):
            table.push(ReturnFlight(seat=actor))
        else:
            explore(table, actor, self.area, vessel=vessel, asked_by="fly.explore")
        if fights:
            start_battle(table, actor, self.area)
        else:
            happens(table, actor, "fly-without-battle")


class Fly(Choice, tag="fly"):
    """The Fly action."""

    rule: ClassVar[str] = "fly.land"
    prompt: ClassVar[str] = "Choose where your Air Vessel flies."
    actions: ClassVar[tuple[type[Action], ...]] = (FlyTo,)


class AirReturn(Action, tag="air-return", frozen=True):
    """Bring the Air Vessel back from the sea to a friendly or unoccupied Land Region beside it."""

    region: Region

    @classmethod
    def candidates(cls, table: Table, step: "ReturnFlight", actor: str, where: Where) -> Iterable["AirReturn"]:
        return [cls(actor=actor, region=shore) for shore in table.pack.shores[step.sea(table)]]

    def violations(self, table: Table, step: "ReturnFlight", actor: str) -> Iterator[Violation]:
        vessel, sea = table.faction(actor).air_vessel, step.sea(table)
        if self.region not in table.pack.shores[sea]:
            yield Violation("fly.return-after-sea-battle", "{region} is no Shore of {sea}", region=self.region, sea=sea)
        enemy = table.enemy_at(actor, self.region)
        if enemy is not None:
            yield Violation(
                "fly.return-after-sea-battle:enemy", "{enemy} has pieces in {region}", enemy=enemy, region=self.region
            )
        yield from landing_violations(table, actor, vessel, self.region, "region")

    def apply(self, table: Table, step: "ReturnFlight", actor: str) -> None:
        vessel = table.faction(actor).air_vessel
        aboard = table.player(actor).vessels[vessel]
        origin, aboard.at = aboard.at, self.region
        rule = "fly.return-after-sea-battle"
        table.log(VesselFlown(rule=rule, seat=actor, vessel=vessel, origin=origin, destination=self.region))
        explore(table, actor, self.region, vessel=vessel, asked_by="fly.explore")


class ReturnFlight(Choice, tag="return-flight"):
    """After a Battle at sea the Air Vessel returns to land, or is lost where it cannot."""

    rule: ClassVar[str] = "fly.return-after-sea-battle"
    prompt: ClassVar[str] = "Choose where your Air Vessel lands."
    actions: ClassVar[tuple[type[Action], ...]] = (AirReturn,)

    def sea(self, table: Table) -> str:
        """The Sea Region in which the Air Vessel is."""
        return table.player(self.seat).vessels[table.faction(self.seat).air_vessel].at

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if self._is_at_sea(table) and self._can_land(table) else ()

    def _is_at_sea(self, table: Table) -> bool:
        if not table.is_in(self.seat):
            return False
        return table.place_of(self.seat, table.faction(self.seat).air_vessel) in table.pack.seas

    def _can_land(self, table: Table) -> bool:
        actions = AirReturn.candidates(table, self, self.seat, {})
        return any(not list(action.violations(table, self, self.seat)) for action in actions)

    def run(self, table: Table) -> None:
        if self._is_at_sea(table):
            destroy(table, self.seat, {table.faction(self.seat).air_vessel: 1}, self.sea(table), "fly.lost-at-sea")
