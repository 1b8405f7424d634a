"""The component pack of Kingdom Defenders, with the look-ups that its rules need."""

from dataclasses import dataclass, field
from typing import Any

from service.engine.pack import Pack

Effect = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Requirement:
    """What a space asks for: discs to place, Coins to pay, Fame to give up."""

    discs: int = 1
    coin: int = 0
    fame: int = 0

    @property
    def is_one_disc(self) -> bool:
        """Whether it asks for one disc and nothing else."""
        return self == Requirement()

    @property
    def is_two_discs(self) -> bool:
        """Whether it asks for two discs and nothing else."""
        return self == Requirement(discs=2)


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the board; ``position`` is its place in board order.

    ``requirement`` is None where the tile or card lying there gives it.
    """

    id: str
    area: str
    side: str
    players: frozenset[int]
    requirement: Requirement | None
    position: int
    order: int | None = None
    building: str | None = None
    contribute: int = 0
    x: bool = False


@dataclass(frozen=True, slots=True)
class Cost:
    """One entry of a price: any ``n`` goods of these kinds."""

    any_of: tuple[str, ...]
    n: int


@dataclass(frozen=True, slots=True)
class TileAction:
    """One action of a Building or Character: its price and its effects in order."""

    id: str
    tile: str
    cost: tuple[Cost, ...]
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Tile:
    """A Building or a Character."""

    code: str
    name: str
    requirement: Requirement
    actions: tuple[TileAction, ...]
    attack: bool
    passive: bool = False
    needs_horde: bool = False
    immune_to: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Adventure:
    """An Adventure card: discs to place on it, what it costs, what it gives at once, its relics."""

    id: str
    discs: int
    weapon: int
    spell: int
    either: int
    wounds: int
    gains: tuple[Effect, ...]
    relics: tuple[str, ...]
    two_player: bool


@dataclass(frozen=True, slots=True)
class Horde:
    """A Horde: what the Camps must hold, the rounds it needs to the Wall, the Fame a siege costs."""

    id: str
    players: frozenset[int]
    requires: dict[str, int]
    speed: int
    siege_penalty: int


@dataclass(frozen=True, slots=True)
class Die:
    """One of the King's dice: each face with its weight out of six and its effects."""

    id: str
    faces: dict[str, tuple[int, tuple[Effect, ...]]] = field(default_factory=dict)


def _requirement(data: Any) -> Requirement | None:
    if isinstance(data, str):
        return None
    return Requirement(discs=data.get("discs", 0), coin=data.get("coin", 0), fame=-data.get("fame", 0))


def _tile(data: dict[str, Any]) -> Tile:
    return Tile(
        code=data["code"],
        name=data["name"],
        requirement=_requirement(data["requirement"]) or Requirement(),
        actions=tuple(
            TileAction(
                id=action["id"],
                tile=data["code"],
                cost=tuple(Cost(tuple(entry["any_of"]), entry["n"]) for entry in action["cost"]),
                effects=tuple(action["effects"]),
            )
            for action in data["actions"]
        ),
        attack=data["attack"],
        passive=data.get("passive", False),
        needs_horde=data.get("needs_horde", False),
        immune_to=tuple(data.get("immune_to", ())),
    )


def _adventure(data: dict[str, Any]) -> Adventure:
    cost = data["cost"]
    return Adventure(
        id=data["id"],
        discs=data["discs"],
        weapon=cost["weapon"],
        spell=cost["spell"],
        either=cost["weapon-or-spell"],
        wounds=cost["wounds"],
        gains=tuple(data["gains"]),
        relics=tuple(data["relics"]),
        two_player=data["two_player"],
    )


def _horde(card: str, players: list[int], data: dict[str, Any]) -> Horde:
    return Horde(card, frozenset(players), data["requires"], data["speed"], data["siege_penalty"])


DEED_SLOTS = ("deed-1", "deed-2", "deed-3")
CHEST = "reward-chest"


class KingdomPack(Pack):
    """The pack as the rules read it. Every look-up is by component id."""

    def __init__(self, name: str, document: dict[str, Any]) -> None:
        super().__init__(name, document)
        board = document["board"]
        self.spaces = {data["id"]: self._space(data, at) for at, data in enumerate(board["spaces"])}
        self.places = tuple(s.id for s in self.spaces.values() if s.area == "A" and s.order is not None)
        self.sites = tuple(data["id"] for data in board["spaces"] if data.get("slot", "").startswith("building"))
        self.row = tuple(board["adventure_row"]["order"])
        self.deck_space = {int(number): space for number, space in board["adventure_row"]["deck_space"].items()}
        self.area_c = tuple(s.id for s in self.spaces.values() if s.area == "C")
        self.area_d = tuple(s.id for s in self.spaces.values() if s.area == "D")
        self.reward_slots = {slot["id"]: slot["bonus"][0] for slot in board["reward_slots"]["items"]}
        self.camp_boxes = {int(number): boxes for number, boxes in board["camps"]["boxes_per_player"].items()}
        self.buildings = {data["code"]: _tile(data) for data in document["buildings"]["items"]}
        self.characters = {data["code"]: _tile(data) for data in document["characters"]["items"]}
        self.tiles = {**self.buildings, **self.characters}
        self.actions = {action.id: action for tile in self.tiles.values() for action in tile.actions}
        self.adventures = {data["id"]: _adventure(data) for data in document["adventures"]["items"]}
        self.deeds = {data["id"]: dict(data["show"]) for data in document["deeds"]["items"]}
        self.deed_pile = {data["id"]: data["pile"] for data in document["deeds"]["items"]}
        self.fate = {data["id"]: data for data in document["fate_cards"]["items"]}
        self.dice = {data["id"]: self._die(data) for data in document["dice"]["items"]}
        self.hordes = {data["id"]: _horde(data["id"], data["players"], data) for data in document["hordes"]["items"]}
        self.special_hordes = {
            (number, side): _horde(data["id"], [number], face)
            for data in document["special_hordes"]["items"]
            for number in data["players"]
            for side, face in data["sides"].items()
        }
        self.tracks = {track: document["level_tracks"][track]["spaces"] for track in ("strength", "magic")}
        self.top_level = {track: document["level_tracks"][track]["maximum"] for track in ("strength", "magic")}
        self.rewards = self._reward_kinds()
        self.siege = document["horde_common"]
        self.printed = frozenset(
            data["code"]
            for data in (*document["buildings"]["items"], *document["characters"]["items"])
            if data["kind"] == "printed"
        )
        self.pile_cards = {
            "character_tiles": frozenset(self.characters),
            "building_tiles": frozenset(self.buildings),
            "deed_pile_1": frozenset(self.deeds),
            "deed_pile_2": frozenset(self.deeds),
            "adventure_deck": frozenset(self.adventures),
            "reward_reserve": frozenset(self.rewards),
            "horde_deck": frozenset(self.hordes),
            "fate_cards": frozenset(self.fate),
        }
        self._name_ids()

    def horde(self, card: str, side: str | None, players: int) -> Horde | None:
        """The Horde that a card shows, by its side where it is a special one; None where the two do not match."""
        found = self.hordes.get(card) if side is None else self.special_hordes.get((players, side))
        return found if found is not None and found.id == card else None

    def special_card(self, players: int) -> str:
        """The special Horde card of this number of players."""
        return self.special_hordes[players, "4"].id

    def multiplier(self, track: str, level: int) -> int:
        """The multiplier of the last multiplier space reached or passed."""
        return max(
            int(space["multiplier"]) for space in self.tracks[track] if space["pos"] <= level and "multiplier" in space
        )

    def discount(self, track: str, level: int) -> int:
        """The number on the Level tile that a player of this level has; 0 without one."""
        sides = [
            effect["side"]
            for space in self.tracks[track]
            if space["pos"] <= level
            for effect in space.get("effects", ())
            if effect["op"] == "level-tile"
        ]
        return max(sides, default=0)

    @staticmethod
    def _space(data: dict[str, Any], position: int) -> Space:
        return Space(
            id=data["id"],
            area=data["area"],
            side=data["side"],
            players=frozenset(data["players"]),
            requirement=_requirement(data["requirement"]),
            position=position,
            order=data.get("order"),
            building=data.get("building"),
            contribute=data.get("contribute", [0, 0])[1],
            x=data.get("x", False),
        )

    @staticmethod
    def _die(data: dict[str, Any]) -> Die:
        return Die(data["id"], {face["result"]: (face["weight"], tuple(face["effects"])) for face in data["faces"]})

    def _reward_kinds(self) -> dict[str, int]:
        """How many Reward tiles hold each relic: tiles with the same relic are interchangeable."""
        kinds: dict[str, int] = {}
        for data in self.document["rewards"]["items"]:
            kinds[data["relic"]] = kinds.get(data["relic"], 0) + 1
        return dict(sorted(kinds.items()))

    def _name_ids(self) -> None:
        relics = self.document["relics"]
        kinds = {
            "space": self.spaces,
            "character place": self.places,
            "building place": self.sites,
            "adventure place": self.row,
            "tile": [code for code, tile in self.tiles.items() if code not in self.printed],
            "character": self.characters,
            "building": self.buildings,
            "tile action": self.actions,
            "adventure": self.adventures,
            "deed": self.deeds,
            "deed slot": DEED_SLOTS,
            "relic": self.rewards,
            "reward slot": self.reward_slots,
            "fate card": self.fate,
            "die": self.dice,
            "die face": {face for die in self.dice.values() for face in die.faces},
            "horde": [*self.hordes, *(horde.id for horde in self.special_hordes.values())],
            "good": {*(r["id"] for r in self.document["resources"]["items"]), *relics["types"], "adventure-card"},
        }
        self.ids = {kind: frozenset(ids) for kind, ids in kinds.items()}
