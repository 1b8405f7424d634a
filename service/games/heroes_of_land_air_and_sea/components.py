"""What is printed: Units, Boards, cards, tokens and Regions, as the rules read them."""

from dataclasses import dataclass
from typing import Any

Effect = dict[str, Any]

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

    @property
    def spell(self) -> str:
        """The id of the printed Spell."""
        return f"{self.unit}-spell"

    @property
    def turned(self) -> Effect:
        """The effect for a player who turns the Spell against the Enemy: what it takes, it takes from the Enemy."""
        target = self.effect.get("target", {})
        return {**self.effect, "target": {"type": "opponent"}} if target.get("type") == "player" else self.effect


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


def read_ability(data: dict[str, Any], owner: str, of_hero: bool) -> Ability:
    """An ability of a Building or a Hero."""
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


def read_unit(data: dict[str, Any], faction: str) -> Unit:
    """A Unit of a Faction."""
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


def read_faction(data: dict[str, Any]) -> Faction:
    """A Faction, its Units sorted by kind."""
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


def read_spell(data: dict[str, Any]) -> Spell:
    """A Spell Card."""
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


def read_tactic(data: dict[str, Any]) -> Tactic:
    """A Tactic Card."""
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


def read_token(data: dict[str, Any]) -> Token:
    """A kind of Exploration Token."""
    return Token(data["id"], data["name"], data["count"], tuple(data["effects"]), data["stays"])


def read_region(data: dict[str, Any]) -> LandRegion:
    """A Land Region."""
    return LandRegion(
        id=data["id"],
        continent=data["continent"],
        terrain=data["terrain"],
        worker_spaces=data["worker_spaces"],
        shore_of=tuple(data["shore_of"]),
        tokens=data["land_tokens"],
        resource=data.get("resource"),
    )


def read_solo_card(data: dict[str, Any]) -> SoloCard:
    """A Solo Enemy Card."""
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


def read_solo_hero(data: dict[str, Any]) -> SoloHero:
    """A Hero of a Solo Enemy Board."""
    spell = data["spell"]
    bonus = {int(level): number for level, number in data["battle_bonus"].items()}
    return SoloHero(unit=data["unit"], bonus=bonus, cost=spell["cost"], vp=spell["vp"], effect=spell["effect"])
