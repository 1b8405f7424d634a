"""What can happen in The Gilded Realms, as the record tells it: solo play and the Saga."""

from typing import ClassVar

from service.engine.event import Event


class SoloBegun(Event, tag="solo-begun", kw_only=True):
    template: ClassVar[str] = "{seat} plays alone on {difficulty}; the Warfront begins at {warfront}"
    seat: str
    difficulty: str
    warfront: int


class ProsperityGained(Event, tag="prosperity-gained", kw_only=True):
    template: ClassVar[str] = "Prosperity Points gained by {seat}: {number}"
    seat: str
    number: int


class RewardSold(Event, tag="reward-sold", kw_only=True):
    template: ClassVar[str] = "{seat} sells {name}; Prosperity Points gained: {number}"
    seat: str
    reward: str
    name: str
    number: int


class RewardBought(Event, tag="reward-bought", kw_only=True):
    template: ClassVar[str] = "{seat} buys {name}; Prosperity Points discarded: {number}"
    seat: str
    reward: str
    name: str
    number: int


class FrontMoved(Event, tag="warfront-moved", kw_only=True):
    template: ClassVar[str] = "The Warfront moves from {before} to {position}"
    before: int
    position: int


class FrontStays(Event, tag="warfront-stays", kw_only=True):
    template: ClassVar[str] = "The Warfront cannot go below {position}"
    position: int


class WarfrontRevealed(Event, tag="warfront-revealed", kw_only=True):
    template: ClassVar[str] = "Revealed from the Warfront deck: {name}"
    reveals: ClassVar[bool] = True
    card: str
    name: str


class WarfrontSeen(Event, tag="warfront-seen", kw_only=True):
    template: ClassVar[str] = "{seat} sees {name} on top of the Warfront deck"
    reveals: ClassVar[bool] = True
    seat: str
    card: str
    name: str


class WarfrontQueued(Event, tag="warfront-queued", kw_only=True):
    template: ClassVar[str] = "{name} is placed in position {position} of the Build Queue of {seat}"
    seat: str
    card: str
    name: str
    position: str


class WarfrontDiscarded(Event, tag="warfront-discarded", kw_only=True):
    template: ClassVar[str] = "The Warfront card {name} is discarded"
    card: str
    name: str


class ThreatRemoved(Event, tag="threat-removed", kw_only=True):
    template: ClassVar[str] = "{seat} removes {name}, without a reward"
    seat: str
    event: str
    name: str


class LastStandDue(Event, tag="last-stand-due", kw_only=True):
    template: ClassVar[str] = "The Warfront is beyond {position}: {seat} makes a Last Stand"
    seat: str
    position: int


class AssaultDue(Event, tag="assault-due", kw_only=True):
    template: ClassVar[str] = "The Sarrukar attack {seat}"
    seat: str


class AssaultIgnored(Event, tag="assault-ignored", kw_only=True):
    template: ClassVar[str] = "The attack on {seat} is ignored"
    seat: str


class AssaultWon(Event, tag="assault-won", kw_only=True):
    template: ClassVar[str] = "{seat} withstands the Sarrukar with {defence} against {attack}"
    seat: str
    attack: int
    defence: int


class AssaultLost(Event, tag="assault-lost", kw_only=True):
    template: ClassVar[str] = "{seat} loses to the Sarrukar with {defence} against {attack}"
    seat: str
    attack: int
    defence: int


class AllyGained(Event, tag="ally-gained", kw_only=True):
    template: ClassVar[str] = "{name} is the Ally of {seat}"
    seat: str
    ally: str
    name: str


class AllyReturned(Event, tag="ally-returned", kw_only=True):
    template: ClassVar[str] = "{name} returns to the pool of Allies"
    ally: str
    name: str


class FrontRecorded(Event, tag="warfront-recorded", kw_only=True):
    template: ClassVar[str] = "The next game of the Saga begins with the Warfront at {position}"
    position: int


EVENTS: tuple[type[Event], ...] = (
    SoloBegun,
    ProsperityGained,
    RewardSold,
    RewardBought,
    FrontMoved,
    FrontStays,
    WarfrontRevealed,
    WarfrontSeen,
    WarfrontQueued,
    WarfrontDiscarded,
    ThreatRemoved,
    LastStandDue,
    AssaultDue,
    AssaultIgnored,
    AssaultWon,
    AssaultLost,
    AllyGained,
    AllyReturned,
    FrontRecorded,
)
