"""What may lie on the agenda: each step lies upon one of those that the rules leave for later at its moment.

An agenda of another order is no moment of the game, and working it off could go wrong only later.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from service.engine.agenda import name_of
from service.engine.defect import Defect, error
from service.engine.shapes import pointer_of
from service.engine.step import Lanes, Step
from service.games.lords_of_xidit.ids import UNITS
from service.games.lords_of_xidit.table import Table

NOTHING = "nothing"
ORDERS = ("execute-order", "end-orders")
COUNTS = ("end-year", "count-units")
DRAW, PROGRAMS, HANDS, CENSUS_BARDS = (
    "draw-city-tile",
    "lanes of program-orders",
    "lanes of fill-hand",
    "place-bards won",
)

UPON: dict[str, tuple[str, ...]] = {
    "set-up": (NOTHING,),
    "begin-year": (NOTHING,),
    "place-idrakys": ("begin-year", "place-idrakys"),
    "draw-assessment": ("place-idrakys", "draw-assessment"),
    f"{DRAW} threat-city": ("renew-queues", f"{DRAW} threat-city"),
    f"{DRAW} recruitment-city": ("renew-queues", f"{DRAW} threat-city", f"{DRAW} recruitment-city"),
    "reveal-programs": (NOTHING,),
    PROGRAMS: ("reveal-programs",),
    "execute-order": (NOTHING,),
    "end-orders": (NOTHING,),
    "meet-titan": ORDERS,
    "pay-titan": ORDERS,
    "choose-rewards": ORDERS,
    "renew-after": ORDERS,
    "advance-dummy": (*ORDERS, "renew-after"),
    "place-bards": (*ORDERS, "renew-after", "advance-dummy"),
    "renew-queues": (*ORDERS, "draw-assessment"),
    f"{DRAW} recruitment-top": ("renew-queues",),
    f"{DRAW} threat-top": ("renew-queues", "new-next-threat"),
    "awaken": ("renew-queues",),
    "reinforce": ("renew-queues",),
    "turn-titan": ("reinforce", "turn-titan"),
    "regroup": ("renew-queues",),
    f"{DRAW} recruitment-second": ("regroup",),
    "new-next-threat": ("renew-queues",),
    "begin-census": ("end-year",),
    "count-units": COUNTS,
    "open-hands": COUNTS,
    HANDS: ("open-hands",),
    CENSUS_BARDS: (*COUNTS, CENSUS_BARDS),
    "place-story": (*COUNTS, "place-story"),
    "end-year": (NOTHING,),
    "assess-players": (NOTHING,),
}
"""For each kind of step what may lie directly below it, which is what comes directly after it."""

CENSUS = ("begin-census", "count-units", "open-hands", HANDS, "fill-hand", CENSUS_BARDS, "place-story")


def misplaced(table: Table) -> Iterator[Defect]:
    """Every step of the agenda that cannot come where it stands; asked of an agenda whose ids all exist."""
    agenda = table.state.agenda
    below = NOTHING
    for index, step in enumerate(agenda):
        kind = kind_of(step)
        allowed = UPON.get(kind, ())
        if below not in allowed:
            place = f"comes only before {' or '.join(allowed)}" if allowed else "has no place of its own"
            detail = f"{kind} {place}, and here it comes before {below}"
            yield error(step.cites(), f"/agenda/{index}", "misplaced", detail)
        if isinstance(step, Lanes):
            yield from _lanes(table, index, step, agenda[index - 1] if index else None)
        below = kind
    yield from _counts(agenda)
    yield from _twice(agenda)
    census = [index for index, step in enumerate(agenda) if kind_of(step) in CENSUS]
    if census and not table.is_census_year:
        detail = f"Game Year {table.state.year} has no census"
        yield error(table.census_rule, f"/agenda/{census[0]}", "no-census", detail)


def kind_of(step: Step) -> str:
    """What a step is as far as its place on the agenda goes."""
    kind = name_of(step)
    if isinstance(step, Lanes):
        inner = {name_of(lane[-1]) for lane in step.lanes.values() if lane}
        return f"lanes of {' and '.join(sorted(inner)) or NOTHING}"
    if kind == DRAW:
        return f"{kind} {step.place}"  # type: ignore[attr-defined]
    return CENSUS_BARDS if kind == "place-bards" and step.may_stop else kind  # type: ignore[attr-defined]


def _lanes(table: Table, index: int, lanes: Lanes, after: Step | None) -> Iterator[Defect]:
    """Everybody decides at the same time, each once and in the own lane, and all about the same type of Unit."""
    for seat in table.state.seats:
        lane = lanes.lanes.get(seat, [])
        pointer = pointer_of(("agenda", index, "lanes", seat))
        if len(lane) != 1 or lane[0].seat != seat:
            rule = lane[0].cites() if lane else lanes.rule
            yield error(rule, pointer, "misplaced", f"the lane of {seat} does not hold one decision of {seat}")
        elif getattr(lane[0], "unit", None) != getattr(after, "unit", None):
            yield error(lane[0].cites(), f"{pointer}/0/unit", "misplaced", "this is not the type that is counted")


def _counts(agenda: Sequence[Any]) -> Iterator[Defect]:
    """The types of Units that are still to be counted are the last ones, in their order."""
    indices = [i for i, step in enumerate(agenda) if name_of(step) in ("count-units", "open-hands")]
    units = [agenda[index].unit for index in reversed(indices)]
    if units and units != list(UNITS[-len(units) :]):
        detail = f"still to be counted: {', '.join(units)}"
        yield error("census.five-types", f"/agenda/{indices[-1]}/unit", "misplaced", detail)


def _twice(agenda: Sequence[Any]) -> Iterator[Defect]:
    """No player is asked twice for the same, and no pile of Titans turns twice."""
    asked = [
        (name_of(step), getattr(step, "seat", None) or getattr(step, "pile", ""))
        for step in agenda
        if name_of(step) in ("place-idrakys", "place-bards", "place-story", "turn-titan")
    ]
    for (kind, name), number in Counter(asked).items():
        if number > 1:
            index, step = next((i, s) for i, s in enumerate(agenda) if name_of(s) == kind)
            yield error(step.cites(), f"/agenda/{index}", "twice", f"{kind} comes {number} times for {name}")
