"""A wide map with sites of every kind in every state: what no early turn of a random game reaches."""

import random
from collections.abc import Sequence
from typing import Any

from service.games.mage_knight import GAME
from service.games.mage_knight.pack import MageKnightPack

PACK = GAME.packs["standard"]
PLACES = ("x0y1", "x1y0", "x1y1", "x0y2", "x2y0", "x1y2", "x2y1", "x0y3", "x3y0")
GARRISON = {"keep": "grey", "mage-tower": "violet"}
INHABITANTS = {"monster-den": 1, "spawning-grounds": 2}


class Bag:
    """The tokens that are still to be laid out."""

    def __init__(self, rng: random.Random) -> None:
        assert isinstance(PACK, MageKnightPack)
        self.rng = rng
        self.tokens = {back: [] for back in ("green", "grey", "violet", "brown", "white", "red")}  # type: dict[str, list[str]]
        for enemy in PACK.enemies.values():
            self.tokens[enemy.back] += [enemy.id] * enemy.copies
        self.ruins = list(PACK.ruins)
        for pile in (*self.tokens.values(), self.ruins):
            rng.shuffle(pile)

    def lay(self, back: str, number: int) -> dict[str, Any]:
        """So many tokens with one back, face up or face down."""
        if self.rng.random() < 0.5:
            return {"hidden": {back: number}}
        return {"enemies": sorted(self.tokens[back].pop() for _ in range(number))}


def wide_map(seats: Sequence[str], rng: random.Random) -> tuple[dict[str, Any], list[str]]:
    """The part of a state that is the map, in a wedge, and the spaces on which a figure may stand."""
    assert isinstance(PACK, MageKnightPack)
    country = rng.sample([tile.id for tile in PACK.tiles.values() if tile.group == "countryside"], 5)
    core = rng.sample([tile.id for tile in PACK.tiles.values() if tile.group == "core"], 2)
    cities = rng.sample([tile.id for tile in PACK.tiles.values() if tile.group == "city"], 2)
    inland = [*core, *cities]
    rng.shuffle(inland)
    places = [place for place in PLACES if "0" not in (place[1], place[3])]
    coast = [place for place in PLACES if place not in places]
    tiles = {"x0y0": "start-a", **dict(zip(places, inland, strict=False)), **dict(zip(coast, country, strict=False))}
    on: dict[str, Any] = {}
    spaces = []
    bag = Bag(rng)
    for tile in tiles.values():
        for space in PACK.tiles[tile].spaces:
            there = _there(space, seats, bag, rng)
            if there:
                on[space] = there
            info = PACK.spaces[space]
            walls = info.site in (*GARRISON, "city") and not there.get("shields")
            if PACK.terrain[info.terrain]["day"] is not None and not info.rampaging and not walls:
                spaces.append(space)
    revealed = [PACK.city_of[str(PACK.spaces[f"{tile}.C"].color)] for tile in tiles.values() if tile in cities]
    deck = {"countryside": rng.randrange(3), "core": 1, "city": 1}
    return {"tiles": tiles, "on": on, "deck": deck, "cities": revealed}, spaces


def _there(space: str, seats: Sequence[str], bag: Bag, rng: random.Random) -> dict[str, Any]:
    """What lies on a space: by its site, and by chance."""
    assert isinstance(PACK, MageKnightPack)
    info, untouched, owner = PACK.spaces[space], rng.random() < 0.5, rng.choice(seats)
    if info.rampaging is not None:
        back = "green" if info.rampaging == "orc-marauder" else "red"
        return {"enemies": [bag.tokens[back].pop()]} if untouched else {}
    if info.site in GARRISON:
        return bag.lay(GARRISON[info.site], 1) if untouched else {"shields": [owner]}
    if info.site in INHABITANTS:
        return bag.lay("brown", INHABITANTS[info.site]) if untouched else {"shields": [owner]}
    if info.site in ("dungeon", "tomb"):
        return {} if untouched else {"shields": [owner]}
    if info.site == "ancient-ruins":
        return {"ruins": bag.ruins.pop()} if untouched else {"ruins_hidden": True} if rng.random() < 0.5 else {}
    if info.site == "monastery":
        return {} if untouched else {"burned": True, "shields": [owner]}
    if info.site == "city":
        shields = [rng.choice(seats) for _ in range(3)]
        return {"level": 1, **(bag.lay("white", 1) if untouched else {"shields": shields})}
    return {}
