"""What can happen in any phase: rounds and dice, discs, goods, Fame, levels and Wounds.

The setup, cards, the Horde and the end of the game have files of their own (``*_events.py``).
"""

from typing import ClassVar, Literal

from service.engine.event import Event
from service.games.kingdom_defenders.state import Goods, Track

# --- rounds and dice ---


class RoundBegun(Event, tag="round-begun", kw_only=True):
    template: ClassVar[str] = "Round {round} begins"
    round: int


class FavorBegun(Event, tag="favor-begun", kw_only=True):
    template: ClassVar[str] = "{seat} has the least Fame and rolls the dice"
    seat: str


class DiceLeftOut(Event, tag="dice-left-out", kw_only=True):
    template: ClassVar[str] = "{seat} leaves out {dice}"
    seat: str
    dice: list[str]


class DieRolled(Event, tag="die-rolled", kw_only=True):
    template: ClassVar[str] = "{die} shows {face}"
    reveals: ClassVar[bool] = True
    die: str
    face: str


class DieTaken(Event, tag="die-taken", kw_only=True):
    template: ClassVar[str] = "{seat} takes {die}, which shows {face}"
    seat: str
    die: str
    face: str


# --- discs ---


class DiscPlaced(Event, tag="disc-placed", kw_only=True):
    template: ClassVar[str] = "{seat} places {discs} disc(s) on {space}"
    seat: str
    space: str
    discs: int


class PlayerPassed(Event, tag="player-passed", kw_only=True):
    template: ClassVar[str] = "{seat} places no more discs"
    seat: str


class DiscsRecovered(Event, tag="discs-recovered", kw_only=True):
    template: ClassVar[str] = "{seat} recovers {discs} disc(s) from {space}"
    seat: str
    space: str
    discs: int


class GreyDiscReturned(Event, tag="grey-disc-returned", kw_only=True):
    template: ClassVar[str] = "The grey disc returns to the reserve from {space}"
    space: str


class GreyDiscKept(Event, tag="grey-disc-kept", kw_only=True):
    template: ClassVar[str] = "There is no space for the grey disc of {seat}: it stays in the reserve"
    seat: str


class DiscMoved(Event, tag="disc-moved", kw_only=True):
    template: ClassVar[str] = "{seat}'s disc moves from {origin} to {space}"
    seat: str
    origin: str
    space: str


class GreyDiscPlaced(Event, tag="grey-disc-placed", kw_only=True):
    template: ClassVar[str] = "{seat} places the grey disc on {space}"
    seat: str
    space: str


class DiscsSwapped(Event, tag="discs-swapped", kw_only=True):
    template: ClassVar[str] = "{seat} exchanges the discs on {first} and {second}"
    seat: str
    first: str
    second: str


class ExtraDiscGained(Event, tag="extra-disc-gained", kw_only=True):
    template: ClassVar[str] = "{seat} gets an extra disc"
    seat: str


# --- goods, Fame, levels, Wounds ---


class ActionChosen(Event, tag="action-chosen", kw_only=True):
    template: ClassVar[str] = "{seat} carries out {action}"
    seat: str
    action: str


class Declined(Event, tag="declined", kw_only=True):
    template: ClassVar[str] = "{seat} does not activate {space}"
    seat: str
    space: str


class GoodsGained(Event, tag="goods-gained", kw_only=True):
    template: ClassVar[str] = "{seat} gains {goods}"
    seat: str
    goods: Goods


class GoodsPaid(Event, tag="goods-paid", kw_only=True):
    template: ClassVar[str] = "{seat} pays {goods}"
    seat: str
    goods: Goods


class FameGained(Event, tag="fame-gained", kw_only=True):
    template: ClassVar[str] = "{seat} gains {fame} Fame and has {total}"
    seat: str
    fame: int
    total: int


class FameLost(Event, tag="fame-lost", kw_only=True):
    template: ClassVar[str] = "{seat} loses {fame} Fame and has {total}"
    seat: str
    fame: int
    total: int


class FameLossStopped(Event, tag="fame-loss-stopped", kw_only=True):
    template: ClassVar[str] = "{seat} has no Fame left: {dropped} of the loss is dropped"
    seat: str
    dropped: int


class FameTileTurned(Event, tag="fame-tile-turned", kw_only=True):
    template: ClassVar[str] = "{seat} passes space 60 of the Fame track: tile {tile}"
    seat: str
    tile: Literal[60, 120]


class FameTileReturned(Event, tag="fame-tile-returned", kw_only=True):
    template: ClassVar[str] = "{seat} goes back across space 60 of the Fame track and no longer holds tile {tile}"
    seat: str
    tile: Literal[60, 120]


class LevelGained(Event, tag="level-gained", kw_only=True):
    template: ClassVar[str] = "{seat} reaches {track} level {level}"
    seat: str
    track: Track
    level: int


class LevelTileTaken(Event, tag="level-tile-taken", kw_only=True):
    template: ClassVar[str] = "{seat} has the {track} Level tile with +{side} up"
    seat: str
    track: Track
    side: Literal[1, 2]


class MultiplierReached(Event, tag="multiplier-reached", kw_only=True):
    template: ClassVar[str] = "{seat} reaches multiplier x{multiplier} on the {track} track"
    seat: str
    track: Track
    multiplier: int


class WoundsSuffered(Event, tag="wounds-suffered", kw_only=True):
    template: ClassVar[str] = "{seat} suffers {wounds} Wound(s) and has {total}"
    seat: str
    wounds: int
    total: int


class WoundsAvoided(Event, tag="wounds-avoided", kw_only=True):
    template: ClassVar[str] = "{seat} avoids {wounds} Wound(s)"
    seat: str
    wounds: int


class WoundDiscTaken(Event, tag="wound-disc-taken", kw_only=True):
    template: ClassVar[str] = "{seat} takes a disc from {space} to count Wounds"
    seat: str
    space: str


class WoundsHealed(Event, tag="wounds-healed", kw_only=True):
    template: ClassVar[str] = "{seat} heals {wounds} Wound(s) and has {total}"
    seat: str
    wounds: int
    total: int


EVENTS: tuple[type[Event], ...] = tuple(
    shape
    for shape in list(globals().values())
    if isinstance(shape, type) and issubclass(shape, Event) and shape is not Event
)
