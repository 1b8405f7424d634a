"""The component pack of Heroes of Land, Air & Sea, with the look-ups that its rules need."""

from typing import Any

from service.engine.pack import Pack
from service.games.heroes_of_land_air_and_sea.components import (
    Ability,
    Effect,
    Ferry,
    Level,
    TrackStep,
    read_ability,
    read_faction,
    read_region,
    read_solo_card,
    read_solo_hero,
    read_spell,
    read_tactic,
    read_token,
    read_unit,
)
from service.games.heroes_of_land_air_and_sea.ids import ENEMY, SEATS
from service.games.heroes_of_land_air_and_sea.printed_names import words_of


def _neighbours(ids: Any, pairs: Any) -> dict[str, tuple[str, ...]]:
    """Who is joined to whom, both ways, in a fixed order."""
    found: dict[str, set[str]] = {name: set() for name in ids}
    for one, other in pairs:
        found[one].add(other)
        found[other].add(one)
    return {name: tuple(sorted(others)) for name, others in found.items()}


def _distances(start: str, neighbours: dict[str, tuple[str, ...]]) -> dict[str, int]:
    """How many Regions lie between a start and everything else, the last one counted."""
    found, edge = {start: 0}, [start]
    while edge:
        coming = [(there, found[here] + 1) for here in edge for there in neighbours[here]]
        edge = []
        for there, far in coming:
            if there not in found:
                found[there] = far
                edge.append(there)
    return found


class HeroesPack(Pack):
    """The pack as the rules read it. Every look-up is by component id."""

    def __init__(self, name: str, document: dict[str, Any]) -> None:
        super().__init__(name, document)
        self.constants = document["constants"]
        self.resource_cap: int = document["meta"]["resource_cap"]
        self.slots = {slot["id"]: slot["action"] for slot in document["action_slots"]["slots"]}
        self.slots_of: dict[str, tuple[str, ...]] = {
            action: tuple(slot for slot, of in self.slots.items() if of == action) for action in self.slots.values()
        }
        self.levels = {
            data["level"]: Level(**{**data, "upgrade_cost": data["upgrade_cost"] or {}})
            for data in document["capital_levels"]["levels"]
        }
        self.factions = {data["id"]: read_faction(data) for data in document["factions"]}
        self.units = {
            unit["id"]: read_unit(unit, data["id"]) for data in document["factions"] for unit in data["units"]
        }
        self.land_units = {
            name: frozenset((faction.serf, faction.warrior, *faction.heroes)) for name, faction in self.factions.items()
        }
        self.building_unlocks = {
            building["id"]: building["unlocks"] for data in document["factions"] for building in data["buildings"]
        }
        self.abilities = {ability.id: ability for ability in self._all_abilities()}
        self.abilities_of: dict[tuple[str, str], tuple[Ability, ...]] = {}
        for ability in self.abilities.values():
            key = (ability.owner, ability.op)
            self.abilities_of[key] = (*self.abilities_of.get(key, ()), ability)
        self.active_abilities = {
            name: tuple(
                ability.id
                for ability in self.abilities.values()
                if ability.timing == "active" and ability.owner in (*faction.buildings, *faction.heroes)
            )
            for name, faction in self.factions.items()
        }
        self.spells = {data["id"]: read_spell(data) for data in document["spell_cards"]["cards"]}
        self.number_of_spells = sum(spell.copies for spell in self.spells.values())
        self.tactics = {data["id"]: read_tactic(data) for data in document["tactic_cards"]["cards"]}
        self.land_tokens = {data["id"]: read_token(data) for data in document["exploration_tokens"]["land"]}
        self.sea_tokens = {data["id"]: read_token(data) for data in document["exploration_tokens"]["sea"]}
        self.tokens = {**self.land_tokens, **self.sea_tokens}
        self._draw_map(document["map"])
        self._place_on_compass(document["map"])
        self._prepare_enemy(document["solo_enemy_cards"], document["solo_enemy_boards"])
        self._effects: dict[str, tuple[Effect, ...]] = {
            **{ability.id: ({"op": ability.op, **ability.params},) for ability in self.abilities.values()},
            **{token.id: token.effects for token in self.tokens.values()},
            **{spell.id: spell.effects for spell in self.spells.values()},
            **{name: (hero.turned,) for name, hero in self.printed_spells.items()},
        }
        self._name_ids()
        self.words = words_of(document)

    def _all_abilities(self) -> list[Ability]:
        found = []
        for data in self.document["factions"]:
            for building in data["buildings"]:
                found += [read_ability(entry, building["id"], False) for entry in building["abilities"]]
            for hero in data["heroes"]:
                found += [read_ability(entry, hero["unit"], True) for entry in hero["abilities"]]
        return found

    def _draw_map(self, data: dict[str, Any]) -> None:
        self.regions = {region["id"]: read_region(region) for region in data["land_regions"]}
        self.seas = {sea["id"]: sea["sea_tokens"] for sea in data["sea_regions"]}
        self.tokens_placed = {**{region.id: region.tokens for region in self.regions.values()}, **self.seas}
        self.central_seas = frozenset(sea["id"] for sea in data["sea_regions"] if sea["central"])
        self.capital_of = {entry["id"]: entry["capital_region"] for entry in data["continents"]}
        self.capital_regions = frozenset(self.capital_of.values())
        self.ferries = tuple(
            Ferry(ferry["id"], tuple(ferry["regions"]), ferry["graticule"]) for ferry in data["ferry_routes"]
        )
        ferries = [ferry.regions for ferry in self.ferries]
        self.borders = _neighbours(self.regions, data["land_borders"])
        self.ferry_links = _neighbours(self.regions, ferries)
        self.land_links = _neighbours(self.regions, [*data["land_borders"], *ferries])
        self.sea_links = _neighbours(self.seas, data["sea_adjacency"])
        self.shores = _neighbours(
            [*self.regions, *self.seas],
            [(region.id, sea) for region in self.regions.values() for sea in region.shore_of],
        )
        self.distance = {region: _distances(region, self.land_links) for region in self.regions}
        continents = {region.id: region.continent for region in self.regions.values()}
        self.adjacent_continents = _neighbours(
            self.capital_of, [(continents[one], continents[other]) for one, other in ferries]
        )

    def _place_on_compass(self, data: dict[str, Any]) -> None:
        """Where Regions lie (x east, y south), and which neighbours lie across the edge of the board."""
        self.board_size: tuple[int, int] = tuple(data["board_size"])
        self.positions = {area["id"]: tuple(area["position"]) for area in (*data["land_regions"], *data["sea_regions"])}
        self.wraps = {
            frozenset(entry["regions"]): entry["graticules"][0].isdigit() for entry in data["sea_wraparound"]
        } | {frozenset(ferry.regions): ferry.graticule.isdigit() for ferry in self.ferries if ferry.graticule}

    def _prepare_enemy(self, cards: dict[str, Any], boards: dict[str, Any]) -> None:
        self.solo_cards = {data["id"]: read_solo_card(data) for data in cards["cards"]}
        self.solo_boards = {
            board["faction"]: tuple(
                read_solo_hero(hero) for hero in sorted(board["heroes"], key=lambda hero: hero["order"])
            )
            for board in boards["boards"]
        }
        self.solo_heroes = {hero.unit: hero for board in self.solo_boards.values() for hero in board}
        self.printed_spells = {hero.spell: hero for hero in self.solo_heroes.values()}
        self.solo_resources: dict[str, int] = boards["starting_resources"]
        self.solo_token_vp: int = boards["token_vp"]
        self.capital_track = tuple(TrackStep(step["cost"], step["gives"]) for step in boards["capital_track"])

    def _name_ids(self) -> None:
        kinds: dict[str, Any] = {
            "faction": self.factions,
            "continent": self.capital_of,
            "land region": self.regions,
            "sea region": self.seas,
            "region": [*self.regions, *self.seas],
            "action slot": self.slots,
            "unit": self.units,
            "vessel": [unit.id for unit in self.units.values() if unit.is_vessel],
            "building": self.building_unlocks,
            "ability": self.abilities,
            "spell": self.spells,
            "printed spell": self.printed_spells,
            "any spell": [*self.spells, *self.printed_spells],
            "tactic card": self.tactics,
            "land token": self.land_tokens,
            "sea token": self.sea_tokens,
            "exploration token": self.tokens,
            "solo enemy card": self.solo_cards,
            "party": [*SEATS, ENEMY],
            "effect source": [*self.spells, *self.printed_spells, *self.tokens, *self.abilities],
        }
        self.ids = {kind: frozenset(ids) for kind, ids in kinds.items()}

    def effects_of(self, source: str) -> tuple[Effect, ...]:
        """The effects of a Spell, a token or an ability for a player, in their order."""
        return self._effects[source]

    def is_land(self, area: str) -> bool:
        """Whether this is a Land Region."""
        return area in self.regions
