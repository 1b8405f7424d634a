"""The Hand limit for a draw: of the level, of keeps and cities, and of effects."""

from service.games.mage_knight.table import Table
from service.games.mage_knight.team import allies


def hand_limit(table: Table, seat: str) -> int:
    """Up to how many cards a player draws now."""
    return table.level(seat).hand_limit + site_bonus(table, seat) + table.player(seat).next_draw


def site_bonus(table: Table, seat: str) -> int:
    """What keeps and cities add; of both only the higher (``round-prep.hand-limit-higher-of-two``)."""
    at = table.player(seat).at
    if at is None:
        return 0
    near = [at, *table.around(at)]
    return max((_bonus(table, seat, space) for space in near), default=0)


def _bonus(table: Table, seat: str, space: str) -> int:
    site, shields = table.site(space), table.on(space).shields
    if site == "keep" and any(owner in shields for owner in (seat, *allies(table, seat))):
        return sum(table.site(own) == "keep" and seat in there.shields for own, there in table.state.world.on.items())
    if site == "city" and seat in shields and is_conquered_city(table, space):
        return 2 if leader_of(table, space) == seat else 1
    return 0


def is_conquered_city(table: Table, space: str) -> bool:
    """Whether no defender is left in a city."""
    there = table.on(space)
    return bool(there.shields) and not there.enemies and not there.hidden


def leader_of(table: Table, space: str) -> str | None:
    """The leader of a conquered city: the most shields on its card; of those alike, the first shield there."""
    shields = table.on(space).shields
    return max(shields, key=lambda seat: (shields.count(seat), -shields.index(seat)), default=None)
