"""Entering a game in the middle: the agenda of each phase, and what follows from what lies open."""

from collections.abc import Iterator

from service.engine.defect import Defect, error, warning
from service.engine.game import Entry
from service.engine.step import Step
from service.games.lords_of_xidit.census import BeginCensus
from service.games.lords_of_xidit.ids import UNITS
from service.games.lords_of_xidit.order_resolution import ExecuteOrder
from service.games.lords_of_xidit.secret_orders import BeginYear
from service.games.lords_of_xidit.state import TilePile
from service.games.lords_of_xidit.table import Table
from service.games.lords_of_xidit.year_end import EndYear


def _programming(table: Table, actor: str | None) -> list[Step]:
    return [BeginYear()]


def _orders(table: Table, actor: str | None) -> list[Step]:
    """The Order that the state names, with the named player's next, or the First Player's.

    ``order`` is the number that is being executed, and the actor is whose Order of that number is next, whether it
    will need a decision or not: the seats before it in turn order have executed theirs, the others have not.
    """
    seat = actor if actor in table.state.seats else table.state.first_player
    return [ExecuteOrder(number=table.state.order, seat=seat)]


def _census(table: Table, actor: str | None) -> list[Step]:
    return [EndYear(), BeginCensus()]


def _year_end(table: Table, actor: str | None) -> list[Step]:
    return [EndYear()]


def _without_orders(table: Table) -> Iterator[Defect]:
    silent = [seat for seat in table.state.seats if seat not in table.state.orders]
    if silent:
        yield error("order-resolution.reveal", "/orders", "missing", f"no Orders of {', '.join(silent)}")


def _no_census(table: Table) -> Iterator[Defect]:
    if not table.is_census_year:
        yield error(table.census_rule, "/year", "no-such-phase", f"Game Year {table.state.year} has no census")


def _census_over(table: Table) -> Iterator[Defect]:
    if table.is_census_year:
        detail = f"Game Year {table.state.year} ends with a census, which is taken to be over"
        yield warning(table.census_rule, "/year", "census-over", detail)


ENTRIES: dict[str, Entry] = {
    "program-orders": Entry(agenda=_programming),
    "execute-orders": Entry(agenda=_orders, refuses=_without_orders, actor_begins=True),
    "census": Entry(agenda=_census, refuses=_no_census),
    "year-end": Entry(agenda=_year_end, refuses=_census_over),
}


def fill_in(table: Table, given: frozenset[str]) -> None:
    """Work out what the client did not enter: the unseen tiles and the Barracks, and Cities that the setup names."""
    state, pack = table.state, table.pack
    state.idrakys = {**state.presets, **state.idrakys}
    state.presets = {}
    seen = {
        *(on_city.tile for on_city in state.tiles.values()),
        *state.recruitment_pile.top,
        *state.threat_pile.top,
        *state.recruitment_discard,
        *state.threat_discard,
        *(tile for tile in (state.next_recruitment, state.next_threat) if tile is not None),
    }
    if "unseen_tiles" not in given:
        state.unseen_tiles = sorted(set(pack.tile_sets[len(state.seats)]) - seen)
    left = len(state.unseen_tiles)
    if "recruitment_pile" not in given and "threat_pile" not in given:
        state.recruitment_pile, state.threat_pile = TilePile(), TilePile(unseen=left)
    elif "threat_pile" not in given:
        state.threat_pile = TilePile(top=state.threat_pile.top, unseen=max(0, left - state.recruitment_pile.unseen))
    elif "recruitment_pile" not in given:
        unseen = max(0, left - state.threat_pile.unseen)
        state.recruitment_pile = TilePile(top=state.recruitment_pile.top, unseen=unseen)
    if "barracks" not in given:
        away = {
            unit: sum(on_city.units.get(unit, 0) for on_city in state.tiles.values())
            + sum(player.units.get(unit, 0) for player in state.players.values())
            for unit in UNITS
        }
        state.barracks = {unit: pack.supply[unit] - away[unit] for unit in UNITS if pack.supply[unit] > away[unit]}
