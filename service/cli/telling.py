"""Answers in plain text, as lines."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from service.cli.given import Places, place_of
from service.cli.refusals import Refusal
from service.engine.answers import Decision, IllegalVerdict, LegalActions, LegalVerdict, ListedDecision, Replay, Scores
from service.engine.catalogue import Clause
from service.engine.defect import Defect
from service.engine.state import Result
from service.engine.violation import Violated

Lines = Iterator[str]
WIDTH = 100


def action_line(action: Any) -> str:
    """An action as JSON in one line, so that it can be pasted behind `judge`."""
    return msgspec.json.format(msgspec.json.encode(action), indent=0).decode()


def paragraph(text: str, indent: str) -> Lines:
    """A text in lines of a readable length."""
    yield from textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def counted(count: int, one: str) -> str:
    """`1 action`, `2 actions`."""
    return f"{count} {one}{'' if count == 1 else 's'}"


def decisions(due: Sequence[Decision], result: Result | None) -> Lines:
    """Who decides what, or how the game has ended."""
    if result is not None:
        yield f"The game is over: {result.reason} [{result.rule}]"
        yield from ranking(result.ranking)
    for decision in due:
        yield f"{decision.actor} {'may' if decision.optional else 'must'} decide: {decision.prompt} [{decision.rule}]"
        yield f"  {decision.step}: {', '.join(decision.types)}"


def ranking(places: Sequence[Sequence[str]]) -> Lines:
    """The seats by place; those that share a place are on one line."""
    place = 1
    for seats in places:
        yield f"  {place}. {', '.join(seats)}"
        place += len(seats)


def events(happened: Iterable[Any]) -> Lines:
    """What happened, each with its clause, and who alone may know it."""
    for event in happened:
        secret = "" if event.seen_by is UNSET else f" (for {', '.join(event.seen_by) or 'nobody'} only)"
        yield f"  {event.text}{secret} [{event.rule}]"


def violations(broken: Iterable[Violated], place: Callable[[str], str] = str) -> Lines:
    """Every clause that is broken, with its text."""
    for violation in broken:
        pointer = place(violation.pointer)
        yield f"  {violation.code}{f', {pointer}' if pointer else ''}: {violation.detail}"
        yield from paragraph(f"{violation.section}: {violation.text}", "    ")


def defects(found: Iterable[Defect], place: Callable[[str], str]) -> Lines:
    """What cannot be, and what does not add up."""
    for defect in found:
        yield f"  {defect.severity}: {place(defect.pointer)}: {defect.detail} [{defect.rule}]"


def verdict(ruling: LegalVerdict | IllegalVerdict, actions: int, place: Callable[[str], str]) -> Lines:
    """A ruling."""
    if isinstance(ruling, IllegalVerdict):
        yield f"illegal: action {ruling.failed_at + 1} of {actions}" if actions > 1 else "illegal"
        yield from violations(ruling.violations, place)
        return
    yield "legal"
    yield from events(ruling.events)
    yield from decisions(ruling.decisions, ruling.result)


def replayed(answer: Replay, actions: int, place: Callable[[str], str]) -> Lines:
    """What came of a record."""
    if answer.failed_at is None:
        yield f"legal: {counted(actions, 'action')}"
    else:
        yield f"illegal: action {answer.failed_at + 1} of {actions}"
        yield from violations(answer.violations, place)
    yield from decisions(answer.position.decisions, answer.position.result)


def listed(answer: LegalActions) -> Lines:
    """The legal actions of everybody who may decide."""
    if not answer.decisions:
        yield "nobody has anything to decide"
    for decision in answer.decisions:
        yield from one_listed(decision)


def one_listed(decision: ListedDecision) -> Lines:
    """The legal actions of one decision, as `judge` takes them, and what else is taken."""
    if decision.count is None:
        count = "too many legal actions to count; these are some"
    else:
        count = counted(decision.count, "legal action")
    yield f"{decision.actor} {'may' if decision.optional else 'must'} decide at {decision.step}: {count}"
    yield from (f"  {action_line(action)}" for action in decision.actions)
    if decision.next_cursor is not None:
        yield f"  and more: --cursor {decision.next_cursor}"
    for kind in decision.open:
        how = f', listed with --where \'{{"type": "{kind.type}"}}\'' if kind.listed else ""
        yield f"  also taken: {kind.type} ({kind.kind}{how})"
    if decision.unavailable is not UNSET:
        yield f"  not legal: {counted(len(decision.unavailable), 'action')}"
        for refused in decision.unavailable:
            yield f"    {action_line(refused.action)}"
            yield from (f"      {broken.code}: {broken.detail}" for broken in refused.violations)


def scored(answer: Scores) -> Lines:
    """The points line by line, the ranking, and what broke ties."""
    yield "final score" if answer.final else "score so far"
    for player in answer.players:
        yield f"{player.seat}: {shown(player.total)}"
        yield from (f"  {shown(line.points):>4}  {line.label} [{line.rule}]" for line in player.lines)
    for team in answer.teams or ():
        yield f"team {team.team} ({', '.join(team.seats)}): {shown(team.total)}"
    yield "ranking"
    yield from ranking(answer.ranking)
    for tie in answer.tie_breaks:
        yield f"  tie between {', '.join(tie.seats)}: {tie.detail} [{tie.rule}]"
    for name in ("opponents", "battle"):
        more = getattr(answer, name)
        if more is not UNSET and more:
            yield f"{name}: {action_line(more)}"


def shown(points: int | None) -> str:
    """Points, or a question mark where there are none to tell."""
    return "?" if points is None else str(points)


def clause(found: Clause) -> Lines:
    """A clause with our ruling."""
    yield f"{found.id} [{found.kind}] {found.section}"
    yield from paragraph(found.text, "  ")
    if found.ruling:
        yield from paragraph(f"Ruling: {found.ruling}", "  ")
    if found.not_enforced:
        yield from paragraph(f"Not enforced: {found.not_enforced}", "  ")


def refusal(refused: Refusal, places: Places) -> Lines:
    """Why there is no answer: each point with the place in what the user gave."""
    if refused.slug == "invalid-body":
        yield "What was given does not fit:"
    else:
        yield f"{refused.title}: {refused.detail}"
    members = refused.members
    for flaw in members.get("errors", ()):
        flaw = flaw if isinstance(flaw, dict) else msgspec.structs.asdict(flaw)
        yield f"  {place_of(flaw['pointer'], places)}: {flaw['detail']}"
    yield from defects(members.get("defects", ()), lambda pointer: place_of(f"/state{pointer}", places))
    yield from violations(members.get("violations", ()), lambda pointer: place_of(pointer, places))
    for name in ("accepts", "narrow_by"):
        if members.get(name):
            yield f"  {name.replace('_', ' ')}: {', '.join(members[name])}"
