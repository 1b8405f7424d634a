"""What of the tokens on the map does not add up, and is judged all the same: how many lie where, and of what kind."""

from collections import Counter
from collections.abc import Iterator, Mapping

from service.engine.defect import Defect, warning
from service.games.mage_knight.consistency_agenda import is_setting_up
from service.games.mage_knight.consistency_sites import is_fighting
from service.games.mage_knight.state_map import OnSpace
from service.games.mage_knight.table import Table

GARRISON: dict[str, Mapping[str, int]] = {"keep": {"grey": 1}, "mage-tower": {"violet": 1}, "monastery": {"violet": 1}}
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
        lying = Counter(table.pack.enemies[enemy].back for enemy in there.enemies) + Counter(there.hidden)
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
