"""End of the Game: three in a row, or a full board."""

from service.engine.state import Result
from tictactoe_referee.events import Drawn, ThreeInARow
from tictactoe_referee.table import Table, other


def ended(table: Table) -> bool:
    """End the game if the mark just made does; whether it does."""
    result = table.state.result = outcome(table)
    if result is None:
        return False
    for seat, line in table.lines():
        table.log(ThreeInARow(rule="end.three-in-a-row", seat=seat, line=list(line)))
    if not result.winners:
        table.log(Drawn(rule="end.full-board"))
    return True


def outcome(table: Table) -> Result | None:
    """The result that the marks on the board give; None while the game goes on.

    Does not check that only one player has a line.
    """
    for seat, _ in table.lines():
        ranking = [[seat], [other(seat)]]
        return Result(rule="end.three-in-a-row", reason=f"{seat} has three in a row", winners=[seat], ranking=ranking)
    if table.is_full():
        return Result(rule="end.full-board", reason="the board is full", winners=[], ranking=[list(table.state.seats)])
    return None
