"""The Endeavour deck: drawing cards one at a time, and shuffling the discards when it runs out."""

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Bundle, ChanceAction
from service.engine.agenda import due
from service.engine.piles import Pile
from service.engine.shapes import CHANCE, Path, RuleRef, Seat
from service.engine.step import ChanceStep, Step
from service.engine.violation import Violation
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


class DrawHand(Bundle, tag="draw-hand", frozen=True):
    """All the Endeavours that a player draws now, in the order in which they come."""

    cards: Annotated[list[Card], Meta(min_length=1, max_length=60)]

    def violations(self, table: Table, step: "DrawEndeavour", actor: str) -> Iterator[Violation]:
        capstones = sum(is_capstone(table, card) for card in self.cards)
        due_now = still_to_draw(table)
        if len(self.cards) != due_now + capstones:
            yield Violation(
                "draw-build.draw-three:number",
                "{seat} draws {wanted} with these Capstones ({due}, and one for each Capstone), not {named}",
                at="cards",
                seat=step.seat,
                wanted=due_now + capstones,
                due=due_now,
                named=len(self.cards),
            )

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        for card in self.cards:
            yield DrawnEndeavour(actor=actor, card=card)

    def written(self, number: int, part: Action) -> Path:
        return ("cards", number)


def still_to_draw(table: Table) -> int:
    """How many Endeavours the player for whom one is drawn now is to draw in a row."""
    stack = due(table)[0].stack
    seat, number = stack[-1].seat, 1
    for step in reversed(stack[:-1]):
        if not isinstance(step, DrawEndeavours) or step.seat != seat:
            break
        number += step.number
    return number


class DrawEndeavour(ChanceStep, tag="draw-endeavour"):
    """A card comes from the Endeavour deck into a player's hand."""

    rule: ClassVar[str] = "draw-build.draw-three"
    prompt: ClassVar[str] = "Draw an Endeavour for {seat}."
    actions: ClassVar[tuple[type[Action], ...]] = (DrawnEndeavour, DrawHand)

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
