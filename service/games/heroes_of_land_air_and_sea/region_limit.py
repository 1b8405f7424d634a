"""The limit of 5 Units in a Region: for those of one Faction, and in team play for those of both allies together."""

from collections.abc import Iterable, Iterator

from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.table import Table


def allied_there(table: Table, seat: str, area: str) -> int:
    """How many Units of the ally count against the limit that both share in a Region (``team.no-attack``)."""
    ally = table.ally(seat)
    if ally is None or area in (table.player(seat).capital, table.player(ally).capital):
        return 0
    return table.unit_count(ally, area)


def limits(table: Table, seat: str, area: str, number: int, alone: Violation, allied: int = 0) -> Iterator[Violation]:
    """The limits that so many more Units of a player break in a Region that has no room for them.

    ``alone`` is what is said where the player's own Units are too many; ``allied`` Units come together with them.
    """
    limit, own = table.pack.constants["region_unit_limit"], table.unit_count(seat, area) + number
    others = allied_there(table, seat, area) + allied
    if not others or own > limit:
        yield alone
    if others:
        yield Violation(
            "team.no-attack:limit",
            "{area} takes {limit} Units of {seat} and {ally} together, and there would be {number}",
            at=alone.at,
            area=area,
            limit=limit,
            seat=seat,
            ally=table.ally(seat),
            number=own + others,
        )


def only_allies_in_the_way(table: Table, seat: str, areas: Iterable[str], number: int) -> bool:
    """Whether so many more Units would have room in one of these Regions but for those of the ally."""
    return any(table.room(seat, area) + allied_there(table, seat, area) >= number for area in areas)
