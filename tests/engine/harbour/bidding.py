"""Bids in secret, all at once; and trading, each in the own lane."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.action import Action, Offer, Where
from service.engine.event import Event
from service.engine.shapes import Seat
from service.engine.step import Commitment, Step
from service.engine.violation import Violation
from tests.engine.harbour.table import Card, HarbourTable, Proposal


class BidMade(Event, tag="bid-made"):
    """Somebody has bid."""

    template = "{seat} has bid"

    seat: Seat


class BidsRevealed(Event, tag="bids-revealed"):
    """All bids are open."""

    template = "the order is {words}"
    reveals = True

    words: str


class CardOffered(Event, tag="card-offered"):
    """A card is offered to somebody, who alone is told which."""

    template = "{seat} offers {card} to {taker}"

    seat: Seat
    taker: Seat
    card: Card


class CardSold(Event, tag="card-sold"):
    """A card has changed hands."""

    template = "{seat} buys a card of {giver}"

    seat: Seat
    giver: Seat


class MakeBid(Action, tag="bid", frozen=True):
    """Bid coins in secret."""

    coins: Annotated[int, Meta(ge=0, le=9)]

    @classmethod
    def candidates(cls, table: HarbourTable, step: "Bid", actor: str, where: Where) -> Iterable["MakeBid"]:
        return [cls(actor=actor, coins=coins) for coins in range(5)]

    def violations(self, table: HarbourTable, step: "Bid", actor: str) -> Iterator[Violation]:
        has = table.player(actor).coins
        if self.coins > has:
            yield Violation("bids.limit", "{seat} has {has}, not {coins}", seat=actor, has=has, coins=self.coins)

    def apply(self, table: HarbourTable, step: "Bid", actor: str) -> None:
        player = table.player(actor)
        player.bid, player.bid_preset = self.coins, None
        step.committed = True
        table.log(BidMade(rule=step.rule, seat=actor))


class Bid(Commitment, tag="bid"):
    """A secret bid."""

    rule: ClassVar[str] = "bids.secret"
    prompt: ClassVar[str] = "Bid coins for the first turn."
    actions: ClassVar[tuple[type[Action], ...]] = (MakeBid,)

    def take_back(self, table: HarbourTable) -> None:
        table.player(self.seat).bid = None
        self.committed = False


class OfferCard(Offer, tag="offer-card", frozen=True):
    """Offer a card of the own hand for a coin."""

    taker: Seat
    card: Card

    def violations(self, table: HarbourTable, step: "Trade", actor: str) -> Iterator[Violation]:
        if self.taker == actor:
            yield Violation("trade.own-cards:self", "{taker} cannot trade alone", taker=actor)
        if self.card not in table.player(actor).hand:
            yield Violation("trade.own-cards", "{seat} has no {card}", seat=actor, card=self.card)

    def apply(self, table: HarbourTable, step: "Trade", actor: str) -> None:
        table.state.offers.append(Proposal(giver=actor, taker=self.taker, card=self.card))
        table.log(
            CardOffered(rule=step.rule, seat=actor, taker=self.taker, card=self.card, seen_by=[actor, self.taker])
        )


class Accept(Action, tag="accept", frozen=True):
    """Take an offered card for a coin."""

    giver: Seat

    @classmethod
    def candidates(cls, table: HarbourTable, step: "Trade", actor: str, where: Where) -> Iterable["Accept"]:
        return [cls(actor=actor, giver=seat) for seat in table.state.seats if seat != actor]

    def violations(self, table: HarbourTable, step: "Trade", actor: str) -> Iterator[Violation]:
        if not any((o.giver, o.taker) == (self.giver, actor) for o in table.state.offers):
            yield Violation("trade.answer", "{giver} offers nothing", giver=self.giver)
        if not table.player(actor).coins:
            yield Violation("trade.answer:no-coin", "{seat} has no coin", seat=actor)

    def apply(self, table: HarbourTable, step: "Trade", actor: str) -> None:
        offer = next(o for o in table.state.offers if (o.giver, o.taker) == (self.giver, actor))
        table.state.offers.remove(offer)
        giver, taker = table.player(self.giver), table.player(actor)
        giver.hand.remove(offer.card)
        taker.hand = sorted([*taker.hand, offer.card])
        giver.coins, taker.coins = giver.coins + 1, taker.coins - 1
        table.log(CardSold(rule="trade.answer", seat=actor, giver=self.giver))


class EndTrade(Action, tag="end-trade", frozen=True):
    """Trade no more in this round."""

    def apply(self, table: HarbourTable, step: "Trade", actor: str) -> None:
        step.done = True


class Trade(Step, tag="trade"):
    """One player's part in the trading."""

    rule: ClassVar[str] = "trade.together"
    prompt: ClassVar[str] = "Offer a card, answer an offer, or end your trading."
    actions: ClassVar[tuple[type[Action], ...]] = (OfferCard, Accept, EndTrade)

    seat: Seat
    done: bool = False

    def must(self, table: Any) -> Sequence[str]:
        return () if self.done else (self.seat,)
