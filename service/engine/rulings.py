"""Rulings: whether actions are legal, and what they lead to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from service.engine.action import Action, ChanceAction
from service.engine.agenda import Due, due
from service.engine.answers import Decision, IllegalVerdict, LegalVerdict, PositionAnswer, Replay, Verdict
from service.engine.canonical import canonical
from service.engine.chance import sample
from service.engine.digest import canonical_bytes, digest_of, digest_of_canonical
from service.engine.errors import HiddenValue, IllegalSetup, ImpossibleState, MalformedAction
from service.engine.event import tag_of, tags_of
from service.engine.game import Game
from service.engine.ids import unknown_ids
from service.engine.judge import perform, settle
from service.engine.listing import Work, candidates, is_legal
from service.engine.positions import Position, nothing_may_come, under
from service.engine.shapes import CHANCE
from service.engine.soundness import is_sound
from service.engine.table import Table
from service.engine.telling import Words
from service.engine.violation import Violated, Violation


@dataclass(slots=True)
class Outcome:
    """Where a setup, an entry or an adjudication has led, with what happened on the way.

    A seed has settled ``by_seed`` of the chance decisions on the way; of ``by_hand`` somebody has said what came up.
    """

    position: Position
    events: list[Any] = field(default_factory=list)
    applied: list[Action] = field(default_factory=list)
    reversible: bool = True
    by_seed: int = 0
    by_hand: int = 0


def check_actions(position: Position, actions: Sequence[Action]) -> list[Action]:
    """The actions in canonical form; raises ``MalformedAction`` where one names what does not exist."""
    known = position.game.ids(position.game.packs[position.state.pack], position.state.seats)
    checked, flaws = [], []
    for index, action in enumerate(actions):
        tidy = action
        if not is_sound(action, known):
            tidy, found = canonical(action)
            flaws += [under(flaw, index) for flaw in [*found, *unknown_ids(tidy, known)]]
        checked.append(tidy.bare() if isinstance(tidy, ChanceAction) else tidy)
    if flaws:
        raise MalformedAction(flaws)
    return checked


def adjudicate(position: Position, actions: Sequence[Action], seed: str | None = None) -> Verdict:
    """The ruling on a sequence of actions: what it leads to, or where and why it is illegal.

    Raises ``MalformedAction`` (pointers begin with the index of the action) and ``HiddenValue`` for a view.
    """
    outcome, failed_at, violations = _play(position, actions, seed)
    if violations:
        return IllegalVerdict(legal=False, digest=position.digest, failed_at=failed_at, violations=violations)
    return verdict_of(outcome)


def verdict_of(outcome: Outcome) -> LegalVerdict:
    """The verdict on a legal sequence."""
    answer = position_answer(outcome)
    return LegalVerdict(
        legal=True,
        state=answer.state,
        digest=answer.digest,
        applied=outcome.applied,
        events=answer.events,
        reversible=outcome.reversible,
        seats=answer.seats,
        decisions=answer.decisions,
        finished=answer.finished,
        result=answer.result,
    )


def replay(position: Position, actions: Sequence[Action], seed: str | None = None) -> Replay:
    """A record of actions carried out as far as it is legal."""
    outcome, failed_at, violations = _play(position, actions, seed, keep=True)
    return Replay(
        legal=not violations,
        failed_at=failed_at if violations else None,
        violations=violations,
        position=position_answer(outcome),
    )


def play(
    position: Position, actions: Sequence[Action], seed: str | None = None, *, spend: bool = False
) -> tuple[Outcome | None, Verdict | None]:
    """The outcome of a legal sequence, or the illegal verdict: for callers that go on working with the outcome.

    With ``spend`` the actions are carried out on the state of ``position`` itself, which nobody must use any more.
    """
    outcome, failed_at, violations = _play(position, actions, seed, spend=spend)
    if violations:
        return None, IllegalVerdict(legal=False, digest=position.digest, failed_at=failed_at, violations=violations)
    return outcome, None


def _play(
    position: Position, actions: Sequence[Action], seed: str | None, *, keep: bool = False, spend: bool = False
) -> tuple[Outcome, int, list[Violated]]:
    run = Run(position, check_actions(position, actions), seed, keep=keep, spend=spend)
    for index, violated in run:
        if violated:
            return run.stopped(), index, violated
    return run.finished(), 0, []


class Run:
    """A sequence of actions carried out one by one: iterating gives each index with the clauses broken there, if any.

    Seeded chance is settled as soon as it is due, unless the sequence itself says what came. With ``keep`` the table
    is as it was before an illegal action; without, it is spoiled and only good for the reasons. With ``spend`` it is
    laid with the state of ``position`` itself, not with a copy.
    """

    def __init__(
        self,
        position: Position,
        actions: Sequence[Action],
        seed: str | None,
        *,
        keep: bool = False,
        spend: bool = False,
    ) -> None:
        if position.viewer is not None:
            raise HiddenValue("a view hides what this ruling needs; send the full state")
        self._game, self._actions, self._seed, self._keep = position.game, actions, seed, keep
        self._told = 0
        # Of the table as it stands; None once something has happened on it, until somebody looks.
        self._due: Sequence[Due] | None = position.due if spend else None
        self.table = self._game.table(position.state if spend else self._game.copy(position.state))

    def __iter__(self) -> Iterator[tuple[int, list[Violated]]]:
        self._settle_before(0)
        for index, action in enumerate(self._actions):
            violated = self._take(action)
            if not violated:
                self._settle_before(index + 1)
            yield index, violated
            if violated:
                return

    def _settle_before(self, index: int) -> None:
        """Seeded chance that is due before this action, unless the action itself says what came."""
        if self._seed is not None and (index == len(self._actions) or self._actions[index].actor != CHANCE):
            self._due = _settle_chance(self._game, self.table, self._seed, self._due)

    def _take(self, action: Action) -> list[Violated]:
        game, table = self._game, self.table
        if table.by_setup and action == table.by_setup[0]:
            # ``applied`` names it too, and whoever replays that may say it: it has been carried out already.
            table.by_setup.pop(0)
            return []
        table.by_setup.clear()
        before = game.copy(table.state) if self._keep else None
        told = len(table.events), len(table.applied)
        found = perform(table, action, self._due)
        self._due = None
        if not found:
            if game.has_presets:
                self._due = _apply_presets(game, table)
        elif before is not None:
            del table.events[told[0] :], table.applied[told[1] :]
            table.state = before
        return [as_told(game, violation, action, table.pack.words) for violation in found]

    def news(self) -> list[Any]:
        """The events since this was asked last."""
        told, self._told = self._told, len(self.table.events)
        return self.table.told(told)

    def digest(self) -> str:
        """The digest of the state as it is now."""
        return digest_of(self.table.state)

    def stopped(self) -> Outcome:
        """Where the run has come to, without settling anything further."""
        return _stopped(self._game, self.table)

    def finished(self) -> Outcome:
        """Where the run has come to, once seeded chance is settled."""
        # Before the first action nobody has looked yet for what the setup has chosen.
        return finish(self._game, self.table, self._seed, self._due if self.table.applied else None)


def _stopped(game: Game, table: Table[Any, Any], decisions: Sequence[Due] | None = None) -> Outcome:
    state = table.state
    state.rules_version = game.rules_version
    data = canonical_bytes(state)
    position = Position(game, state, digest_of_canonical(data), due=decisions, canonical=data)
    return Outcome(position, table.told(), table.applied, not table.irreversible, table.by_seed, table.by_hand)


def finish(game: Game, table: Table[Any, Any], seed: str | None, decisions: Sequence[Due] | None = None) -> Outcome:
    """Presets and seeded chance to the next decision that somebody else has to make, and the position there.

    ``decisions`` are those that are due, where that is known and the setup has chosen none of them.
    """
    if decisions is None:
        decisions = _apply_presets(game, table)
    if seed is not None:
        decisions = _settle_chance(game, table, seed, decisions)
    refuse_empty(table, decisions)
    return _stopped(game, table, decisions)


def _settle_chance(game: Game, table: Table[Any, Any], seed: str, decisions: Sequence[Due] | None) -> Sequence[Due]:
    """Settle chance for as long as it is due; what is due then. ``decisions`` is what is due now, if that is known."""
    if decisions is None:
        decisions = due(table)
    while decisions and decisions[0].actor == CHANCE:
        refuse_empty(table, decisions)
        outcomes = chance_outcomes(game, table, decisions[0])
        weights = [outcome.weight for outcome in outcomes]
        index = sample(seed, game.id, table.state.chances, weights)  # type: ignore[arg-type]
        settle(table, decisions[0], outcomes[index].bare())
        table.by_seed += 1
        decisions = _apply_presets(game, table)
    return decisions


def refuse_empty(table: Table[Any, Any], decisions: Sequence[Due]) -> None:
    """Raise ``ImpossibleState`` where a wrong count of a pile has led to a draw that can give nothing."""
    defects = nothing_may_come(table, decisions)
    if defects:
        raise ImpossibleState(defects)


def chance_outcomes(game: Game, table: Table[Any, Any], decision: Due) -> list[ChanceAction]:
    """What a die or a draw may give, with weights."""
    listed = candidates(game, table, decision, {}, Work(game.work_budget))
    with table.sealing():
        return [a for a in listed if isinstance(a, ChanceAction) and is_legal(game, table, decision, a)]


def _apply_presets(game: Game, table: Table[Any, Any]) -> Sequence[Due]:
    """Carry out what the setup has chosen for decisions now due; what is due then, that it has not chosen.

    Raises ``IllegalSetup`` where a choice is not legal.
    """
    while True:
        decisions = due(table)
        chosen = next((a for d in decisions if (a := game.parts.preset(table, d.step, d.actor)) is not None), None)
        if chosen is None:
            return decisions
        found = perform(table, chosen, decisions)
        table.by_setup.append(chosen)
        if found:
            reasons = [as_told(game, violation, chosen, table.pack.words) for violation in found]
            told = "; ".join(reason.detail for reason in reasons)
            raise IllegalSetup(f"what the setup chose for {chosen.actor} is not legal: {told}", reasons)


def as_told(game: Game, violation: Violation, action: Action | None, words: Words) -> Violated:
    """A violation as the wire shows it."""
    rule = violation.rule
    clause = game.catalogue.get(rule)
    return Violated(
        code=violation.code,
        rule=rule,
        section=clause.section if clause else "",
        text=clause.text if clause else "",
        detail=violation.told(words),
        pointer=_pointer(violation, action),
        params=violation.params,
    )


def _pointer(violation: Violation, action: Action | None) -> str:
    """The parameter at fault: the one named, or else the first that a fact equals."""
    if violation.at is not None:
        return "/" + violation.at
    if action is not None:
        for name in action.__struct_fields__:
            if name != "actor" and name in violation.params and violation.params[name] == getattr(action, name):
                return "/" + name
    return ""


def decisions_of(game: Game, state: Any, decisions: Sequence[Due] | None = None) -> list[Decision]:
    """The decisions that are due in a state, as the wire shows them; ``decisions`` are they, where that is known."""
    table = game.table(state)
    if state.result is not None:
        return []
    return [
        Decision(
            actor=decision.actor,
            step=tag_of(type(decision.step)),
            rule=decision.step.cites(),
            prompt=decision.step.asks(table.pack.words),
            types=list(tags_of(decision.step.types(table, decision.actor))),
            optional=decision.optional,
        )
        for decision in (due(table) if decisions is None else decisions)
    ]


def position_answer(outcome: Outcome) -> PositionAnswer:
    """A position as the wire shows it."""
    position, state = outcome.position, outcome.position.state
    return PositionAnswer(
        state=state,
        digest=position.digest,
        seats=list(state.seats),
        decisions=decisions_of(position.game, state, position.due),
        events=outcome.events,
        finished=state.result is not None,
        result=state.result,
    )
