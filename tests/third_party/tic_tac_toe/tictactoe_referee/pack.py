"""The component pack of Tic-Tac-Toe: the board, with the look-ups that its rules need."""

from typing import Any

from service.engine.pack import Pack

Line = tuple[str, str, str]


class BoardPack(Pack):
    """The spaces in the order in which they are listed, and the lines of three."""

    def __init__(self, name: str, document: dict[str, Any]) -> None:
        super().__init__(name, document)
        board = document["board"]
        self.spaces: tuple[str, ...] = tuple(board["spaces"])
        self.lines: tuple[Line, ...] = tuple((a, b, c) for a, b, c in board["lines"])
        self.ids = {"space": frozenset(self.spaces)}
