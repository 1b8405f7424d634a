"""What must be true of the Round: its number, the Tactics and the Round Order, and what has ended it."""

from collections.abc import Iterator

from service.engine.agenda import name_of
from service.engine.defect import Defect, error, warning
from service.games.mage_knight.ids import DUMMY
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
    if state.turn is not None or any(name_of(step) in ("turn-border", "start-turn") for step in state.agenda):
        yield from _tactics_in_use(table)


def _tactics_in_use(table: Table) -> Iterator[Defect]:
    """While turns are played everybody holds a Tactic of the Day or of the Night, and plays in their order."""
    state = table.state
    held: dict[str, str | None] = {seat: state.players[seat].tactic for seat in state.seats}
    if state.dummy is not None:
        held[DUMMY] = state.dummy.tactic
    for party, tactic in held.items():
        at = "/dummy/tactic" if party == DUMMY else f"/players/{party}/tactic"
        if tactic is None:
            yield warning("tactics.each-takes-one", at, "missing", f"{table.name(party)} has no Tactic")
        elif table.pack.tactics[tactic].round != table.time:
            detail = f"{table.name(tactic)} is no Tactic of the {table.time.capitalize()}"
            yield warning("round-prep.show-new-tactics", at, "time", detail)
    numbers = [table.pack.tactics[tactic].number for party in state.order if (tactic := held[party]) is not None]
    if numbers != sorted(numbers):
        yield warning("tactics.reorder-round-order", "/order", "order", "the Round Order is not that of the Tactics")
