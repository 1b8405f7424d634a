"""Resting instead of movement and action: declared first, carried out before the turn ends."""

from collections.abc import Iterable, Iterator
from typing import Any

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.mage_knight.cards import discard_from_hand
from service.games.mage_knight.events_rewards import HandShown
from service.games.mage_knight.events_sites import RestDeclared, Rested
from service.games.mage_knight.ids import WOUND, Card, Small
from service.games.mage_knight.table import Table


class DeclareRest(Action, tag="rest", frozen=True):
    """Declare a Rest: this turn has no movement and no action."""

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        turn = table.turn
        if turn.resting:
            yield Violation("turn.two-options:resting", "{seat} rests already", at="type", seat=actor)
        elif turn.moved or turn.deed is not None:
            yield Violation(
                "turn.two-options", "{seat} has begun a Regular turn with movement or action", at="type", seat=actor
            )
        if not table.player(actor).hand:
            yield Violation("rest.with-empty-hand", "the hand of {seat} is empty", at="type", seat=actor)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        table.turn.resting = table.turn.begun = True
        table.log(RestDeclared(rule="turn.two-options", seat=actor))


class CarryOutRest(Action, tag="carry-out-rest", frozen=True):
    """Carry the Rest out: discard ``card`` and so many Wounds, or with Wounds only one Wound and no card."""

    card: Card | None = None
    wounds: Small = 0

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["CarryOutRest"]:
        if not table.turn.resting or table.turn.rested:
            return []
        cards, wounds = table.playable_in_hand(actor), table.wounds_in_hand(actor)
        if not cards:
            return [cls(actor=actor, wounds=min(1, wounds))]
        return [cls(actor=actor, card=card, wounds=number) for card in cards for number in range(wounds + 1)]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        turn, hand = table.turn, table.player(actor).hand
        if not turn.resting:
            yield Violation("rest.kind-by-hand:no-rest", "{seat} has declared no Rest", at="type", seat=actor)
        elif turn.rested:
            yield Violation("rest.must-be-completed:done", "the Rest has been carried out", at="type")
        held = table.wounds_in_hand(actor)
        if len(hand) > held:
            yield from self._standard(table, actor, held)
        else:
            yield from self._slow(actor, held)

    def _standard(self, table: Table, actor: str, held: int) -> Iterator[Violation]:
        if self.card is None:
            yield Violation(
                "rest.kind-by-hand", "{seat} has other cards than Wounds: a Standard Rest", at="card", seat=actor
            )
        elif self.card == WOUND:
            yield Violation("rest.standard:wound", "the card has to be no Wound", at="card")
        elif self.card not in table.player(actor).hand:
            yield Violation("rest.standard", "{card} is not in hand", at="card", card=self.card)
        if self.wounds > held:
            yield Violation(
                "rest.standard:wounds", "Wounds in the hand of {seat}: {held}", at="wounds", seat=actor, held=held
            )

    def _slow(self, actor: str, held: int) -> Iterator[Violation]:
        if self.card is not None:
            yield Violation(
                "rest.kind-by-hand:slow", "{seat} has nothing but Wounds: a Slow Recovery", at="card", seat=actor
            )
        if self.wounds != min(1, held):
            yield Violation(
                "rest.slow-recovery",
                "Wounds to discard: {due}, not {wounds}; in hand: {held}",
                at="wounds",
                due=min(1, held),
                held=held,
                wounds=self.wounds,
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        turn = table.turn
        turn.rested = True
        slow = self.card is None
        kind, rule = ("Slow Recovery", "rest.slow-recovery") if slow else ("Standard Rest", "rest.standard")
        table.log(Rested(rule=rule, seat=actor, kind=kind))
        if slow:
            table.log(HandShown(rule=rule, seat=actor, cards=list(table.player(actor).hand)))
        if self.card is not None:
            discard_from_hand(table, actor, self.card, rule)
        for _ in range(self.wounds):
            discard_from_hand(table, actor, WOUND, rule)
        turn.cards_used += self.wounds if slow else 0


REST_ACTIONS: tuple[type[Action], ...] = (DeclareRest, CarryOutRest)
