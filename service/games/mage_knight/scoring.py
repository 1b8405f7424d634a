"""Scoring: what each player's points are, at any moment, and the ranking at the end."""

from collections.abc import Iterator, Sequence
from typing import Any

from service.engine.answers import PlayerScore, ScoreLine, Scores
from service.games.mage_knight.achievements import achievement_lines, best_lines
from service.games.mage_knight.scenarios import (
    all_cities_conquered,
    city_spaces,
    conquered_cities,
    led_by,
    scenario_met,
)
from service.games.mage_knight.table import Table
from service.games.mage_knight.team import is_team


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
    lines = list(team_lines(table) if is_team(table) else score_lines(table, seat))
    return PlayerScore(seat=seat, total=sum(line.points or 0 for line in lines), lines=lines)


def score_lines(table: Table, seat: str) -> Iterator[ScoreLine]:
    """The lines of a player's own score: Fame, achievements, cities, and what a reached goal brings."""
    scoring = table.scenario.scoring
    yield ScoreLine(rule="score.base-fame", label="Fame", points=table.player(seat).fame)
    yield from achievement_lines(table, seat, titles=bool(scoring["titles"]))
    if "cities" in scoring:
        yield from _city_lines(table, seat, scoring["cities"])
    if "goal_bonus" in scoring:
        yield from _goal_lines(table, scoring["goal_bonus"], "solo.score-cities", SOLO_TIME)


def team_lines(table: Table) -> Iterator[ScoreLine]:
    """The lines of the one score of a team, which every member has."""
    fame = min(player.fame for player in table.state.players.values())
    yield ScoreLine(rule="cooperation.score-base", label="Lowest Fame", points=fame)
    yield from best_lines(table)
    bonus = table.scenario.scoring["goal_bonus"]
    yield from _goal_lines(table, bonus, "cooperation.score-cities", TEAM_TIME)
    if all(led_by(table, seat) for seat in table.state.seats):
        points = int(bonus["every_player_leads_a_city"])
        yield ScoreLine(rule="cooperation.score-every-leader", label="Every player leads a city", points=points)


# --- cities of a competitive game -------------------------------------------------------------------------------------


def _city_lines(table: Table, seat: str, worth: dict[str, Any]) -> Iterator[ScoreLine]:
    points = city_points(table, seat, worth)
    yield ScoreLine(rule="conquest.city-scoring", label="Cities", points=points)
    others = [city_points(table, other, worth) for other in table.state.seats]
    if points and points == max(others):
        title = int(worth["title"] if others.count(points) == 1 else worth["tied"])
        yield ScoreLine(rule="conquest.city-title", label="Greatest City Conqueror", points=title)


def city_points(table: Table, seat: str, worth: dict[str, Any]) -> int:
    """Points for cities: for those that a player leads, and for others with an own shield."""
    led = led_by(table, seat)
    helped = [space for space in city_spaces(table) if space not in led and seat in table.on(space).shields]
    return int(worth["leader"]) * len(led) + int(worth["contributor"]) * len(helped)


# --- the goal of a solo or cooperative game ---------------------------------------------------------------------------

SOLO_TIME = ("solo.score-rounds-left", "solo.score-dummy-cards", "solo.score-not-announced")
TEAM_TIME = ("cooperation.score-time", "cooperation.score-time", "cooperation.score-time")


def _goal_lines(table: Table, bonus: dict[str, Any], rule: str, time: Sequence[str]) -> Iterator[ScoreLine]:
    """Points for conquered cities, and once the game ends for the time that is left."""
    fallen = len(conquered_cities(table))
    yield ScoreLine(rule=rule, label="Conquered cities", points=int(bonus["per_city"]) * fallen)
    if all_cities_conquered(table):
        yield ScoreLine(rule=rule, label="All cities conquered", points=int(bonus["all_cities"]))
    if not _ends(table):
        return
    rounds, cards, quiet = time
    left = max(0, len(table.scenario.rounds) - table.state.round)
    if left and scenario_met(table) is not None:
        yield ScoreLine(rule=rounds, label="Rounds left", points=int(bonus["per_round_left"]) * left)
    unflipped = table.state.dummy.deck.count if table.state.dummy is not None else 0
    points = int(bonus["per_dummy_card"]) * unflipped
    yield ScoreLine(rule=cards, label="Cards left in the deck of the dummy player", points=points)
    ending = table.state.ending
    if ending is not None and ending.cause != "announced" and not ending.announced:
        points = int(bonus["end_of_round_not_announced"])
        yield ScoreLine(rule=quiet, label="End of the Round not announced", points=points)


def _ends(table: Table) -> bool:
    """Whether the game is over, or this is its last Round because the goal is reached."""
    ending = table.state.ending
    return table.state.result is not None or (ending is not None and ending.scenario)


# --- ranking ----------------------------------------------------------------------------------------------------------


def _ranked(players: Sequence[PlayerScore]) -> list[list[str]]:
    totals = sorted({score.total or 0 for score in players}, reverse=True)
    return [[score.seat for score in players if (score.total or 0) == total] for total in totals]


def ranking(table: Table) -> list[list[str]]:
    """Everybody's place, the best first; who has as many points shares it."""
    return _ranked([_score(table, seat) for seat in table.state.seats])


def has_goal(table: Table) -> bool:
    """Whether the game is won or lost together, or alone, by conquering the cities."""
    return "goal_bonus" in table.scenario.scoring


def result_rule(table: Table) -> str:
    """The clause by which the game ends."""
    met = scenario_met(table)
    if met is not None:
        return met
    return "conquest.no-early-end" if table.scenario.id == "full-conquest" else "round-end.game-over"


def outcome_rule(table: Table) -> str:
    """The clause that says who has won."""
    if table.scenario.id == "solo-conquest":
        return "solo.victory"
    if has_goal(table):
        return "cooperation.victory"
    return "conquest.winner" if table.scenario.id == "full-conquest" else "score.shared-victory"
