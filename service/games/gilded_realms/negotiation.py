"""Negotiation: exchanges that players offer each other during the Build and Action Phases.

An offer and its acceptance are two actions; what was agreed is carried out at once. Only exchanges of this very moment
can be agreed on, nothing about later play.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar

from msgspec import Meta, field

from service.engine.action import Action, Offer, Where
from service.engine.defect import Defect, error
from service.engine.shapes import Seat
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.events import in_words
from service.games.gilded_realms.moments import stay
from service.games.gilded_realms.negotiation_events import ExchangeAgreed, OfferMade, OfferRejected, OfferWithdrawn
from service.games.gilded_realms.offers import amounts, cards_lacking
from service.games.gilded_realms.state import Bargain, OpenOffer, Swap
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import add


def open_offer(table: Table, maker: str, to: str) -> OpenOffer | None:
    """What one player has offered to another."""
    return next((offer for offer in table.state.offers if (offer.maker, offer.to) == (maker, to)), None)


def side_in_words(table: Table, bargain: Bargain, cards: list[str]) -> str:
    """One side of an exchange as a sentence says it."""
    goods = amounts(bargain)
    return ", ".join([*([in_words(goods)] if goods else []), *table.names(cards)]) or "nothing"


class MakeOffer(Offer, tag="offer", frozen=True):
    """Offer an exchange: coins (as Silver) and goods each way, and Endeavours card for card."""

    to: Seat
    give: Bargain = field(default_factory=Bargain)
    take: Bargain = field(default_factory=Bargain)
    swaps: Annotated[list[Swap], Meta(max_length=12)] = []

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if self.to == actor:
            yield Violation("negotiate.resources:self", "{seat} cannot trade with oneself", at="to", seat=actor)
            return
        if not (self.swaps or amounts(self.give) or amounts(self.take)):
            yield Violation("negotiate.resources:empty", "an exchange is of something", at="give")
        missing = table.missing(actor, amounts(self.give))
        if missing:
            yield Violation(
                "negotiate.resources", "{seat} lacks {lacks}", at="give", seat=actor, lacks=in_words(missing)
            )
        missing = table.missing(self.to, amounts(self.take))
        if missing:
            yield Violation(
                "negotiate.resources:other", "{to} lacks {lacks}", at="take", to=self.to, lacks=in_words(missing)
            )
        yield from self._card_violations(table, actor)
        if open_offer(table, actor, self.to) is not None:
            yield Violation(
                "negotiate.binding:open", "{seat} has offered something to {to} already", seat=actor, to=self.to
            )

    def _card_violations(self, table: Table, actor: str) -> Iterator[Violation]:
        """What the maker may know of the cards: the own ones, the other's Hinterland, the size of the other's hand."""
        lacks = list(cards_lacking(table, actor, [(swap.give, swap.give_from) for swap in self.swaps]))
        if lacks:
            names = table.names(card for card, _ in lacks)
            yield Violation(
                "negotiate.endeavours-equal", "{seat} has no {cards} there", at="swaps", seat=actor, cards=names
            )
        open_cards = [(swap.take, swap.take_from) for swap in self.swaps if swap.take_from == "hinterland"]
        lacks = list(cards_lacking(table, self.to, open_cards))
        if lacks:
            names = table.names(card for card, _ in lacks)
            yield Violation(
                "negotiate.endeavours-equal:other",
                "{to} has no {cards} in the Hinterland",
                at="swaps",
                to=self.to,
                cards=names,
            )
        hidden = len(self.swaps) - len(open_cards)
        if hidden > len(table.player(self.to).hand):
            yield Violation(
                "negotiate.endeavours-equal:hand", "{to} has not so many cards in hand", at="swaps", to=self.to
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        offer = OpenOffer(maker=actor, to=self.to, give=self.give, take=self.take, swaps=list(self.swaps))
        stay(table, step)
        table.state.offers = sorted([*table.state.offers, offer], key=lambda offer: (offer.maker, offer.to))
        table.log(
            OfferMade(
                rule="negotiate.window",
                seat=actor,
                to=self.to,
                give=side_in_words(table, self.give, [swap.give for swap in self.swaps]),
                take=side_in_words(table, self.take, [swap.take for swap in self.swaps]),
            )
        )


class AcceptOffer(Action, tag="accept", frozen=True):
    """Accept what another player has offered; it is carried out at once."""

    maker: Seat

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["AcceptOffer"]:
        return [cls(actor=actor, maker=offer.maker) for offer in table.state.offers if offer.to == actor]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        offer = open_offer(table, self.maker, actor)
        if offer is None:
            yield no_offer(self.maker, actor)
            return
        missing = table.missing(actor, amounts(offer.take))
        if missing:
            yield Violation(
                "negotiate.resources:accept", "{seat} lacks {lacks}", at="maker", seat=actor, lacks=in_words(missing)
            )
        lacks = list(cards_lacking(table, actor, [(swap.take, swap.take_from) for swap in offer.swaps]))
        if lacks:
            names = table.names(card for card, _ in lacks)
            yield Violation(
                "negotiate.endeavours-equal:accept", "{seat} has no {cards} there", at="maker", seat=actor, cards=names
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        offer = open_offer(table, self.maker, actor)
        assert offer is not None
        stay(table, step)
        table.state.offers.remove(offer)
        table.log(ExchangeAgreed(rule="negotiate.binding", seat=actor, maker=self.maker))
        for swap in offer.swaps:
            put_in_place(table, self.maker, swap.give_from, swap.give, swap.take)
            put_in_place(table, actor, swap.take_from, swap.take, swap.give)
        for giver, taker, bargain in ((self.maker, actor, offer.give), (actor, self.maker, offer.take)):
            add(table, taker, amounts(bargain))
            add(table, giver, amounts(bargain), -1)


def put_in_place(table: Table, seat: str, origin: str, given: str, received: str) -> None:
    """A received card takes the place, in hand or Hinterland, of the card given for it."""
    player = table.player(seat)
    cards = list(getattr(player, origin))
    cards.remove(given)
    setattr(player, origin, sorted([*cards, received]))


def no_offer(maker: str, to: str) -> Violation:
    return Violation("negotiate.binding:none", "{maker} has offered nothing to {to}", at="maker", maker=maker, to=to)


class RejectOffer(Action, tag="reject", frozen=True):
    """Turn down what another player has offered."""

    maker: Seat

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["RejectOffer"]:
        return [cls(actor=actor, maker=offer.maker) for offer in table.state.offers if offer.to == actor]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if open_offer(table, self.maker, actor) is None:
            yield no_offer(self.maker, actor)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        offer = open_offer(table, self.maker, actor)
        assert offer is not None
        stay(table, step)
        table.state.offers.remove(offer)
        table.log(OfferRejected(rule="negotiate.window", seat=actor, maker=self.maker))


class WithdrawOffer(Action, tag="withdraw", frozen=True):
    """Take an own offer back."""

    to: Seat

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["WithdrawOffer"]:
        return [cls(actor=actor, to=offer.to) for offer in table.state.offers if offer.maker == actor]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if open_offer(table, actor, self.to) is None:
            yield Violation("negotiate.binding:own", "{seat} has offered nothing to {to}", seat=actor, to=self.to)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        offer = open_offer(table, actor, self.to)
        assert offer is not None
        stay(table, step)
        table.state.offers.remove(offer)
        table.log(OfferWithdrawn(rule="negotiate.window", seat=actor, to=self.to))


class StayInTalks(Step, tag="negotiate"):
    """Whoever is done with the bonus Action Phase may negotiate until everybody is, and do what is open at any time."""

    rule: ClassVar[str] = "negotiate.window"
    prompt: ClassVar[str] = "You may negotiate until everybody is done."
    windows: ClassVar[tuple[str, ...]] = ("anytime",)
    actions: ClassVar[tuple[type[Action], ...]] = (MakeOffer, AcceptOffer, RejectOffer, WithdrawOffer, *ANYTIME)

    seat: Seat

    def may(self, table: Table) -> tuple[str, ...]:
        """The seat; nobody waits for it."""
        return (self.seat,)

    def consistency(self, table: Table) -> Iterator[Defect]:
        if table.solo:
            yield error(self.rule, "/seat", "solo", "there is nobody to negotiate with")


NEGOTIATION: tuple[type[Action], ...] = (MakeOffer, AcceptOffer, RejectOffer, WithdrawOffer)
"""Offered in the Build and the Action Phase where several play, in the draft to everybody, to those too who have placed
their Stance Totem. Not while another action of several parts is half done.
"""
