"""What must be true of Characters, Buildings and the pool of tiles in any state."""

from collections.abc import Iterator

from service.engine.defect import Defect, error, warning
from service.games.kingdom_defenders.foresight import is_setting_up
from service.games.kingdom_defenders.maintenance import Maintain
from service.games.kingdom_defenders.table import Table
from service.games.kingdom_defenders.tiles import (
    MOST_ATTACK_TILES,
    attack_tiles_in_game,
    characters_per_game,
    removed_tiles,
)


def tiles(table: Table) -> Iterator[Defect]:
    """Tiles lie on their places, each once, and come from the pool."""
    yield from _characters(table)
    yield from _buildings(table)
    state = table.state
    in_game = {*state.characters.values(), *state.buildings.values(), *state.drawn_characters}
    if attack_tiles_in_game(table) > MOST_ATTACK_TILES:
        yield warning(
            "difficulty-setup.max-two-attack-tiles",
            "/characters",
            "attack-tiles",
            "more than two attack tiles are in the game",
        )
    strangers = in_game.difference(state.options.tiles, table.pack.printed)
    removed = in_game & removed_tiles(table.pack, state.options.variant, table.number)
    for code in sorted(strangers | removed):
        yield warning(_not_in_pool(table, code), "/options/tiles", "pool", f"{code} is in the game and not in the pool")


def _not_in_pool(table: Table, code: str) -> str:
    """The clause by which a tile is not in the pool."""
    if table.number == 2 and table.tile(code).attack:
        return "two-players.no-attack-tiles"
    if table.state.options.variant == "family" and table.tile(code).needs_horde:
        return "family.tiles-removed"
    return "difficulty-setup.choose-tiles"


def _characters(table: Table) -> Iterator[Defect]:
    state, number = table.state, characters_per_game(table.number)
    places = state.characters
    if "P1" in places.values():
        yield error("difficulty-setup.p1-printed", "/characters", "printed", "P1 is printed on the board")
    if len(set(places.values())) != len(places):
        yield error("difficulty-setup.draw-three-characters", "/characters", "twice", "a Character lies on two places")
    if not is_setting_up(table) and len(places) != number:
        detail = f"a Character must lie on each of the places A-1 to A-{number}"
        yield error("difficulty-setup.tiles-per-game", "/characters", "missing", detail)
    if any(place != "A-1" for place, code in places.items() if code == "P11"):
        yield error("difficulty-setup.thief-slot-one", "/characters", "thief", "P11 must lie on place 1")
    if table.number == 2 and "A-3" in places:
        yield error("two-players.two-characters", "/characters/A-3", "unused", "place 3 is not used with 2 players")


def _buildings(table: Table) -> Iterator[Defect]:
    sites = table.state.buildings
    if len(set(sites.values())) != len(sites):
        yield error("buildings.five-variable", "/buildings", "twice", "a Building lies on two places")
    if any(code in table.pack.printed for code in sites.values()):
        yield error(
            "difficulty-setup.five-printed-buildings", "/buildings", "printed", "E1 to E5 are printed on the board"
        )
    if is_setting_up(table):
        return
    due = min(table.state.round, 5)
    if len(sites) > due + (not any(isinstance(step, Maintain) for step in table.state.agenda)):
        yield warning(
            "buildings.reveal-per-round",
            "/buildings",
            "too-many",
            f"{due} Buildings lie open in round {table.state.round}",
        )
    for site in table.pack.sites[:due]:
        if site not in sites:
            detail = f"{due} Buildings must lie open in round {table.state.round}"
            yield error("buildings.reveal-per-round", f"/buildings/{site}", "missing", detail)
