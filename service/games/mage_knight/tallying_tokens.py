"""What of the tokens on the map does not add up, and is judged all the same: how many lie where, and of what kind."""

from collections import Counter
from collections.abc import Iterator, Mapping

from service.engine.defect import Defect, warning
from service.games.mage_knight.consistency_agenda import is_setting_up
from service.games.mage_knight.consistency_sites import is_fighting, is_open_city
from service.games.mage_knight.revealing import GARRISONS, RAMPAGING
from service.games.mage_knight.state_map import OnSpace
from service.games.mage_knight.table import Table

GARRISON: dict[str, Mapping[str, int]] = {
    **{site: {back: 1} for site, (back, _) in GARRISONS.items()},
    "monastery": {"violet": 1},
}
LEFT_BY_ALL = ("dungeon", "tomb", "monastery")
"""Sites at which tokens lie during a combat only."""
EMPTY_ONCE_CONQUERED = ("monster-den", "spawning-grounds", "ancient-ruins")
RULES = {
    "keep": "reveal.keep",
    "mage-tower": "reveal.mage-tower",
    "monastery": "site.monastery-burn",
    "dungeon": "site.dungeon",
    "tomb": "site.tomb",
    "monster-den": "site.monster-den",
    "spawning-grounds": "site.spawning-grounds",
    "ancient-ruins": "site.ruins-enemies",
}


def doubtful_sites(table: Table) -> Iterator[Defect]:
    """What of the spaces does not add up: tokens that lie elsewhere, garrisons, and who has conquered what."""
    fighting = is_fighting(table)
    for space, there in sorted(table.state.world.on.items()):
        at = f"/world/on/{space}"
        yield from _elsewhere(table, space, there, at)
        if is_open_city(table, space):
            yield from _city(table, space, there, at, fighting)
    if not fighting:
        yield from _guarded(table)


def doubtful_tokens(table: Table) -> Iterator[Defect]:
    """Tokens that are not there or are there too often, too many or wrong ones at a site, ruins without their token,
    and burned monasteries that nobody holds.
    """
    yield from _copies(table)
    if is_setting_up(table):
        return
    fighting = is_fighting(table)
    for space in table.revealed():
        site, there = table.site(space), table.on(space)
        if site not in RULES:
            continue
        lying = lying_backs(table, there)
        at, where = f"/world/on/{space}", table.where(space)
        if lying - Counter(most_tokens(table, site, there)):
            yield warning(RULES[site], at, "tokens", f"more or other enemies than there can be: {where}")
        elif lying and site in LEFT_BY_ALL and not fighting:
            yield warning(RULES[site], at, "left", f"enemies that do not stay there after a combat: {where}")
        elif lying and there.shields and site in EMPTY_ONCE_CONQUERED and not fighting:
            yield warning("site.conquered-adventure", at, "both", f"both enemies and a shield: {where}")
        if site == "ancient-ruins":
            yield from _ruins(table, there, at, where)
        if there.burned and not there.shields:
            yield warning("site.monastery-burned", at, "nobody", f"burned by nobody: {where}")


def lying_backs(table: Table, there: OnSpace) -> Counter[str]:
    """How many enemies of each back lie on a space, face up or down."""
    return Counter(table.pack.enemies[enemy].back for enemy in there.enemies) + Counter(there.hidden)


def most_tokens(table: Table, site: str, there: OnSpace) -> Mapping[str, int]:
    """How many enemies of each back there are at most at a site."""
    if site == "ancient-ruins":
        return table.pack.ruins[there.ruins].enemies if there.ruins is not None else {}
    return GARRISON[site] if site in GARRISON else table.pack.sites[site].data["enemy"]


def _ruins(table: Table, there: OnSpace, at: str, where: str) -> Iterator[Defect]:
    """Ruins have a token until they are conquered, then a shield."""
    token = there.ruins is not None or there.ruins_hidden
    if token and there.shields:
        yield warning("outcome.adventure-marked", at, "both", f"both a token and a shield: {where}")
    elif not token and not there.shields and table.state.world.ruins.count:
        yield warning("reveal.ruins", at, "neither", f"neither a token nor a shield: {where}")


def _elsewhere(table: Table, space: str, there: OnSpace, at: str) -> Iterator[Defect]:
    info, backs = table.space(space), lying_backs(table, there).keys()
    if not backs:
        return
    if info.rampaging is not None:
        back, rule = RAMPAGING[info.rampaging]
        if backs != {back} or there.hidden or len(there.enemies) > 1:
            yield warning(rule, at, "back", f"one {back} token lies face up on {table.where(space)}, or none")
    elif info.site is None or (
        table.pack.sites[info.site].group not in ("fortified", "adventure") and info.site != "monastery"
    ):
        yield warning("reveal.orcs", at, "enemies", f"no enemies are on {table.where(space)}")


def _city(table: Table, space: str, there: OnSpace, at: str, fighting: bool) -> Iterator[Defect]:
    """Of the garrison of its level what has not been defeated lies in a city."""
    assert there.level is not None
    garrison = Counter(table.pack.cities[table.pack.city_of[str(table.space(space).color)]].garrisons[there.level])
    left = lying_backs(table, there)
    if left - garrison:
        detail = f"{table.where(space)} has other tokens than its garrison"
        yield warning("reveal.city-garrison", at, "back", detail)
    if left.total() + len(there.shields) > garrison.total():
        detail = f"the garrison of {table.where(space)} is larger than that of its level"
        yield warning("outcome.city-shields", at, "count", detail)
    if not left and not there.shields and not fighting:
        yield warning("city.conquered", at, "nobody", f"nobody has conquered {table.where(space)}")


def _guarded(table: Table) -> Iterator[Defect]:
    """Outside combats a keep or mage tower has either its garrison or a shield."""
    if is_setting_up(table):
        return
    piles = table.state.world.enemies
    for space in table.revealed():
        site, there = table.site(space), table.on(space)
        if site not in GARRISONS:
            continue
        back, rule = GARRISONS[site]
        guarded = bool(there.enemies or there.hidden)
        left = piles[back].count or piles[back].discarded
        if guarded and there.shields:
            detail = f"{table.where(space)} is conquered and has a garrison"
            yield warning("outcome.adventure-marked", f"/world/on/{space}", "both", detail)
        elif not guarded and not there.shields and left:
            detail = f"{table.where(space)} has neither a garrison nor a shield"
            yield warning(rule, f"/world/on/{space}", "neither", detail)


def _copies(table: Table) -> Iterator[Defect]:
    """Each token of an enemy is somewhere."""
    world, combat = table.state.world, table.state.combat
    seen = Counter(enemy for there in world.on.values() for enemy in there.enemies)
    if combat is not None:
        seen.update(foe.summoned for foe in combat.foes.values() if foe.summoned is not None)
    for pile in world.enemies.values():
        for counts in (pile.unseen, pile.discarded, pile.older):
            seen.update(counts)
    for enemy, copies in table.pack.enemy_tokens.items():
        if seen[enemy] != copies:
            detail = f"there are {seen[enemy]} {table.name(enemy)}, not {copies}"
            yield warning("setup.enemy-piles", "/world/enemies", "count", detail)
