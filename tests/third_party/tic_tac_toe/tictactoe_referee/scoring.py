"""Matches: what a game counts."""

from service.engine.answers import PlayerScore, ScoreLine, Scores
from tictactoe_referee.table import Table

WIN, DRAW = 2, 1


def scores(table: Table) -> Scores:
    """The match points that the game has given so far: none until it is over."""
    result = table.state.result
    return Scores(
        players=[_score(table, seat) for seat in table.state.seats],
        ranking=result.ranking if result else [list(table.state.seats)],
        tie_breaks=[],
        opponents=[],
        final=result is not None,
    )


def _score(table: Table, seat: str) -> PlayerScore:
    points = match_points(table, seat)
    line = ScoreLine(rule="scoring.match-points", label="Match points", points=points)
    return PlayerScore(seat=seat, total=points, lines=[line])


def match_points(table: Table, seat: str) -> int:
    """What the game counts for this player."""
    result = table.state.result
    if result is None:
        return 0
    if not result.winners:
        return DRAW
    return WIN if seat in result.winners else 0
