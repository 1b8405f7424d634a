"""What must be true of any state: errors keep the referee from judging, warnings are counts that do not add up.

Tiles, discs, the Horde, cards, and what would strike only later have files of their own (``*_consistency.py``,
``foresight``).
"""

from collections.abc import Iterator

from service.engine.defect import Defect, error
from service.games.kingdom_defenders.cards_consistency import card_counts, cards
from service.games.kingdom_defenders.discs_consistency import disc_counts, discs, grey_disc
from service.games.kingdom_defenders.foresight import foresight, how_many
from service.games.kingdom_defenders.horde_consistency import camps, horde, victories
from service.games.kingdom_defenders.scoring import is_hidden
from service.games.kingdom_defenders.setup import DrawPawn, SetUp
from service.games.kingdom_defenders.table import Table
from service.games.kingdom_defenders.tiles_consistency import tiles


def consistency(table: Table) -> Iterator[Defect]:
    """Everything about a state that cannot be, or does not add up."""
    yield from _players(table)
    if set(table.state.players) != set(table.state.seats):
        return
    yield from _secrets_of_view(table)
    yield from _turn_order(table)
    yield from tiles(table)
    yield from discs(table)
    yield from grey_disc(table)
    yield from horde(table)
    yield from cards(table)
    yield from foresight(table)


def tally(table: Table) -> Iterator[Defect]:
    """Discs, camps and cards that do not add up."""
    yield from disc_counts(table)
    yield from camps(table)
    yield from victories(table)
    yield from card_counts(table)


def _players(table: Table) -> Iterator[Defect]:
    if set(table.state.players) != set(table.state.seats):
        yield error("players-setup.pieces", "/players", "players", "there is one player for each seat")


def _secrets_of_view(table: Table) -> Iterator[Defect]:
    viewer = getattr(table.state, "viewer", None)
    if viewer is None:
        return
    if viewer in table.state.seats and is_hidden(table.player(viewer)):
        yield error(
            "players-setup.screen-hides", f"/players/{viewer}", "hidden", f"{viewer} sees the own side of the screen"
        )
    for seat in table.state.seats:
        player = table.player(seat)
        screen = (player.weapon, player.spell, player.loot, player.coin, *player.adventures, *player.rewards)
        if any(value is None for value in screen) != all(value is None for value in screen):
            yield error(
                "players-setup.screen-hides", f"/players/{seat}", "half-hidden", f"{seat}'s screen hides all or nothing"
            )


def _turn_order(table: Table) -> Iterator[Defect]:
    order = table.state.turn_order
    to_draw = table.number if how_many(table, SetUp) else how_many(table, DrawPawn)
    if len(set(order)) != len(order) or len(order) + to_draw != table.number:
        yield error(
            "players-setup.random-turn-order", "/turn_order", "turn-order", "every pawn has one place in the turn order"
        )
