"""What must be true of the spaces: what may lie on them, and where figures may stand."""

from collections.abc import Iterator

from service.engine.agenda import name_of
from service.engine.defect import Defect, error
from service.games.mage_knight.state_map import OnSpace
from service.games.mage_knight.table import Table

MARKED = (
    "keep",
    "mage-tower",
    "city",
    "monastery",
    "dungeon",
    "tomb",
    "monster-den",
    "spawning-grounds",
    "ancient-ruins",
)
"""Sites that may hold shields; of them the last conquest counts, except where a row of shields is put down."""
IN_A_ROW = ("city", "dungeon", "tomb")
OPENED = ("lake",)
"""Inaccessible terrain that some effect opens for a turn."""


def site_defects(table: Table) -> Iterator[Defect]:
    """What cannot be of spaces and figures."""
    state, fighting = table.state, is_fighting(table)
    for space, there in sorted(state.world.on.items()):
        at = f"/world/on/{space}"
        yield from _marks(table, space, there, at)
        tokens = there.enemies or there.hidden
        if tokens and there.ruins is not None and table.pack.ruins[there.ruins].type == "altar":
            yield error("site.ruins-altar", at, "altar", f"nobody guards the altar on {table.where(space)}")
        if there.level is None and is_open_city(table, space):
            yield error("reveal.city-garrison", f"{at}/level", "missing", f"{table.where(space)} has no level")
    for seat, player in state.players.items():
        if player.at is not None:
            yield from _figure(table, seat, player.at, fighting)


def is_fighting(table: Table) -> bool:
    """Whether a combat is being fought or about to begin."""
    state = table.state
    begins = any(name_of(step) == "begin-combat" for step in state.agenda)
    return begins or state.combat is not None or state.duel is not None or state.assault is not None


def is_open_city(table: Table, space: str) -> bool:
    """Whether a space holds a city that the scenario lets players enter."""
    return table.site(space) == "city" and "enterable" not in table.scenario.cities


def _marks(table: Table, space: str, there: OnSpace, at: str) -> Iterator[Defect]:
    site = table.site(space)
    if there.shields and site not in MARKED:
        yield error("outcome.adventure-marked", f"{at}/shields", "site", f"{table.where(space)} is never conquered")
    elif len(there.shields) > 1 and site not in IN_A_ROW:
        yield error("outcome.adventure-marked", f"{at}/shields", "count", f"{table.where(space)} has several shields")
    if there.burned and site != "monastery":
        yield error("site.monastery-burned", f"{at}/burned", "site", f"{table.where(space)} is no monastery")
    if there.level is not None and site != "city":
        yield error("reveal.city-garrison", f"{at}/level", "site", f"{table.where(space)} is no city")


def _figure(table: Table, seat: str, space: str, fighting: bool) -> Iterator[Defect]:
    info, turn = table.space(space), table.state.turn
    walking = (turn is not None and turn.seat == seat) or seat in table.state.waiting
    terrain = table.pack.terrain[info.terrain]
    if terrain["day"] is None and info.site is None and (info.terrain not in OPENED or not walking):
        yield error(
            "move.inaccessible-terrain", f"/players/{seat}/at", "terrain", f"{table.where(space)} cannot be entered"
        )
    if table.has_rampaging(space) and not fighting:
        yield error("move.no-entering-rampaging", f"/players/{seat}/at", "rampaging", "a rampaging enemy stands there")
    there = table.on(space)
    if table.is_fortified_site(space) and (there.enemies or there.hidden) and not fighting and not there.shields:
        detail = f"the garrison of {table.where(space)} is not being fought"
        yield error("move.safe-space", f"/players/{seat}/at", "unconquered", detail)
    if table.site(space) == "city" and "enterable" in table.scenario.cities:
        yield error("recon.city-closed", f"/players/{seat}/at", "closed", f"{table.where(space)} cannot be entered")
