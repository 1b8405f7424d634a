"""The ranking of team play: the team with the larger sum of its players' scores wins (``team.scoring``)."""

from service.engine.answers import ScoreLine, TeamScore, TieBreak
from service.games.heroes_of_land_air_and_sea.table import Table


def members(table: Table) -> dict[str, list[str]]:
    """The players of each team."""
    found: dict[str, list[str]] = {}
    for seat in table.state.seats:
        found.setdefault(table.state.teams[seat], []).append(seat)
    return found


def team_scores(table: Table, totals: dict[str, int]) -> list[TeamScore]:
    """What each team has: the points of its members, and their sum."""
    return [
        TeamScore(
            team=team,
            seats=seats,
            total=sum(totals[seat] for seat in seats),
            lines=[ScoreLine(rule="team.scoring", label=seat, points=totals[seat]) for seat in seats],
        )
        for team, seats in members(table).items()
    ]


def team_ranking(table: Table, totals: dict[str, int]) -> tuple[list[list[str]], list[TieBreak]]:
    """Both teams, best first, and what separates them at the same points.

    A team of which nobody is left comes last; equal points are separated by the Resources of those who are.
    """
    teams = members(table)
    points = {team: sum(totals[seat] for seat in seats) for team, seats in teams.items()}
    stocks = {
        team: sum(sum(table.stocks(seat).values()) for seat in seats if table.is_in(seat))
        for team, seats in teams.items()
    }
    keys = {team: (any(map(table.is_in, seats)), points[team], stocks[team]) for team, seats in teams.items()}
    ranking = [
        [seat for seat in table.state.seats if keys[table.state.teams[seat]] == key]
        for key in sorted(set(keys.values()), reverse=True)
    ]
    ties = []
    if len(set(points.values())) == 1:
        told = ", ".join(f"{' and '.join(seats)} {stocks[team]}" for team, seats in teams.items())
        detail = f"{next(iter(points.values()))} points; Resources: {told}"
        ties.append(TieBreak(rule="scoring.tie", seats=list(table.state.seats), detail=detail))
    return ranking, ties
