"""The Endeavour deck: drawing cards one at a time, and shuffling the discards when it runs out."""

from collections.abc import Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, ChanceAction
from service.engine.piles import Pile
from service.engine.shapes import CHANCE, RuleRef, Seat
from service.engine.step import ChanceStep, Step
from service.games.gilded_realms.events import CardDiscarded, DeckReshuffled, EndeavourDrawn, EndeavourSeen
from service.games.gilded_realms.ids import WILDCARD, Card
from service.games.gilded_realms.table import Table

Amount = Annotated[int, Meta(ge=0, le=200)]


def refill(table: Table) -> bool:
    """Shuffle the discards into a new deck if the deck is empty; whether there is a card to draw now."""
    state = table.state
    if not state.deck.count and state.discard_pile:
        number = sum(state.discard_pile.values())
        state.deck = Pile.of(state.discard_pile)
        state.discard_pile = {}
        table.log(DeckReshuffled(rule="endeavours.reshuffle", deck="Endeavour", number=number))
    return state.deck.count > 0


def to_discard(table: Table, card: str) -> None:
    """Lay a card on its discard pile; a Serpens Wildcard goes back to its own pile (``wildcard.return-to-pile``)."""
    state = table.state
    if card == WILDCARD:
        state.wildcards += 1
    else:
        state.discard_pile[card] = state.discard_pile.get(card, 0) + 1


def discard_card(table: Table, seat: str, card: str, rule: str) -> None:
    """A card that a player no longer keeps in hand or Hinterland is discarded face-up."""
    to_discard(table, card)
    table.log(CardDiscarded(rule=rule, seat=seat, card=card, name=table.pack.title(card)))


class DrawEndeavours(Step, tag="draw-endeavours"):
    """A player draws so many Endeavours into hand, one after the other; fewer if no cards are left anywhere."""

    rule: ClassVar[str] = "draw-build.draw-three"

    seat: Seat
    number: Amount
    asked_by: RuleRef = "draw-build.draw-three"

    def run(self, table: Table) -> None:
        if self.number and refill(table):
            left = DrawEndeavours(seat=self.seat, number=self.number - 1, asked_by=self.asked_by)
            table.push(DrawEndeavour(seat=self.seat, asked_by=self.asked_by), left)


class DrawnEndeavour(ChanceAction, tag="draw-endeavour", frozen=True):
    """The Endeavour that comes from the top of the deck."""

    card: Card

    def apply(self, table: Table, step: "DrawEndeavour", actor: str) -> None:
        table.state.deck.take(self.card)
        player = table.player(step.seat)
        player.hand = sorted([*player.hand, self.card])
        name = table.pack.title(self.card)
        table.log(EndeavourDrawn(rule=step.asked_by, seat=step.seat))
        table.log(EndeavourSeen(rule=step.asked_by, seat=step.seat, card=self.card, name=name, seen_by=[step.seat]))
        refill(table)
        if is_capstone(table, self.card):
            table.push(DrawEndeavours(seat=step.seat, number=1, asked_by="capstones.extra-draw"))


class DrawEndeavour(ChanceStep, tag="draw-endeavour"):
    """A card comes from the Endeavour deck into a player's hand."""

    rule: ClassVar[str] = "draw-build.draw-three"
    prompt: ClassVar[str] = "Draw an Endeavour for {seat}."
    actions: ClassVar[tuple[type[Action], ...]] = (DrawnEndeavour,)

    seat: Seat
    asked_by: RuleRef = "draw-build.draw-three"

    def must(self, table: Table) -> Sequence[str]:
        """Chance, unless the cards have run out meanwhile: another lane may have taken the last one."""
        return (CHANCE,) if table.state.deck.count else ()

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        return [DrawnEndeavour(actor=CHANCE, card=card, weight=n) for card, n in table.state.deck.draws().items()]


def is_capstone(table: Table, card: str) -> bool:
    """Whether a card is a Capstone."""
    return any(table.pack.faces[face].capstone_type for face in table.pack.cards[card].faces)
