"""What the texts of the referee call everything that has an id: the printed names, with their plurals."""

from typing import Any

from service.engine.telling import Words
from service.games.heroes_of_land_air_and_sea.ids import ACTION_NAMES, ENEMY, RESOURCES

ROMAN = {1: "I", 2: "II", 3: "III"}
KINDS = {"serf": "Serf", "warrior": "Warrior", "hero": "Hero", "sea-vessel": "Sea Vessel", "air-vessel": "Air Vessel"}
SEVERAL = ("serf", "warrior")
"""The kinds of Units of which a Faction has more than one of the same name."""
SOLO_ACTIONS = {
    "recruit": "Recruit",
    "build-capital-track": "Build Capital City Track",
    "build-towers-vessels": "Build Towers and Vessels",
    "research": "Research",
    "tax": "Tax",
    "attack": "Attack",
}
COMPASS = {
    "n": "North",
    "e": "East",
    "s": "South",
    "w": "West",
    "nw": "North-West",
    "ne": "North-East",
    "se": "South-East",
    "sw": "South-West",
}


def words_of(document: dict[str, Any]) -> Words:
    """The names of everything in a pack. Regions have none printed: they go by their Continent and letter."""
    names = {
        ENEMY: "the Enemy",
        **{resource: resource.title() for resource in RESOURCES},
        **{action: action.title() for action in ACTION_NAMES},
        **KINDS,
        **SOLO_ACTIONS,
        **_boards(document["factions"]),
        **_areas(document["map"]),
        **_named(document["spell_cards"]["cards"]),
        **_named(document["tactic_cards"]["cards"]),
        **_named(document["exploration_tokens"]["land"]),
        **_named(document["exploration_tokens"]["sea"]),
        **{card["id"]: f"Solo Enemy Card {_last(card['id'])}" for card in document["solo_enemy_cards"]["cards"]},
    }
    units = [unit for faction in document["factions"] for unit in faction["units"]]
    heroes = [hero["unit"] for board in document["solo_enemy_boards"]["boards"] for hero in board["heroes"]]
    names |= {f"{hero}-spell": f"the Spell of the {names[hero]}" for hero in heroes}
    plurals = {unit["id"]: f"{unit['name']}s" for unit in units if unit["kind"] in SEVERAL}
    return Words(names, plurals)


def _named(entries: list[dict[str, Any]]) -> dict[str, str]:
    return {entry["id"]: entry["name"] for entry in entries}


def _boards(factions: list[dict[str, Any]]) -> dict[str, str]:
    """Factions, Units and Buildings; abilities by the Hero or Building that has them, and their number."""
    names = _named(factions)
    for faction in factions:
        names |= _named(faction["units"]) | _named(faction["buildings"])
        owners = [(building["id"], building["abilities"]) for building in faction["buildings"]]
        owners += [(hero["unit"], hero["abilities"]) for hero in faction["heroes"]]
        names |= {a["id"]: f"{names[owner]} {ROMAN[a['level']]}" for owner, abilities in owners for a in abilities}
    return names


def _areas(drawn: dict[str, Any]) -> dict[str, str]:
    continents = _named(drawn["continents"])
    lands = {
        region["id"]: region.get("name", f"{continents[region['continent']]} {_last(region['id']).upper()}")
        for region in drawn["land_regions"]
    }
    return {**continents, **lands, **{sea["id"]: _sea(sea) for sea in drawn["sea_regions"]}}


def _sea(sea: dict[str, Any]) -> str:
    """``sea-nw`` is the North-West Sea, ``sea-n-strait`` the North Strait."""
    if sea["central"]:
        return "Central Sea"
    _, side, *rest = sea["id"].split("-")
    return str(sea.get("name", f"{COMPASS.get(side, side)} {' '.join(rest).title() or 'Sea'}"))


def _last(name: str) -> str:
    return name.rpartition("-")[2]
