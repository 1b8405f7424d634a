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
    template: ClassVar[str] = "{seat} gains {amount} extra Fame for the row ends crossed"
    seat: str
    amount: int


class AssaultProposed(Event, tag="assault-proposed", kw_only=True):
    template: ClassVar[str] = "{seat} proposes a cooperative assault on {space}: {shares}"
    seat: str
    space: str
    shares: list[str]


class AssaultDeclined(Event, tag="assault-declined", kw_only=True):
    template: ClassVar[str] = "{seat} declines the cooperative assault"
    reveals: ClassVar[bool] = True
    seat: str


class PartnerAgreed(Event, tag="partner-agreed", kw_only=True):
    template: ClassVar[str] = "{seat} agrees to the cooperative assault"
    reveals: ClassVar[bool] = True
    seat: str


class AssaultJoined(Event, tag="assault-joined", kw_only=True):
    template: ClassVar[str] = "{seat} agrees to the cooperative assault"
    reveals: ClassVar[bool] = True
    seat: str


class AssaultAgreed(Event, tag="assault-agreed", kw_only=True):
    template: ClassVar[str] = "All agree: the cooperative assault of {seat} on {space} begins"
    reveals: ClassVar[bool] = True
    seat: str
    space: str


class TokenFlipped(Event, tag="token-flipped", kw_only=True):
    template: ClassVar[str] = "{seat} flips the Round Order token and gives up the next turn"
    seat: str


class DefenderDealt(Event, tag="defender-dealt", kw_only=True):
    template: ClassVar[str] = "{seat} is dealt {enemy}"
    reveals: ClassVar[bool] = True
    seat: str
    enemy: str


class StayedOut(Event, tag="stayed-out", kw_only=True):
    template: ClassVar[str] = "{seat} stays out of the city"
    seat: str


class AssaultWithdrawn(Event, tag="assault-withdrawn", kw_only=True):
    template: ClassVar[str] = "The city has not fallen: {seat} withdraws to {to}"
    seat: str
    to: str


SCENARIO_EVENTS: tuple[type[Event], ...] = (
    TacticLeaves,
    GameWon,
    GameLost,
    ExtraFame,
    AssaultProposed,
    AssaultDeclined,
    PartnerAgreed,
    AssaultJoined,
    AssaultAgreed,
    TokenFlipped,
    DefenderDealt,
    StayedOut,
    AssaultWithdrawn,
)
