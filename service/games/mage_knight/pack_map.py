"""What the pack says of the map: tiles, terrain, sites, enemies, cities, and how tiles lie to each other."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Axial = tuple[int, int]

HEX: dict[str, Axial] = {
    "C": (0, 0),
    "NW": (0, -1),
    "NE": (1, -1),
    "W": (-1, 0),
    "E": (1, 0),
    "SW": (-1, 1),
    "SE": (0, 1),
}
AROUND = tuple(offset for name, offset in HEX.items() if name != "C")
MOST_X, LEAST_Y, MOST_Y = 24, -2, 24


@dataclass(frozen=True, slots=True)
class SpaceInfo:
    """A space of a tile: its terrain and what is printed on it. ``rampaging`` names the kind of rampaging enemy."""

    id: str
    tile: str
    at: str
    terrain: str
    site: str | None
    rampaging: str | None
    color: str | None


@dataclass(frozen=True, slots=True)
class TileInfo:
    """A map tile and its seven spaces; ``group`` is start, countryside, core or city."""

    id: str
    group: str
    spaces: tuple[str, ...]

    @property
    def is_core(self) -> bool:
        """Whether it has the brown back."""
        return self.group in ("core", "city")


@dataclass(frozen=True, slots=True)
class SiteKind:
    """A type of site or of rampaging enemy, with what its description card says (``data``)."""

    id: str
    group: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EnemyAttack:
    """One attack of an enemy; ``summon`` is the back of the token that it draws instead of attacking."""

    value: int
    element: str
    summon: str | None


@dataclass(frozen=True, slots=True)
class EnemyToken:
    """An enemy token."""

    id: str
    name: str
    back: str
    copies: int
    armor: int
    fame: int
    attacks: tuple[EnemyAttack, ...]
    abilities: tuple[str, ...]
    resistances: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CityCard:
    """A City: its tile, the garrison by level and backs, and what defenders and visitors get."""

    id: str
    color: str
    tile: str
    garrisons: Mapping[int, Mapping[str, int]]
    defenders: Mapping[str, Any]
    interaction: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class RuinsToken:
    """A token of ancient ruins: an altar with its tribute, or enemies, and the reward."""

    id: str
    type: str
    tribute: Mapping[str, int]
    enemies: Mapping[str, int]
    reward: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class MapShape:
    """A shape of the map: the starting tile and where the first tiles lie."""

    id: str
    start_tile: str
    first: tuple[str, ...]
    core_on_coastline: bool


def place_id(x: int, y: int) -> str:
    """The id of a tile position."""
    return f"x{x}y{y}"


def read_tiles(document: Mapping[str, Any]) -> tuple[dict[str, TileInfo], dict[str, SpaceInfo]]:
    """Every tile, and every space of it."""
    groups = {"start": "start", "countryside": "countryside", "core_non_city": "core", "core_city": "city"}
    tiles, spaces = {}, {}
    for name, group in groups.items():
        for entry in document["map_tiles"][name]:
            ids = []
            for hexagon in entry["hexes"]:
                at = f"{entry['id']}.{hexagon['pos']}"
                ids.append(at)
                spaces[at] = SpaceInfo(
                    id=at,
                    tile=entry["id"],
                    at=hexagon["pos"],
                    terrain=hexagon["terrain"],
                    site=hexagon.get("site"),
                    rampaging=hexagon.get("rampaging"),
                    color=hexagon.get("color"),
                )
            tiles[entry["id"]] = TileInfo(entry["id"], group, tuple(ids))
    return tiles, spaces


def read_enemies(document: Mapping[str, Any]) -> dict[str, EnemyToken]:
    """Every enemy token."""
    return {
        entry["id"]: EnemyToken(
            id=entry["id"],
            name=entry["name"],
            back=entry["color"],
            copies=entry["copies"],
            armor=entry["armor"],
            fame=entry["fame"],
            attacks=tuple(
                EnemyAttack(attack.get("value", 0), attack.get("element", "physical"), attack.get("summon"))
                for attack in entry["attacks"]
            ),
            abilities=tuple(entry["abilities"]),
            resistances=tuple(entry["resistances"]),
        )
        for entry in document["enemy_tokens"]["tokens"]
    }


def read_cities(document: Mapping[str, Any]) -> dict[str, CityCard]:
    """The four Cities."""
    return {
        entry["id"]: CityCard(
            id=entry["id"],
            color=entry["color"],
            tile=entry["tile"],
            garrisons={level["level"]: level["garrison"] for level in entry["levels"]},
            defenders=entry["defenders"],
            interaction=tuple(entry["interaction"]),
        )
        for entry in document["cities"]["cities"]
    }


def read_ruins(document: Mapping[str, Any]) -> dict[str, RuinsToken]:
    """The tokens of ancient ruins."""
    return {
        entry["id"]: RuinsToken(
            id=entry["id"],
            type=entry["type"],
            tribute=entry.get("tribute", {}),
            enemies=entry.get("enemies", {}),
            reward=tuple(entry["reward"]),
        )
        for entry in document["ruins_tokens"]["tokens"]
    }


def read_shapes(document: Mapping[str, Any]) -> dict[str, MapShape]:
    """The shapes that a map may have."""
    return {
        entry["id"]: MapShape(
            id=entry["id"],
            start_tile=f"start-{entry['start_tile'].lower()}",
            first=tuple(place_id(x, y) for x, y in entry["start_tiles_at"]),
            core_on_coastline=entry["core_on_coastline"],
        )
        for entry in document["map_geometry"]["shapes"]
    }


def read_sites(document: Mapping[str, Any]) -> dict[str, SiteKind]:
    """The types of sites and of rampaging enemies."""
    return {entry["id"]: SiteKind(entry["id"], entry["group"], entry) for entry in document["site_types"]["types"]}


def allowed_place(shape: str, x: int, y: int) -> bool:
    """Whether a position lies on the right side of the coastline of a shape, within its columns."""
    if x < 0:
        return False
    if shape.startswith("wedge"):
        return y >= 0
    least, most = {"open": (-2, 2), "open-4": (-2, 1), "open-3": (-1, 1)}[shape]
    return least <= y <= most and (y >= 0 or x >= -y)


PLACES: dict[str, Axial] = {
    place_id(x, y): (x, y) for x in range(MOST_X + 1) for y in range(LEAST_Y, MOST_Y + 1) if x >= 0
}
"""Every tile position that a map of the box can reach, with its coordinates in the grid of tiles."""

TILE_NEIGHBOURS: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

BESIDE: dict[str, tuple[str, ...]] = {
    name: tuple(place_id(x + dx, y + dy) for dx, dy in TILE_NEIGHBOURS if place_id(x + dx, y + dy) in PLACES)
    for name, (x, y) in PLACES.items()
}
"""The positions around each position."""


def centre_of(place: str) -> Axial:
    """The axial coordinates of the centre of a position."""
    x, y = PLACES[place]
    return 3 * x + y, -2 * x - 3 * y
