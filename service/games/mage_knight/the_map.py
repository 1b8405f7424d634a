"""The map as rules read it: what entering a space costs, where a tile may be explored."""

from collections.abc import Collection, Iterator

from service.engine.violation import Violation
from service.games.mage_knight.hand_limit import is_conquered_city
from service.games.mage_knight.ops_force import in_force
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.pack_map import BESIDE, HEX, PLACES, Axial, allowed_place, centre_of
from service.games.mage_knight.table import Table
from service.games.mage_knight.team import allies

NEVER = "ocean"
"""The coast and sea of the starting tiles, which no effect opens."""


def shape_of(table: Table) -> str:
    """The shape of the map in this game."""
    return table.scenario.shapes[table.count()]


def plain_cost(table: Table, space: str) -> int | None:
    """The Move cost of a space as the board shows it at this time of day; None where it is inaccessible."""
    if table.site(space) == "city":
        return int(table.pack.document["terrain"]["city_space_cost"])
    cost: int | None = table.pack.terrain[table.space(space).terrain][table.time]
    return cost


def move_cost(table: Table, seat: str, space: str) -> int | None:
    """The Move points that entering a space costs a player now; None where it cannot be entered on foot.

    Effects are applied in the order that is best for the player (``move.reductions-any-order``): what makes it dearer,
    then fixed costs, then reductions from the highest minimum down.
    """
    cost, terrain = plain_cost(table, space), table.space(space).terrain
    if cost is None:
        opened = [
            int(node.params["cost"])
            for effect in in_force(table, "passable")
            if terrain in (node := table.node(effect.node)).params["terrains"]
        ]
        if not opened or terrain == NEVER:
            return None
        cost = min(opened)
    word = "all" if table.site(space) == "city" else terrain
    changes = [node for node in _changes(table, seat) if _concerns(node, word)]
    for node in sorted(changes, key=_order):
        cost = _changed(node, cost)
    return max(0, cost)


def _changes(table: Table, seat: str) -> Iterator[EffectNode]:
    """The effects on Move costs: of this turn, and of other players' Skills that lie in the centre."""
    for effect in in_force(table, "terrain-cost"):
        yield table.node(effect.node)
    spared = (seat, *allies(table, seat))
    for other in table.state.seats:
        for skill, token in table.player(other).skills.items() if other not in spared else ():
            if token.place == "centre":
                for at in table.skill(skill).nodes:
                    yield from (table.node(inner) for inner in table.node(at).inside("others_cost"))


def _concerns(node: EffectNode, terrain: str) -> bool:
    terrains = node.params["terrains"]
    return terrains == "all" or terrain in terrains


def _order(node: EffectNode) -> tuple[int, int]:
    params = node.params
    if "set" in params:
        return 1, -params["set"]
    return (0, 0) if params["delta"] > 0 else (2, -params.get("min", 0))


def _changed(node: EffectNode, cost: int) -> int:
    params = node.params
    if "set" in params:
        return min(cost, int(params["set"])) if params.get("only_if_higher") else int(params["set"])
    delta = int(params["delta"])
    if delta > 0:
        return max(cost, min(cost + delta, int(params.get("max", cost + delta))))
    return min(cost, max(cost + delta, int(params.get("min", 0))))


# --- spaces -----------------------------------------------------------------------------------------------------------


def is_conquered(table: Table, space: str) -> bool:
    """Whether a fortified site has been conquered: a keep or mage tower carries a shield, a city has no defender."""
    if table.site(space) == "city":
        return is_conquered_city(table, space)
    return bool(table.on(space).shields)


def owner_of(table: Table, space: str) -> str | None:
    """Who owns the keep on a space."""
    shields = table.on(space).shields
    return shields[0] if table.site(space) == "keep" and shields else None


def is_friendly(table: Table, seat: str, space: str) -> bool:
    """Whether the keep on a space is nobody else's than the player's or an ally's (``team.allied-keep``)."""
    return owner_of(table, space) in (None, seat, *allies(table, seat))


def is_shared(table: Table, space: str) -> bool:
    """Whether several figures may stand there: on a portal, and in a conquered city."""
    site = table.site(space)
    return site == "portal" or (site == "city" and is_conquered_city(table, space))


def opponents_on(table: Table, seat: str, space: str) -> list[str]:
    """The other Heroes on a space, but where figures may share it."""
    return [] if is_shared(table, space) else table.here(space, besides=seat)


def is_safe(table: Table, seat: str, space: str) -> bool:
    """Whether a figure may end the turn there (``move.safe-space``)."""
    if plain_cost(table, space) is None or table.has_rampaging(space) or opponents_on(table, seat, space):
        return False
    if table.is_fortified_site(space):
        return is_conquered(table, space) and is_friendly(table, seat, space)
    return True


def distance(one: Axial, other: Axial) -> int:
    """How many steps two places of the map are apart."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def reach(table: Table) -> int:
    """How far away spaces and tile positions count as adjacent for moving and exploring."""
    return max((int(table.node(effect.node).params["spaces"]) for effect in in_force(table, "reach")), default=1)


def steps_from(table: Table, space: str) -> list[str]:
    """The revealed spaces that count as adjacent to a figure's space."""
    near, far = list(table.around(space)), reach(table)
    at = table.coordinates(space)
    if far > 1 and at is not None:
        near += sorted(
            other
            for other in table.revealed()
            if (there := table.coordinates(other)) is not None and distance(at, there) == far
        )
    return near


def is_near(table: Table, space: str, place: str) -> bool:
    """Whether a tile position counts as adjacent to a figure's space."""
    if table.touches(space, place):
        return True
    at, (q, r) = table.coordinates(space), centre_of(place)
    return at is not None and reach(table) == min(distance(at, (q + dq, r + dr)) for dq, dr in HEX.values())


# --- tiles ------------------------------------------------------------------------------------------------------------


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
        if len(touching) < 3 and back == "core":
            yield Violation("explore.empty-deck-core:three", "a spare tile has to touch three tiles", at="place")
        elif len(touching) < 3:
            yield Violation("explore.empty-deck-countryside", "a spare tile has to touch three tiles", at="place")
    elif not fits_beside(tiles, place, core=back == "core"):
        if back == "core":
            yield Violation("explore.core-placement", "a Core tile has to touch two tiles", at="place")
        else:
            yield Violation(
                "explore.countryside-placement",
                "a Countryside tile has to touch two tiles, or one that borders two others",
                at="place",
            )


def fits_beside(laid: Collection[str], place: str, *, core: bool) -> bool:
    """Whether a tile of the deck may lie in a position beside the tiles that lie in others."""
    touching = [other for other in BESIDE[place] if other in laid]
    return len(touching) >= 2 or (not core and _borders_two(laid, touching))


def _borders_two(laid: Collection[str], touching: list[str]) -> bool:
    return any(sum(other in laid for other in BESIDE[place]) >= 2 for place in touching)
