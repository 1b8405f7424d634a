"""Everything on the table of Lords of Xidit."""

from typing import Annotated, Literal

from msgspec import Meta, field

from service.engine.shapes import Seat, Secret, Shape, a_set, counts
from service.engine.state import State as EngineState
from service.games.lords_of_xidit.ids import (
    WHEELS,
    City,
    CityTile,
    Icon,
    OpenRegion,
    Side,
    Titan,
    TitanPile,
    Track,
    Unit,
)

Units = Annotated[dict[Unit, Annotated[int, Meta(ge=0, le=99)]], counts(5)]
Program = Annotated[list[Icon], Meta(min_length=WHEELS, max_length=WHEELS)]
Wheels = Annotated[list[Secret[Icon | None]], Meta(min_length=WHEELS, max_length=WHEELS)]


class Options(Shape):
    """The options of a game: its length in Game Years, and who holds the First Player token first."""

    years: Literal[12, 9] = 12
    first_player: Seat | None = None


class Player(Shape):
    """A player's pieces. Units, gold, unplaced Bard tokens and the own tokens in the Bastion lie behind the Screen.

    ``recruited``, ``freed`` and ``beaten`` are the Cities where the player has recruited, eliminated a threat, and
    eliminated a Titan in this Game Year. ``waiting_stories`` are bonus Stories that could not be built yet.
    """

    units: Secret[Units] = {}
    gold: Secret[Annotated[int, Meta(ge=0, le=9999)]] = 0
    bards: Secret[Annotated[int, Meta(ge=0, le=20)]] = 20
    bastion: Secret[Annotated[int, Meta(ge=0, le=20)]] = 0
    stories: Annotated[int, Meta(ge=0, le=15, description="Stories in the stock")] = 15
    waiting_stories: Annotated[int, Meta(ge=0, le=15)] = 0
    wheels: Wheels = field(default_factory=lambda: [None] * WHEELS)
    census_hand: Secret[Annotated[int, Meta(ge=0, le=99)] | None] = None
    recruited: Annotated[list[City], a_set(21)] = []
    freed: Annotated[list[City], a_set(21)] = []
    beaten: Annotated[list[City], a_set(21)] = []


class TileOnCity(Shape):
    """A City tile lying on its City, with the Units that stand on it when it lies Recruitment side up."""

    tile: CityTile
    side: Side
    units: Units = {}


class TilePile(Shape):
    """A pile of a Queue: the tiles at its top whose order is known, and how many unseen ones lie below."""

    top: Annotated[list[CityTile], Meta(max_length=21)] = []
    unseen: Annotated[int, Meta(ge=0, le=21)] = 0

    @property
    def size(self) -> int:
        """How many tiles lie in the pile."""
        return len(self.top) + self.unseen


class Lair(Shape):
    """A pile of the Titans' Lair: the tiles that sleep, in no known order, and the one that rages on top of them."""

    slumbering: Annotated[list[Titan], a_set(2)] = []
    raging: Titan | None = None


class Guild(Shape):
    """A Sorcerers' Guild in a City: whose, and how many Stories."""

    seat: Seat
    stories: Annotated[int, Meta(ge=1, le=4)]


class State(EngineState, kw_only=True):
    """The board and the players.

    ``tiles`` are the City tiles on Cities; the two piles share ``unseen_tiles``. Discard piles are told from the
    bottom to the top. ``bards`` are the open Bard tokens by Region; those in the Bastion stand with their players.
    ``orders`` are the revealed programs of this Game Year, and ``order`` is the one being executed.
    """

    options: Options = field(default_factory=Options)
    year: Annotated[int, Meta(ge=1, le=12)] = 1
    first_player: Seat
    players: Annotated[dict[Seat, Player], Meta(max_length=5)]
    idrakys: Annotated[dict[Seat, City], Meta(max_length=5)] = {}
    tiles: Annotated[dict[City, TileOnCity], Meta(max_length=21)] = {}
    next_recruitment: CityTile | None = None
    next_threat: CityTile | None = None
    recruitment_pile: TilePile = field(default_factory=TilePile)
    threat_pile: TilePile = field(default_factory=TilePile)
    unseen_tiles: Annotated[list[CityTile], a_set(21)] = []
    recruitment_discard: Annotated[list[CityTile], Meta(max_length=21)] = []
    threat_discard: Annotated[list[CityTile], Meta(max_length=21)] = []
    barracks: Units = {}
    titans: Annotated[dict[TitanPile, Lair], Meta(max_length=3)] = {}
    guilds: Annotated[dict[City, Guild], Meta(max_length=21)] = {}
    bards: Annotated[
        dict[OpenRegion, Annotated[dict[Seat, Annotated[int, Meta(ge=0, le=20)]], counts(5)]], counts(8)
    ] = {}
    assessments: Annotated[list[Track], Meta(max_length=3)] = []
    dummy: Annotated[dict[Track, Annotated[int, Meta(ge=0, le=99)]], Meta(max_length=3)] = {}
    order: Annotated[int, Meta(ge=1, le=6)] = 1
    orders: Annotated[dict[Seat, Program], Meta(max_length=5)] = {}
    presets: Annotated[dict[Seat, City], Meta(max_length=5)] = {}
