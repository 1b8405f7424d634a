"""First Round Draft: the cards drawn in round one lie open, and are taken in Rank Order, back, and in Rank Order."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Bundle, ChanceAction, Where
from service.engine.shapes import CHANCE, Path
from service.engine.step import ChanceStep, Choice, Step
from service.engine.violation import Violation
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.events import EndeavourRevealed, EndeavourTaken
from service.games.gilded_realms.ids import Card
from service.games.gilded_realms.negotiation import NEGOTIATION
from service.games.gilded_realms.table import Table


class RevealDraft(Step, tag="reveal-draft"):
    """All cards that are drawn in round one are laid open; then the draft begins."""

    rule: ClassVar[str] = "draft.reveal"

    left: Annotated[int, Meta(ge=0, le=60)]

    def run(self, table: Table) -> None:
        if self.left and table.state.deck.count:
            table.push(RevealCard(), RevealDraft(left=self.left - 1))
            return
        order = table.rank_order()
        table.push(*(TakeDraft(seat=seat) for seat in (*order, *reversed(order), *order)))


class CardRevealed(ChanceAction, tag="reveal-draft-card", frozen=True):
    """A card that is laid open for the draft."""

    card: Card

    def apply(self, table: Table, step: "RevealCard", actor: str) -> None:
        table.state.deck.take(self.card)
        table.state.draft = sorted([*table.state.draft, self.card])
        table.log(EndeavourRevealed(rule=step.rule, card=self.card, name=table.pack.title(self.card)))


class RevealAll(Bundle, tag="reveal-draft", frozen=True):
    """All the cards that are laid open for the draft."""

    cards: Annotated[list[Card], Meta(min_length=1, max_length=60)]

    def violations(self, table: Table, step: "RevealCard", actor: str) -> Iterator[Violation]:
        below = table.state.agenda[-2] if len(table.state.agenda) > 1 else None
        wanted = 1 + (below.left if isinstance(below, RevealDraft) else 0)
        if len(self.cards) != wanted:
            yield Violation(
                "draft.reveal:number",
                "{wanted} cards are still to be laid open, not {named}",
                at="cards",
                wanted=wanted,
                named=len(self.cards),
            )

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        for card in self.cards:
            yield CardRevealed(actor=actor, card=card)

    def written(self, number: int, part: Action) -> Path:
        return ("cards", number)


class RevealCard(ChanceStep, tag="reveal-draft-card"):
    """A card for the draft is drawn."""

    rule: ClassVar[str] = "draft.reveal"
    prompt: ClassVar[str] = "Lay an Endeavour open for the draft."
    actions: ClassVar[tuple[type[Action], ...]] = (CardRevealed, RevealAll)

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        return [CardRevealed(actor=CHANCE, card=card, weight=n) for card, n in table.state.deck.draws().items()]


class DraftCard(Action, tag="draft", frozen=True):
    """Take an open Endeavour into hand."""

    card: Card

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["DraftCard"]:
        return [cls(actor=actor, card=card) for card in sorted(set(table.state.draft))]

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        if self.card not in table.state.draft:
            yield Violation(
                "draft.snake-order:card", "{name} does not lie open", at="card", name=table.pack.title(self.card)
            )

    def apply(self, table: Table, step: "TakeDraft", actor: str) -> None:
        cards = list(table.state.draft)
        cards.remove(self.card)
        table.state.draft = cards
        player = table.player(actor)
        player.hand = sorted([*player.hand, self.card])
        table.log(EndeavourTaken(rule=step.rule, seat=actor, card=self.card, name=table.pack.title(self.card)))


class TakeDraft(Choice, tag="take-draft"):
    """A player takes one of the open Endeavours; the others may negotiate meanwhile, with each other too."""

    rule: ClassVar[str] = "draft.snake-order"
    prompt: ClassVar[str] = "{seat} takes one of the open Endeavours; everybody may negotiate."
    actions: ClassVar[tuple[type[Action], ...]] = (DraftCard, *NEGOTIATION, *ANYTIME)

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if table.state.draft else ()

    def may(self, table: Table) -> tuple[str, ...]:
        """Everybody else, while there is a card to take (in a lane nobody, which no game has)."""
        together = table.state.draft and table.state.agenda[-1] is self
        return tuple(seat for seat in table.state.seats if seat != self.seat) if together else ()

    def types(self, table: Table, actor: str) -> tuple[type[Action], ...]:
        """The others have negotiation alone."""
        return self.actions if actor == self.seat else NEGOTIATION

    def misplaced(self, table: Table, action: Action) -> Violation | None:
        """It is another player's turn to take a card."""
        if action.actor == self.seat:
            return None
        return Violation(
            "draft.snake-order:turn",
            "{due} takes the next card, and {seat} may only negotiate",
            at="actor",
            due=self.seat,
            seat=action.actor,
        )
