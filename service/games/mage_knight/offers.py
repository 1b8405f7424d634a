"""The offers of Spells, Advanced Actions and Units, and the decks behind them."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from service.engine.action import Action, ChanceAction
from service.engine.piles import Pile
from service.engine.shapes import CHANCE, RuleRef
from service.engine.step import ChanceStep, Step
from service.games.mage_knight.events_core import OfferCardRemoved, OfferFilled
from service.games.mage_knight.ids import Card as CardId
from service.games.mage_knight.ids import UnitKind
from service.games.mage_knight.table import Table

OFFER_SIZE = 3

CardOffer = Literal["spell", "advanced-action"]
UnitDeck = Literal["regular", "elite", "advanced-action"]


def offer_of(table: Table, offer: str) -> list[str]:
    """The cards of a card offer, lowest position first; the list itself."""
    return table.state.offers.spells if offer == "spell" else table.state.offers.advanced


def deck_of(table: Table, deck: str) -> Pile:
    """A common deck by its name."""
    decks = table.state.decks
    return {
        "spell": decks.spells,
        "advanced-action": decks.advanced,
        "artifact": decks.artifacts,
        "regular": decks.regular,
        "elite": decks.elite,
    }[deck]


def fill_offer(table: Table, offer: CardOffer, rule: str) -> None:
    """A new card enters the top position, as long as the deck has one."""
    if deck_of(table, offer).count:
        table.push(FillOffer(offer=offer, filled_by=rule))


def take_from_offer(table: Table, offer: CardOffer, card: str) -> None:
    """A card leaves its offer, which is filled at once: the others move down, a new one enters at the top."""
    offer_of(table, offer).remove(card)
    fill_offer(table, offer, "gain.replenish-offer")


def under_its_deck(table: Table, card: str, deck: str) -> None:
    """A card of an offer goes under its deck, where everybody knows it."""
    deck_of(table, deck).put_at_bottom(card, sorted(table.state.seats))


def remove_lowest(table: Table, offer: CardOffer, rule: str) -> None:
    """The card in the lowest position goes under its deck."""
    cards = offer_of(table, offer)
    if cards:
        card = cards.pop(0)
        under_its_deck(table, card, offer)
        table.log(OfferCardRemoved(rule=rule, offer=offer, card=card))


class RevealOfferCard(ChanceAction, tag="reveal-offer-card", frozen=True):
    """The card that enters an offer of cards."""

    card: CardId

    def apply(self, table: Table, step: "FillOffer", actor: str) -> None:
        deck_of(table, step.offer).take(self.card)
        offer_of(table, step.offer).append(self.card)
        table.log(OfferFilled(rule=step.filled_by, offer=step.offer, card=self.card))


class FillOffer(ChanceStep, tag="fill-offer"):
    """A card is turned up into the top position of an offer."""

    rule: ClassVar[str] = "gain.replenish-offer"
    prompt: ClassVar[str] = "Turn up the next card of the {offer} deck."
    actions: ClassVar[tuple[type[Action], ...]] = (RevealOfferCard,)
    also_cites: ClassVar[tuple[str, ...]] = (
        "setup.advanced-action-offer",
        "setup.spell-offer",
        "round-prep.advanced-offer-fill-top",
        "round-prep.spell-offer-refresh",
    )

    offer: CardOffer
    filled_by: RuleRef = "gain.replenish-offer"

    def cites(self) -> str:
        return self.filled_by if self.filled_by in self.also_cites else self.rule

    def must(self, table: Table) -> Sequence[str]:
        return (CHANCE,) if deck_of(table, self.offer).count else ()

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        draws = deck_of(table, self.offer).draws()
        return [RevealOfferCard(actor=CHANCE, card=card, weight=weight) for card, weight in draws.items()]


class RevealUnit(ChanceAction, tag="reveal-unit", frozen=True):
    """The Unit that enters the Unit offer."""

    unit: UnitKind

    def apply(self, table: Table, step: "DealUnit", actor: str) -> None:
        deck_of(table, step.deck).take(self.unit)
        table.state.offers.units.append(self.unit)
        table.log(OfferFilled(rule=step.dealt_by, offer="Unit", card=self.unit))


class RevealMonasteryCard(ChanceAction, tag="reveal-monastery-card", frozen=True):
    """The Advanced Action that a monastery puts into the Unit offer."""

    card: CardId

    def apply(self, table: Table, step: "DealUnit", actor: str) -> None:
        deck_of(table, step.deck).take(self.card)
        table.state.offers.units.append(self.card)
        table.log(OfferFilled(rule=step.dealt_by, offer="Unit", card=self.card))


class DealUnit(ChanceStep, tag="deal-unit"):
    """A card is dealt into the Unit offer: from a Unit deck, or an Advanced Action for a monastery."""

    rule: ClassVar[str] = "round-prep.unit-offer-size"
    prompt: ClassVar[str] = "Deal a card of the {deck} deck into the Unit offer."
    actions: ClassVar[tuple[type[Action], ...]] = (RevealUnit, RevealMonasteryCard)
    also_cites: ClassVar[tuple[str, ...]] = (
        "setup.first-unit-offer",
        "round-prep.only-regular-before-core",
        "round-prep.alternate-elite-regular",
        "recon.no-elite",
        "round-prep.add-monastery-cards",
        "reveal.monastery",
        "interact.city-white",
        "effects.follow-card-text",
    )

    deck: UnitDeck
    dealt_by: RuleRef = "round-prep.unit-offer-size"

    def cites(self) -> str:
        return self.dealt_by if self.dealt_by in self.also_cites else self.rule

    def must(self, table: Table) -> Sequence[str]:
        return (CHANCE,) if deck_of(table, self.deck).count else ()

    def types(self, table: Table, actor: str) -> tuple[type[Action], ...]:
        return (RevealMonasteryCard,) if self.deck == "advanced-action" else (RevealUnit,)

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        draws = deck_of(table, self.deck).draws()
        if self.deck == "advanced-action":
            return [RevealMonasteryCard(actor=CHANCE, card=card, weight=weight) for card, weight in draws.items()]
        return [RevealUnit(actor=CHANCE, unit=unit, weight=weight) for unit, weight in draws.items()]


OFFER_STEPS: tuple[type[Step], ...] = (FillOffer, DealUnit)
