"""The component pack of Lords of Xidit, with the look-ups that its rules need."""

from dataclasses import dataclass
from typing import Any

from service.engine.pack import Pack
from service.games.lords_of_xidit.ids import CENTRAL, UNITS


@dataclass(frozen=True, slots=True)
class CityTile:
    """A City tile: its City, the Units it offers, the Units its threat requires, and the rewards of the threat."""

    id: str
    city: str
    offers: dict[str, int]
    requires: dict[str, int]
    rewards: dict[str, int]


@dataclass(frozen=True, slots=True)
class Titan:
    """A Titan tile: its pile, how many Units it takes to eliminate it, and its rewards."""

    id: str
    pile: str
    units: int
    rewards: dict[str, int]


def _kinds(numbers: dict[str, int]) -> dict[str, int]:
    return {unit: numbers[unit] for unit in UNITS if numbers.get(unit)}


class XiditPack(Pack):
    """The pack as the rules read it. Every look-up is by component id; a City's id is its number."""

    def __init__(self, name: str, document: dict[str, Any]) -> None:
        super().__init__(name, document)
        cities = document["map"]["cities"]
        self.cities = tuple(str(city["number"]) for city in cities)
        self.roads = {
            str(city["number"]): {color: str(to) for color, to in city["roads"].items() if to is not None}
            for city in cities
        }
        self.adjacent_regions = {str(city["number"]): tuple(sorted(city["regions"])) for city in cities}
        self.reputation = {
            region["id"]: (region["reputation"]["first"], region["reputation"]["second"])
            for region in document["map"]["regions"]
        }
        self.regions = tuple(self.reputation)
        self.tile_sets = {
            players: tuple(tile["id"] for tile in tiles["tiles"])
            for tiles in document["city_tile_sets"].values()
            if isinstance(tiles, dict) and "tiles" in tiles
            for players in tiles["players"]
        }
        self.tiles = {
            tile["id"]: CityTile(
                tile["id"],
                str(tile["city"]),
                _kinds(tile["recruitment"]),
                _kinds(tile["threat"]["requires"]),
                tile["threat"]["rewards"],
            )
            for tiles in document["city_tile_sets"].values()
            if isinstance(tiles, dict) and "tiles" in tiles
            for tile in tiles["tiles"]
        }
        self.titans = {
            tile["id"]: Titan(tile["id"], f"titans-{pile['units']}", tile["units"], tile["rewards"])
            for pile in document["titan_tiles"]["piles"]
            for tile in pile["tiles"]
        }
        self.titan_piles = tuple(sorted({titan.pile for titan in self.titans.values()}))
        self.supply = {unit["id"]: unit["supply"] for unit in document["units"]["types"]}
        self.tallest = document["guild"]["max_stories_per_city"]
        self.census_rewards = {entry["unit"]: entry for entry in document["census_rewards"]["rewards"]}
        self.dummy_tracks = document["dummy_player"]["tracks"]
        self.ids = {
            "city": frozenset(self.cities),
            "city tile": frozenset(self.tiles),
            "region": frozenset(self.regions),
            "open region": frozenset(self.regions) - {CENTRAL},
            "titan": frozenset(self.titans),
            "titan pile": frozenset(self.titan_piles),
            "city tile or titan": frozenset((*self.tiles, *self.titans)),
        }

    def census_years(self, years: int) -> list[int]:
        """The Game Years that end with a Military Census."""
        calendar = self.document["calendar"]["long" if years == 12 else "short"]
        return list(calendar["census_years"])

    def eliminated(self, players: int) -> list[int]:
        """How many contestants each of the three assessments eliminates."""
        found = self.document["assessments"]["eliminate"][str(players)]
        return list(found["with_dummy"] if isinstance(found, dict) else found)
