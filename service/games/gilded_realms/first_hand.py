"""The modified draft of a solo game: six cards are drawn, and three of them go to the Warfront Hinterlands."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from service.engine.action import Action, Where
from service.engine.defect import Defect
from service.engine.shapes import a_bag
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.endeavour_deck import DrawEndeavours
from service.games.gilded_realms.events import EndeavourRevealed
from service.games.gilded_realms.ids import Card
from service.games.gilded_realms.solo_steps import no_solo_game
from service.games.gilded_realms.table import Table


class FirstHand(Step, tag="first-hand"):
    """In round one the solo player draws three cards more than usual."""

    rule: ClassVar[str] = "solo-draft.six-cards"

    def run(self, table: Table) -> None:
        if table.state.solo is None:
            return
        (seat,) = table.state.seats
        number = table.pack.constants["draw_per_round"] + laid_out(table)
        table.push(DrawEndeavours(seat=seat, number=number, asked_by=self.rule), KeepEndeavours(seat=seat))

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_solo_game(table, self.rule)


def laid_out(table: Table) -> int:
    """How many cards the Warfront Hinterlands hold."""
    number: int = table.pack.solo["warfront_hinterland"]["size"]
    return number


def kept(table: Table, seat: str) -> int:
    """How many cards the player keeps in hand."""
    hand = len(table.player(seat).hand)
    return max(hand - laid_out(table), min(hand, int(table.pack.constants["draw_per_round"])))


class KeepCards(Action, tag="keep-endeavours", frozen=True):
    """Keep these cards in hand; the others go face-up into the Warfront Hinterlands."""

    cards: Annotated[list[Card], a_bag(400)]

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["KeepCards"]:
        hand = sorted(card for card in table.player(actor).hand if card is not None)
        seen = set()
        for cards in itertools.combinations(hand, min(kept(table, actor), len(hand))):
            if cards not in seen:
                seen.add(cards)
                yield cls(actor=actor, cards=list(cards))

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        strange = sorted((Counter(self.cards) - Counter(table.player(actor).hand)).elements())
        if strange:
            yield Violation(
                "solo-draft.six-cards:hand",
                "{seat} has no {cards} in hand",
                at="cards",
                seat=actor,
                cards=table.names(dict.fromkeys(strange)),
            )
        wanted = kept(table, actor)
        if len(self.cards) != wanted:
            yield Violation(
                "solo-draft.six-cards",
                "{wanted} Endeavours stay in hand, not {named}",
                at="cards",
                wanted=wanted,
                named=len(self.cards),
            )

    def apply(self, table: Table, step: "KeepEndeavours", actor: str) -> None:
        player, solo = table.player(actor), table.state.solo
        assert solo is not None
        others = sorted((Counter(player.hand) - Counter(self.cards)).elements())
        player.hand = sorted(self.cards)
        solo.hinterland = sorted([*solo.hinterland, *others])
        for card in others:
            table.log_known(EndeavourRevealed(rule=step.rule, card=card, name=table.pack.title(card)))


class KeepEndeavours(Choice, tag="keep-endeavours"):
    """The player keeps three of the six cards."""

    rule: ClassVar[str] = "solo-draft.six-cards"
    prompt: ClassVar[str] = "Keep three Endeavours; the others go to the Warfront Hinterlands."
    actions: ClassVar[tuple[type[Action], ...]] = (KeepCards, *ANYTIME)

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if table.player(self.seat).hand else ()

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_solo_game(table, self.rule)
