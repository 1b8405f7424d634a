"""Deed cards on their way between deck, hand, Play area and discard pile."""

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Bundle, ChanceAction
from service.engine.defect import Defect, error
from service.engine.shapes import CHANCE, Path, RuleRef, Seat
from service.engine.step import ChanceStep, Step
from service.engine.violation import Violation
from service.games.mage_knight.bags import put, put_all
from service.games.mage_knight.events_combat import KnockedOut
from service.games.mage_knight.events_effects import (
    CardDiscarded,
    CardDrawn,
    CardsDrawn,
    CardThrownAway,
    WoundsTaken,
)
from service.games.mage_knight.ids import WOUND, Card
from service.games.mage_knight.state import Player
from service.games.mage_knight.table import Table

MOST_DRAWN = 60


def discard_from_hand(table: Table, seat: str, card: str, rule: str = "discard.to-discard-pile") -> None:
    """A card goes from the hand to the discard pile."""
    player = table.player(seat)
    player.hand.remove(card)
    put(player.discard, card)
    if card != WOUND and table.active() == seat:
        table.turn.cards_used += 1
    table.log(CardDiscarded(rule=rule, seat=seat, card=card))


def throw_away_from_hand(table: Table, seat: str, card: str) -> None:
    """A Wound goes back to its pile, any other card out of the game."""
    table.player(seat).hand.remove(card)
    if card != WOUND:
        put(table.state.removed.cards, card)
    rule = "throw-away.wound" if card == WOUND else "throw-away.other"
    table.log(CardThrownAway(rule=rule, seat=seat, card=card))


def take_wounds(table: Table, seat: str, number: int, rule: str) -> None:
    """Wounds from their pile into the hand; in a combat they count for the knock-out."""
    if number <= 0:
        return
    put_all(table.player(seat).hand, [WOUND] * number)
    turn, combat = table.state.turn, table.state.combat
    if turn is not None and turn.seat == seat:
        turn.wounds_to_hand += number
    if combat is not None and combat.seat == seat:
        combat.wounds += number
    wounds = "1 Wound" if number == 1 else f"{number} Wounds"
    table.log(WoundsTaken(rule=rule, seat=seat, number=number, wounds=wounds))
    if combat is not None and combat.seat == seat and combat.wounds >= table.level(seat).hand_limit:
        before, combat.knocked_out = combat.knocked_out, True
        discarded = discard_all_but_wounds(table, seat)
        if discarded or not before:
            table.log(KnockedOut(rule="damage.knock-out", seat=seat, cards=discarded))


def discard_all_but_wounds(table: Table, seat: str) -> list[str]:
    """Every card of the hand that is no Wound goes to the discard pile; which these were."""
    player = table.player(seat)
    cards = [card for card in player.hand if card != WOUND]
    player.hand = [WOUND] * (len(player.hand) - len(cards))
    put_all(player.discard, cards)
    return cards


def draws(player: Player) -> dict[str, int]:
    """What the next draw from a Deed deck may give. Cards under Sparing Power that nobody has seen may come too."""
    return player.deck.draws() if player.deck.count else {}


def deck_is_empty(player: Player) -> bool:
    """Whether the Deed deck has no card."""
    return player.deck.count == 0


def all_deed_cards(player: Player) -> list[str]:
    """Every Deed card of a player but the Banners on Units, for a new Deed deck."""
    deck = player.deck
    found = [*player.hand, *player.discard, *player.aside, *(played.card for played in player.played)]
    found += [known.card for known in (*deck.top, *deck.bottom, *player.stash)]
    for card, number in deck.unseen.items():
        found += [card] * number
    return found


def draw_cards(table: Table, seat: str, number: int, rule: str) -> None:
    """Have a player draw so many cards, one after the other, as far as the deck goes."""
    if number > 0 and not deck_is_empty(table.player(seat)):
        table.push(DrawCards(seat=seat, number=min(number, MOST_DRAWN), drawn_by=rule))


def drawn(table: Table, seat: str, card: str, rule: str) -> None:
    """A card comes into the hand; only its owner sees which."""
    put(table.player(seat).hand, card)
    table.log(CardDrawn(rule=rule, seat=seat, card=card, seen_by=[seat]))
    table.log(CardsDrawn(rule=rule, seat=seat))


class DrawCard(ChanceAction, tag="draw-card", frozen=True):
    """The card that is drawn from a Deed deck."""

    card: Card

    def apply(self, table: Table, step: "DrawCards", actor: str) -> None:
        table.player(step.seat).deck.take(self.card)
        drawn(table, step.seat, self.card, step.drawn_by)
        if step.number > 1:
            draw_cards(table, step.seat, step.number - 1, step.drawn_by)


class DrawHand(Bundle, tag="draw-cards", frozen=True):
    """All cards of a draw at once, in the order in which they come."""

    cards: Annotated[list[Card], Meta(min_length=1, max_length=MOST_DRAWN)]

    def violations(self, table: Table, step: "DrawCards", actor: str) -> Iterator[Violation]:
        number = min(step.number, table.player(step.seat).deck.count)
        if len(self.cards) > number:
            yield Violation(
                "referee.one-breath:draw",
                "cards that {seat} draws now: {number}, not {named}",
                at="cards",
                seat=step.seat,
                number=number,
                named=len(self.cards),
            )

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        for card in self.cards:
            yield DrawCard(actor=actor, card=card)

    def written(self, number: int, part: Action) -> Path:
        return ("cards", number)


class DrawCards(ChanceStep, tag="draw-cards"):
    """Cards are drawn from a Deed deck, one by one; when it runs out the drawing ends."""

    rule: ClassVar[str] = "round-prep.draw-to-hand-limit"
    prompt: ClassVar[str] = "Draw a card from the Deed deck of {seat}; still to come: {number}."
    actions: ClassVar[tuple[type[Action], ...]] = (DrawCard, DrawHand)

    seat: Seat
    number: Annotated[int, Meta(ge=1, le=MOST_DRAWN)]
    drawn_by: RuleRef = "round-prep.draw-to-hand-limit"

    def must(self, table: Table) -> Sequence[str]:
        return (CHANCE,) if not deck_is_empty(table.player(self.seat)) else ()

    def cites(self) -> str:
        return self.drawn_by

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        found = draws(table.player(self.seat))
        return [DrawCard(actor=CHANCE, card=card, weight=weight) for card, weight in found.items()]

    def consistency(self, table: Table) -> Iterator[Defect]:
        player = table.player(self.seat)
        if player.deck.count and not draws(player):
            yield error(self.rule, "", "nothing-may-come", f"nothing can be drawn from the Deed deck of {self.seat}")


CARD_STEPS: tuple[type[Step], ...] = (DrawCards,)
