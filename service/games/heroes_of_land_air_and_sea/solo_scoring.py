"""What the automated Enemy of a solo game scores: as a player, but nothing for its Heroes (``solo.scoring``)."""

from collections.abc import Iterator
from typing import Any

import msgspec

from service.engine.answers import ScoreLine, TieBreak
from service.games.heroes_of_land_air_and_sea.ids import ENEMY
from service.games.heroes_of_land_air_and_sea.table import Table, in_words


def buildings(table: Table) -> int:
    """How many Buildings the Enemy has: by its Capital City Track."""
    assert table.state.solo is not None
    return sum(step.gives == "building" for step in table.pack.capital_track[: table.state.solo.enemy.track])


def extra_lines(table: Table) -> Iterator[ScoreLine]:
    """What only the Enemy scores: Buildings without a Serf, and the tokens that it has collected."""
    assert table.state.solo is not None
    number, collected = buildings(table), table.state.solo.enemy.collected
    if number:
        points = number * table.pack.constants["vp"]["building"]
        yield ScoreLine(rule="scoring.buildings", label=in_words(number, "Building"), points=points)
    if collected:
        points = collected * table.pack.solo_token_vp
        yield ScoreLine(rule="solo.tokens", label=in_words(collected, "Exploration Token"), points=points)


def opponent(table: Table, lines: list[ScoreLine]) -> dict[str, Any]:
    """The Enemy as it stands under ``opponents``."""
    return {
        "opponent": ENEMY,
        "faction": table.player(ENEMY).faction,
        "total": sum(line.points or 0 for line in lines),
        "lines": msgspec.to_builtins(lines),
    }


def beats_enemy(table: Table, seat: str, points: int, enemy_points: int) -> bool:
    """Whether the player has won, a shared victory counted."""
    if not table.is_in(seat) or not table.is_in(ENEMY):
        return table.is_in(seat)
    own, other = sum(table.stocks(seat).values()), sum(table.stocks(ENEMY).values())
    return (points, own) >= (enemy_points, other)


def shared_with_enemy(table: Table, seat: str, points: int, enemy_points: int) -> bool:
    """Whether the player and the Enemy have the same points and the same Resources (``scoring.tie``)."""
    own, other = sum(table.stocks(seat).values()), sum(table.stocks(ENEMY).values())
    return table.is_in(seat) and table.is_in(ENEMY) and (points, own) == (enemy_points, other)


def tie(table: Table, seat: str, points: int, enemy_points: int) -> Iterator[TieBreak]:
    """What separates, or does not separate, the player and the Enemy at the same points."""
    if points == enemy_points and table.is_in(seat) and table.is_in(ENEMY):
        own, other = sum(table.stocks(seat).values()), sum(table.stocks(ENEMY).values())
        shared = ": a shared victory" if own == other else ""
        detail = f"{points} points, as the Enemy; Resources: {seat} {own}, the Enemy {other}{shared}"
        yield TieBreak(rule="scoring.tie", seats=[seat], detail=detail)
