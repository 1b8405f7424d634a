"""What can happen in the setup, and what is revealed from the piles in any round."""

from typing import ClassVar, Literal

from service.engine.event import Event
from service.games.kingdom_defenders.state import Goods


class CharacterDrawn(Event, tag="character-drawn", kw_only=True):
    template: ClassVar[str] = "Character {character} comes into the game"
    reveals: ClassVar[bool] = True
    character: str


class CharactersPlaced(Event, tag="characters-placed", kw_only=True):
    template: ClassVar[str] = "The Characters take their places: {characters}"
    characters: dict[str, str]


class BuildingRevealed(Event, tag="building-revealed", kw_only=True):
    template: ClassVar[str] = "Building {building} is revealed on {site}"
    reveals: ClassVar[bool] = True
    building: str
    site: str


class DeedRevealed(Event, tag="deed-revealed", kw_only=True):
    template: ClassVar[str] = "Deed {deed} is laid out on {slot}"
    reveals: ClassVar[bool] = True
    deed: str
    slot: str


class AdventureRevealed(Event, tag="adventure-revealed", kw_only=True):
    template: ClassVar[str] = "Adventure {adventure} comes to {space}"
    reveals: ClassVar[bool] = True
    adventure: str
    space: str


class RewardRevealed(Event, tag="reward-revealed", kw_only=True):
    template: ClassVar[str] = "A Reward with {reward} is turned up on {slot}"
    reveals: ClassVar[bool] = True
    reward: str
    slot: str


class HordeRevealed(Event, tag="horde-revealed", kw_only=True):
    template: ClassVar[str] = "Horde {horde} threatens the city; it stands on space {distance} of the path"
    reveals: ClassVar[bool] = True
    horde: str
    side: Literal["4", "5"] | None = None
    distance: int


class PawnDrawn(Event, tag="pawn-drawn", kw_only=True):
    template: ClassVar[str] = "{seat} gets place {position} of the turn order"
    reveals: ClassVar[bool] = True
    seat: str
    position: int


class TurnOrderChanged(Event, tag="turn-order-changed", kw_only=True):
    template: ClassVar[str] = "The turn order is now {order}"
    order: list[str]


class StartFameSet(Event, tag="start-fame-set", kw_only=True):
    template: ClassVar[str] = "{seat} starts with {fame} Fame"
    seat: str
    fame: int


class FateDealt(Event, tag="fate-dealt", kw_only=True):
    template: ClassVar[str] = "{seat} is dealt Fate card {card}"
    reveals: ClassVar[bool] = True
    seat: str
    card: str


class FateCommitted(Event, tag="fate-committed", kw_only=True):
    template: ClassVar[str] = "{seat} has kept a Fate card"
    seat: str


class FateChosen(Event, tag="fate-chosen", kw_only=True):
    template: ClassVar[str] = "{seat} keeps Fate card {card}"
    seat: str
    card: str


class StartGoodsTaken(Event, tag="start-goods-taken", kw_only=True):
    template: ClassVar[str] = "{seat} secretly takes {goods}"
    seat: str
    goods: Goods


EVENTS: tuple[type[Event], ...] = tuple(
    shape
    for shape in list(globals().values())
    if isinstance(shape, type) and issubclass(shape, Event) and shape is not Event
)
