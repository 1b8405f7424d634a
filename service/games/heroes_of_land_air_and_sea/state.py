"""Everything on the table of Heroes of Land, Air & Sea."""

from typing import Annotated, Literal

from msgspec import Meta, field

from service.engine.piles import Pile
from service.engine.shapes import Seat, Secret, Shape, a_bag, a_set, counts
from service.engine.state import State as EngineState
from service.games.heroes_of_land_air_and_sea.ids import (
    Ability,
    Area,
    Building,
    Continent,
    Faction,
    LandToken,
    Party,
    Region,
    Resource,
    SeaRegion,
    SeaToken,
    Slot,
    SoloCard,
    Spell,
    TacticCard,
    Token,
    UnitId,
    Units,
    Vessel,
)

Round = Annotated[int, Meta(ge=1, le=10_000)]
Points = Annotated[int, Meta(ge=0, le=100_000)]
Stock = Annotated[int, Meta(ge=0, le=10)]
Objective = Literal["explore", "expand", "exploit", "exterminate", "capital-track"]
Occupant = Literal["token", "serf"]
Mode = Literal["free-for-all", "teams", "solo"]
Team = Literal["first", "second"]


class Options(Shape):
    """The options of a game: who plays against whom, after how many rounds it ends at the latest, who begins.

    One player always plays ``solo`` against the automated Enemy; ``teams`` are two against two. Without
    ``first_player`` chance says who begins.
    """

    mode: Mode = "free-for-all"
    round_limit: Annotated[int, Meta(ge=1, le=1000)] | None = None
    first_player: Seat | None = None


class Aboard(Shape):
    """A Vessel on the map and its passengers. A Sea Vessel in a Land Region is docked at its Shore.

    ``guests`` are Units of the ally aboard, in team play.
    """

    at: Area
    passengers: Units = {}
    guests: Units = {}


class Scribed(Shape):
    """The Scribed Spells, by the way their cards are turned."""

    ready: Annotated[list[Spell], a_bag(60)] = []
    preparing: Annotated[list[Spell], a_bag(60)] = []
    exhausted: Annotated[list[Spell], a_bag(60)] = []


class Player(Shape, kw_only=True):
    """A player's Board, pieces and cards; all of it is open but the cards of the Library and those discarded from it.

    What is not in play lies in the supply. ``units`` are those on land; Units in the Courtyard stand in the Capital
    City Region. Serfs in the Action Bar are in ``slots``, and each Building holds one. ``used`` are the abilities used
    in this round, ``discarded`` the own cards in the discard pile that lie face down.
    """

    faction: Faction | None = None
    capital: Region | None = None
    level: Annotated[int, Meta(ge=1, le=3)] = 1
    ore: Stock = 0
    mana: Stock = 0
    food: Stock = 0
    vp: Points = 0
    tokens: Annotated[int, Meta(ge=0, le=2, description="Action Tokens in the Courtyard")] = 2
    slots: Annotated[dict[Slot, Occupant], Meta(max_length=9)] = {}
    buildings: Annotated[list[Building], a_set(5)] = []
    units: Annotated[dict[Region, Units], Meta(max_length=40)] = {}
    vessels: Annotated[dict[Vessel, Aboard], Meta(max_length=2)] = {}
    towers: Annotated[list[Region], a_set(3)] = []
    library: Annotated[list[Secret[Spell]], a_bag(60)] = []
    scribed: Scribed = field(default_factory=Scribed)
    discarded: Annotated[list[Secret[Spell]], a_bag(60)] = []
    used: Annotated[list[Ability], a_set(30)] = []
    eliminated: bool = False


class Enemy(Player, kw_only=True):
    """The automated Enemy of a solo game, with the pieces of its Faction.

    It has no Action Tokens, slots or cards of a player. ``track`` says how many steps of its Capital City Track are
    done, ``collected`` how many Exploration Tokens it has.
    """

    tokens: Annotated[int, Meta(ge=0, le=0)] = 0
    track: Annotated[int, Meta(ge=0, le=6)] = 0
    collected: Annotated[int, Meta(ge=0, le=94)] = 0


class Solo(Shape):
    """What only a solo game has: the Enemy, the cards in its Hero slots, and the discarded Solo Enemy Cards.

    All others are in the Solo deck, in no known order.
    """

    enemy: Enemy = field(default_factory=Enemy)
    slots: Annotated[dict[UnitId, SoloCard], Meta(max_length=3)] = {}
    discard_pile: Annotated[list[SoloCard], a_set(8)] = []


class Tokens(Shape):
    """The Exploration Tokens in a Region.

    ``down`` lie face down; ``up`` were revealed but not resolved, the next one first; ``stay`` were resolved and stay.
    """

    down: Annotated[int, Meta(ge=0, le=2)] = 0
    up: Annotated[list[Token], Meta(max_length=2)] = []
    stay: Annotated[list[Token], a_bag(2)] = []


class LandPool(Shape):
    """Land Exploration Tokens: those whose face nobody has seen, on the map and in the box, and those out of play."""

    unseen: Annotated[dict[LandToken, Annotated[int, Meta(ge=0, le=66)]], counts(40)] = {}
    resolved: Annotated[dict[LandToken, Annotated[int, Meta(ge=0, le=66)]], counts(40)] = {}


class SeaPool(Shape):
    """Sea Exploration Tokens: those whose face nobody has seen, on the map and in the box, and those out of play."""

    unseen: Annotated[dict[SeaToken, Annotated[int, Meta(ge=0, le=28)]], counts(40)] = {}
    resolved: Annotated[dict[SeaToken, Annotated[int, Meta(ge=0, le=28)]], counts(40)] = {}


class Exploring(Shape):
    """Who is exploring a Region just now: the Units that moved there, or a Vessel with its passengers.

    With a ``vessel``, ``units`` are empty: its passengers are the exploring Units.
    """

    seat: Seat
    area: Area
    units: Units = {}
    vessel: Vessel | None = None


class Side(Shape, kw_only=True):
    """What one side of a Battle has done in it.

    ``spells`` are the Combat Spells that took effect for this side. ``chosen`` is its Tactic Card while it lies face
    down, ``tactic`` once it is revealed; a card that is cancelled or ignored has no effect and costs nothing.
    ``sacrificed`` Units still stand in the Region until Strengths have been compared. ``damaged`` are the Units that
    Damage has destroyed; ``adrift`` are passengers who survive their Vessel, until they retreat.
    """

    spells: Annotated[list[Spell], a_bag(60)] = []
    chosen: Secret[TacticCard] | None = None
    tactic: TacticCard | None = None
    standing: Literal["counts", "cancelled", "ignored"] = "counts"
    sacrificed: Units = {}
    damaged: Units = {}
    adrift: Units = {}


class Battle(Shape, kw_only=True):
    """The Battle that is being fought. Each side's army is what it has in the Region (``battle.all-in-region``).

    ``remote`` is the attacking Vessel where it fights from a neighbouring Region without entering this one; it and its
    passengers are then the whole army of the attacker. ``card`` is the Solo Enemy Card drawn for this Battle.
    """

    area: Area
    attacker: Party
    defender: Party
    remote: Vessel | None = None
    attacking: Side = field(default_factory=Side)
    defending: Side = field(default_factory=Side)
    winner: Party | None = None
    card: SoloCard | None = None

    def side(self, seat: str) -> Side:
        """What a side has done."""
        return self.attacking if seat == self.attacker else self.defending

    def rival(self, seat: str) -> str:
        """The other side."""
        return self.defender if seat == self.attacker else self.attacker


class Ending(Shape, kw_only=True):
    """The end of the game has been triggered: by which X-Objective, by whom (for eXplore nobody), the last round."""

    objective: Objective
    seat: Party | None = None
    last_round: Round


class Preset(Shape):
    """What the setup has chosen beforehand for a seat, until its decision comes due."""

    faction: Faction | None = None
    continent: Continent | None = None


class State(EngineState, kw_only=True):
    """The board and the players.

    ``seats`` are in clockwise order. ``tax`` says which Resource's token lies on 4, 3 and 2. ``discard_pile`` holds
    the cards that everybody has seen; those discarded face down stand with their players. ``teams`` says who plays
    with whom, in team play.
    """

    options: Options = field(default_factory=Options)
    round: Round = 1
    first_player: Seat | None = None
    players: Annotated[dict[Seat, Player], Meta(max_length=4)]
    tax: Annotated[list[Resource], Meta(max_length=3)] = []
    deck: Pile = field(default_factory=Pile)
    discard_pile: Annotated[dict[Spell, Annotated[int, Meta(ge=0, le=60)]], counts(100)] = {}
    land_tokens: Annotated[dict[Region, Tokens], Meta(max_length=40)] = {}
    sea_tokens: Annotated[dict[SeaRegion, Tokens], Meta(max_length=40)] = {}
    land_pool: LandPool = field(default_factory=LandPool)
    sea_pool: SeaPool = field(default_factory=SeaPool)
    exploring: Exploring | None = None
    battle: Battle | None = None
    solo: Solo | None = None
    teams: Annotated[dict[Seat, Team], Meta(max_length=4)] = {}
    ending: Ending | None = None
    presets: Annotated[dict[Seat, Preset], Meta(max_length=4)] = {}
