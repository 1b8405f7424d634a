"""Adjustment of the Difficulty: the pool of tiles, and at most two attack tiles in a game."""

from collections.abc import Iterator
from functools import lru_cache

from service.engine.piles import Pile
from service.engine.violation import Violation
from service.games.kingdom_defenders.pack import KingdomPack
from service.games.kingdom_defenders.state import Options
from service.games.kingdom_defenders.table import Table

MOST_ATTACK_TILES = 2
BUILDINGS = 5


def characters_per_game(players: int) -> int:
    """Three Character tiles; two with 2 players."""
    return 2 if players == 2 else 3


def pool(pack: KingdomPack, options: Options, players: int) -> list[str]:
    """The codes in the pool, without the tiles that the number of players or the variant removes."""
    return sorted(set(options.tiles) - removed_tiles(pack, options.variant, players))


@lru_cache(maxsize=64)
def removed_tiles(pack: KingdomPack, variant: str, players: int) -> frozenset[str]:
    """The tiles that leave the game with this number of players and in this variant."""
    removed = {code for code, tile in pack.tiles.items() if tile.attack} if players == 2 else set()
    if variant == "family":
        removed |= set(pack.document["variants"]["family"]["removed_tiles"])
    return frozenset(removed)


def pool_violations(pack: KingdomPack, options: Options, players: int) -> Iterator[Violation]:
    """Why the tiles of a game could not always be drawn from this pool."""
    tiles = pool(pack, options, players)
    characters = [code for code in tiles if code in pack.characters]
    buildings = [code for code in tiles if code in pack.buildings]
    attackers = sum(pack.tiles[code].attack for code in characters)
    quiet = sum(not pack.tiles[code].attack for code in characters)
    needed = characters_per_game(players)
    if quiet + min(attackers, MOST_ATTACK_TILES) < needed:
        yield Violation(
            "difficulty-setup.tiles-per-game:characters",
            "{needed} Characters must be drawn, the pool gives {found}",
            at="options/tiles",
            needed=needed,
            found=quiet + min(attackers, MOST_ATTACK_TILES),
        )
    drawn_before = min(attackers, MOST_ATTACK_TILES)
    raiders = sum(pack.tiles[code].attack for code in buildings)
    found = len(buildings) - raiders + min(raiders, MOST_ATTACK_TILES - drawn_before)
    if found < BUILDINGS:
        yield Violation(
            "difficulty-setup.tiles-per-game:buildings",
            "{needed} Buildings must be drawn, and the pool may give only {found}",
            at="options/tiles",
            needed=BUILDINGS,
            found=found,
        )


def attack_tiles_in_game(table: Table) -> int:
    """How many attack tiles have come into the game; the printed P1 does not count."""
    state = table.state
    in_game = {*state.drawn_characters, *state.characters.values(), *state.buildings.values()}
    return sum(table.tile(code).attack for code in in_game)


def tiles_that_may_come(table: Table, pile: Pile) -> dict[str, int]:
    """The tiles that the next draw may give: a third attack tile is replaced by one without the icon."""
    draws = pile.draws()
    if attack_tiles_in_game(table) < MOST_ATTACK_TILES:
        return draws
    return {code: number for code, number in draws.items() if not table.tile(code).attack}
