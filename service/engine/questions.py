"""Questions about a position that change nothing: legal actions, validity, views, scores."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from service.engine.agenda import Due, due
from service.engine.answers import LegalActions, ListedDecision, Scores, Unavailable, Validation, Viewed
from service.engine.defect import error
from service.engine.digest import digest_of
from service.engine.errors import HiddenValue, MalformedAction, TooMuchWork
from service.engine.event import tag_of
from service.engine.game import Game
from service.engine.ids import unknown_ids
from service.engine.listing import (
    Work,
    candidates,
    check_where,
    legal,
    make_cursor,
    names_bundle,
    question_mark,
    read_cursor,
    refusals,
)
from service.engine.positions import Position, errors_of, examine, under
from service.engine.rulings import as_told, decisions_of
from service.engine.shapes import SPECTATOR, Flaw
from service.engine.table import Table


def legal_actions(
    position: Position,
    *,
    actor: str | None = None,
    where: Mapping[str, Any] | None = None,
    explain: bool = False,
    limit: int = 1000,
    cursor: str | None = None,
    budget: int | None = None,
) -> LegalActions:
    """The decisions that are due with their legal actions, all of them or a page of each.

    ``budget``: steps that all the lists together may take, the game's own if left out. A list of bundles that takes
    more ends there and has no count.

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
    decisions = [] if position.state.result else position.due or due(table)
    asked = [decision for decision in decisions if actor in (None, decision.actor)]
    work = Work(game.work_budget if budget is None else budget, of_several=len(asked) > 1)
    listed = [_listed(position, table, decision, where, explain, limit, cursor, work) for decision in asked]
    return LegalActions(digest=position.digest, decisions=listed)


def _listed(
    position: Position,
    table: Table[Any, Any],
    decision: Due,
    where: Mapping[str, Any],
    explain: bool,
    limit: int,
    cursor: str | None,
    work: Work,
) -> ListedDecision:
    game = position.game
    kinds = decision.step.types(table, decision.actor)
    work.turn_to(kinds)
    question = position.digest, decision.actor, where, explain
    offset = read_cursor(cursor, question_mark(*question)) if cursor is not None else 0
    actions, whole = legal(game, table, decision, where, work)
    page = actions[offset : offset + limit]
    more = offset + limit < len(actions)
    return ListedDecision(
        actor=decision.actor,
        step=tag_of(type(decision.step)),
        optional=decision.optional,
        actions=page,
        count=len(actions) if whole else None,
        next_cursor=make_cursor(offset + limit, question_mark(*question)) if more else None,
        open=[game.open_type(kind) for kind in kinds if kind.kind != "action"],
        unavailable=_unavailable(game, table, decision, where, limit, work) if explain else UNSET,
    )


def _unavailable(
    game: Game, table: Table[Any, Any], decision: Due, where: Mapping[str, Any], limit: int, work: Work
) -> list[Unavailable]:
    found: list[Unavailable] = []
    try:
        with table.sealing():
            for action in candidates(game, table, decision, where, work):
                if len(found) >= limit:
                    break
                violations = refusals(game, table, decision, action)
                if violations:
                    found.append(
                        Unavailable(
                            action=action, violations=[as_told(game, v, action, table.pack.words) for v in violations]
                        )
                    )
    except TooMuchWork:
        if not names_bundle(decision.step.types(table, decision.actor), where):
            raise
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
    if errors_of(defects):
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


def check_events(position: Position, events: Sequence[Any]) -> None:
    """Raises ``MalformedAction`` where an event, sent back by a client, names what does not exist."""
    known = position.game.ids(position.game.packs[position.state.pack], position.state.seats)
    flaws = [under(flaw, "events", index) for index, event in enumerate(events) for flaw in unknown_ids(event, known)]
    if flaws:
        raise MalformedAction(flaws)


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
