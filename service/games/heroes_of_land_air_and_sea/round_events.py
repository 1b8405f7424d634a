"""What the setup, the rounds and the turns tell."""

from typing import ClassVar

from service.engine.event import Event
from service.games.heroes_of_land_air_and_sea.ids import ActionName, Resource

# --- setup ------------------------------------------------------------------------------------------------------------


class FirstPlayerSet(Event, tag="first-player-set", kw_only=True):
    template: ClassVar[str] = "{seat} holds the First Player Token"
    seat: str


class FactionChosen(Event, tag="faction-chosen", kw_only=True):
    template: ClassVar[str] = "{seat} plays the {name}"
    seat: str
    faction: str
    name: str


class TaxTokenPlaced(Event, tag="tax-token-placed", kw_only=True):
    template: ClassVar[str] = "The {resource} token is put on {amount} of the Tax Track"
    reveals: ClassVar[bool] = True
    resource: Resource
    amount: int


class CapitalPlaced(Event, tag="capital-placed", kw_only=True):
    template: ClassVar[str] = "{seat} places the Capital City in {region}, on continent {continent}"
    seat: str
    continent: str
    region: str


class TokensPlaced(Event, tag="tokens-placed", kw_only=True):
    template: ClassVar[str] = "{number} {color} Exploration Tokens are placed face down, {left} go back to the box"
    color: str
    number: int
    left: int


# --- rounds and turns -------------------------------------------------------------------------------------------------


class RoundBegun(Event, tag="round-begun", kw_only=True):
    template: ClassVar[str] = "Round {round} begins, {seat} is first"
    round: int
    seat: str


class ActionTokenPlaced(Event, tag="action-token-placed", kw_only=True):
    template: ClassVar[str] = "{seat} places an Action Token on {action}"
    seat: str
    action: ActionName
    slot: str


class ActionTokenPassed(Event, tag="action-token-passed", kw_only=True):
    template: ClassVar[str] = "{seat} can do nothing with an Action Token"
    seat: str


class Followed(Event, tag="followed", kw_only=True):
    template: ClassVar[str] = "{seat} follows {action} with a Serf"
    seat: str
    action: ActionName
    slot: str


class FollowDeclined(Event, tag="follow-declined", kw_only=True):
    template: ClassVar[str] = "{seat} does not follow {action}"
    seat: str
    action: ActionName


class Mustered(Event, tag="mustered", kw_only=True):
    template: ClassVar[str] = "{seat} musters a Serf for {action}"
    seat: str
    action: ActionName
    slot: str


class MusterDeclined(Event, tag="muster-declined", kw_only=True):
    template: ClassVar[str] = "{seat} does not muster"
    seat: str


class TurnEnded(Event, tag="turn-ended", kw_only=True):
    template: ClassVar[str] = "{seat} ends the turn"
    seat: str


class SlotsCleared(Event, tag="slots-cleared", kw_only=True):
    template: ClassVar[str] = "The Action Tokens of {seat} go back to the Courtyard, and Serfs from the slots: {serfs}"
    seat: str
    serfs: int


class ScribedTurned(Event, tag="scribed-turned", kw_only=True):
    template: ClassVar[str] = "Scribed Spells of {seat}: now Ready {ready}; now Preparing {preparing}"
    seat: str
    ready: list[str]
    preparing: list[str]


class RoundEnded(Event, tag="round-ended", kw_only=True):
    template: ClassVar[str] = "Round {round} ends"
    round: int


ROUND_EVENTS: tuple[type[Event], ...] = (
    FirstPlayerSet,
    FactionChosen,
    TaxTokenPlaced,
    CapitalPlaced,
    TokensPlaced,
    RoundBegun,
    ActionTokenPlaced,
    ActionTokenPassed,
    Followed,
    FollowDeclined,
    Mustered,
    MusterDeclined,
    TurnEnded,
    SlotsCleared,
    ScribedTurned,
    RoundEnded,
)
