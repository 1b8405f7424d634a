"""The table of Tic-Tac-Toe: the board as its rules read it."""

from service.engine.table import Table as EngineTable
from tictactoe_referee.pack import BoardPack, Line
from tictactoe_referee.state import State

FIRST, SECOND = SEATS = ("x", "o")


class Table(EngineTable[State, BoardPack]):
    """Questions about the board that several chapters ask. None of them writes."""

    def marks(self, seat: str) -> int:
        """How many marks the player has made."""
        return list(self.state.board.values()).count(seat)

    def whose_turn(self) -> str | None:
        """Who is next, by the marks on the board; None where their numbers cannot be."""
        return {0: FIRST, 1: SECOND}.get(self.marks(FIRST) - self.marks(SECOND))

    def lines(self) -> list[tuple[str, Line]]:
        """The lines that hold three marks of one player, each with that player."""
        board = self.state.board
        return [
            (board[a], (a, b, c))
            for a, b, c in self.pack.lines
            if a in board and board[a] == board.get(b) == board.get(c)
        ]

    def is_full(self) -> bool:
        """Whether no space is empty."""
        return len(self.state.board) == len(self.pack.spaces)


def other(seat: str) -> str:
    """The other player."""
    return SECOND if seat == FIRST else FIRST
