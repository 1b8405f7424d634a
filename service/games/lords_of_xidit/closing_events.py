"""What the assessments at the end of the game tell, and how every event of this game is told."""

from typing import Any, ClassVar, Literal

from service.engine.event import Event
from service.games.lords_of_xidit.ids import Track
from service.games.lords_of_xidit.words import in_words


class XiditEvent(Event):
    """An event of this game, told in the words of the game."""

    def facts(self) -> dict[str, Any]:
        """The fields in words."""
        return {name: in_words(getattr(self, name)) for name in self.__struct_fields__}


class ScreensOpened(XiditEvent, tag="screens-opened", kw_only=True):
    """``units`` is how many Units of all types a player owns."""

    template: ClassVar[str] = "The Screens are opened. Gold: {gold}. Units: {units}"
    reveals: ClassVar[bool] = True
    gold: dict[str, int]
    units: dict[str, int]


class BastionOpened(XiditEvent, tag="bastion-opened", kw_only=True):
    template: ClassVar[str] = "The Bastion is opened. Bard tokens in it: {bards}"
    reveals: ClassVar[bool] = True
    bards: dict[str, int]


class RegionScored(XiditEvent, tag="region-scored", kw_only=True):
    """``points`` goes to each of the seats."""

    template: ClassVar[str] = "Reputation for {place} place in {region}: {points}, for {seats}"
    region: str
    place: Literal["first", "second"]
    seats: list[str]
    points: int


class SecondPlaceCancelled(XiditEvent, tag="second-place-cancelled", kw_only=True):
    template: ClassVar[str] = "First place in {region} is shared, so that nobody is second"
    region: str


class TieBrokenByUnits(XiditEvent, tag="tie-broken-by-units", kw_only=True):
    """Who has more Units ranks higher; of equal numbers the seats decide, which is an event of its own."""

    template: ClassVar[str] = "Tie in {track} at {value}. Units: {units}"
    track: Track
    value: int
    units: dict[str, int]


class TieBrokenBySeat(XiditEvent, tag="tie-broken-by-seat", kw_only=True):
    """``distances`` are seats from the First Player, clockwise: the greater one ranks higher."""

    template: ClassVar[str] = (
        "Tie in {track} at {value} with {units} Units each. Seats from the First Player: {distances}"
    )
    track: Track
    value: int
    units: int
    distances: dict[str, int]


class DummyLosesTie(XiditEvent, tag="dummy-loses-tie", kw_only=True):
    template: ClassVar[str] = "Tie in {track} at {value}, lost by the Dummy Player to {seats}"
    track: Track
    value: int
    seats: list[str]


class Assessed(XiditEvent, tag="assessed", kw_only=True):
    """``ranking`` is from best to worst, with the ties broken."""

    template: ClassVar[str] = "Assessment {number} ({track}), from best to worst: {values}"
    reveals: ClassVar[bool] = True
    number: int
    track: Track
    ranking: list[str]
    values: dict[str, int]


class Eliminated(XiditEvent, tag="eliminated", kw_only=True):
    template: ClassVar[str] = "{contestant} drops out"
    contestant: str


class Won(XiditEvent, tag="won", kw_only=True):
    template: ClassVar[str] = "{winner} is the Savior of the Kingdom"
    winner: str


class DummyWon(XiditEvent, tag="dummy-won", kw_only=True):
    template: ClassVar[str] = "The Dummy Player is the last one left: all players have lost"


CLOSING_EVENTS: tuple[type[Event], ...] = (
    ScreensOpened,
    BastionOpened,
    RegionScored,
    SecondPlaceCancelled,
    TieBrokenByUnits,
    TieBrokenBySeat,
    DummyLosesTie,
    Assessed,
    Eliminated,
    Won,
    DummyWon,
)
