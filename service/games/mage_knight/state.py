"""Everything on the table of Mage Knight."""

from typing import Annotated, Literal

from msgspec import Meta, field

from service.engine.piles import KnownCard, Pile
from service.engine.shapes import Seat, Secret, Shape, a_bag, a_set, counts
from service.engine.state import State as EngineState
from service.games.mage_knight.ids import (
    Basic,
    Card,
    Cards,
    City,
    Color,
    Crystals,
    Half,
    Hero,
    ManaCounts,
    Mode,
    Node,
    Party,
    Scenario,
    SkillId,
    Small,
    Space,
    TacticId,
    UnitKind,
    UnitOfferCard,
    UnitRef,
)
from service.games.mage_knight.state_combat import Combat
from service.games.mage_knight.state_joint import Assault, Duel
from service.games.mage_knight.state_map import WorldMap
from service.games.mage_knight.state_turn import Turn

Fame = Annotated[int, Meta(ge=0, le=100_000)]
Level = Annotated[int, Meta(ge=1, le=10)]
CityLevel = Annotated[int, Meta(ge=1, le=11)]
Round = Annotated[int, Meta(ge=1, le=1000)]


class Options(Shape, kw_only=True):
    """The options of a game.

    ``scenario``: for one player the default is Solo Conquest. ``city_levels`` replaces the levels of the scenario, one
    for each City in the order in which they are revealed. ``interactive`` false leaves competitive Spells and
    interactive Skills out; ``pvp`` false rules out fights between players, true allows them in First Reconnaissance
    too, but not in cooperative scenarios, otherwise the scenario decides; ``night_arrival`` begins with a Night Round.
    """

    scenario: Scenario | None = None
    city_levels: Annotated[list[CityLevel], Meta(max_length=4)] | None = None
    interactive: bool = True
    pvp: bool | None = None
    night_arrival: bool = False


class PlayedCard(Shape, kw_only=True):
    """A card in the Play area, how it was played and where it goes when the area is cleared."""

    card: Card
    mode: Mode
    goes: Literal["discard", "box", "deck-top", "deck-bottom", "aside", "hand", "banner"] = "discard"
    back_for: Node | None = None


class UnitInPlay(Shape, kw_only=True):
    """A Unit in a Unit area. ``loyal``: it stands under the token of Bonds of Loyalty."""

    spent: bool = False
    wounds: Annotated[int, Meta(ge=0, le=2)] = 0
    banner: Card | None = None
    banner_down: bool = False
    loyal: bool = False


class SkillToken(Shape, kw_only=True):
    """A Skill token of a player. ``place`` is where an interactive one lies while it works, ``mark`` its colour.

    ``hit`` says whom it has hit already, where it does so only once.
    """

    face_up: bool = True
    place: Literal["centre", "source"] | None = None
    mark: Color | None = None
    hit: Annotated[list[Annotated[str, Meta(max_length=64)]], a_set(60)] = []


class Lasting(Shape, kw_only=True):
    """An effect of a player that goes on beyond the turn: the node that says how, and until when.

    ``color`` is that of the die it holds or was chosen for it; ``hit`` says whom it has hit already.
    """

    owner: Seat
    node: Node
    until: Literal["end-of-round", "own-next-turn"]
    color: Color | None = None
    half: Half | Mode = "effect"
    hit: Annotated[list[Annotated[str, Meta(max_length=64)]], a_set(60)] = []


class Player(Shape, kw_only=True):
    """A player: Hero, cards, Inventory, Units and Skills.

    Everybody may see all of it but the hand, and nobody the order of the Deed deck. ``played`` is the Play area,
    ``tokens`` the mana in it, ``aside`` cards set aside until a new Deed deck is made. ``stash`` are cards under
    Sparing Power whose face somebody knows, ``stashed`` how many others lie there. ``at`` is the figure's space; None
    while it is off the map. ``flipped``: the Round Order token lies face down. ``next_draw`` is added to the Hand
    limit the next time cards are drawn up to it. ``motivated``: for so many ends of own turns no
    further Motivation can be used.
    """

    hero: Hero | None = None
    fame: Fame = 0
    reputation: Annotated[int, Meta(ge=-7, le=7)] = 0
    level: Level = 1
    deck: Pile = field(default_factory=Pile)
    hand: Annotated[list[Secret[Card]], a_bag(200)] = []
    discard: Cards = []
    played: Annotated[list[PlayedCard], Meta(max_length=200)] = []
    aside: Cards = []
    crystals: Crystals = {}
    tokens: ManaCounts = {}
    units: Annotated[dict[UnitRef, UnitInPlay], Meta(max_length=12)] = {}
    skills: Annotated[dict[SkillId, SkillToken], Meta(max_length=44)] = {}
    skill_pile: Pile = field(default_factory=Pile)
    tactic: TacticId | None = None
    tactic_down: bool = False
    tactic_used: bool = False
    stored_die: Basic | None = None
    stash: Annotated[list[KnownCard], Meta(max_length=60)] = []
    stashed: Small = 0
    at: Space | None = None
    flipped: bool = False
    next_draw: Small = 0
    motivated: Annotated[int, Meta(ge=0, le=2)] = 0
    plundered: bool = False


class Dummy(Shape, kw_only=True):
    """The dummy player: its Hero, deck, discard pile, crystals and Tactic, and in a solo game its Skill tokens."""

    hero: Hero | None = None
    deck: Pile = field(default_factory=Pile)
    discard: Cards = []
    crystals: Annotated[dict[Basic, Small], counts(4)] = {}
    tactic: TacticId | None = None
    skill_pile: Pile = field(default_factory=Pile)


class Offers(Shape, kw_only=True):
    """The offers, each from its lowest position up, and the Common Skill offer."""

    spells: Annotated[list[Card], Meta(max_length=10)] = []
    advanced: Annotated[list[Card], Meta(max_length=10)] = []
    units: Annotated[list[UnitOfferCard], Meta(max_length=60)] = []
    skills: Annotated[list[SkillId], a_set(44)] = []


class Decks(Shape, kw_only=True):
    """The common decks."""

    spells: Pile = field(default_factory=Pile)
    advanced: Pile = field(default_factory=Pile)
    artifacts: Pile = field(default_factory=Pile)
    regular: Pile = field(default_factory=Pile)
    elite: Pile = field(default_factory=Pile)


class Removed(Shape, kw_only=True):
    """What has left the game."""

    cards: Cards = []
    units: Annotated[list[UnitKind], a_bag(60)] = []


class Ending(Shape, kw_only=True):
    """Last turns are being played: because the End of the Round was announced, or because the scenario has ended.

    ``left`` are those who still have a last turn, the next one first. ``scenario``: the conditions of the scenario
    have been met as well. ``announced``: the End of the Round was announced after that.
    """

    by: Party
    cause: Literal["announced", "scenario"]
    left: Annotated[list[Party], Meta(max_length=5)] = []
    scenario: bool = False
    announced: bool = False


class State(EngineState, kw_only=True):
    """The table of Mage Knight.

    ``seats`` are in clockwise order, in which Heroes are chosen too. ``order`` is the column of Round Order tokens from
    the top. ``source`` are the dice of the Source by their faces, those that are depleted too. ``tactics`` lie open to
    be taken, ``tactics_gone`` have left the game by a rule of the scenario. ``waiting`` are turns of players who take
    part in what is being fought, while ``turn`` is that of the one who acts.
    """

    options: Options = field(default_factory=Options)
    scenario: Scenario
    round: Round = 1
    players: Annotated[dict[Seat, Player], Meta(max_length=4)]
    dummy: Dummy | None = None
    order: Annotated[list[Party], Meta(max_length=5)] = []
    source: ManaCounts = {}
    tactics: Annotated[list[TacticId], a_set(6)] = []
    tactics_gone: Annotated[list[TacticId], a_set(12)] = []
    offers: Offers = field(default_factory=Offers)
    decks: Decks = field(default_factory=Decks)
    world: WorldMap = field(default_factory=WorldMap)
    removed: Removed = field(default_factory=Removed)
    lasting: Annotated[list[Lasting], Meta(max_length=60)] = []
    turn: Turn | None = None
    combat: Combat | None = None
    ending: Ending | None = None
    assault: Assault | None = None
    duel: Duel | None = None
    waiting: Annotated[dict[Seat, Turn], Meta(max_length=4)] = {}
    city_levels: Annotated[dict[City, CityLevel], Meta(max_length=4)] = {}
    presets: Annotated[dict[Seat, Hero], Meta(max_length=4)] = {}
