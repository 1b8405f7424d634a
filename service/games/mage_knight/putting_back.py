"""Cards that may go elsewhere than to the discard pile when the Play area is cleared."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.shapes import Seat
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.cards import deck_is_empty, discard_from_hand
from service.games.mage_knight.effect_rules import matches
from service.games.mage_knight.events_rewards import CardPutBack
from service.games.mage_knight.ids import Card
from service.games.mage_knight.no_effects import no_effects_now
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.state import PlayedCard
from service.games.mage_knight.table import Table

PLACE = {"deck-top": "on top of the Deed deck", "deck-bottom": "under the Deed deck", "hand": "back into the hand"}


def waiting(table: Table, seat: str) -> list[tuple[PlayedCard, EffectNode]]:
    """The cards played that may be put somewhere else now, each with the effect that says where.

    It follows from public facts: whether a hand that has cards has one to pay with, only its owner knows.
    """
    player = table.player(seat)
    found = []
    for played in player.played:
        if played.back_for is None or played.goes != "discard" or table.turn.return_played:
            continue
        node = table.node(played.back_for)
        if node.params.get("condition") == "deck-not-empty" and deck_is_empty(player):
            continue
        if node.op == "return-self" and not player.hand:
            continue
        found.append((played, node))
    return found


class PutCardBack(Action, tag="put-card-back", frozen=True):
    """Put a card that was played where its effect allows, for the card of the hand that it may cost."""

    card: Card
    discard: Card | None = None

    @classmethod
    def candidates(cls, table: Table, step: "PutBack", actor: str, where: Where) -> Iterable["PutCardBack"]:
        for played, node in waiting(table, actor):
            if node.op == "place-self":
                yield cls(actor=actor, card=played.card)
            else:
                for card in sorted(set(table.player(actor).hand)):
                    yield cls(actor=actor, card=played.card, discard=card)

    def violations(self, table: Table, step: "PutBack", actor: str) -> Iterator[Violation]:
        found = [node for played, node in waiting(table, actor) if played.card == self.card]
        if not found:
            yield Violation(
                "end-turn.clear-cards:place",
                "{card} goes nowhere else now",
                at="card",
                card=self.card,
            )
            return
        if found[0].op == "place-self":
            if self.discard is not None:
                yield Violation("effects.follow-card-text:no-price", "nothing is discarded for it", at="discard")
            return
        yield from self._price(table, actor, table.node(found[0].inside("pay")[0]))

    def _price(self, table: Table, actor: str, price: EffectNode) -> Iterator[Violation]:
        if self.discard is None or self.discard not in table.player(actor).hand:
            yield Violation(
                "deed.extra-costs-must-be-paid:back", "a card of the hand has to be discarded", at="discard"
            )
        elif not matches(table, self.discard, price.params["filter"]):
            yield Violation("discard.never-wounds:back", "a Wound cannot be discarded for it", at="discard")

    def apply(self, table: Table, step: "PutBack", actor: str) -> None:
        played, node = next((p, node) for p, node in waiting(table, actor) if p.card == self.card)
        if self.discard is not None:
            discard_from_hand(table, actor, self.discard)
            table.turn.cards_used += 1
        played.goes = node.params["to"] if node.op == "place-self" else "hand"
        place = PLACE[played.goes]
        table.log(CardPutBack(rule="effects.follow-card-text", seat=actor, card=self.card, place=place))


class PutNoneBack(Action, tag="put-none-back", frozen=True):
    """Let all other cards go to the discard pile."""

    def apply(self, table: Table, step: "PutBack", actor: str) -> None:
        step.over = True


class PutBack(Step, tag="put-back"):
    """Before the Play area is cleared: some cards may go elsewhere."""

    rule: ClassVar[str] = "end-turn.clear-cards"
    prompt: ClassVar[str] = "Choose cards that do not go to the discard pile."
    actions: ClassVar[tuple[type[Action], ...]] = (PutCardBack, PutNoneBack)

    seat: Seat
    over: bool = False

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if not self.over and waiting(table, self.seat) else ()

    def misplaced(self, table: Table, action: Action) -> Violation | None:
        return no_effects_now(table, action)
