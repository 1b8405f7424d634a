"""Gaining, losing and paying Resources, and Victory Points."""

from collections.abc import Mapping

from service.games.heroes_of_land_air_and_sea.events import (
    PointsGained,
    PointsLost,
    ResourcesGained,
    ResourcesLost,
    ResourcesOverLimit,
    ResourcesPaid,
)
from service.games.heroes_of_land_air_and_sea.table import Table


def gain(table: Table, seat: str, resources: Mapping[str, int], rule: str) -> None:
    """Gain Resources up to the limit of 10; what exceeds it is lost (``capital-board.resource-cap``)."""
    player, gained, lost = table.player(seat), {}, {}
    for resource, number in resources.items():
        has = table.stock(seat, resource)
        fits = min(number, table.pack.resource_cap - has)
        setattr(player, resource, has + fits)
        if fits:
            gained[resource] = fits
        if number > fits:
            lost[resource] = number - fits
    if gained or not lost:
        table.log(ResourcesGained(rule=rule, seat=seat, resources=gained))
    if lost:
        limit, cap = table.pack.resource_cap, "capital-board.resource-cap"
        table.log(ResourcesOverLimit(rule=cap, seat=seat, resources=lost, limit=limit, source=rule))


def pay(table: Table, seat: str, cost: Mapping[str, int], rule: str) -> None:
    """Pay a cost that the player can pay."""
    if cost:
        _take(table, seat, cost)
        table.log(ResourcesPaid(rule=rule, seat=seat, resources=dict(cost)))


def lose(table: Table, seat: str, resources: Mapping[str, int], rule: str) -> dict[str, int]:
    """Lose Resources, as many as there are; what was lost."""
    lost = {r: fewer for r, number in resources.items() if (fewer := min(number, table.stock(seat, r)))}
    _take(table, seat, lost)
    table.log(ResourcesLost(rule=rule, seat=seat, resources=lost))
    return lost


def _take(table: Table, seat: str, resources: Mapping[str, int]) -> None:
    player = table.player(seat)
    for resource, number in resources.items():
        setattr(player, resource, table.stock(seat, resource) - number)


def score(table: Table, seat: str, points: int, rule: str) -> None:
    """Advance the Score Token, or move it back, never below 0."""
    player = table.player(seat)
    if points > 0:
        player.vp += points
        table.log(PointsGained(rule=rule, seat=seat, points=points))
    elif points < 0:
        lost = min(-points, player.vp)
        player.vp -= lost
        table.log(PointsLost(rule=rule, seat=seat, points=lost))
