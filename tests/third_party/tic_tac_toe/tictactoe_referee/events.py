"""What happens in a game of Tic-Tac-Toe."""

from service.engine.event import Event
from service.engine.shapes import Seat
from tictactoe_referee.state import Space


class Marked(Event, tag="marked"):
    """A player has made a mark."""

    template = "{seat} marks {space}"

    seat: Seat
    space: Space


class ThreeInARow(Event, tag="three-in-a-row"):
    """A player has a line; with one mark it may be two."""

    template = "{seat} has three in a row: {line}"

    seat: Seat
    line: list[Space]


class Drawn(Event, tag="drawn"):
    """The board is full and nobody has a line."""

    template = "the board is full, and nobody has three in a row"
