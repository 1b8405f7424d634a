"""The component pack of Heroes of Land, Air & Sea, with the look-ups that its rules need."""

from dataclasses import dataclass
from typing import Any, Literal

from service.engine.pack import Pack
from service.games.heroes_of_land_air_and_sea.ids import ENEMY, SEATS

Effect = dict[str, Any]
Kind = Literal["serf", "warrior", "hero", "sea-vessel", "air-vessel"]

VESSELS = ("sea-vessel", "air-vessel")
LAND_KINDS = ("serf", "warrior", "hero")


@dataclass(frozen=True, slots=True)
class Unit:
    """A kind of Unit of a Faction; Heroes and Vessels exist once. ``building`` is the one that unlocks it."""

    id: str
    faction: str
    kind: str
    name: str
    cost: dict[str, int]
    strength: int
    speed: int
    vp: int
    count: int
    building: str | None
    capacity: int

    @property
    def is_vessel(self) -> bool:
        """Whether it is a Sea or an Air Vessel."""
        return self.kind in VESSELS


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability of a Building or a Hero (``owner``); usable from Capital City Level ``level`` on."""

    id: str
    owner: str
    level: int
    timing: str
    op: str
    params: dict[str, Any]
    scope: str | None
    of_hero: bool

    @property
    def rule(self) -> str:
        """The clause by which it works."""
        return "heroes.unlock" if self.of_hero else "building.level-abilities"


@dataclass(frozen=True, slots=True)
class Level:
    """A Level of a Capital City."""

    level: int
    upgrade_cost: dict[str, int]
    strength: int
    vp: int
    tower_limit: int
    hand_limit: int
    scribe_limit: int


@dataclass(frozen=True, slots=True)
class Faction:
    """A Faction with the ids of its Units and Buildings."""

    id: str
    name: str
    serf: str
    warrior: str
    heroes: tuple[str, ...]
    sea_vessel: str
    air_vessel: str
    buildings: tuple[str, ...]

    @property
    def units(self) -> tuple[str, ...]:
        """All its Units in the order of the Board."""
        return (self.serf, self.warrior, *self.heroes, self.sea_vessel, self.air_vessel)


@dataclass(frozen=True, slots=True)
class Spell:
    """A Spell Card."""

    id: str
    name: str
    label: str
    mana: int
    vp: int
    copies: int
    requires: tuple[str, ...]
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Tactic:
    """A Tactic Card; ``versus`` is the Strength added against a revealed enemy card."""

    id: str
    name: str
    cost: dict[str, int]
    strength: int
    vp: int
    requires: tuple[str, ...]
    versus: dict[str, int]
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """A kind of Exploration Token."""

    id: str
    name: str
    count: int
    effects: tuple[Effect, ...]
    stays: bool


@dataclass(frozen=True, slots=True)
class SoloCard:
    """A Solo Enemy Card: what a Hero of the Enemy does, and what the card is worth in a Battle."""

    id: str
    action: str
    followable: bool
    compass: str
    strength: int
    attack_tactic: str
    defend_tactic: str
    vp: int


@dataclass(frozen=True, slots=True)
class SoloHero:
    """A Hero on a Solo Enemy Board: the bonus in Battle by Level of the Capital City, and the printed Spell."""

    unit: str
    bonus: dict[int, int]
    cost: dict[str, int]
    vp: int
    effect: Effect


@dataclass(frozen=True, slots=True)
class TrackStep:
    """A step of the Enemy's Capital City Track: ``building``, ``level-2`` or ``level-3``."""

    cost: dict[str, int]
    gives: str


@dataclass(frozen=True, slots=True)
class LandRegion:
    """A Land Region."""

    id: str
    continent: str
    terrain: str
    worker_spaces: int
    shore_of: tuple[str, ...]
    tokens: int
    resource: str | None


@dataclass(frozen=True, slots=True)
class Ferry:
    """A Ferry Route between two Land Regions."""

    id: str
    regions: tuple[str, str]
    graticule: str | None


def _ability(data: dict[str, Any], owner: str, of_hero: bool) -> Ability:
    return Ability(
        id=data["id"],
        owner=owner,
        level=data["level"],
        timing=data["timing"],
        op=data["op"],
        params=data["params"],
        scope=data.get("scope"),
        of_hero=of_hero,
    )


def _unit(data: dict[str, Any], faction: str) -> Unit:
    return Unit(
        id=data["id"],
        faction=faction,
        kind=data["kind"],
        name=data["name"],
        cost=data["cost"],
        strength=data["strength"],
        speed=data["speed"],
        vp=data["vp"],
        count=data["count"],
        building=data.get("requires_building"),
        capacity=data.get("capacity", 0),
    )


def _faction(data: dict[str, Any]) -> Faction:
    by_kind: dict[str, list[str]] = {}
    for unit in data["units"]:
        by_kind.setdefault(unit["kind"], []).append(unit["id"])
    return Faction(
        id=data["id"],
        name=data["name"],
        serf=by_kind["serf"][0],
        warrior=by_kind["warrior"][0],
        heroes=tuple(by_kind["hero"]),
        sea_vessel=by_kind["sea-vessel"][0],
        air_vessel=by_kind["air-vessel"][0],
        buildings=tuple(building["id"] for building in data["buildings"]),
    )


def _spell(data: dict[str, Any]) -> Spell:
    return Spell(
        id=data["id"],
        name=data["name"],
        label=data["label"],
        mana=data["cost"].get("mana", 0),
        vp=data["vp"],
        copies=data["copies"],
        requires=tuple(data["requires"]),
        effects=tuple(data["effects"]),
    )


def _tactic(data: dict[str, Any]) -> Tactic:
    return Tactic(
        id=data["id"],
        name=data["name"],
        cost=data["cost"],
        strength=data["strength"],
        vp=data["vp"],
        requires=tuple(data["requires"]),
        versus={entry["enemy_card"]: entry["strength"] for entry in data["versus"]},
        effects=tuple(data["effects"]),
    )


def _token(data: dict[str, Any]) -> Token:
    return Token(data["id"], data["name"], data["count"], tuple(data["effects"]), data["stays"])


def _region(data: dict[str, Any]) -> LandRegion:
    return LandRegion(
        id=data["id"],
        continent=data["continent"],
        terrain=data["terrain"],
        worker_spaces=data["worker_spaces"],
        shore_of=tuple(data["shore_of"]),
        tokens=data["land_tokens"],
        resource=data.get("resource"),
    )


def _solo_card(data: dict[str, Any]) -> SoloCard:
    return SoloCard(
        id=data["id"],
        action=data["action"],
        followable=data["followable"],
        compass=data["compass"],
        strength=data["battle_strength"],
        attack_tactic=data["attack_tactic"],
        defend_tactic=data["defend_tactic"],
        vp=data["battle_vp"],
    )


def _solo_hero(data: dict[str, Any]) -> SoloHero:
    spell = data["spell"]
    bonus = {int(level): number for level, number in data["battle_bonus"].items()}
    return SoloHero(unit=data["unit"], bonus=bonus, cost=spell["cost"], vp=spell["vp"], effect=spell["effect"])


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
        self.factions = {data["id"]: _faction(data) for data in document["factions"]}
        self.units = {unit["id"]: _unit(unit, data["id"]) for data in document["factions"] for unit in data["units"]}
        self.building_unlocks = {
            building["id"]: building["unlocks"] for data in document["factions"] for building in data["buildings"]
        }
        self.abilities = {ability.id: ability for ability in self._all_abilities()}
        self.abilities_of: dict[tuple[str, str], tuple[Ability, ...]] = {}
        for ability in self.abilities.values():
            key = (ability.owner, ability.op)
            self.abilities_of[key] = (*self.abilities_of.get(key, ()), ability)
        self.spells = {data["id"]: _spell(data) for data in document["spell_cards"]["cards"]}
        self.tactics = {data["id"]: _tactic(data) for data in document["tactic_cards"]["cards"]}
        self.land_tokens = {data["id"]: _token(data) for data in document["exploration_tokens"]["land"]}
        self.sea_tokens = {data["id"]: _token(data) for data in document["exploration_tokens"]["sea"]}
        self.tokens = {**self.land_tokens, **self.sea_tokens}
        self._draw_map(document["map"])
        self._place_on_compass(document["map"])
        self._prepare_enemy(document["solo_enemy_cards"], document["solo_enemy_boards"])
        self._name_ids()

    def _all_abilities(self) -> list[Ability]:
        found = []
        for data in self.document["factions"]:
            for building in data["buildings"]:
                found += [_ability(entry, building["id"], False) for entry in building["abilities"]]
            for hero in data["heroes"]:
                found += [_ability(entry, hero["unit"], True) for entry in hero["abilities"]]
        return found

    def _draw_map(self, data: dict[str, Any]) -> None:
        self.regions = {region["id"]: _region(region) for region in data["land_regions"]}
        self.seas = {sea["id"]: sea["sea_tokens"] for sea in data["sea_regions"]}
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
        self.distance = {capital: _distances(capital, self.land_links) for capital in self.capital_regions}
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
        self.solo_cards = {data["id"]: _solo_card(data) for data in cards["cards"]}
        self.solo_boards = {
            board["faction"]: tuple(
                _solo_hero(hero) for hero in sorted(board["heroes"], key=lambda hero: hero["order"])
            )
            for board in boards["boards"]
        }
        self.solo_heroes = {hero.unit: hero for board in self.solo_boards.values() for hero in board}
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
            "tactic card": self.tactics,
            "land token": self.land_tokens,
            "sea token": self.sea_tokens,
            "exploration token": self.tokens,
            "solo enemy card": self.solo_cards,
            "party": [*SEATS, ENEMY],
            "effect source": [*self.spells, *self.tokens, *self.abilities],
        }
        self.ids = {kind: frozenset(ids) for kind, ids in kinds.items()}

    def effects_of(self, source: str) -> tuple[Effect, ...]:
        """The effects of a Spell Card, a token or an ability, in their order."""
        if source in self.spells:
            return self.spells[source].effects
        if source in self.tokens:
            return self.tokens[source].effects
        ability = self.abilities[source]
        return ({"op": ability.op, **ability.params},)

    def is_land(self, area: str) -> bool:
        """Whether this is a Land Region."""
        return area in self.regions
