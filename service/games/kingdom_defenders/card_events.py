"""What can happen with Deeds, Rewards and Adventures."""

from typing import ClassVar

from service.engine.event import Event


class DeedCompleted(Event, tag="deed-completed", kw_only=True):
    template: ClassVar[str] = "{seat} shows the goods for Deed {deed}"
    reveals: ClassVar[bool] = True
    seat: str
    deed: str
    orbs: dict[str, int]


class OrbsSpent(Event, tag="orbs-spent", kw_only=True):
    template: ClassVar[str] = "{seat} lays out {number} Orb(s)"
    seat: str
    number: int


class RewardTaken(Event, tag="reward-taken", kw_only=True):
    template: ClassVar[str] = "{seat} takes the Reward from {slot}"
    seat: str
    slot: str
    reward: str | None = None


class RewardDrawn(Event, tag="reward-drawn", kw_only=True):
    template: ClassVar[str] = "{seat} finds {reward} on the Reward"
    reveals: ClassVar[bool] = True
    seat: str
    reward: str


class AdventureCompleted(Event, tag="adventure-completed", kw_only=True):
    template: ClassVar[str] = "{seat} completes Adventure {adventure} on {space}"
    seat: str
    adventure: str
    space: str


class AdventureKept(Event, tag="adventure-kept", kw_only=True):
    template: ClassVar[str] = "{seat} keeps Adventure card {adventure}"
    seat: str
    adventure: str


class AdventureLapsed(Event, tag="adventure-lapsed", kw_only=True):
    template: ClassVar[str] = "{seat} has not completed Adventure {adventure}"
    seat: str
    adventure: str


class AdventuresRemoved(Event, tag="adventures-removed", kw_only=True):
    template: ClassVar[str] = "Adventures leave the game: {adventures}"
    adventures: list[str]


class AdventuresMoved(Event, tag="adventures-moved", kw_only=True):
    template: ClassVar[str] = "The Adventures move along: {row}"
    row: dict[str, str]


EVENTS: tuple[type[Event], ...] = tuple(
    shape
    for shape in list(globals().values())
    if isinstance(shape, type) and issubclass(shape, Event) and shape is not Event
)
