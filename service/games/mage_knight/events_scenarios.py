"""What scenarios and joint assaults bring about, as the record tells it."""

from typing import ClassVar

from service.engine.event import Event


class TacticLeaves(Event, tag="tactic-leaves", kw_only=True):
    template: ClassVar[str] = "{tactic} leaves the game"
    tactic: str


class GameWon(Event, tag="game-won", kw_only=True):
    template: ClassVar[str] = "Victory for {winners}"
    winners: list[str]


class GameLost(Event, tag="game-lost", kw_only=True):
    template: ClassVar[str] = "The cities have not fallen: the game is lost"


class ExtraFame(Event, tag="extra-fame", kw_only=True):
    template: ClassVar[str] = "{seat} gains {amount} extra Fame for the end of a row"
    seat: str
    amount: int


SCENARIO_EVENTS: tuple[type[Event], ...] = (TacticLeaves, GameWon, GameLost, ExtraFame)
