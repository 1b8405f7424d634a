"""Players' turns: whose comes next, its start, and the turn itself."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from service.engine.action import Action
from service.engine.defect import Defect, error
from service.engine.shapes import CHANCE, Seat
from service.engine.step import Step
from service.engine.telling import PLAIN, Words
from service.engine.violation import Violation
from service.games.mage_knight.beginning import begin_turn
from service.games.mage_knight.dummy import DummyTurn
from service.games.mage_knight.end_turn import ClearPlayArea, FinishTurn, end_sequence
from service.games.mage_knight.events_core import (
    EndOfRoundAnnounced,
    TurnEnded,
    TurnForfeited,
    TurnSkipped,
)
from service.games.mage_knight.ids import DUMMY, Party
from service.games.mage_knight.movement_rules import card_violations
from service.games.mage_knight.pvp import duty_violations
from service.games.mage_knight.reactions import TurnBorder
from service.games.mage_knight.skills import take_tokens_back
from service.games.mage_knight.state import Ending
from service.games.mage_knight.table import Table
from service.games.mage_knight.turn_actions import TURN_ACTIONS


class NextTurn(Step, tag="next-turn"):
    """The turn of the next party in the Round Order; after the last turns the Round ends."""

    rule: ClassVar[str] = "turns.in-round-order"

    after: Party | None = None

    def run(self, table: Table) -> None:
        from service.games.mage_knight.rounds import EndRound

        state = table.state
        again = state.turn is not None and state.turn.extra_turn
        party = self.after if again else self._next(table)
        state.turn = None
        if party is None:
            table.push(EndRound())
        elif party == DUMMY:
            if state.ending is not None:
                state.ending.left.remove(DUMMY)
            table.push(DummyTurn(), NextTurn(after=DUMMY))
        else:
            table.push(TurnBorder(seat=party), StartTurn(seat=party, extra=again))

    def _next(self, table: Table) -> str | None:
        state = table.state
        if state.ending is not None:
            return state.ending.left[0] if state.ending.left else None
        if self.after is None:
            return state.order[0]
        return state.order[(state.order.index(self.after) + 1) % len(state.order)]


class StartTurn(Step, tag="start-turn"):
    """A turn begins: the own interactive Skills end, and a flipped Round Order token costs the turn.

    ``extra``: an effect gives it to a player who has just had one.
    """

    rule: ClassVar[str] = "turns.in-round-order"
    also_cites: ClassVar[tuple[str, ...]] = ("effects.follow-card-text",)

    seat: Seat
    extra: bool = False

    def cites(self) -> str:
        return "effects.follow-card-text" if self.extra else self.rule

    def run(self, table: Table) -> None:
        state, player = table.state, table.player(self.seat)
        if state.ending is not None and self.seat in state.ending.left:
            state.ending.left.remove(self.seat)
        owed = take_tokens_back(table, self.seat, for_turn=True)
        player.plundered = False
        if player.flipped:
            player.flipped = False
            table.log(TurnSkipped(rule="turn-start.flipped-token-skips", seat=self.seat))
            table.push(NextTurn(after=self.seat))
            return
        begin_turn(table, self.seat, self.cites())
        table.push(*owed, take_turn(table, self.seat), NextTurn(after=self.seat))


def forfeited(table: Table, seat: str) -> list[Step]:
    """How a turn ends that is forfeited: at once; what was left in the Play area by an earlier combat leaves it."""
    left = [ClearPlayArea(seat=seat)] if table.player(seat).played else []
    return [*left, FinishTurn(seat=seat)]


class AnnounceEnd(Action, tag="announce-end", frozen=True):
    """Give up the turn and announce the End of the Round."""

    def violations(self, table: Table, step: "TakeTurn", actor: str) -> Iterator[Violation]:
        turn, ending = table.turn, table.state.ending
        if not turn.began_without_deck:
            yield Violation("announce.only-with-empty-deck", "the Deed deck of {seat} was not empty", seat=actor)
        if ending is not None and ending.cause == "announced":
            yield Violation("announce.forfeit-and-announce:announced", "{by} has announced it already", by=ending.by)
        if turn.begun:
            yield Violation("turns.may-announce-end-of-round", "{seat} has begun to play the turn", seat=actor)

    def apply(self, table: Table, step: "TakeTurn", actor: str) -> None:
        state = table.state
        step.over = True
        table.log(EndOfRoundAnnounced(rule="announce.forfeit-and-announce", seat=actor))
        if state.ending is None:
            at = state.order.index(actor)
            state.ending = Ending(by=actor, cause="announced", left=[*state.order[at + 1 :], *state.order[:at]])
        else:
            state.ending.announced = True
        table.push(*forfeited(table, actor))


class Forfeit(Action, tag="forfeit", frozen=True):
    """Forfeit the turn: neither cards in hand nor a Deed deck are left, and the End of the Round has been announced."""

    def violations(self, table: Table, step: "TakeTurn", actor: str) -> Iterator[Violation]:
        if not must_forfeit(table, actor):
            yield Violation(
                "announce.forced-forfeit:not-now",
                "only without hand and Deed deck, after the announcement, is a turn forfeited",
            )

    def apply(self, table: Table, step: "TakeTurn", actor: str) -> None:
        step.over = True
        table.log(TurnForfeited(rule="announce.forfeit-ends-at-once", seat=actor))
        table.push(*forfeited(table, actor))


def must_forfeit(table: Table, seat: str) -> bool:
    """Whether a player has begun the turn with neither hand nor Deed deck and has done nothing in it."""
    return table.turn.began_without_deck and not table.turn.begun and not table.player(seat).hand


def take_turn(table: Table, seat: str) -> "TakeTurn":
    """The turn of a player that has begun."""
    if not must_forfeit(table, seat):
        return TakeTurn(seat=seat)
    return TakeTurn(seat=seat, forced="announce" if table.state.ending is None else "forfeit")


class EndTurn(Action, tag="end-turn", frozen=True):
    """End the own turn."""

    def violations(self, table: Table, step: "TakeTurn", actor: str) -> Iterator[Violation]:
        turn = table.turn
        yield from duty_violations(table, actor)
        if turn.resting and not turn.rested:
            yield Violation("rest.must-be-completed", "the Rest has not been carried out", at="type")
        elif not turn.resting and not turn.moved and turn.deed is None:
            yield from card_violations(table, actor)

    def apply(self, table: Table, step: "TakeTurn", actor: str) -> None:
        step.over = True
        table.log(TurnEnded(rule="end-turn.sequence", seat=actor))
        table.push(*end_sequence(actor))


Forced = Literal["announce", "forfeit"]
FORCED: dict[Forced, str] = {
    "announce": "announce.must-when-hand-empty-too",
    "forfeit": "announce.forced-forfeit",
}
"""The clauses by which a turn cannot be played at all."""
ASKED: dict[Forced, str] = {
    "announce": "You have neither hand nor Deed deck: announce the End of the Round.",
    "forfeit": "You have neither hand nor Deed deck: forfeit the turn.",
}


class TakeTurn(Step, tag="take-turn"):
    """A turn: movement, then one action, with effects at any time; or a Rest; or it is given up at its start.

    ``forced``: it began with neither hand nor Deed deck, so that nothing else can be done with it.
    """

    rule: ClassVar[str] = "turn.two-options"
    prompt: ClassVar[str] = "Play your turn."
    actions: ClassVar[tuple[type[Action], ...]] = (AnnounceEnd, Forfeit, *TURN_ACTIONS, EndTurn)
    also_cites: ClassVar[tuple[str, ...]] = tuple(FORCED.values())

    seat: Seat
    over: bool = False
    forced: Forced | None = None

    def cites(self) -> str:
        return self.rule if self.forced is None else FORCED[self.forced]

    def asks(self, words: Words = PLAIN) -> str:
        return super().asks(words) if self.forced is None else ASKED[self.forced]

    def consistency(self, table: Table) -> Iterator[Defect]:
        mine = table.active() == self.seat and not self.over
        if mine and self.forced is not None and not must_forfeit(table, self.seat):
            yield error("turn.two-options", "/forced", "playable", "the turn can be played")

    def must(self, table: Table) -> Sequence[str]:
        return () if self.over else (self.seat,)

    def types(self, table: Table, actor: str) -> tuple[type[Action], ...]:
        if must_forfeit(table, self.seat):
            return (AnnounceEnd,) if table.state.ending is None else (Forfeit,)
        return self.actions

    def misplaced(self, table: Table, action: Action) -> Violation | None:
        if must_forfeit(table, self.seat):
            if table.state.ending is None:
                return Violation(
                    "announce.must-when-hand-empty-too",
                    "{seat} has neither hand nor Deed deck and must announce the End of the Round",
                    at="type",
                    seat=self.seat,
                )
            return Violation(
                "announce.forced-forfeit",
                "{seat} has neither hand nor Deed deck and must forfeit the turn",
                at="type",
                seat=self.seat,
            )
        return None

    def objection(self, table: Table, actor: str) -> Violation | None:
        if not table.may_still_act(actor):
            return Violation(
                "before-turn.not-after-last-turn",
                "{actor} has had the last turn of this Round",
                at="actor",
                actor=actor,
            )
        if actor == CHANCE:
            return None
        return Violation(
            "before-turn.nothing-else-outside-turn:turn",
            "it is the turn of {seat}, not of {actor}",
            at="actor",
            seat=self.seat,
            actor=actor,
        )


TURN_STEPS: tuple[type[Step], ...] = (NextTurn, StartTurn, TakeTurn)
