"""What must be true of the Round: its number, and what has ended it."""

from collections.abc import Iterator

from service.engine.defect import Defect, error
from service.games.mage_knight.scenarios import scenario_met
from service.games.mage_knight.table import Table


def round_defects(table: Table) -> Iterator[Defect]:
    """What cannot be of the Round and of the end of the scenario."""
    state, rounds = table.state, len(table.scenario.rounds)
    if state.round > rounds:
        yield error("round-end.game-over", "/round", "count", f"the scenario has {rounds} Rounds")
    revealed = sorted(tile for tile in state.world.tiles.values() if table.pack.tiles[tile].group == "city")
    if revealed != sorted(table.pack.cities[city].tile for city in state.world.cities):
        yield error("reveal.city-garrison", "/world/cities", "cities", "the cities revealed are not those on the map")
        return
    ending = state.ending
    if ending is not None and (ending.scenario or ending.cause == "scenario") and scenario_met(table) is None:
        yield error("turns.scenario-last-turn", "/ending", "not-met", "the end of the scenario has not been reached")
    if ending is not None and ending.cause == "announced" and ending.by in ending.left:
        yield error("turns.one-last-turn-each", "/ending/left", "announcer", "who announces has no last turn")
    playing = state.turn is not None and not state.waiting and state.duel is None
    if ending is not None and ending.cause == "announced" and playing and table.turn.seat in ending.left:
        detail = f"{table.turn.seat} plays the last turn, and is no more among those who still have one"
        yield error("turns.one-last-turn-each", "/ending/left", "playing", detail)
