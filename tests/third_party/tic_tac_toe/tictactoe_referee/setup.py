"""Setup: an empty board, X to begin; and a board that is entered in the middle of a game."""

from typing import Any

from service.engine.game import Entry, Setup
from tictactoe_referee.pack import BoardPack
from tictactoe_referee.state import State
from tictactoe_referee.table import FIRST, Table
from tictactoe_referee.turn import Turn

RULES_VERSION = "1.0.0"


def deal(setup: Setup, pack: BoardPack) -> State:
    """The table before the first turn."""
    return State(
        game="tic-tac-toe",
        rules_version=RULES_VERSION,
        pack=setup.pack,
        salt=setup.salt,
        seats=setup.seats,
        agenda=[Turn(seat=FIRST)],
    )


def _turn(table: Table, actor: str | None) -> list[Turn]:
    """The turn that follows from the board; where its marks do not add up, that of whoever is said to be next."""
    return [Turn(seat=table.whose_turn() or actor or FIRST)]


ENTRIES = {"turn": Entry(agenda=_turn)}


def conceal(view: Any, viewer: str) -> None:
    """Nothing is hidden in this game."""
