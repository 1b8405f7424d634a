"""The map as rules read it: what entering a space costs, where a tile may be explored."""

from collections.abc import Iterator

from service.engine.violation import Violation
from service.games.mage_knight.pack_map import BESIDE, PLACES, allowed_place
from service.games.mage_knight.table import Table


def shape_of(table: Table) -> str:
    """The shape of the map in this game."""
    return table.scenario.shapes[table.count()]


def move_cost(table: Table, seat: str, space: str) -> int | None:
    """The Move points that entering a space costs now; None where it cannot be entered on foot."""
    if table.site(space) == "city":
        return int(table.pack.document["terrain"]["city_space_cost"])
    cost: int | None = table.pack.terrain[table.space(space).terrain][table.time]
    return cost


def next_back(table: Table) -> str | None:
    """What the next tile of the deck shows: Countryside or Core; of the box where the deck is empty."""
    deck = table.state.world.deck
    if deck.countryside:
        return "countryside"
    if deck.core or deck.city:
        return "core"
    groups = {table.pack.tiles[tile].group for tile in deck.unseen}
    return "countryside" if "countryside" in groups else "core" if "core" in groups else None


def deck_empty(table: Table) -> bool:
    """Whether no tile is left in the deck."""
    deck = table.state.world.deck
    return not (deck.countryside or deck.core or deck.city)


def place_violations(table: Table, place: str) -> Iterator[Violation]:
    """Why the next tile cannot lie in a position."""
    tiles, (x, y) = table.state.world.tiles, PLACES[place]
    back = next_back(table)
    if back is None:
        yield Violation("explore.empty-deck-core", "no tile is left", at="place")
        return
    if place in tiles:
        yield Violation("map.fixed-positions", "a tile lies there", at="place")
        return
    shape = table.pack.shapes[shape_of(table)]
    if not allowed_place(shape.id, x, y):
        yield Violation("map.no-tile-behind-coast", "that position lies outside the map", at="place")
    if back == "core" and not shape.core_on_coastline and (x == 0 or y == 0):
        yield Violation("map.wedge-no-core-on-coast", "a Core tile cannot lie along the coast", at="place")
    touching = [other for other in BESIDE[place] if other in tiles]
    if deck_empty(table):
        if len(touching) < 3:
            yield Violation("explore.empty-deck-countryside", "a spare tile has to touch three tiles", at="place")
    elif back == "core" and len(touching) < 2:
        yield Violation("explore.core-placement", "a Core tile has to touch two tiles", at="place")
    elif back == "countryside" and len(touching) < 2 and not _borders_two(tiles, touching):
        yield Violation(
            "explore.countryside-placement",
            "a Countryside tile has to touch two tiles, or one that borders two others",
            at="place",
        )


def _borders_two(tiles: dict[str, str], touching: list[str]) -> bool:
    return any(sum(other in tiles for other in BESIDE[place]) >= 2 for place in touching)
