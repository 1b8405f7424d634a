"""The agenda: who has to decide now, and what happens by itself until somebody has to."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from service.engine.event import tag_of
from service.engine.shapes import CHANCE
from service.engine.step import Lanes, Step
from service.engine.table import Table


class Due(Struct, frozen=True):
    """A decision that is due: whose, at which step, on which stack; optional where nobody waits for it."""

    actor: str
    step: Step
    stack: list[Any]
    optional: bool


def name_of(step: Step) -> str:
    """The name of a step on the wire, of one in a view too."""
    return tag_of(type(step))


def names_of(steps: Iterable[Any]) -> list[str]:
    """The names of several steps, in their order."""
    return list(map(tag_of, map(type, steps)))


def steps_to_come(table: Table[Any, Any]) -> Iterator[Any]:
    """Every step of the agenda, those in lanes too."""
    for step in table.state.agenda:
        if isinstance(step, Lanes):
            yield from (inner for lane in step.lanes.values() for inner in lane)
        else:
            yield step


def due(table: Table[Any, Any]) -> list[Due]:
    """The decisions that are due, those who must first, chance alone; empty when nobody must decide."""
    agenda = table.state.agenda
    if not agenda:
        return []
    top = agenda[-1]
    found = _due_in_lanes(table, top) if isinstance(top, Lanes) else _due_at(table, top, agenda)
    must = [decision for decision in found if not decision.optional]
    if not must or len(found) == 1:
        return must
    for decision in found:
        if decision.actor == CHANCE:
            return [decision]
    return must if len(must) == len(found) else must + [decision for decision in found if decision.optional]


def _due_in_lanes(table: Table[Any, Any], lanes: Lanes) -> list[Due]:
    return [
        decision
        for seat in table.state.seats
        if (lane := lanes.lanes.get(seat))
        for decision in _due_at(table, lane[-1], lane)
    ]


def _due_at(table: Table[Any, Any], step: Step, stack: list[Any]) -> list[Due]:
    must, may = step.must(table), step.may(table)
    decisions = [Due(actor, step, stack, False) for actor in must]
    if may:
        decisions += [Due(actor, step, stack, True) for actor in may if actor not in must]
    return decisions


def run_until_due(table: Table[Any, Any]) -> None:
    """Carry out whatever happens by itself, until somebody must decide or the agenda is empty."""
    agenda = table.state.agenda
    while agenda:
        top = agenda[-1]
        if isinstance(top, Lanes):
            if _settle_lanes(table, top):
                return
        elif top.must(table):
            return
        agenda.pop()
        table.work_on(agenda)
        top.run(table)


def _settle_lanes(table: Table[Any, Any], lanes: Lanes) -> bool:
    """Run each lane until somebody must or may decide there; whether anybody must.

    What happens in one lane may end what another waits for: so once more, until nothing has happened.
    """
    stacks = [lanes.lanes[seat] for seat in table.state.seats if seat in lanes.lanes]
    happened = True
    while happened:
        happened = False
        for lane in stacks:
            happened = _settle_lane(table, lane) or happened
    return any(lane and lane[-1].must(table) for lane in stacks)


def _settle_lane(table: Table[Any, Any], lane: list[Any]) -> bool:
    """Run one lane until somebody must or may decide there; whether anything has happened."""
    happened = False
    while lane and not lane[-1].must(table) and not lane[-1].may(table):
        step = lane.pop()
        table.work_on(lane)
        step.run(table)
        happened = True
    return happened
