"""Scoring: what each player's points are, at any moment, and the ranking at the end."""

from collections.abc import Iterator, Sequence

from service.engine.answers import PlayerScore, ScoreLine, Scores
from service.games.mage_knight.table import Table


def scores(table: Table) -> Scores:
    """Everybody's points line by line, and the ranking."""
    players = [_score(table, seat) for seat in table.state.seats]
    result = table.state.result
    return Scores(
        players=players,
        ranking=result.ranking if result is not None else _ranked(players),
        tie_breaks=[],
        opponents=[],
        final=result is not None,
    )


def _score(table: Table, seat: str) -> PlayerScore:
    lines = list(score_lines(table, seat))
    return PlayerScore(seat=seat, total=sum(line.points or 0 for line in lines), lines=lines)


def score_lines(table: Table, seat: str) -> Iterator[ScoreLine]:
    """The lines of a player's score."""
    yield ScoreLine(rule="score.base-fame", label="Fame", points=table.player(seat).fame)


def _ranked(players: Sequence[PlayerScore]) -> list[list[str]]:
    totals = sorted({score.total or 0 for score in players}, reverse=True)
    return [[score.seat for score in players if (score.total or 0) == total] for total in totals]


def ranking(table: Table) -> list[list[str]]:
    """Everybody's place, the best first; who has as many points shares it."""
    return _ranked([_score(table, seat) for seat in table.state.seats])


def result_rule(table: Table) -> str:
    """The clause by which the game ends."""
    return "round-end.game-over"
