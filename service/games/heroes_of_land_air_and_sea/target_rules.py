"""Why something is no target of a Spell or an ability: every clause in the way, for each op that is aimed."""

from collections.abc import Callable, Iterator, Set
from typing import Annotated

from msgspec import Meta

from service.engine.shapes import Shape
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.components import Effect
from service.games.heroes_of_land_air_and_sea.ids import Area, Party, UnitId
from service.games.heroes_of_land_air_and_sea.region_limit import limits
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.the_map import near_units, neighbours

Count = Annotated[int, Meta(ge=0, le=20)]


class Aim(Shape):
    """The targets declared so far: Regions in the order in which they were named, a Unit, a player, a number."""

    areas: Annotated[list[Area], Meta(max_length=3)] = []
    unit: UnitId | None = None
    opponent: Party | None = None
    number: Count = 0


def player_reasons(table: Table, seat: str, effect: Effect, aim: Aim, opponent: str) -> Iterator[Violation]:
    """Why this player is no target: no opponent, or none with such Units in the Region that was named."""
    if opponent not in table.rivals(seat):
        yield Violation(
            "cast.needs-target:opponent", "{opponent} is no opponent of {seat}", opponent=opponent, seat=seat
        )
    elif effect["op"] == "pull-enemy" and aim.areas and not _pullable(table, opponent, effect, aim.areas[0]):
        yield Violation(
            "cast.needs-target:not-theirs",
            "{opponent} has no {kind} on land in {region}",
            opponent=opponent,
            kind=effect["kind"],
            region=aim.areas[0],
        )


def number_reasons(table: Table, seat: str, source: str, effect: Effect, aim: Aim, number: int) -> Iterator[Violation]:
    there = _pullable(table, aim.opponent, effect, aim.areas[0]) if aim.areas and aim.opponent else 0
    if number > min(effect["count"], there):
        yield Violation(
            "cast.needs-target:number",
            "{source} takes up to {most} Units, and there are {there}",
            at="number",
            source=source,
            most=effect["count"],
            there=there,
        )


def owner_of(table: Table, unit: str) -> str | None:
    """Whose Unit this is."""
    faction = table.unit(unit).faction
    return next((party for party in table.parties() if table.player(party).faction == faction), None)


def unit_reasons(table: Table, seat: str, source: str, effect: Effect, unit: str, region: str) -> Iterator[Violation]:
    """Enemy Units on land, or enemy Sea Vessels at sea."""
    owner, kind = owner_of(table, unit), table.unit(unit).kind
    wanted = ["sea-vessel"] if effect["op"] == "move-vessel" else effect.get("kinds", [effect.get("kind")])
    if kind not in wanted:
        yield Violation(
            "cast.needs-target:kind",
            "{source} is aimed at a {wanted}, not at a {kind}",
            at="unit",
            source=source,
            wanted=wanted,
            kind=kind,
        )
    if owner is None or owner not in table.rivals(seat):
        yield Violation("cast.needs-target:own", "{unit} is no Unit of an opponent", unit=unit)
        return
    if not _stands_in(table, owner, unit, region):
        yield Violation(
            "cast.needs-target:not-there", "{unit} is not in {region}, or not on land there", unit=unit, region=region
        )
    elif effect["op"] == "move-vessel":
        yield from _vessel_reasons(table, seat, source, effect, unit, region)
    else:
        yield from _capital_reasons(table, region)
        yield from _too_far(table, seat, source, effect, region)
        if effect["op"] == "move-enemy" and not _goes_on(table, seat, source, effect, unit, region):
            yield Violation(
                "cast.needs-target:nowhere", "{unit} cannot be moved anywhere from {region}", unit=unit, region=region
            )


def _too_far(table: Table, seat: str, source: str, effect: Effect, region: str) -> Iterator[Violation]:
    if not _is_near(table, seat, source, effect, region):
        yield Violation(
            "cast.needs-target:not-adjacent",
            "{region} is not adjacent to what {source} reaches from",
            region=region,
            source=source,
        )


def _stands_in(table: Table, owner: str, unit: str, region: str) -> bool:
    vessel = table.player(owner).vessels.get(unit)
    return vessel.at == region if vessel is not None else unit in table.land_units(owner, region)


def _vessel_reasons(
    table: Table, seat: str, source: str, effect: Effect, vessel: str, area: str
) -> Iterator[Violation]:
    if area not in table.pack.seas:
        yield Violation("cast.needs-target:docked", "{vessel} is docked, not at sea", at="unit", vessel=vessel)
    elif not _goes_on(table, seat, source, effect, vessel, area):
        yield Violation(
            "cast.needs-target:nowhere", "{unit} cannot be moved anywhere from {region}", unit=vessel, region=area
        )


def _goes_on(table: Table, seat: str, source: str, effect: Effect, unit: str, region: str) -> bool:
    """Whether there is a place to which this Unit can be moved."""
    return _leads_on(table, seat, source, effect, Aim(areas=[region], unit=unit))


def _leads_on(table: Table, seat: str, source: str, effect: Effect, aim: Aim) -> bool:
    """Whether another Region can be named after these targets."""
    areas = (*table.pack.regions, *table.pack.seas)
    return any(next(region_reasons(table, seat, source, effect, aim, area), None) is None for area in areas)


def beside_hero(effect: Effect) -> bool:
    """Whether Units are placed where a Hero is."""
    return any(place["type"] == "hero-region" for place in effect.get("to", ()))


def regions_of_heroes(table: Table, seat: str) -> list[str]:
    """The Land Regions in which a player's Heroes are, aboard a docked Vessel too."""
    places = (table.land_region_of(seat, hero) for hero in table.faction(seat).heroes)
    return [place for place in places if place is not None]


def _near_heroes(table: Table, seat: str) -> Set[str]:
    """The Land Regions adjacent to one with a Hero of this player."""
    key = "near heroes", seat
    if key not in table.memo:
        places = regions_of_heroes(table, seat)
        table.memo[key] = {region for there in places for region in neighbours(table, seat, there)}
    found: Set[str] = table.memo[key]
    return found


def _is_near(table: Table, seat: str, source: str, effect: Effect, region: str) -> bool:
    """Whether a Region is adjacent to own Units, or to the Hero whose ability it is."""
    if effect["op"] in ("move-enemy", "pull-enemy"):
        hero = table.land_region_of(seat, table.pack.abilities[source].owner)
        return hero is not None and region in neighbours(table, seat, hero)
    if effect.get("target", {}).get("adjacent_to") == "hero":
        return region in _near_heroes(table, seat)
    return region in near_units(table, seat)


def _capital_reasons(table: Table, region: str) -> Iterator[Violation]:
    if table.capital_at(region) is not None:
        yield Violation("cast.capital-immune", "a Capital City stands in {region}", region=region)


def _pullable(table: Table, owner: str, effect: Effect, region: str) -> int:
    """How many Units of the kind an enemy has on land in a Region."""
    units = table.land_units(owner, region)
    return sum(number for unit, number in units.items() if table.unit(unit).kind == effect["kind"])


def _shaken(table: Table, seat: str, source: str, effect: Effect, aim: Aim, region: str) -> Iterator[Violation]:
    """A Region whose enemies lose Units."""
    yield from _capital_reasons(table, region)
    if region not in table.pack.regions or not any(table.units_at(other, region) for other in table.rivals(seat)):
        yield Violation("cast.needs-target:nobody", "there is no enemy Unit on land in {region}", region=region)
    if "adjacent_to" in effect.get("target", {}):
        yield from _too_far(table, seat, source, effect, region)


def _seen(table: Table, seat: str, source: str, effect: Effect, aim: Aim, region: str) -> Iterator[Violation]:
    """A Region whose tokens are turned up."""
    if region not in table.pack.regions or not table.tokens_at(region).down:
        yield Violation(
            "cast.needs-target:no-token", "there is no face-down Land Exploration Token in {region}", region=region
        )
    if "adjacent_to" in effect["target"] and not _is_near(table, seat, source, effect, region):
        yield Violation(
            "cast.needs-target:not-adjacent",
            "{region} is not adjacent to what {source} reaches from",
            region=region,
            source=source,
        )


def _held(table: Table, seat: str, region: str, number: int = 1) -> Iterator[Violation]:
    """A Land Region that the player controls, with room for Units."""
    if region not in table.pack.regions or not table.has_piece(seat, region):
        yield Violation(
            "cast.needs-target:not-controlled", "{seat} controls no Land Region {region}", seat=seat, region=region
        )
    elif table.room(seat, region) < number:
        full = Violation(
            "march.region-limit:target",
            "{region} has no room for Units of {seat}",
            at="region",
            region=region,
            seat=seat,
        )
        yield from limits(table, seat, region, number, full)


def _placed(table: Table, seat: str, source: str, effect: Effect, aim: Aim, region: str) -> Iterator[Violation]:
    yield from _held(table, seat, region)
    if beside_hero(effect) and region not in regions_of_heroes(table, seat):
        yield Violation(
            "cast.needs-target:no-hero", "{seat} has no Hero in {region}", at="region", seat=seat, region=region
        )


def _teleported(table: Table, seat: str, source: str, effect: Effect, aim: Aim, region: str) -> Iterator[Violation]:
    """First where the army is, then where it goes."""
    if aim.areas:
        yield from _held(table, seat, region)
    elif not table.land_units(seat, region):
        yield Violation("cast.needs-target:no-army", "{seat} has no Unit on land in {region}", seat=seat, region=region)
    elif not _leads_on(table, seat, source, effect, Aim(areas=[region])):
        yield Violation("cast.needs-target:nowhere-to-go", "no Region of {seat} has room", at="region", seat=seat)


def _blown(table: Table, seat: str, source: str, effect: Effect, aim: Aim, area: str) -> Iterator[Violation]:
    """Where a Vessel is moved."""
    if area not in table.pack.sea_links.get(aim.areas[0] if aim.areas else "", ()):
        yield Violation(
            "cast.needs-target:sea",
            "{region} is no Sea Region adjacent to {origin}",
            region=area,
            origin=aim.areas[0] if aim.areas else "",
        )
    if any(table.vessels_at(other, area) for other in table.parties()):
        yield Violation("cast.needs-target:vessels", "there is a Vessel in {region}", region=area)


def _driven(table: Table, seat: str, source: str, effect: Effect, aim: Aim, region: str) -> Iterator[Violation]:
    """Where an enemy Unit is moved by an ability."""
    origin = aim.areas[0] if aim.areas else ""
    if region not in table.pack.land_links.get(origin, ()):
        yield Violation(
            "cast.needs-target:land", "{region} is no Land Region adjacent to {origin}", region=region, origin=origin
        )
    yield from _capital_reasons(table, region)
    owner = owner_of(table, aim.unit) if aim.unit else None
    sides = {seat, owner, table.ally(owner) if owner is not None else None}
    if table.has_piece(seat, region):
        sides.add(table.ally(seat))
    third = [other for other in table.parties() if other not in sides and table.has_piece(other, region)]
    if third:
        yield Violation("battle.two-sides", "{third} has pieces in {region}", third=third, region=region)
    if owner is not None and table.room(owner, region) < 1:
        full = Violation(
            "march.region-limit:target",
            "{region} has no room for Units of {seat}",
            at="region",
            region=region,
            seat=owner,
        )
        yield from limits(table, owner, region, 1, full)


def _pulled(table: Table, seat: str, source: str, effect: Effect, aim: Aim, region: str) -> Iterator[Violation]:
    """The Region from which enemy Units are pulled into the Hero's."""
    hero = table.land_region_of(seat, table.pack.abilities[source].owner)
    for place in dict.fromkeys([region, hero or region]):
        if table.capital_at(place) is not None:
            yield Violation("cast.capital-immune", "a Capital City stands in {region}", at="region", region=place)
    yield from _too_far(table, seat, source, effect, region)
    if not any(_pullable(table, other, effect, region) for other in table.rivals(seat)):
        yield Violation(
            "cast.needs-target:no-units",
            "there is no enemy {kind} on land in {region}",
            kind=effect["kind"],
            region=region,
        )


REGION_REASONS: dict[str, Callable[[Table, str, str, Effect, Aim, str], Iterator[Violation]]] = {
    "lose-units": _shaken,
    "reveal-tokens": _seen,
    "place-units": _placed,
    "teleport-army": _teleported,
    "move-vessel": _blown,
    "move-enemy": _driven,
    "pull-enemy": _pulled,
}


def region_reasons(table: Table, seat: str, source: str, effect: Effect, aim: Aim, region: str) -> Iterator[Violation]:
    """Why this Region cannot be named next."""
    if region in aim.areas:
        yield Violation("cast.needs-target:twice", "{region} has been named already", region=region)
    else:
        yield from REGION_REASONS[effect["op"]](table, seat, source, effect, aim, region)
