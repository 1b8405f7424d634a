"""One ruling: which clauses an action would break, and what it does when it breaks none."""

from collections.abc import Sequence
from typing import Any

from service.engine.action import Action, Bundle
from service.engine.agenda import Due, due, run_until_due
from service.engine.event import tag_of, tags_of
from service.engine.shapes import CHANCE, pointer_of
from service.engine.table import Table
from service.engine.violation import Violation


def violations_of(table: Table[Any, Any], action: Action) -> list[Violation]:
    """The clauses that an action would break; of a bundle only its moment and its whole are asked, not its parts."""
    ruling = ruling_on(table, action)
    return ruling if isinstance(ruling, list) else []


def ruling_on(table: Table[Any, Any], action: Action, decisions: Sequence[Due] | None = None) -> Due | list[Violation]:
    """The decision that a legal action settles, or else the clauses that it would break.

    ``decisions`` are those that are due, where that is known already.
    """
    if decisions is None:
        decisions = due(table)
    if table.state.result is not None:
        return [Violation("referee.game-over", "the game is over")]
    mine = next((decision for decision in decisions if decision.actor == action.actor), None)
    if mine is None:
        return [_not_your_decision(table, action.actor, decisions)]
    if type(action) not in mine.step.types(table, action.actor):
        return [_not_at_this_step(action, mine, table)]
    return reasons(table, mine, action) or mine


def reasons(table: Table[Any, Any], decision: Due, action: Action) -> list[Violation]:
    """What the action's own rules say, asked on a sealed table."""
    with table.sealing():
        return list(action.violations(table, decision.step, action.actor))


def is_refused(table: Table[Any, Any], decision: Due, action: Action) -> bool:
    """Whether the action's own rules refuse it; stops at the first reason. The caller has sealed the table."""
    return next(iter(action.violations(table, decision.step, action.actor)), None) is not None


def _not_your_decision(table: Table[Any, Any], actor: str, decisions: Sequence[Due]) -> Violation:
    if not decisions:
        return Violation("referee.not-your-decision", "nobody has anything to decide")
    first = next(decision for decision in decisions if not decision.optional)
    objection = first.step.objection(table, actor)
    if objection is not None:
        return objection
    return Violation(
        f"{first.step.cites()}:{WRONG_SEAT}",
        WRONG_MOMENT[WRONG_SEAT],
        at="actor",
        seat=actor,
        due=first.actor,
        step=tag_of(type(first.step)),
    )


def _not_at_this_step(action: Action, mine: Due, table: Table[Any, Any]) -> Violation:
    found = mine.step.misplaced(table, action)
    if found is not None:
        return found
    return Violation(
        f"{mine.step.cites()}:{WRONG_TYPE}",
        WRONG_MOMENT[WRONG_TYPE],
        at="type",
        type=tag_of(type(action)),
        step=tag_of(type(mine.step)),
        types=", ".join(tags_of(mine.step.types(table, action.actor))),
    )


WRONG_SEAT, WRONG_TYPE = "not-your-decision", "not-at-this-step"
WRONG_MOMENT = {
    WRONG_SEAT: "{seat} has nothing to decide now: {due} decides at {step}",
    WRONG_TYPE: "{type} cannot be done at {step}, only {types}",
}


def perform(table: Table[Any, Any], action: Action, decisions: Sequence[Due] | None = None) -> list[Violation]:
    """Carry the action out if it is legal, and everything that then happens by itself; else say why not.

    ``decisions`` are those that are due, where that is known already. A bundle is carried out part by part: when a
    later part is refused the table is spoiled, and the caller drops it.
    """
    ruling = ruling_on(table, action, decisions)
    if isinstance(ruling, list):
        return ruling
    if isinstance(action, Bundle):
        return _perform_parts(table, action)
    settle(table, ruling, action)
    return []


def _perform_parts(table: Table[Any, Any], bundle: Bundle) -> list[Violation]:
    for number, part in enumerate(bundle.expand(table, bundle.actor)):
        decisions = due(table)
        if number and all(decision.actor != bundle.actor for decision in decisions):
            interrupted = Violation(
                "referee.one-breath",
                "{other} has to decide before {type} is done",
                other=decisions[0].actor if decisions else "nobody",
                type=tag_of(type(bundle)),
            )
            return _of_part([interrupted], bundle, number, part)
        ruling = ruling_on(table, part, decisions)
        if isinstance(ruling, list):
            return _of_part(ruling, bundle, number, part)
        settle(table, ruling, part)
    return []


def _of_part(found: list[Violation], bundle: Bundle, number: int, part: Action) -> list[Violation]:
    """What a part breaks, pointing to where the bundle says it and not into the part, which nobody has sent."""
    at = pointer_of(bundle.written(number, part)).removeprefix("/") or None
    for violation in found:
        violation.at = at
    return found


def settle(table: Table[Any, Any], mine: Due, action: Action) -> None:
    """Apply a legal action, which settles its actor's decision, and run what happens by itself."""
    table.applied.append(action)
    if action.actor == CHANCE:
        table.state.chances += 1
        table.irreversible = True
    if table.answers(mine.step, action.actor):
        table.irreversible = True
    table.work_on(mine.stack)
    if mine.step.once:
        mine.stack.pop()
    action.apply(table, mine.step, action.actor)
    run_until_due(table)
