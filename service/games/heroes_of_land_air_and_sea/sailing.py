"""B.2 Sail a Sea Vessel: through Sea Regions and to Shores."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.action_events import VesselSailed
from service.games.heroes_of_land_air_and_sea.battles import start_battle
from service.games.heroes_of_land_air_and_sea.exploring import explore
from service.games.heroes_of_land_air_and_sea.flying import crew
from service.games.heroes_of_land_air_and_sea.ids import Area
from service.games.heroes_of_land_air_and_sea.marching import unit_speed
from service.games.heroes_of_land_air_and_sea.region_limit import limits
from service.games.heroes_of_land_air_and_sea.remote_battles import RemoteBattle
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.the_map import FAR, can_dock, sail_reach


class SailTo(Action, tag="sail-to", frozen=True):
    """Sail the Sea Vessel with its passengers to a Sea Region, or dock it at a Shore."""

    area: Area

    @classmethod
    def candidates(cls, table: Table, step: "Sail", actor: str, where: Where) -> Iterable["SailTo"]:
        pack = table.pack
        if table.faction(actor).sea_vessel not in table.player(actor).vessels:
            return ()
        shores = [region.id for region in pack.regions.values() if region.shore_of]
        return [cls(actor=actor, area=area) for area in (*pack.seas, *shores)]

    def violations(self, table: Table, step: "Sail", actor: str) -> Iterator[Violation]:
        vessel = table.faction(actor).sea_vessel
        aboard = table.player(actor).vessels.get(vessel)
        if aboard is None:
            yield Violation("sail.where:no-vessel", "the Sea Vessel of {seat} is not in play", seat=actor)
            return
        if self.area == aboard.at:
            yield Violation("sail.where", "{vessel} is in {area} already", vessel=vessel, area=self.area)
            return
        pack = table.pack
        if pack.is_land(self.area) and not pack.regions[self.area].shore_of:
            yield Violation("sail.shore-definition", "{area} borders no Sea Region", area=self.area)
            return
        speed = unit_speed(table, actor, vessel)
        if self.area not in sail_reach(table, actor, vessel, speed):
            yield from _in_the_way(table, actor, vessel, self.area, speed)

    def apply(self, table: Table, step: "Sail", actor: str) -> None:
        vessel = table.faction(actor).sea_vessel
        aboard = table.player(actor).vessels[vessel]
        origin, aboard.at = aboard.at, self.area
        leaves = table.pack.is_land(origin) and self.area in table.pack.shores[origin]
        rule = "sail.dock" if table.pack.is_land(self.area) else "sail.undock" if leaves else "sail.sea-to-sea"
        table.log(VesselSailed(rule=rule, seat=actor, vessel=vessel, origin=origin, destination=self.area))
        if not table.pack.is_land(self.area):
            explore(table, actor, self.area, vessel=vessel, asked_by="explore-sea.end-only")
        if table.enemy_at(actor, self.area):
            start_battle(table, actor, self.area)


def _in_the_way(table: Table, seat: str, vessel: str, area: str, speed: int) -> Iterator[Violation]:
    """Why a Sea Vessel does not get there: no room, too far, or each obstacle without which it would."""
    if table.pack.is_land(area) and not can_dock(table, seat, vessel, area):
        full = Violation(
            "sail.dock-limit",
            "{area} has room for {room} more of {seat}'s Units",
            area=area,
            room=table.room(seat, area),
            seat=seat,
        )
        yield from limits(table, seat, area, crew(table, seat, vessel), full)
        return
    everywhere = sail_reach(table, seat, vessel, FAR - 1, through_center=True, through_enemies=True)
    distance = everywhere.get(area, FAR)
    along = sail_reach(table, seat, vessel, speed, through_center=True, through_enemies=True, along_shores=True)
    if distance > speed and area in along:
        yield Violation(
            "sail.no-shore-to-shore",
            "within Speed {speed} {vessel} would get to {area} only from Shore to Shore",
            area=area,
            speed=speed,
            vessel=vessel,
        )
        return
    if distance > speed:
        yield Violation(
            "sail.where:too-far",
            "{area} is {distance} Regions away, the Speed of {vessel} is {speed}",
            area=area,
            distance=distance,
            vessel=vessel,
            speed=speed,
        )
        return
    past_center = area in sail_reach(table, seat, vessel, speed, through_center=True)
    past_enemies = area in sail_reach(table, seat, vessel, speed, through_enemies=True)
    if past_center or not past_enemies:
        yield Violation(
            "central-sea.must-stop",
            "on each way to {area} within Speed {speed} {vessel} would have to stop in the Central Sea",
            area=area,
            speed=speed,
            vessel=vessel,
        )
    if past_enemies or not past_center:
        yield Violation(
            "sail.stop-at-enemy",
            "on each way to {area} within Speed {speed} {vessel} would have to stop for a Battle",
            area=area,
            speed=speed,
            vessel=vessel,
        )


class Sail(Choice, tag="sail"):
    """The Sail action."""

    rule: ClassVar[str] = "sail.where"
    prompt: ClassVar[str] = "Choose where your Sea Vessel sails."
    actions: ClassVar[tuple[type[Action], ...]] = (SailTo, RemoteBattle)
