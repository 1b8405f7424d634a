"""What can happen at the end of the game."""

from typing import ClassVar

from service.engine.event import Event
from service.games.kingdom_defenders.state import Feat, OrbRelic


class FeatAchieved(Event, tag="feat-achieved", kw_only=True):
    template: ClassVar[str] = "{seat} has earned the achievement {feat}"
    seat: str
    feat: Feat


class GameEnded(Event, tag="game-ended", kw_only=True):
    template: ClassVar[str] = "The game ends"


class OrbAssigned(Event, tag="orb-assigned", kw_only=True):
    template: ClassVar[str] = "{seat}'s Orb becomes {relic}"
    reveals: ClassVar[bool] = True
    seat: str
    relic: OrbRelic


class OrbsSettled(Event, tag="orbs-settled", kw_only=True):
    template: ClassVar[str] = "{seat} has assigned all Orbs"
    seat: str


class FinalScore(Event, tag="final-score", kw_only=True):
    template: ClassVar[str] = "{seat} ends with {fame} Fame"
    reveals: ClassVar[bool] = True
    seat: str
    fame: int


class NoDefender(Event, tag="no-defender", kw_only=True):
    template: ClassVar[str] = "The city has fallen: the winner does not become the Kingdom Defender"


class Victory(Event, tag="victory", kw_only=True):
    template: ClassVar[str] = "Victory: {winners}"
    winners: list[str]


EVENTS: tuple[type[Event], ...] = tuple(
    shape
    for shape in list(globals().values())
    if isinstance(shape, type) and issubclass(shape, Event) and shape is not Event
)
