"""What the texts of the referee call everything that has an id: the printed names."""

from collections.abc import Iterator, Mapping
from typing import Any

from service.engine.telling import Words
from service.games.mage_knight.ids import DUMMY
from service.games.mage_knight.option_words import in_words

MOST_COPIES = 3
MOST_ALIKE = 9
"""How many enemies with one token a combat tells apart; of none are there more than three."""
HALVES = {"basic": "basic effect", "strong": "strong effect"}
OTHERS = {
    DUMMY: "the dummy player",
    "basic-action": "Basic Action",
    "advanced-action": "Advanced Action",
    "spell": "Spell",
    "artifact": "Artifact",
    "regular": "Regular Unit",
    "elite": "Elite Unit",
    "cold-fire": "Cold Fire",
}
CARD_GROUPS = (
    ("advanced_actions", "cards"),
    ("spells", "cards"),
    ("artifacts", "cards"),
    ("basic_actions", "shared"),
    ("basic_actions", "personal"),
)
NAMED_GROUPS = (
    *CARD_GROUPS,
    ("units", "regular"),
    ("units", "elite"),
    ("skills", "skills"),
    ("heroes", "heroes"),
    ("tactics", "day"),
    ("tactics", "night"),
    ("enemy_tokens", "tokens"),
    ("scenarios", "scenarios"),
)
TILE_GROUPS = ("start", "countryside", "core_non_city", "core_city")


def words_of(document: Mapping[str, Any], effects: Mapping[str, Any], places: Mapping[str, tuple[int, int]]) -> Words:
    """The names of everything in a pack. Spaces have none printed: they go by what is on them, and by their tile."""
    named = dict(_named(document))
    halves = dict(_strong_halves(document))
    return Words(
        {
            **named,
            **halves,
            **{key: in_words(key) for node in effects.values() for key in node.keys if key[-1].isdigit()},
            **{effect: _effect(effect, {**named, **halves}) for effect in effects},
            **{place: f"position ({x}, {y})" for place, (x, y) in places.items()},
            **dict(_lands(document)),
            **{token["id"]: _ruins(token) for token in document["ruins_tokens"]["tokens"]},
        }
    )


def _named(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What has a name of its own."""
    yield from ((entry["id"], entry["name"]) for group, part in NAMED_GROUPS for entry in document[group][part])
    more = document["skills"]["cooperative_replacements"]["skills"]
    yield from ((skill["id"], skill["name"]) for skill in more)
    for unit in (*document["units"]["regular"], *document["units"]["elite"]):
        yield from ((f"{unit['id']}.{number}", unit["name"]) for number in range(2, MOST_COPIES + 1))
    for token in document["enemy_tokens"]["tokens"]:
        yield from ((f"{token['id']}.{number}", token["name"]) for number in range(2, MOST_ALIKE + 1))
    yield document["wounds"]["id"], "Wound"
    yield from OTHERS.items()
    for kind in document["site_types"]["types"]:
        yield kind["id"], kind["id"].replace("-", " ")
    for city in document["cities"]["cities"]:
        yield city["id"], f"the {city['color']} city"


def _strong_halves(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The strong half of a card: a Spell's has a name of its own."""
    for group, part in CARD_GROUPS:
        yield from ((f"{card['id']}.strong", card.get("strong_name", card["name"])) for card in document[group][part])


def _effect(effect: str, named: Mapping[str, str]) -> str:
    """``rage.strong.0`` is the strong effect of Rage."""
    owner, half, *_ = effect.split(".")
    name = named.get(owner, owner)
    whole = named.get(f"{owner}.{half}", name)
    if whole != name:
        return whole
    if half.startswith("ability-"):
        return f"ability {half.removeprefix('ability-')} of {name}"
    return f"{HALVES[half]} of {name}" if half in HALVES else name


def _lands(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Tiles, and their spaces: ``countryside-3.NE`` is the hills NE on Countryside 3."""
    for group in TILE_GROUPS:
        for tile in document["map_tiles"][group]:
            name = tile["id"].replace("-", " ").title()
            yield tile["id"], name
            for space in tile["hexes"]:
                what = (space.get("site") or space["terrain"]).replace("-", " ")
                colour = f"{space['color']} " if what == "city" else ""
                yield f"{tile['id']}.{space['pos']}", f"the {colour}{what} {space['pos']} on {name}"


def _ruins(token: Mapping[str, Any]) -> str:
    """An altar by its mana, ruins by the enemies in them."""
    if token["type"] == "altar":
        colours = list(token["tribute"])
        return f"an altar of {colours[0]} mana" if len(colours) == 1 else "an altar of mana of every colour"
    counts = [f"{number} {back}" for back, number in token["enemies"].items()]
    return f"ruins with {' and '.join(counts)} enemies"
