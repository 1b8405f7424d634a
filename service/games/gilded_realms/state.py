"""Everything on the table of The Gilded Realms."""

from typing import Annotated, Literal

from msgspec import Meta, field

from service.engine.piles import Pile
from service.engine.shapes import Seat, Secret, Shape, a_bag, a_set, counts
from service.engine.state import State as EngineState
from service.games.gilded_realms.campaign_state import Campaign, Caravan, Roll
from service.games.gilded_realms.event_state import Defending, Invasion, YearEventPlace
from service.games.gilded_realms.ids import (
    AbilityId,
    Advisor,
    Card,
    Cards,
    Difficulty,
    Faction,
    Holder,
    KnowledgeId,
    Length,
    MarketCard,
    Number,
    Pieces,
    Province,
    Quest,
    QueuePlace,
    Resource,
    Route,
    Stance,
    WorkerPlace,
)
from service.games.gilded_realms.solo_state import Legacy, Solo

Level = Annotated[int, Meta(ge=0, le=5)]
Uses = Annotated[dict[AbilityId, Annotated[int, Meta(ge=0, le=99)]], counts(200)]
CardBag = Annotated[list[Card], a_bag(400)]


class Options(Shape, kw_only=True):
    """The options of a game.

    ``length``: 9 rounds (standard) or 12 (epic). One player alone chooses a ``difficulty`` and may play a ``saga``:
    an empty object begins one, the ``legacy`` of the last game goes on with it.
    """

    length: Length = "standard"
    difficulty: Difficulty = "normal"
    saga: Legacy | None = None


class Bargain(Shape, kw_only=True):
    """What one side of an exchange gives: coins (as Silver) and goods."""

    silver: Number = 0
    supply: Number = 0
    material: Number = 0


class Swap(Shape, kw_only=True):
    """One Endeavour for another: the maker's card and the card wanted for it, each with where it lies."""

    give: Card
    give_from: Literal["hand", "hinterland"]
    take: Card
    take_from: Literal["hand", "hinterland"]


class OpenOffer(Shape, kw_only=True):
    """An exchange that one player has offered to another, as the maker sees it: ``give`` for ``take``, and cards."""

    maker: Seat
    to: Seat
    give: Bargain
    take: Bargain
    swaps: Annotated[list[Swap], Meta(max_length=12)] = []


class Player(Shape, kw_only=True):
    """A player's Kingdom. All of it is open but the hand, a Stance before it is revealed, and Quests not chosen yet.

    ``population`` are the tokens on their Population side, all others are Hardship. ``silver`` are all coins.
    ``queue`` holds what lies on each position of the Build Queue. ``stored`` are goods on Advisors, ``owed`` what the
    next End Harvest delivers. ``used`` counts abilities used in this round, ``used_up`` those in this game.
    """

    faction: Faction | None = None
    provinces: Annotated[dict[Province, Level], counts(5)] = {}
    population: Annotated[int, Meta(ge=0, le=6)] = 6
    silver: Number = 0
    gem: Number = 0
    supply: Number = 0
    material: Number = 0
    determination: Number = 0
    fortification: Number = 0
    authority: Number = 0
    vault_fortune: Annotated[int, Meta(ge=0, le=11)] = 0
    hand: Annotated[list[Secret[Card]], a_bag(400)] = []
    hinterland: CardBag = []
    queue: Annotated[dict[QueuePlace, Pieces], Meta(max_length=4)] = {}
    territory: Pieces = {}
    army: Pieces = {}
    knowledge: Annotated[list[KnowledgeId], a_set(10)] = []
    knowledge_gained: Number = 0
    advisors: Annotated[list[Advisor], a_set(6)] = []
    quest: Quest | None = None
    quests_dealt: Annotated[list[Secret[Quest]], a_set(3)] = []
    caravan: Caravan = field(default_factory=Caravan)
    routes: Annotated[dict[Route, Annotated[int, Meta(ge=0, le=2)]], counts(5)] = {}
    stance: Secret[Stance | None] = None
    worker: WorkerPlace | None = None
    builds: Annotated[int, Meta(ge=0, le=99, description="free Builds left in this round")] = 2
    extra_builds: Number = 0
    wildcard_bought: bool = False
    campaigns: Number = 0
    most_campaigns: Number = 0
    stored: Annotated[dict[Holder, Annotated[dict[Resource, Number], counts(7)]], Meta(max_length=10)] = {}
    owed: Annotated[dict[Resource, Number], counts(7)] = {}
    used: Uses = {}
    used_up: Uses = {}
    market: Annotated[list[MarketCard], a_bag(60)] = []
    roll: Roll | None = None
    defending: Defending | None = None


class Preset(Shape, kw_only=True):
    """What the setup has chosen beforehand for a seat, until its decision comes due."""

    faction: Faction | None = None
    quest: Quest | None = None
    new_player: bool = False


class State(EngineState, kw_only=True):
    """The Centre Board and the Kingdoms.

    ``year_events`` are those of the rounds in order: the number of the round is the Year Threat Modifier. ``events_1``
    and ``events_2`` hold the Year Events that nobody has seen; three of each Age never come. ``roll`` is one that
    belongs to no player (Add To Threat, a Direct Assault).
    """

    options: Options = field(default_factory=Options)
    round: Annotated[int, Meta(ge=1, le=12)] = 1
    players: Annotated[dict[Seat, Player], Meta(max_length=4)]
    year_events: Annotated[list[YearEventPlace], Meta(max_length=12)] = []
    events_1: Pile = field(default_factory=Pile)
    events_2: Pile = field(default_factory=Pile)
    deck: Pile = field(default_factory=Pile)
    discard_pile: Cards = {}
    draft: CardBag = []
    wildcards: Annotated[int, Meta(ge=0, le=400)] = 0
    routes: Annotated[dict[Route, Annotated[int, Meta(ge=0, le=2)]], counts(5)] = {}
    quest_deck: Pile = field(default_factory=Pile)
    market_deck: Pile = field(default_factory=Pile)
    market_discard: Annotated[list[MarketCard], a_bag(60)] = []
    offers: Annotated[list[OpenOffer], Meta(max_length=24)] = []
    roll: Roll | None = None
    campaign: Campaign | None = None
    invasion: Invasion | None = None
    solo: Solo | None = None
    presets: Annotated[dict[Seat, Preset], Meta(max_length=4)] = {}
