"""What was sent and answered, counted for the report at the end of a run."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from schemathesis import Case, Response

CASES: Final = int(os.environ.get("FUZZ_CASES", "20000"))
"""Cases that Schemathesis checks, over all of them; the test game and the byte-level requests come on top."""

TOLD: Counter[str] = Counter()
"""Exchanges by `kind|operation|status`; a kind is a phase of Schemathesis or one of the following."""

REAL, CHANGED, HARBOUR, BYTES, SOCKET = "real", "changed", "harbour", "bytes", "socket"
ON_TOP: Final = (HARBOUR, BYTES, SOCKET)
"""Kinds that are not among the cases asked for."""

Slow = tuple[float, str, int, int]
"""Processor seconds, operation, bytes asked, bytes answered."""

OPERATIONS: set[str] = set()
"""Every operation there is to ask."""

SLOWEST: list[Slow] = []
SHOWN: Final = 10


def note(case: Case, response: Response, seconds: float | None = None, kind: str | None = None) -> None:
    """Counts an exchange that Schemathesis has checked."""
    if kind is None:
        kind = REAL if case.meta is None else case.meta.phase.name.value
    data = response.request.body or b""
    count(kind, case.operation.label, response.status_code, seconds, len(data), len(response.content))


def count(
    kind: str, operation: str, status: int | str, seconds: float | None = None, asked: int = 0, answered: int = 0
) -> None:
    """Counts an exchange; `seconds`: of the processor, where they are known."""
    TOLD[f"{kind}|{operation}|{status}"] += 1
    if seconds is not None:
        merge([(seconds, operation, asked, answered)])


def merge(slow: Iterable[Slow]) -> None:
    """Keeps the slowest of these and those that are known."""
    SLOWEST[:] = sorted([*SLOWEST, *map(_slow, slow)], reverse=True)[:SHOWN]


def _slow(told: Iterable[object]) -> Slow:
    # A worker's come as lists.
    seconds, operation, asked, answered = told
    return seconds, operation, asked, answered  # type: ignore[return-value]


def checked(told: Mapping[str, int]) -> int:
    """How many of the cases asked for there were."""
    return sum(number for key, number in told.items() if key.partition("|")[0] not in ON_TOP)


def lacking(told: Mapping[str, int], operations: Iterable[str], cases: int) -> list[str]:
    """Why a whole run means too little: fewer cases than asked for, or none of an operation."""
    asked = {key.split("|")[1] for key in told}
    found = [f"no case of {operation}" for operation in sorted(set(operations) - asked)]
    few = f"{checked(told)} of the {cases} cases asked for"
    return [few, *found] if checked(told) < cases else found


def report(told: Mapping[str, int], slowest: Iterable[Slow] = ()) -> Iterator[str]:
    """The counts in lines of text: by kind, by operation, and the answers that took longest."""
    yield f"fuzz: {sum(told.values())} cases, {checked(told)} of them those of Schemathesis that were asked for"
    yield from _by(told, 0)
    yield "fuzz: by operation"
    yield from _by(told, 1)
    yield "fuzz: the answers that took longest"
    for seconds, operation, asked, answered in slowest:
        yield f"  {1000 * seconds:.0f} ms of processor time: {operation}, {asked} bytes asked, {answered} answered"


def _by(told: Mapping[str, int], part: int) -> Iterator[str]:
    for name in sorted({key.split("|")[part] for key in told}):
        statuses: Counter[str] = Counter()
        for key, number in told.items():
            if key.split("|")[part] == name:
                statuses[key.split("|")[2]] += number
        answers = ", ".join(f"{number} x {status}" for status, number in sorted(statuses.items()))
        yield f"  {name}: {statuses.total()} ({answers})"
