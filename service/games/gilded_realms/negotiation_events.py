"""What can happen when players negotiate."""

from typing import ClassVar

from service.engine.event import Event


class OfferMade(Event, tag="offer-made", kw_only=True):
    template: ClassVar[str] = "{seat} offers {to}: {give} for {take}"
    reveals: ClassVar[bool] = True
    seat: str
    to: str
    give: str
    take: str


class ExchangeAgreed(Event, tag="exchange-agreed", kw_only=True):
    template: ClassVar[str] = "{seat} accepts the offer of {maker}, and they exchange"
    reveals: ClassVar[bool] = True
    seat: str
    maker: str


class OfferRejected(Event, tag="offer-rejected", kw_only=True):
    template: ClassVar[str] = "{seat} rejects the offer of {maker}"
    reveals: ClassVar[bool] = True
    seat: str
    maker: str


class OfferWithdrawn(Event, tag="offer-withdrawn", kw_only=True):
    template: ClassVar[str] = "{seat} withdraws the offer to {to}"
    seat: str
    to: str


class OfferLapsed(Event, tag="offer-lapsed", kw_only=True):
    template: ClassVar[str] = "The offer of {seat} to {to} lapses"
    seat: str
    to: str


EVENTS = (
    OfferMade,
    ExchangeAgreed,
    OfferRejected,
    OfferWithdrawn,
    OfferLapsed,
)
