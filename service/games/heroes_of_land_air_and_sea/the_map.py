"""The map: how far armies and Vessels get, and why they do not get elsewhere.

What is passed on the way has no effect, so that no path is ever chosen: a search finds the least Speed to each Region,
with Regions in which a movement must end as its leaves.
"""

from collections.abc import Callable, Iterable, Iterator, Set

from service.games.heroes_of_land_air_and_sea.table import Table

Links = Callable[[str], Iterable[tuple[str, int]]]
Stops = Callable[[str], bool]
FAR = 99


def spread(origin: str, speed: int, links: Links, stops: Stops) -> dict[str, int]:
    """The least Speed to each Region that can be entered with this Speed, the origin left out.

    Regions at which ``stops`` holds are entered and not left again.
    """
    found: dict[str, int] = {origin: 0}
    edges: dict[int, list[str]] = {0: [origin]}
    spent = 0
    while edges:
        for here in edges.pop(spent, ()):
            if found[here] != spent or (here != origin and stops(here)):
                continue
            for there, cost in links(here):
                total = spent + cost
                if total <= speed and total < found.get(there, FAR):
                    found[there] = total
                    edges.setdefault(total, []).append(there)
        spent += 1
    del found[origin]
    return found


def tower_links(table: Table, seat: str, region: str) -> Iterator[str]:
    """The Regions that only the owner's Towers make adjacent (``march.tower-capital-adjacent``)."""
    player = table.player(seat)
    if player.capital is None:
        return
    if region == player.capital:
        yield from player.towers
    elif region in player.towers:
        yield player.capital


def neighbours(table: Table, seat: str, region: str) -> list[str]:
    """The Land Regions adjacent to a Land Region for this player, each once (``march.adjacency``)."""
    return list(dict.fromkeys([*table.pack.land_links[region], *tower_links(table, seat, region)]))


def near_units(table: Table, seat: str) -> Set[str]:
    """The Land Regions adjacent to one with Units of this player, on land or docked: adjacency goes both ways."""
    key = "near units", seat
    if key not in table.memo:
        player = table.player(seat)
        held = {region for region, units in player.units.items() if units}
        held |= {aboard.at for aboard in player.vessels.values()}
        on_land = (region for region in held if region in table.pack.regions)
        table.memo[key] = {there for region in on_land for there in neighbours(table, seat, region)}
    found: Set[str] = table.memo[key]
    return found


def march_reach(
    table: Table,
    seat: str,
    origin: str,
    speed: int,
    *,
    through_deserts: bool = False,
    through_enemies: bool = False,
    alone: bool = True,
) -> dict[str, int]:
    """The Speed an army needs to each Region that it can march to.

    Not ``alone``: allied Units go along, for whom nobody's Towers are adjacent (``march.tower-adjacency-owner``).
    """
    key = "march", seat, origin, speed, through_deserts, through_enemies, alone
    if key not in table.memo:
        regions, enemies = table.pack.regions, table.occupants(seat)

        def stops(region: str) -> bool:
            if not through_enemies and region in enemies:
                return True
            return not through_deserts and regions[region].terrain == "desert"

        def links(region: str) -> Iterator[tuple[str, int]]:
            around = neighbours(table, seat, region) if alone else table.pack.land_links[region]
            return ((there, 1) for there in around)

        table.memo[key] = spread(origin, speed, links, stops)
    found: dict[str, int] = table.memo[key]
    return found


def march_distance(table: Table, seat: str, origin: str, region: str, *, alone: bool = True) -> int:
    """How many Regions an army would enter on the shortest way, whatever lies between."""
    reach = march_reach(table, seat, origin, FAR - 1, through_deserts=True, through_enemies=True, alone=alone)
    return reach.get(region, FAR)


def tower_distance(table: Table, seat: str, region: str) -> int:
    """The distance from a player's Capital City, without the adjacency of Towers (``tower.distance``)."""
    capital = table.player(seat).capital
    return table.pack.distance[capital][region] if capital is not None else 0


def sail_reach(
    table: Table,
    seat: str,
    vessel: str,
    speed: int,
    *,
    through_center: bool = False,
    through_enemies: bool = False,
    along_shores: bool = False,
) -> dict[str, int]:
    """The Speed a Sea Vessel needs to each Sea Region and Shore that it can sail to."""
    key = "sail", seat, vessel, speed, through_center, through_enemies, along_shores
    if key not in table.memo:
        pack, enemies = table.pack, table.occupants(seat)
        origin = table.player(seat).vessels[vessel].at

        def stops(area: str) -> bool:
            if not through_enemies and area in enemies:
                return True
            return not through_center and area in pack.central_seas

        def links(area: str) -> Iterator[tuple[str, int]]:
            if area in pack.seas:
                yield from ((sea, 1) for sea in pack.sea_links[area])
                yield from ((shore, 1) for shore in pack.shores[area] if can_dock(table, seat, vessel, shore))
            else:
                yield from ((sea, 1) for sea in pack.shores[area])
                if along_shores:
                    yield from ((shore, 1) for shore in pack.borders[area] if pack.shores[shore])

        table.memo[key] = spread(origin, speed, links, stops)
    found: dict[str, int] = table.memo[key]
    return found


def can_dock(table: Table, seat: str, vessel: str, shore: str) -> bool:
    """Whether the Vessel with its passengers finds room at a Shore (``sail.dock-limit``)."""
    aboard = table.player(seat).vessels[vessel]
    return aboard.at == shore or table.room(seat, shore) > sum(aboard.passengers.values()) + sum(aboard.guests.values())


def fly_links(table: Table, seat: str, area: str, *, ferries: bool = False) -> Iterator[tuple[str, int]]:
    """Where an Air Vessel gets from a Region in one step, and the Speed it takes."""
    pack = table.pack
    if area in pack.regions:
        yield from ((region, 1) for region in (pack.land_links if ferries else pack.borders)[area])
        yield from ((region, 1) for region in tower_links(table, seat, area))
    else:
        yield from ((sea, _flight_cost(table, sea)) for sea in pack.sea_links[area])
    if area in pack.regions:
        yield from ((sea, _flight_cost(table, sea)) for sea in pack.shores[area])
    else:
        yield from ((shore, 1) for shore in pack.shores[area])


def _flight_cost(table: Table, sea: str) -> int:
    cost: int = table.pack.constants["central_sea_fly_cost"]
    return cost if sea in table.pack.central_seas else 1


def fly_reach(
    table: Table, seat: str, vessel: str, speed: int, *, through_enemies: bool = False, ferries: bool = False
) -> dict[str, int]:
    """The Speed an Air Vessel needs to each Region that it can fly to or, at sea, over."""
    key = "fly", seat, vessel, speed, through_enemies, ferries
    if key not in table.memo:
        enemies = table.occupants(seat)
        origin = table.player(seat).vessels[vessel].at

        def links(area: str) -> Iterator[tuple[str, int]]:
            return fly_links(table, seat, area, ferries=ferries)

        table.memo[key] = spread(origin, speed, links, lambda area: not through_enemies and area in enemies)
    found: dict[str, int] = table.memo[key]
    return found
