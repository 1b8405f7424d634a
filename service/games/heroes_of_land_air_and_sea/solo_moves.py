"""How the Enemy moves: by the compass of its card, on land, by sea and through the air (``solo.compass``)."""

from collections.abc import Iterable
from math import atan2, degrees
from typing import ClassVar, Literal

from service.engine.counts import together
from service.engine.step import Step
from service.games.heroes_of_land_air_and_sea import ids
from service.games.heroes_of_land_air_and_sea.action_events import (
    ArmyMarched,
    UnitsExchanged,
    VesselFlown,
    VesselSailed,
)
from service.games.heroes_of_land_air_and_sea.battles import start_battle
from service.games.heroes_of_land_air_and_sea.end_of_game import check_objectives
from service.games.heroes_of_land_air_and_sea.flying import crew
from service.games.heroes_of_land_air_and_sea.ids import ENEMY, Area, UnitId
from service.games.heroes_of_land_air_and_sea.solo_events import EnemyStays, TokensCollected
from service.games.heroes_of_land_air_and_sea.state import Aboard
from service.games.heroes_of_land_air_and_sea.stock import gain
from service.games.heroes_of_land_air_and_sea.supply import destroy, move_on_land, take_off_land
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.the_map import fly_links, neighbours

Compass = Literal["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
COMPASS: tuple[Compass, ...] = (
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
)
SECTOR = 360 / len(COMPASS)
VESSEL_SPEED = 3


def bearing(table: Table, origin: str, area: str) -> float:
    """The direction of a Region in degrees, clockwise from north; across a Graticule it lies beyond the edge."""
    pack = table.pack
    (x, y), (to_x, to_y) = pack.positions[origin], pack.positions[area]
    sideways = pack.wraps.get(frozenset((origin, area)))
    width, height = pack.board_size
    if sideways is True:
        to_x += width if to_x < x else -width
    elif sideways is False:
        to_y += height if to_y < y else -height
    return round(degrees(atan2(to_x - x, y - to_y)) % 360, 6)


def turn_to(table: Table, origin: str, area: str, compass: str) -> float:
    """How far the search turns clockwise until it meets a Region; it begins half a sector before the direction."""
    start = COMPASS.index(compass) * SECTOR - SECTOR / 2
    return (bearing(table, origin, area) - start) % 360


def by_compass(table: Table, origin: str, areas: Iterable[str], compass: str) -> list[str]:
    """Regions in the order in which the search meets them, ties by id."""
    return sorted(areas, key=lambda area: (turn_to(table, origin, area, compass), area))


def natural_at(table: Table, seat: str, area: str) -> int:
    """The Natural Strength of everything that a player has in a Region."""
    player = table.player(seat)
    strength = sum(table.unit(unit).strength * number for unit, number in table.units_at(seat, area).items())
    if area in player.towers:
        strength += table.pack.constants["tower"]["strength"]
    if area == player.capital:
        serfs = len(player.buildings) + sum(occupant == "serf" for occupant in player.slots.values())
        strength += table.level(seat).strength + serfs * table.unit(table.faction(seat).serf).strength
    return strength


# --- on land ----------------------------------------------------------------------------------------------------------


def in_order(table: Table, hero: str) -> list[str]:
    """The order in which Units go with a Hero: that Hero, the other Heroes, Warriors, Serfs (``solo.vessel-move``)."""
    faction = table.faction(ENEMY)
    board = [entry.unit for entry in table.pack.solo_boards[faction.id]]
    return [hero, *(other for other in board if other != hero), faction.warrior, faction.serf]


def first_of(table: Table, hero: str, units: dict[str, int], most: int) -> dict[str, int]:
    """The Units that go with a Hero, of these as many as there may be."""
    found: dict[str, int] = {}
    for unit in in_order(table, hero):
        number = min(units.get(unit, 0), most - sum(found.values()))
        if number > 0:
            found[unit] = number
    return found


def land_army(table: Table, hero: str) -> dict[str, int]:
    """The army of a Hero that is in a Land Region: up to 5 of the Units there, those aboard Vessels too."""
    region = table.land_region_of(ENEMY, hero)
    there = table.units_at(ENEMY, region) if region is not None else {}
    units = {unit: number for unit, number in there.items() if not table.unit(unit).is_vessel}
    return first_of(table, hero, units, table.pack.constants["army_max"])


def unload(table: Table, vessel: str) -> None:
    """Everybody leaves a Vessel that is in a Land Region or docked at one."""
    enemy = table.player(ENEMY)
    aboard = enemy.vessels[vessel]
    if aboard.passengers:
        left, aboard.passengers = aboard.passengers, {}
        enemy.units[aboard.at] = together(enemy.units.get(aboard.at, {}), left)
        table.log(UnitsExchanged(rule="solo.vessel-move", seat=ENEMY, vessel=vessel, board={}, leave=left))


def march(table: Table, hero: str, to: str, rule: str) -> None:
    """The army of a Hero goes to a Land Region."""
    origin = table.land_region_of(ENEMY, hero)
    assert origin is not None
    army = land_army(table, hero)
    for vessel in table.vessels_at(ENEMY, origin):
        unload(table, vessel)
    move_on_land(table, ENEMY, army, origin, to)
    table.log(ArmyMarched(rule=rule, seat=ENEMY, units=army, origin=origin, destination=to))
    arrive(table, hero, to)


def arrive(table: Table, hero: str, area: str) -> None:
    """What follows on a movement of the Enemy: first the Battle with whoever is there."""
    table.push(EnemyArrives(hero=hero, area=area))
    if table.enemy_at(ENEMY, area) is not None:
        start_battle(table, ENEMY, area)


class EnemyArrives(Step, tag="enemy-arrives"):
    """A Hero of the Enemy has moved into a Region: what is gained there, if anybody of its army is still there."""

    rule: ClassVar[str] = "solo.gain-on-move"

    hero: UnitId
    area: Area

    def run(self, table: Table) -> None:
        there = table.units_at(ENEMY, self.area) if table.is_in(ENEMY) else {}
        if not there or self.area not in table.pack.regions:
            return
        resource = table.pack.regions[self.area].resource
        if resource is not None and any(table.unit(unit).kind == "hero" for unit in there):
            gain(table, ENEMY, {resource: 1}, self.rule)
        if not self.is_docked(table):
            collect_tokens(table, self.area)

    def is_docked(self, table: Table) -> bool:
        """Whether the Enemy has come by sea: its Sea Vessel carries the Hero, or has nobody else of it beside it."""
        fleet, vessels = table.faction(ENEMY), table.vessels_at(ENEMY, self.area)
        if fleet.sea_vessel not in vessels:
            return False
        if table.place_of(ENEMY, self.hero) == self.area:
            return self.hero in table.player(ENEMY).vessels[fleet.sea_vessel].passengers
        return not table.land_units(ENEMY, self.area) and fleet.air_vessel not in vessels


def collect_tokens(table: Table, area: str, *, face_down_only: bool = False) -> None:
    """The Enemy takes the tokens of a Region, those that lie face down unseen (``solo.tokens``)."""
    tokens, state = table.tokens_at(area), table.state
    taken = [] if face_down_only else list(tokens.up)
    number = tokens.down + len(taken)
    if not number:
        return
    assert state.solo is not None
    state.solo.enemy.collected = min(94, state.solo.enemy.collected + number)
    resolved = (state.land_pool if area in table.pack.regions else state.sea_pool).resolved
    for token in taken:
        resolved[token] = resolved.get(token, 0) + 1
    tokens.down, tokens.up = 0, tokens.up if face_down_only else []
    on_map = state.land_tokens if area in table.pack.regions else state.sea_tokens
    if not (tokens.up or tokens.stay):
        del on_map[area]
    table.log(TokensCollected(rule="solo.tokens", area=area, number=number))
    check_objectives(table)


def move(table: Table, hero: str, compass: str) -> None:
    """A Hero that cannot carry its card out moves by the compass: with a Vessel where there is one, else on foot."""
    place = table.place_of(ENEMY, hero)
    assert place is not None
    vessels, faction = table.player(ENEMY).vessels, table.faction(ENEMY)
    carried = [vessel for vessel in vessels if hero in vessels[vessel].passengers]
    beside = [vessel for vessel in (faction.air_vessel, faction.sea_vessel) if vessel in table.vessels_at(ENEMY, place)]
    for vessel in [*carried, *beside][:1]:
        if table.pack.is_land(place):
            board(table, hero, vessel)
        if table.unit(vessel).kind == "air-vessel":
            fly(table, hero, vessel, compass)
        else:
            sail(table, hero, vessel, compass)
        return
    army = land_army(table, hero)
    for to in by_compass(table, place, neighbours(table, ENEMY, place), compass):
        if table.room(ENEMY, to) >= sum(army.values()):
            march(table, hero, to, "solo.must-perform")
            return
    table.log(EnemyStays(rule="solo.compass", hero=hero, area=place))


# --- Vessels ----------------------------------------------------------------------------------------------------------


def board(table: Table, hero: str, vessel: str) -> None:
    """A Vessel is filled anew: the acting Hero, other Heroes, Warriors, Serfs."""
    enemy = table.player(ENEMY)
    aboard = enemy.vessels[vessel]
    for other in table.vessels_at(ENEMY, aboard.at):
        if other != vessel:
            unload(table, other)
    everybody = together(enemy.units.get(aboard.at, {}), aboard.passengers)
    army = first_of(table, hero, everybody, table.unit(vessel).capacity)
    if together({}, army) == aboard.passengers:
        return
    unload(table, vessel)
    take_off_land(table, ENEMY, army, aboard.at)
    aboard.passengers = together({}, army)
    table.log(UnitsExchanged(rule="solo.vessel-move", seat=ENEMY, vessel=vessel, board=army, leave={}))


def fly(table: Table, hero: str, vessel: str, compass: str) -> None:
    """An Air Vessel flies up to 3 in the direction of the card and lands in the last Region of its way that it can."""
    aboard = table.player(ENEMY).vessels[vessel]
    origin, to = aboard.at, flight(table, vessel, compass)
    if to is None:
        table.log(EnemyStays(rule="solo.air-vessel-move", hero=hero, area=origin))
        return
    aboard.at = to
    table.log(VesselFlown(rule="solo.air-vessel-move", seat=ENEMY, vessel=vessel, origin=origin, destination=to))
    if not table.pack.is_land(to):
        table.push(EnemyLands(vessel=vessel, compass=compass))  # type: ignore[arg-type]
    arrive(table, hero, to)


def flight(table: Table, vessel: str, compass: str) -> str | None:
    """Where a flight ends: at the first Region with pieces of the player, else in the last one of its way.

    It goes out over the sea only where it still gets back to land.
    """
    enemies = table.occupants(ENEMY)
    here, left, end = table.player(ENEMY).vessels[vessel].at, VESSEL_SPEED, None
    passed = {here}
    while left:
        costs = {area: cost for area, cost in air_links(table, here).items() if area not in passed}
        onward = [area for area in costs if goes_on(table, vessel, area, left - costs[area], passed)]
        if not onward:
            break
        here = by_compass(table, here, onward, compass)[0]
        left -= costs[here]
        passed.add(here)
        if here in enemies:
            return here
        if table.pack.is_land(here):
            end = here
    return end


def goes_on(table: Table, vessel: str, area: str, left: int, passed: set[str]) -> bool:
    """Whether an Air Vessel may fly to a Region with so much Speed left: it must be able to stop there, or go on."""
    if left < 0:
        return False
    if area in table.occupants(ENEMY):
        return True
    if not table.pack.is_land(area):
        shores = [shore for shore in table.pack.shores[area] if shore not in passed]
        return left > 0 and any(goes_on(table, vessel, shore, 0, passed) for shore in shores)
    return table.room(ENEMY, area) >= crew(table, ENEMY, vessel)


def air_links(table: Table, area: str) -> dict[str, int]:
    """The Regions beside a Region through the air and what they cost, none of them across the edge of the board."""
    links = fly_links(table, ENEMY, area)
    return {there: cost for there, cost in links if frozenset((area, there)) not in table.pack.wraps}


def at_sea(table: Table, vessel: str) -> Aboard | None:
    """A Vessel of the Enemy that is still in play, and in a Sea Region."""
    aboard = table.player(ENEMY).vessels.get(vessel) if table.is_in(ENEMY) else None
    return aboard if aboard is not None and aboard.at in table.pack.seas else None


class EnemyLands(Step, tag="enemy-lands"):
    """After a Battle at sea the Enemy's Air Vessel lands at the first Shore by the compass, or is lost."""

    rule: ClassVar[str] = "solo.air-vessel-move"

    vessel: ids.Vessel
    compass: Compass

    def run(self, table: Table) -> None:
        aboard = at_sea(table, self.vessel)
        if aboard is None:
            return
        sea, number = aboard.at, crew(table, ENEMY, self.vessel)
        free = [shore for shore in table.pack.shores[sea] if table.enemy_at(ENEMY, shore) is None]
        free = [shore for shore in free if table.room(ENEMY, shore) >= number]
        if not free:
            destroy(table, ENEMY, {self.vessel: 1}, sea, "fly.lost-at-sea")
            return
        aboard.at = by_compass(table, sea, free, self.compass)[0]
        rule = "fly.return-after-sea-battle"
        table.log(VesselFlown(rule=rule, seat=ENEMY, vessel=self.vessel, origin=sea, destination=aboard.at))
        for hero in [unit for unit in aboard.passengers if table.unit(unit).kind == "hero"][:1]:
            table.push(EnemyArrives(hero=hero, area=aboard.at))


def sail(table: Table, hero: str, vessel: str, compass: str) -> None:
    """A Sea Vessel leaves the Shore, sails up to 3 in the direction of the card, and docks again."""
    aboard = table.player(ENEMY).vessels[vessel]
    origin = aboard.at
    aboard.at = voyage(table, origin, compass)
    if aboard.at != origin:
        rule = "solo.sea-vessel-move"
        table.log(VesselSailed(rule=rule, seat=ENEMY, vessel=vessel, origin=origin, destination=aboard.at))
    table.push(EnemyDocks(hero=hero, vessel=vessel, compass=compass, origin=origin))  # type: ignore[arg-type]
    if table.enemy_at(ENEMY, aboard.at) is not None:
        start_battle(table, ENEMY, aboard.at)


def voyage(table: Table, origin: str, compass: str) -> str:
    """The Sea Region in which a voyage ends: with a Vessel of the player, in the Central Sea, or after 3 Regions."""
    pack, enemies = table.pack, table.occupants(ENEMY)
    here, left, passed = origin, VESSEL_SPEED, {origin}
    if pack.is_land(origin):
        here = by_compass(table, origin, pack.shores[origin], compass)[0]
        passed.add(here)
        if here in enemies or here in pack.central_seas:
            return here
    while left:
        onward = [sea for sea in pack.sea_links[here] if sea not in passed and may_cross(table, here, sea, compass)]
        if not onward:
            break
        here = by_compass(table, here, onward, compass)[0]
        left -= 1
        passed.add(here)
        if here in enemies or here in pack.central_seas:
            break
    return here


def may_cross(table: Table, here: str, sea: str, compass: str) -> bool:
    """Whether a Sea Vessel may go on to a Sea Region: across a Graticule only in the direction of the card."""
    return frozenset((here, sea)) not in table.pack.wraps or turn_to(table, here, sea, compass) < SECTOR


class EnemyDocks(Step, tag="enemy-docks"):
    """The Enemy's Sea Vessel takes the tokens of its Sea Region and docks, at the player's weakest army if it can.

    It docks elsewhere than where it came from (``origin``), as a Sail ends elsewhere than it began.
    """

    rule: ClassVar[str] = "solo.sea-vessel-move"

    hero: UnitId
    vessel: ids.Vessel
    compass: Compass
    origin: Area | None = None

    def run(self, table: Table) -> None:
        aboard = at_sea(table, self.vessel)
        if aboard is None:
            return
        sea, enemies = aboard.at, table.occupants(ENEMY)
        collect_tokens(table, sea)
        shores = by_compass(table, sea, table.pack.shores[sea], self.compass)
        armies = {shore: natural_at(table, enemies[shore], shore) for shore in shores if shore in enemies}
        number = crew(table, ENEMY, self.vessel)
        free = [shore for shore in shores if shore != self.origin and table.room(ENEMY, shore) >= number]
        docks = [min(armies, key=lambda shore: armies[shore])] if armies else free[:1]
        for shore in docks:
            aboard.at = shore
            table.log(VesselSailed(rule=self.rule, seat=ENEMY, vessel=self.vessel, origin=sea, destination=shore))
            arrive(table, self.hero, shore)
