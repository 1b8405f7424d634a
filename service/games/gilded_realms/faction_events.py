"""What can happen in The Gilded Realms, as the record tells it: Factions and their Advisors."""

from typing import ClassVar

from service.engine.event import Event
from service.games.gilded_realms.events import Amounts


class AdvisorGained(Event, tag="advisor-gained", kw_only=True):
    template: ClassVar[str] = "{seat} gains {name}"
    seat: str
    advisor: str
    name: str


class NoAdvisorLeft(Event, tag="no-advisor-left", kw_only=True):
    template: ClassVar[str] = "{seat} gains no Advisor: none is left that {seat} may have"
    seat: str


class ShroudLaid(Event, tag="shroud-laid", kw_only=True):
    template: ClassVar[str] = "{seat} lays a Shroud of {kind} on the Year Event of round {round}"
    seat: str
    kind: str
    round: int


class ShroudAugmented(Event, tag="shroud-augmented", kw_only=True):
    template: ClassVar[str] = "{seat} flips the Shroud on the Year Event of round {round} to its Augmented side"
    seat: str
    round: int


class DarkDealingsPlaced(Event, tag="dark-dealings-placed", kw_only=True):
    template: ClassVar[str] = "{seat} lays the Dark Dealings token on {name}"
    seat: str
    event: str
    name: str


class StoredOnCard(Amounts, tag="stored-on-card", kw_only=True):
    template: ClassVar[str] = "{seat} puts {amounts} from the Bank on {name}"
    seat: str
    advisor: str
    name: str
    amounts: dict[str, int]


class TakenFromCard(Event, tag="taken-from-card", kw_only=True):
    template: ClassVar[str] = "{seat} takes everything that lies on {name}"
    seat: str
    advisor: str
    name: str


class MarketCardDrawn(Event, tag="market-card-drawn", kw_only=True):
    template: ClassVar[str] = "{seat} turns up the Market card {name}"
    reveals: ClassVar[bool] = True
    seat: str
    card: str
    name: str


class MarketCardTaken(Event, tag="market-card-taken", kw_only=True):
    template: ClassVar[str] = "{seat} takes the Market card {name}"
    seat: str
    card: str
    name: str


class MarketCardDiscarded(Event, tag="market-card-discarded", kw_only=True):
    template: ClassVar[str] = "{seat} discards the Market card {name}"
    seat: str
    card: str
    name: str


class MarketCardResolved(Event, tag="market-card-resolved", kw_only=True):
    template: ClassVar[str] = "{seat} resolves the Market card {name} for {what}"
    seat: str
    card: str
    name: str
    what: str


EVENTS: tuple[type[Event], ...] = (
    AdvisorGained,
    NoAdvisorLeft,
    ShroudLaid,
    ShroudAugmented,
    DarkDealingsPlaced,
    StoredOnCard,
    TakenFromCard,
    MarketCardDrawn,
    MarketCardTaken,
    MarketCardDiscarded,
    MarketCardResolved,
)
