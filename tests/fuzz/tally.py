"""What was sent and answered, counted for the report at the end of a run."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from schemathesis import Case, Response

CASES: Final = int(os.environ.get("FUZZ_CASES", "5000"))
"""Cases over all calls of the registered games; what the document's pages, examples and limits ask for comes on top."""

TOLD: Counter[str] = Counter()
"""Exchanges by `kind status`; a kind is a phase of Schemathesis, or `real`."""


def note(case: Case, response: Response) -> None:
    """Counts an exchange."""
    kind = "real" if case.meta is None else case.meta.phase.name.value
    TOLD[f"{kind} {response.status_code}"] += 1


def report(told: Mapping[str, int]) -> Iterator[str]:
    """The counts in lines of text, one for each kind."""
    yield f"fuzz: {sum(told.values())} cases"
    for kind in sorted({key.split()[0] for key in told}):
        of_kind = {key.split()[1]: number for key, number in sorted(told.items()) if key.split()[0] == kind}
        answers = ", ".join(f"{number} x {status}" for status, number in of_kind.items())
        yield f"  {kind}: {sum(of_kind.values())} ({answers})"
