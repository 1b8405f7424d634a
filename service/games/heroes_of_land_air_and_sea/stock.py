"""Gaining, losing and paying Resources, and Victory Points."""

from collections.abc import Mapping

from service.games.heroes_of_land_air_and_sea.stock_events import (
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
    fits = {resource: min(number, _room(table, seat, resource)) for resource, number in resources.items()}
    if any(fits.values()) or not any(resources.values()):
        table.log(ResourcesGained(rule=rule, seat=seat, resources={r: number for r, number in fits.items() if number}))
    receive(table, seat, resources, rule)


def _room(table: Table, seat: str, resource: str) -> int:
    return table.pack.resource_cap - table.stock(seat, resource)


def receive(table: Table, seat: str, resources: Mapping[str, int], rule: str) -> None:
    """Resources of which an event has told already come to a player; what exceeds the limit is lost, and told."""
    player, lost = table.player(seat), {}
    for resource, number in resources.items():
        fits = min(number, _room(table, seat, resource))
        setattr(player, resource, table.stock(seat, resource) + fits)
        if number > fits:
            lost[resource] = number - fits
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
    lost = take_away(table, seat, resources)
    table.log(ResourcesLost(rule=rule, seat=seat, resources=lost))
    return lost


def take_away(table: Table, seat: str, resources: Mapping[str, int]) -> dict[str, int]:
    """Take Resources from a player, as many as there are, of which the caller tells; what was taken."""
    taken = {r: fewer for r, number in resources.items() if (fewer := min(number, table.stock(seat, r)))}
    _take(table, seat, taken)
    return taken


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
        if lost:
            table.log(PointsLost(rule=rule, seat=seat, points=lost))
