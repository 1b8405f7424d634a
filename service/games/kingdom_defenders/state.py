"""Everything on the table of Kingdom Defenders."""

from typing import Annotated, Literal

from msgspec import Meta, field

from service.engine.piles import Pile
from service.engine.shapes import Seat, Secret, Shape, a_bag, a_set, counts
from service.engine.state import State as EngineState
from service.games.kingdom_defenders.ids import (
    Adventure,
    Building,
    Character,
    Deed,
    DeedSlot,
    Fate,
    HordeCard,
    Place,
    Relic,
    RewardSlot,
    Row,
    Site,
    Space,
    Tile,
)

Resource = Literal["weapon", "spell", "loot", "coin"]
CampResource = Literal["weapon", "spell"]
Goods = dict[Resource, int]
Track = Literal["strength", "magic"]
Variant = Literal["none", "family", "extreme"]
OrbRelic = Literal["legendary-weapon", "arcane-tome", "trophy", "rune-1", "rune-2", "rune-3", "rune-4", "rune-5"]
Feat = Literal["adventurer", "popular", "legend"]

Number = Annotated[int, Meta(ge=0, le=9999)]
Stock = Annotated[int, Meta(ge=0, le=999)]
Camps = Annotated[dict[CampResource, Annotated[int, Meta(ge=0, le=5)]], counts(2)]

STANDARD_TILES = ("E10", "E6", "E7", "E8", "E9", "P2", "P3", "P4", "P5")


class Options(Shape):
    """The options of a game: the variant, and the codes of the tiles in the pool."""

    variant: Variant = "none"
    tiles: Annotated[list[Tile], a_set(24)] = field(default_factory=lambda: list(STANDARD_TILES))


class Standing(Shape):
    """The discs on a space: whose, how many, and whether one of them is the grey disc of the Inn."""

    seat: Seat
    discs: Annotated[int, Meta(ge=1, le=2)]
    grey: bool = False


class Horde(Shape, kw_only=True):
    """The Horde in play and the space of the path on which the Horde Advance Counter stands.

    ``side`` is the side of a special Horde card that shows; null for an ordinary one.
    """

    card: HordeCard
    side: Literal["4", "5"] | None = None
    distance: Annotated[int, Meta(ge=0, le=3, description="space of the path; 0 is the Wall")]


class Player(Shape, kw_only=True):
    """A player's pieces. What lies behind the screen is secret; discs, Wounds, levels, Camps and Fame are open."""

    fame: Number = 20
    discs: Annotated[int, Meta(ge=0, le=11, description="discs on the Hero tile")] = 6
    set_aside: Annotated[int, Meta(ge=0, le=2, description="own discs in the game reserve")] = 2
    wounds: Annotated[int, Meta(ge=0, le=4)] = 0
    strength: Annotated[int, Meta(ge=0, le=7)] = 0
    magic: Annotated[int, Meta(ge=0, le=7)] = 0
    camps: Camps = {}
    weapon: Secret[Stock] = 0
    spell: Secret[Stock] = 0
    loot: Secret[Stock] = 0
    coin: Secret[Stock] = 0
    adventures: Annotated[list[Secret[Adventure]], a_set(34)] = []
    rewards: Annotated[list[Secret[Relic]], a_bag(18)] = []
    spent_orbs: Annotated[int, Meta(ge=0, le=40, description="Orbs shown for Deeds, laid openly")] = 0
    fate: Secret[Fate | None] = None
    fate_dealt: Annotated[list[Secret[Fate]], Meta(max_length=2)] = []
    fate_preset: Secret[Fate | None] = None
    orbs_as: Annotated[dict[OrbRelic, Annotated[int, Meta(ge=0, le=40)]], counts(8)] = {}
    passed: bool = False
    adventures_this_round: Annotated[int, Meta(ge=0, le=34)] = 0
    bard_this_round: Number = 0
    feats: Annotated[list[Feat], a_set(3)] = []


class State(EngineState, kw_only=True):
    """The board and the players.

    ``characters``, ``buildings``, ``adventures``, ``deeds`` and ``rewards`` say what lies face up on which place;
    ``discs`` says who stands on which space. ``victories`` are the rounds in which a Horde was defeated.
    """

    options: Options = field(default_factory=Options)
    round: Annotated[int, Meta(ge=1, le=6)] = 1
    turn_order: Annotated[list[Seat], Meta(max_length=4)] = []
    players: Annotated[dict[Seat, Player], Meta(max_length=4)]
    drawn_characters: Annotated[list[Character], Meta(max_length=3)] = []
    characters: Annotated[dict[Place, Character], Meta(max_length=3)] = {}
    buildings: Annotated[dict[Site, Building], Meta(max_length=5)] = {}
    adventures: Annotated[dict[Row, Adventure], Meta(max_length=5)] = {}
    deeds: Annotated[dict[DeedSlot, Deed], Meta(max_length=3)] = {}
    rewards: Annotated[dict[RewardSlot, Relic], Meta(max_length=2)] = {}
    discs: Annotated[dict[Space, Standing], Meta(max_length=64)] = {}
    horde: Horde | None = None
    wall: Literal["A", "B", "gone"] = "A"
    victories: Annotated[list[Annotated[int, Meta(ge=1, le=6)]], a_set(6)] = []
    character_tiles: Pile = field(default_factory=Pile)
    building_tiles: Pile = field(default_factory=Pile)
    deed_pile_1: Pile = field(default_factory=Pile)
    deed_pile_2: Pile = field(default_factory=Pile)
    adventure_deck: Pile = field(default_factory=Pile)
    reward_reserve: Pile = field(default_factory=Pile)
    horde_deck: Pile = field(default_factory=Pile)
    fate_cards: Pile = field(default_factory=Pile)
