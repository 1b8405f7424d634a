"""What must be true of the map: tiles, figures, tokens, and the piles they come from."""

from collections import Counter
from collections.abc import Iterator

from service.engine.defect import Defect, error
from service.games.mage_knight.ids import BACKS
from service.games.mage_knight.table import Table


def map_defects(table: Table) -> Iterator[Defect]:
    """What cannot be of the map."""
    world = table.state.world
    tiles = set(world.tiles.values())
    if len(tiles) < len(world.tiles):
        yield error("map.fixed-positions", "/world/tiles", "twice", "a tile lies twice")
    for tile in world.deck.unseen:
        if tile in tiles:
            yield error("explore.top-tile", "/world/deck/unseen", "seen", f"{table.name(tile)} lies on the map")
    shape = table.pack.shapes[table.scenario.shapes[table.count()]]
    if world.tiles.get("x0y0") != shape.start_tile:
        yield error("setup.start-tile", "/world/tiles/x0y0", "missing", f"{shape.start_tile} does not lie at x0y0")
    for space in world.on:
        if table.space(space).tile not in tiles:
            yield error(
                "map.revealed-only", f"/world/on/{space}", "unrevealed", f"{table.where(space)} is not revealed"
            )
        if (world.on[space].ruins is not None or world.on[space].ruins_hidden) and table.site(space) != "ancient-ruins":
            yield error("reveal.ruins", f"/world/on/{space}", "no-ruins", f"there are no ruins on {table.where(space)}")
    for seat, player in table.state.players.items():
        if player.at is not None and table.space(player.at).tile not in tiles:
            yield error(
                "map.revealed-only", f"/players/{seat}/at", "unrevealed", f"{table.where(player.at)} is not revealed"
            )
    yield from _deck(table)
    yield from _tokens(table)


def _deck(table: Table) -> Iterator[Defect]:
    deck = table.state.world.deck
    groups = Counter(table.pack.tiles[tile].group for tile in deck.unseen)
    if groups["start"]:
        yield error("setup.start-tile", "/world/deck/unseen", "start", "a starting tile is in no deck")
    for group in ("countryside", "core", "city"):
        if getattr(deck, group) > groups[group]:
            detail = f"{getattr(deck, group)} {group} tiles in the deck, and only {groups[group]} unseen"
            yield error("explore.top-tile", f"/world/deck/{group}", "count", detail)


def _tokens(table: Table) -> Iterator[Defect]:
    world, pack = table.state.world, table.pack
    hidden, older = dict.fromkeys(BACKS, 0), dict.fromkeys(BACKS, 0)
    for space, there in world.on.items():
        for back in there.hidden:
            hidden[back] += there.of_pile(back)
        for back, number in there.older.items():
            older[back] += number
            if number > there.hidden.get(back, 0):
                detail = f"{number} of {there.hidden.get(back, 0)} {back} tokens cannot be older"
                yield error("setup.enemy-pile-reshuffle", f"/world/on/{space}/older", "count", detail)
    hidden_ruins = sum(there.ruins_hidden for there in world.on.values())
    for back in BACKS:
        pile = world.enemies.get(back)
        if pile is None:
            yield error("setup.enemy-piles", f"/world/enemies/{back}", "missing", f"there is no pile of {back} tokens")
            return
        for counts in (pile.unseen, pile.discarded, pile.older):
            strange = () if pack.enemies_of[back].issuperset(counts) else sorted(counts.keys() - pack.enemies_of[back])
            for enemy in strange:
                detail = f"the token of {table.name(enemy)} has another back"
                yield error("setup.enemy-piles", f"/world/enemies/{back}", "back", detail)
        if sum(pile.unseen.values()) < pile.count + hidden[back]:
            detail = f"{pile.count} in the pile and {hidden[back]} face down are more than the unseen ones"
            yield error("setup.enemy-piles", f"/world/enemies/{back}/unseen", "count", detail)
        if sum(pile.older.values()) < older[back]:
            detail = f"{older[back]} {back} tokens lie face down since before their pile was made anew; named are fewer"
            yield error("setup.enemy-pile-reshuffle", f"/world/enemies/{back}/older", "count", detail)
    if len(world.ruins.unseen) < world.ruins.count + hidden_ruins:
        yield error("setup.enemy-piles", "/world/ruins", "count", "more ruins tokens lie hidden than are unseen")
