"""Everything on the table of Tic-Tac-Toe."""

from typing import Annotated

from msgspec import Meta

from service.engine.shapes import Seat, an_id
from service.engine.state import State as EngineState

Space = Annotated[str, an_id("space")]
"""A space of the board. The pack says which there are; the engine refuses all others before any rule runs."""


class State(EngineState):
    """The board: whose mark is on which space. Empty spaces are not named."""

    board: Annotated[dict[Space, Seat], Meta(max_length=9)] = {}
