"""What must be true of any state: errors keep the referee from judging, warnings are counts that do not add up."""

from collections.abc import Iterator

from service.engine.defect import Defect, error, warning
from tictactoe_referee.end_of_game import outcome
from tictactoe_referee.table import FIRST, SECOND, Table, other
from tictactoe_referee.turn import Turn


def consistency(table: Table) -> Iterator[Defect]:
    """Everything about a state that cannot be, or does not add up."""
    yield from _numbers(table)
    yield from _ending(table)
    yield from _agenda(table)


def _numbers(table: Table) -> Iterator[Defect]:
    if table.whose_turn() is None:
        x, o = table.marks(FIRST), table.marks(SECOND)
        yield warning("turn.one-mark", "/board", "count", f"{x} marks of x and {o} of o: players take turns, x first")


def _ending(table: Table) -> Iterator[Defect]:
    winners = sorted({seat for seat, _ in table.lines()})
    if len(winners) > 1:
        yield error("end.three-in-a-row", "/board", "two-winners", "both have three in a row, but the first one wins")
    elif winners and table.whose_turn() not in (None, other(winners[0])):
        detail = f"{winners[0]} has three in a row, and yet {other(winners[0])} has made a mark after it"
        yield warning("end.three-in-a-row", "/board", "marked-after-end", detail)
    ending, told = outcome(table), table.state.result
    if ending is not None and told != ending:
        yield error(ending.rule, "/result", "result", f"the game is over: {ending.reason}")
    elif ending is None and told is not None:
        yield error(told.rule, "/result", "result", "nobody has three in a row, and there are empty spaces")


def _agenda(table: Table) -> Iterator[Defect]:
    agenda = table.state.agenda
    if len(agenda) > 1 or any(not isinstance(step, Turn) for step in agenda):
        yield error("turn.one-mark", "/agenda", "one-turn", "nothing is to come but the turn of one player")
