"""The component pack of Mage Knight, with the look-ups that its rules need."""

from collections import Counter
from typing import Any

from service.engine.pack import Pack
from service.games.mage_knight.ids import DUMMY, SEATS, WOUND
from service.games.mage_knight.pack_cards import read_cards, read_heroes, read_skills, read_tactics, read_units
from service.games.mage_knight.pack_effects import EffectLanguage
from service.games.mage_knight.pack_map import (
    PLACES,
    read_cities,
    read_enemies,
    read_ruins,
    read_shapes,
    read_sites,
    read_tiles,
)
from service.games.mage_knight.pack_scenarios import read_levels, read_reputation, read_scenarios
from service.games.mage_knight.printed_names import MOST_ALIKE, MOST_COPIES, words_of


class MageKnightPack(Pack):
    """Heroes, cards, Units, Skills, Tactics, tiles, enemies, cities and scenarios by their ids.

    ``nodes`` holds every effect of them. ``advanced``, ``spells`` and ``artifacts`` are the cards of the three decks.
    """

    def __init__(self, name: str, document: dict[str, Any]) -> None:
        super().__init__(name, document)
        language = EffectLanguage(document["effect_language"]["ops"])
        self.nodes = language.nodes
        self.cards = read_cards(document, language)
        self.units = read_units(document, language)
        self.skills = read_skills(document, language)
        self.tactics = read_tactics(document, language)
        self.heroes = read_heroes(document)
        self.tiles, self.spaces = read_tiles(document)
        self.sites = read_sites(document)
        self.enemies = read_enemies(document)
        self.cities = read_cities(document)
        self.ruins = read_ruins(document)
        self.shapes = read_shapes(document)
        self.scenarios = read_scenarios(document)
        self.levels = read_levels(document)
        self.reputation = read_reputation(document)
        self.city_nodes = {
            f"{city.id}.{entry['id']}": language.compile(f"{city.id}.{entry['id']}", entry["effect"])
            for city in self.cities.values()
            for entry in city.interaction
            if "effect" in entry
        }
        self.advanced = self._cards_of("advanced-action")
        self.spells = self._cards_of("spell")
        self.artifacts = self._cards_of("artifact")
        self.terrain = {entry["id"]: entry for entry in document["terrain"]["types"]}
        self.opposite: dict[str, str] = document["mana"]["opposites"]
        self.of_kind = {
            kind: frozenset(card.id for card in self.cards.values() if card.kind == kind)
            for kind in ("basic-action", "advanced-action", "spell", "artifact")
        }
        self.in_deck = {
            deck: frozenset(unit.id for unit in self.units.values() if unit.deck == deck)
            for deck in ("regular", "elite")
        }
        self.actions = self.of_kind["basic-action"] | self.of_kind["advanced-action"]
        self.enemies_of = {
            back: frozenset(enemy.id for enemy in self.enemies.values() if enemy.back == back)
            for back in sorted({enemy.back for enemy in self.enemies.values()})
        }
        self.enemy_tokens = {enemy.id: enemy.copies for enemy in self.enemies.values()}
        self._boxes: dict[tuple[bool, tuple[str, ...]], dict[str, int]] = {}
        self.city_of = {city.color: city.id for city in self.cities.values()}
        self.ids = self._ids()
        self.words = words_of(document, self.nodes, PLACES)

    def _cards_of(self, kind: str) -> tuple[str, ...]:
        return tuple(card.id for card in self.cards.values() if card.kind == kind)

    def _ids(self) -> dict[str, frozenset[str]]:
        copies = (f"{unit}.{number}" for unit in self.units for number in range(2, MOST_COPIES + 1))
        alike = (f"{enemy}.{number}" for enemy in self.enemies for number in range(2, MOST_ALIKE + 1))
        return {
            "hero": frozenset(self.heroes),
            "deed card": frozenset(self.cards),
            "unit": frozenset(self.units),
            "unit in play": frozenset(self.units) | frozenset(copies),
            "unit offer card": frozenset(self.units) | frozenset(self.advanced),
            "skill": frozenset(self.skills),
            "tactic": frozenset(self.tactics),
            "enemy": frozenset(self.enemies),
            "enemy in combat": frozenset(self.enemies) | frozenset(alike),
            "ruins token": frozenset(self.ruins),
            "map tile": frozenset(self.tiles),
            "tile position": frozenset(PLACES),
            "space": frozenset(self.spaces),
            "city": frozenset(self.cities),
            "scenario": frozenset(self.scenarios),
            "effect": frozenset(self.nodes),
            "party": frozenset((*SEATS, DUMMY)),
        }

    def box(self, competitive: bool, heroes: tuple[str, ...]) -> dict[str, int]:
        """How many of each card and Unit are in a game of these heroes, with or without the competitive Spells."""
        if (competitive, heroes) not in self._boxes:
            spells = (spell for spell in self.spells if competitive or not self.cards[spell].competitive)
            found = Counter([*self.advanced, *self.artifacts, *spells])
            for hero in heroes:
                found.update(self.heroes[hero].deck)
            found.update({unit.id: unit.copies for unit in self.units.values()})
            found.pop(WOUND, None)
            self._boxes[competitive, heroes] = dict(found)
        return self._boxes[competitive, heroes]

    def unit_kind(self, ref: str) -> str:
        """The Unit card that a Unit in play is."""
        return ref.partition(".")[0]


def is_wound(card: str) -> bool:
    """Whether a card is a Wound."""
    return card == WOUND
