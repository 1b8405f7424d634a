"""The referee: every question of the contract as a pure function of states and actions. Nothing here knows HTTP."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import UNSET

from service.engine.action import Action, ChanceAction
from service.engine.agenda import Due, due, run_until_due
from service.engine.answers import (
    Decision,
    IllegalVerdict,
    LegalActions,
    LegalVerdict,
    ListedDecision,
    PositionAnswer,
    Replay,
    Scores,
    Unavailable,
    Validation,
    Verdict,
    Viewed,
)
from service.engine.chance import sample
from service.engine.defect import Defect, error
from service.engine.digest import digest_of
from service.engine.errors import HiddenValue, IllegalSetup, ImpossibleState, MalformedAction, RulesVersion
from service.engine.event import tag_of
from service.engine.game import Game, SeatSetup, Setup
from service.engine.judge import perform, settle
from service.engine.listing import (
    WORK_BUDGET,
    Work,
    candidates,
    check_where,
    is_legal,
    legal,
    make_cursor,
    question_mark,
    read_cursor,
    refusals,
)
from service.engine.setup import FIXED, At, Explain, build, make_setup, merged
from service.engine.shapes import CHANCE, SPECTATOR, Flaw, Path, canonical, pointer_of, unknown_ids
from service.engine.step import Lanes
from service.engine.table import Table
from service.engine.violation import Violated, Violation


@dataclass(frozen=True, slots=True)
class Position:
    """A state (or a view, then with its ``viewer``) that has been found fit to be judged.

    The state is never changed.
    """

    game: Game
    state: Any
    digest: str
    viewer: str | None = None
    warnings: tuple[Defect, ...] = ()


@dataclass(slots=True)
class Outcome:
    """Where a setup, an entry or an adjudication has led, with what happened on the way."""

    position: Position
    events: list[Any] = field(default_factory=list)
    applied: list[Action] = field(default_factory=list)
    reversible: bool = True


@dataclass(slots=True)
class Entered:
    """A game entered in the middle, or what keeps it from being one."""

    defects: list[Defect]
    outcome: Outcome | None


# --- states -----------------------------------------------------------------------------------------------------------


def admit(game: Game, state: Any) -> Position:
    """The position of a decoded state or view.

    Raises ``RulesVersion`` for a state of other rules and ``ImpossibleState`` for one that cannot be judged.
    """
    if not game.takes(state.rules_version):
        raise RulesVersion(state.rules_version, game.accepts)
    state, defects = examine(game, state)
    errors = [defect for defect in defects if defect.severity == "error"]
    if errors:
        raise ImpossibleState(defects)
    return Position(game, state, digest_of(state), getattr(state, "viewer", None), tuple(defects))


def examine(game: Game, state: Any) -> tuple[Any, list[Defect]]:
    """A state in canonical form, with everything that is wrong with it."""
    state, flaws = canonical(state)
    defects = [_malformed(flaw) for flaw in flaws]
    if state.game != game.id:
        defects.append(error("referee.malformed-state", "/game", "wrong-game", f"this is not a state of {game.id}"))
    if state.pack not in game.packs:
        defects.append(error("referee.malformed-state", "/pack", "unknown-id", f"there is no pack {state.pack!r}"))
    defects += _seat_defects(game, state)
    if defects:
        return state, defects
    defects += [_malformed(flaw) for flaw in unknown_ids(state, game.ids(game.packs[state.pack], state.seats))]
    if defects:
        return state, defects
    return state, _consistency(game, state)


def _seat_defects(game: Game, state: Any) -> list[Defect]:
    low, high = game.players
    found = []
    if not low <= len(state.seats) <= high or len(set(state.seats)) != len(state.seats):
        found.append(error("referee.malformed-state", "/seats", "wrong-seats", f"{low} to {high} different seats play"))
    if not set(state.seats) <= set(game.seats):
        found.append(error("referee.malformed-state", "/seats", "unknown-id", f"seats are {', '.join(game.seats)}"))
    viewer = getattr(state, "viewer", None)
    if viewer is not None and viewer != SPECTATOR and viewer not in state.seats:
        found.append(error("referee.malformed-state", "/viewer", "unknown-id", "the viewer is no seat of this game"))
    return found


def _consistency(game: Game, state: Any) -> list[Defect]:
    table = game.table(state)
    table.sealed = True
    found = list(game.parts.consistency(table))
    for path, step in _agenda_steps(state):
        for defect in step.consistency(table):
            found.append(msgspec.structs.replace(defect, pointer=pointer_of(path) + defect.pointer))
    if any(defect.severity == "error" for defect in found):
        return found
    if state.result is None and not due(table):
        found.append(error("referee.malformed-state", "/agenda", "nobody-decides", "nobody has to decide anything"))
    return found


def _agenda_steps(state: Any) -> Iterator[tuple[Path, Any]]:
    """Every step of the agenda with its path, those in lanes too."""
    for index, step in enumerate(state.agenda):
        if not isinstance(step, Lanes):
            yield ("agenda", index), step
            continue
        for seat, lane in step.lanes.items():
            for at, inner in enumerate(lane):
                yield ("agenda", index, "lanes", seat, at), inner


def _malformed(flaw: Flaw) -> Defect:
    return error("referee.malformed-state", flaw.pointer, flaw.code, flaw.detail)


def begin(
    game: Game,
    players: int | Sequence[SeatSetup],
    options: Any = None,
    pack: str | None = None,
    salt: str | None = None,
    seed: str | None = None,
) -> Outcome:
    """A new game. Raises ``IllegalSetup``, ``UnknownPack`` or ``MalformedAction`` (an id that does not exist)."""
    table = game.table(_dealt(game, _setup(game, players, options, pack, salt)))
    run_until_due(table)
    return _finish(game, table, seed)


def _setup(game: Game, players: int | Sequence[SeatSetup], options: Any, pack: str | None, salt: str | None) -> Setup:
    setup = make_setup(game, players, options, pack, salt)
    known = game.ids(game.packs[setup.pack], setup.seats)
    setup_options, flaws = canonical(setup.options)
    flaws = [_under(flaw, "options") for flaw in [*flaws, *unknown_ids(setup_options, known)]]
    for index, entry in enumerate(setup.presets.values()):
        flaws += [_under(flaw, "players", index) for flaw in unknown_ids(entry, known)]
    if flaws:
        raise MalformedAction(flaws)
    setup = Setup(setup.seats, setup.presets, setup_options, setup.pack, setup.salt)
    broken = [_wire(game, v, None) for v in game.parts.setup_violations(setup, game.packs[setup.pack])]
    if broken:
        raise IllegalSetup("the rules do not allow this setup", broken)
    return setup


def _under(flaw: Flaw, *path: str | int) -> Flaw:
    return msgspec.structs.replace(flaw, pointer=pointer_of(path) + flaw.pointer)


def _dealt(game: Game, setup: Setup) -> Any:
    state = game.parts.deal(setup, game.packs[setup.pack])
    return msgspec.convert(msgspec.to_builtins(state), game.State)


def enter(
    game: Game,
    players: int | Sequence[SeatSetup],
    options: Any,
    pack: str | None,
    salt: str | None,
    at: At,
    seed: str | None = None,
    explain: Explain | None = None,
) -> Entered:
    """A game entered in the middle: ``at.table`` over the state that the setup begins with."""
    return _entered(game, _dealt(game, _setup(game, players, options, pack, salt)), at, seed, explain)


def correct(game: Game, state: Any, at: At | None, seed: str | None = None, explain: Explain | None = None) -> Entered:
    """A game corrected: ``at.table`` over the state; without ``at`` the state as it is, brought up to date."""
    if not game.takes(state.rules_version):
        raise RulesVersion(state.rules_version, game.accepts)
    if at is not None:
        return _entered(game, state, at, seed, explain)
    state, defects = examine(game, state)
    if any(defect.severity == "error" for defect in defects):
        return Entered(defects, None)
    return Entered(defects, _finish(game, game.table(game.copy(state)), seed))


def _entered(game: Game, before: Any, at: At, seed: str | None, explain: Explain | None) -> Entered:
    defects = [
        error("referee.malformed-state", pointer_of((name,)), "fixed", f"{name} cannot be entered by hand")
        for name in FIXED
        if name in at.table
    ]
    if at.step not in game.parts.entries:
        defects.append(error("referee.malformed-state", "/agenda", "unknown-id", f"no entry step {at.step!r}"))
    state, found = build(game, merged(before, {k: v for k, v in at.table.items() if k not in FIXED}), explain)
    defects += found
    if state is None or defects:
        return Entered(defects, None)
    game.parts.fill_in(game.table(state), frozenset(at.table))
    if not _errors(examine_entry(game, state)):
        table = game.table(state)
        state.agenda.extend(game.parts.entries[at.step].agenda(table, at.actor))
        run_until_due(table)
        state, defects = examine(game, state)
        if not _errors(defects):
            table.state = state
            return Entered(defects, _finish(game, table, seed))
        return Entered(defects, None)
    return Entered(examine_entry(game, state), None)


def examine_entry(game: Game, state: Any) -> list[Defect]:
    """What is wrong with a state that has no agenda yet."""
    found = examine(game, state)[1]
    return [defect for defect in found if defect.code != "nobody-decides"]


def _errors(defects: Sequence[Defect]) -> list[Defect]:
    return [defect for defect in defects if defect.severity == "error"]


# --- rulings ----------------------------------------------------------------------------------------------------------


def check_actions(position: Position, actions: Sequence[Action]) -> list[Action]:
    """The actions in canonical form; raises ``MalformedAction`` where one names what does not exist."""
    known = position.game.ids(position.game.packs[position.state.pack], position.state.seats)
    checked, flaws = [], []
    for index, action in enumerate(actions):
        tidy, found = canonical(action)
        if isinstance(tidy, ChanceAction):
            tidy = tidy.bare()
        flaws += [_under(flaw, index) for flaw in [*found, *unknown_ids(tidy, known)]]
        checked.append(tidy)
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
    position: Position, actions: Sequence[Action], seed: str | None = None
) -> tuple[Outcome | None, Verdict | None]:
    """The outcome of a legal sequence, or the illegal verdict: for callers that go on working with the position."""
    outcome, failed_at, violations = _play(position, actions, seed)
    if violations:
        return None, IllegalVerdict(legal=False, digest=position.digest, failed_at=failed_at, violations=violations)
    return outcome, None


def _play(
    position: Position, actions: Sequence[Action], seed: str | None, keep: bool = False
) -> tuple[Outcome, int, list[Violated]]:
    game = position.game
    if position.viewer is not None:
        raise HiddenValue("a view hides what this ruling needs; send the full state")
    checked = check_actions(position, actions)
    table = game.table(game.copy(position.state))
    for index, action in enumerate(checked):
        if seed is not None and action.actor != CHANCE:
            _settle_chance(game, table, seed)
        before = game.copy(table.state) if keep else None
        told = len(table.events), len(table.applied)
        found = perform(table, action)
        if found:
            violated = [_wire(game, violation, action) for violation in found]
            if before is not None:
                del table.events[told[0] :], table.applied[told[1] :]
                table.state = before
            return _stopped(game, table), index, violated
        _apply_presets(game, table)
    return _finish(game, table, seed), 0, []


def _stopped(game: Game, table: Table[Any, Any]) -> Outcome:
    state = table.state
    return Outcome(Position(game, state, digest_of(state)), table.events, table.applied, not table.irreversible)


def _finish(game: Game, table: Table[Any, Any], seed: str | None) -> Outcome:
    """Presets and seeded chance to the next decision that somebody else has to make, and the position there."""
    _apply_presets(game, table)
    if seed is not None:
        _settle_chance(game, table, seed)
    table.state.rules_version = game.rules_version
    return _stopped(game, table)


def _settle_chance(game: Game, table: Table[Any, Any], seed: str) -> None:
    while (decisions := due(table)) and decisions[0].actor == CHANCE:
        outcomes = chance_outcomes(game, table, decisions[0])
        weights = [outcome.weight for outcome in outcomes]
        index = sample(seed, game.id, table.state.chances, weights)  # type: ignore[arg-type]
        settle(table, outcomes[index].bare())
        _apply_presets(game, table)


def chance_outcomes(game: Game, table: Table[Any, Any], decision: Due) -> list[ChanceAction]:
    """What a die or a draw may give, with weights."""
    listed = candidates(game, table, decision, {}, Work(WORK_BUDGET, []))
    return [a for a in listed if isinstance(a, ChanceAction) and is_legal(game, table, decision, a)]


def _apply_presets(game: Game, table: Table[Any, Any]) -> None:
    """Carry out what the setup has chosen for a decision now due; raises ``IllegalSetup`` where it may not be."""
    while True:
        chosen = next((a for d in due(table) if (a := game.parts.preset(table, d.step, d.actor)) is not None), None)
        if chosen is None:
            return
        found = perform(table, chosen)
        if found:
            reasons = [_wire(game, violation, chosen) for violation in found]
            raise IllegalSetup(f"what the setup chose for {chosen.actor} is not legal", reasons)


def _wire(game: Game, violation: Violation, action: Action | None) -> Violated:
    clause = game.catalogue.get(violation.rule)
    return Violated(
        code=violation.code,
        rule=violation.rule,
        section=clause.section if clause else "",
        text=clause.text if clause else "",
        detail=violation.detail,
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


# --- questions --------------------------------------------------------------------------------------------------------


def decisions_of(game: Game, state: Any) -> list[Decision]:
    """The decisions that are due in a state."""
    table = game.table(state)
    if state.result is not None:
        return []
    return [
        Decision(
            actor=decision.actor,
            step=tag_of(type(decision.step)),
            rule=decision.step.rule,
            prompt=decision.step.prompt,
            types=[tag_of(kind) for kind in decision.step.types(table, decision.actor)],
            optional=decision.optional,
        )
        for decision in due(table)
    ]


def position_answer(outcome: Outcome) -> PositionAnswer:
    """A position as the wire shows it."""
    state = outcome.position.state
    return PositionAnswer(
        state=state,
        digest=outcome.position.digest,
        seats=list(state.seats),
        decisions=decisions_of(outcome.position.game, state),
        events=outcome.events,
        finished=state.result is not None,
        result=state.result,
    )


def legal_actions(
    position: Position,
    *,
    actor: str | None = None,
    where: Mapping[str, Any] | None = None,
    explain: bool = False,
    limit: int = 1000,
    cursor: str | None = None,
    budget: int = WORK_BUDGET,
) -> LegalActions:
    """The decisions that are due with their legal actions, all of them or a page of each.

    Raises ``MalformedAction`` for a ``where`` that no action has, ``BadCursor``, ``TooMuchWork``, and
    ``HiddenValue`` where a view is asked about somebody else's actions.
    """
    game, where = position.game, dict(where or {})
    check_where(game, where)
    if actor is not None and actor not in game.ids(game.packs[position.state.pack], position.state.seats)["actor"]:
        raise MalformedAction([Flaw(pointer="/actor", code="unknown-id", detail=f"no actor {actor!r}", params={})])
    if position.viewer is not None:
        if actor not in (None, position.viewer):
            raise HiddenValue(f"this view answers for {position.viewer} only")
        actor = position.viewer
    table = game.table(position.state)
    decisions = [] if position.state.result else due(table)
    listed = [
        _listed(position, table, decision, where, explain, limit, cursor, budget)
        for decision in decisions
        if actor in (None, decision.actor)
    ]
    return LegalActions(digest=position.digest, decisions=listed)


def _listed(
    position: Position,
    table: Table[Any, Any],
    decision: Due,
    where: Mapping[str, Any],
    explain: bool,
    limit: int,
    cursor: str | None,
    budget: int,
) -> ListedDecision:
    game = position.game
    kinds = decision.step.types(table, decision.actor)
    work = Work(budget, sorted({field for kind in kinds for field in kind.__struct_fields__} - {"actor", "weight"}))
    mark = question_mark(position.digest, decision.actor, where, explain)
    offset = read_cursor(cursor, mark) if cursor is not None else 0
    actions = legal(game, table, decision, where, work)
    page = actions[offset : offset + limit]
    more = offset + limit < len(actions)
    return ListedDecision(
        actor=decision.actor,
        step=tag_of(type(decision.step)),
        optional=decision.optional,
        actions=page,
        count=len(actions),
        next_cursor=make_cursor(offset + limit, mark) if more else None,
        open=[game.open_type(kind) for kind in kinds if kind.kind != "action"],
        unavailable=_unavailable(game, table, decision, where, limit, work) if explain else UNSET,
    )


def _unavailable(
    game: Game, table: Table[Any, Any], decision: Due, where: Mapping[str, Any], limit: int, work: Work
) -> list[Unavailable]:
    found: list[Unavailable] = []
    for action in candidates(game, table, decision, where, work):
        if len(found) >= limit:
            break
        violations = refusals(game, table, decision, action)
        if violations:
            found.append(Unavailable(action=action, violations=[_wire(game, v, action) for v in violations]))
    return found


def validate(game: Game, state: Any) -> Validation:
    """Whether a decoded state or view can be judged, and everything that does not add up.

    Never raises for its content.
    """
    if not game.takes(state.rules_version):
        found = error(
            "referee.malformed-state", "/rules_version", "rules-version", f"accepted: {', '.join(game.accepts)}"
        )
        return Validation(valid=False, defects=[found])
    state, defects = examine(game, state)
    if _errors(defects):
        return Validation(valid=False, defects=defects)
    return Validation(
        valid=True,
        defects=defects,
        state=state,
        digest=digest_of(state),
        seats=list(state.seats),
        decisions=decisions_of(game, state),
        events=[],
        finished=state.result is not None,
        result=state.result,
    )


def view(position: Position, viewer: str, events: Sequence[Any] | None = None) -> Viewed:
    """The state, and the events, as a seat or a spectator may see them. Raises ``HiddenValue`` for another's view."""
    game, state = position.game, position.state
    if viewer != SPECTATOR and viewer not in state.seats:
        raise MalformedAction([Flaw(pointer="/viewer", code="unknown-id", detail=f"no seat {viewer!r}", params={})])
    if position.viewer is not None and viewer not in (position.viewer, SPECTATOR):
        raise HiddenValue(f"this view does not show what {viewer} may see")
    plain = msgspec.to_builtins(state)
    shown = msgspec.convert({**plain, "viewer": viewer, "salt": None}, game.View)
    if position.viewer != viewer:
        game.parts.conceal(shown, viewer)
    if events is None:
        return Viewed(state=shown)
    return Viewed(state=shown, events=[event for event in events if event.seen_by is UNSET or viewer in event.seen_by])


def scores(position: Position) -> Scores:
    """The score of a position, line by line with the clauses that give it."""
    return position.game.parts.scores(position.game.table(position.state))
