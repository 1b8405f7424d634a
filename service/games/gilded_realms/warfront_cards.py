"""The Warfront cards: after each Year Event one is revealed; it moves the Warfront, then its lower half is resolved."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action, ChanceAction, Where
from service.engine.counts import together
from service.engine.defect import Defect, error
from service.engine.shapes import CHANCE
from service.engine.step import ChanceStep, Choice, Step
from service.engine.violation import Violation
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.event_cards import discard_year_event
from service.games.gilded_realms.ids import EventCard, WarfrontCard
from service.games.gilded_realms.solo_events import ThreatRemoved, WarfrontDiscarded, WarfrontQueued, WarfrontRevealed
from service.games.gilded_realms.solo_steps import no_solo_game
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.warfront import DirectAssault, card_name, move_front, refill_warfront


class RevealWarfront(Step, tag="reveal-warfront"):
    """The top Warfront card is revealed and resolved, the upper half before the lower one."""

    rule: ClassVar[str] = "warfront-cards.reveal"

    def run(self, table: Table) -> None:
        if refill_warfront(table):
            table.push(TurnUpWarfront(), MoveByCard(), ResolveCard(), DiscardWarfront())

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_solo_game(table, self.rule)


class WarfrontTurnedUp(ChanceAction, tag="turn-up-warfront", frozen=True):
    """The Warfront card that is revealed."""

    card: WarfrontCard

    def apply(self, table: Table, step: "TurnUpWarfront", actor: str) -> None:
        solo = table.state.solo
        assert solo is not None
        solo.deck.take(self.card)
        solo.revealed = self.card
        table.log(WarfrontRevealed(rule=step.rule, card=self.card, name=card_name(table, self.card)))


class TurnUpWarfront(ChanceStep, tag="turn-up-warfront"):
    """The top Warfront card is turned up."""

    rule: ClassVar[str] = "warfront-cards.reveal"
    prompt: ClassVar[str] = "Turn up the top Warfront card."
    actions: ClassVar[tuple[type[Action], ...]] = (WarfrontTurnedUp,)

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        solo = table.state.solo
        draws = solo.deck.draws() if solo is not None else {}
        return [WarfrontTurnedUp(actor=CHANCE, card=card, weight=n) for card, n in draws.items()]

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_solo_game(table, self.rule)
        if table.state.solo is not None and not table.state.solo.deck.draws():
            yield error(self.rule, "", "no-card", "no Warfront card is left to turn up")


class MoveByCard(Step, tag="move-by-warfront-card"):
    """The upper half of the revealed Warfront card moves the token."""

    rule: ClassVar[str] = "warfront-cards.top-then-bottom"

    def run(self, table: Table) -> None:
        solo = table.state.solo
        if solo is not None and solo.revealed is not None:
            delta = table.pack.warfront_cards[solo.revealed].top.get("warfront", 0)
            move_front(table, delta, "warfront.cards-move-it")


class ResolveCard(Step, tag="resolve-warfront-card"):
    """The lower half of the revealed Warfront card; Defiance counts in a Last Stand alone."""

    rule: ClassVar[str] = "warfront-cards.top-then-bottom"

    def run(self, table: Table) -> None:
        solo = table.state.solo
        if solo is None or solo.revealed is None:
            return
        (seat,), bottom = table.state.seats, table.pack.warfront_cards[solo.revealed].bottom
        if bottom.kind == "direct-assault":
            table.push(DirectAssault())
        elif bottom.kind == "pyrrhic-victory":
            table.push(RemoveThreat(seat=seat))
        elif bottom.queue_position:
            into_queue(table, seat, solo.revealed)
            solo.revealed = None


def into_queue(table: Table, seat: str, card: str) -> None:
    """Raiders and Serpens Aid go into the Build Queue."""
    bottom = table.pack.warfront_cards[card].bottom
    queue, place = table.player(seat).queue, str(bottom.queue_position)
    queue[place] = together(queue.get(place, {}), {card: 1})  # type: ignore[index, call-overload]
    rule = table.pack.clauses[f"warfront.{bottom.kind}"]
    table.log(WarfrontQueued(rule=rule, seat=seat, card=card, name=table.pack.title(card), position=place))


class DiscardWarfront(Step, tag="discard-warfront"):
    """The resolved Warfront card is discarded, unless it has gone into the Build Queue."""

    rule: ClassVar[str] = "warfront-cards.reveal"

    def run(self, table: Table) -> None:
        solo = table.state.solo
        if solo is None or solo.revealed is None:
            return
        card, solo.revealed = solo.revealed, None
        solo.discard = sorted({*solo.discard, card})
        table.log(WarfrontDiscarded(rule=self.rule, card=card, name=card_name(table, card)))


# --- Pyrrhic Victory --------------------------------------------------------------------------------------------------


class RemoveLooming(Action, tag="remove-looming", frozen=True):
    """Remove an active Looming Threat, or none."""

    event: EventCard | None

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["RemoveLooming"]:
        return [cls(actor=actor, event=event) for event in (None, *(card.id for _, card in table.looming()))]

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        if self.event is not None and self.event not in [card.id for _, card in table.looming()]:
            name = table.pack.title(self.event)
            yield Violation(
                "warfront-cards.pyrrhic-victory", "{name} is no active Looming Threat", at="event", name=name
            )

    def apply(self, table: Table, step: "RemoveThreat", actor: str) -> None:
        for round_, card in table.looming():
            if card.id == self.event:
                table.log(ThreatRemoved(rule=step.rule, seat=actor, event=card.id, name=card.name))
                discard_year_event(table, round_, step.rule)
                return


class RemoveThreat(Choice, tag="remove-threat"):
    """Pyrrhic Victory: a Looming Threat may be removed, without any reward."""

    rule: ClassVar[str] = "warfront-cards.pyrrhic-victory"
    prompt: ClassVar[str] = "Remove one Looming Threat without a reward, or none."
    actions: ClassVar[tuple[type[Action], ...]] = (RemoveLooming, *ANYTIME)

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if table.looming() else ()

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_solo_game(table, self.rule)
