"""The last part of a turn: cards may be discarded, then cards are drawn up to the Hand limit."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.shapes import Seat
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.cards import deck_is_empty, discard_from_hand, draw_cards
from service.games.mage_knight.events_effects import NextDrawRaised
from service.games.mage_knight.hand_limit import hand_limit
from service.games.mage_knight.ids import WOUND, Card, Small
from service.games.mage_knight.movement_rules import card_is_due
from service.games.mage_knight.no_effects import no_effects_now
from service.games.mage_knight.table import Table
from service.games.mage_knight.tactics import UseTactic


class DiscardCard(Action, tag="discard-card", frozen=True):
    """Discard a card of the hand before drawing."""

    card: Card

    @classmethod
    def candidates(
        cls, table: Table, step: "DiscardBeforeDrawing", actor: str, where: Where
    ) -> Iterable["DiscardCard"]:
        return [cls(actor=actor, card=card) for card in sorted(set(table.player(actor).hand))]

    def violations(self, table: Table, step: "DiscardBeforeDrawing", actor: str) -> Iterator[Violation]:
        if self.card not in table.player(actor).hand:
            yield Violation("end-turn.discard-before-drawing:hand", "{card} is not in hand", at="card", card=self.card)
        elif self.card == WOUND:
            yield Violation("end-turn.discard-before-drawing", "a Wound cannot be discarded", at="card")

    def apply(self, table: Table, step: "DiscardBeforeDrawing", actor: str) -> None:
        discard_from_hand(table, actor, self.card, step.rule)
        table.turn.cards_used += 1


class KeepHand(Action, tag="keep-hand", frozen=True):
    """Keep the rest of the hand."""

    def violations(self, table: Table, step: "DiscardBeforeDrawing", actor: str) -> Iterator[Violation]:
        if card_is_due(table, actor):
            yield Violation(
                "turn.minimum-one-card", "{seat} has used no card this turn and has to discard one", seat=actor
            )

    def apply(self, table: Table, step: "DiscardBeforeDrawing", actor: str) -> None:
        step.over = True


class DiscardBeforeDrawing(Step, tag="discard-before-drawing"):
    """Any number of cards that are no Wounds may be discarded from the hand."""

    rule: ClassVar[str] = "end-turn.discard-before-drawing"
    prompt: ClassVar[str] = "Discard cards of your hand, or keep the rest."
    actions: ClassVar[tuple[type[Action], ...]] = (DiscardCard, KeepHand)

    seat: Seat
    over: bool = False

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if not self.over and table.player(self.seat).hand else ()

    def misplaced(self, table: Table, action: Action) -> Violation | None:
        return no_effects_now(table, action)


class StopDrawing(Action, tag="stop-drawing", frozen=True):
    """Draw no more cards: the Deed deck has run out."""

    def apply(self, table: Table, step: "DrawUp", actor: str) -> None:
        step.over = True


class DrawUp(Step, tag="draw-up"):
    """Cards are drawn up to the Hand limit. If the deck runs out, Long Night may make a new one."""

    rule: ClassVar[str] = "end-turn.draw-to-limit"
    prompt: ClassVar[str] = "The Deed deck has run out: use your Tactic, or draw no more."
    actions: ClassVar[tuple[type[Action], ...]] = (UseTactic, StopDrawing)

    seat: Seat
    limit: Small | None = None
    over: bool = False

    def must(self, table: Table) -> Sequence[str]:
        if self.over or table.turn.skip_draw or not deck_is_empty(table.player(self.seat)):
            return ()
        return (self.seat,) if self._missing(table) > 0 and makes_new_deck(table, self.seat) else ()

    def misplaced(self, table: Table, action: Action) -> Violation | None:
        return no_effects_now(table, action)

    def _missing(self, table: Table) -> int:
        limit = self.limit if self.limit is not None else limit_now(table, self.seat)
        return limit - len(table.player(self.seat).hand)

    def run(self, table: Table) -> None:
        player = table.player(self.seat)
        if table.turn.skip_draw or self.over:
            return
        missing = self._missing(table)
        if self.limit is None:
            self.limit = missing + len(player.hand)
            if not is_last_turn(table, self.seat):
                player.next_draw = 0
            elif planned := planned_for(table, self.seat):
                player.next_draw += planned
                rule = "turns.last-turn-hand-limit-transfers"
                table.log(NextDrawRaised(rule=rule, seat=self.seat, amount=planned))
        if missing > 0 and not deck_is_empty(player):
            table.push(self)
            draw_cards(table, self.seat, missing, self.rule)


def limit_now(table: Table, seat: str) -> int:
    """The Hand limit for this draw; what is for the next one waits in a last turn for the draw of the next Round."""
    if is_last_turn(table, seat):
        return hand_limit(table, seat) - table.player(seat).next_draw
    return hand_limit(table, seat) + planned_for(table, seat)


def planned_for(table: Table, seat: str) -> int:
    """What a Tactic adds to the Hand limit at the end of a turn (``tactic.planning``)."""
    player = table.player(seat)
    if player.tactic is None or table.pack.tactics[player.tactic].when != "each-end-of-turn":
        return 0
    nodes = [table.node(at) for at in table.pack.tactics[player.tactic].nodes]
    return sum(
        int(node.params["amount"]) for node in nodes if len(player.hand) >= node.params["condition"]["hand_at_least"]
    )


def is_last_turn(table: Table, seat: str) -> bool:
    """Whether a player has no further turn in this Round (``turns.last-turn-hand-limit-transfers``)."""
    ending = table.state.ending
    return ending is not None and seat not in ending.left and not table.turn.extra_turn


def makes_new_deck(table: Table, seat: str) -> bool:
    """Whether a player's Tactic can make a new Deed deck of the discard pile: Long Night, not yet used."""
    player = table.player(seat)
    if player.tactic is None or player.tactic_down or not player.discard:
        return False
    return table.pack.tactics[player.tactic].when == "once-when-deck-empty"
