"""What came of a scene: figures, and what was wanted of them."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tests.chaos.client import Sent

PHASES = ("before", "during", "after")


@dataclass(frozen=True)
class Wanted:
    """Something that was wanted, and whether it was so."""

    what: str
    met: bool
    binding: bool = True
    """Whether the run fails if it was not. Times are told and not held against it: they are the machine's too."""

    @property
    def verdict(self) -> str:
        return "met" if self.met else "NOT MET" if self.binding else "not met"


@dataclass
class Outcome:
    """One line of the report."""

    scene: str
    sent: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    """Failed requests by call and kind."""
    times_ms: dict[str, list[float]] = field(default_factory=dict)
    """By phase."""
    notes: list[str] = field(default_factory=list)
    wanted: list[Wanted] = field(default_factory=list)

    @property
    def failed(self) -> int:
        return self.failures.total()

    @property
    def passed(self) -> bool:
        return all(each.met or not each.binding for each in self.wanted)

    def p99(self, phase: str) -> float | None:
        """In milliseconds; None where nothing was sent in that phase."""
        return percentile(self.times_ms.get(phase, []), 99)

    def mean(self, phase: str) -> float | None:
        """In milliseconds."""
        times = self.times_ms.get(phase)
        return statistics.mean(times) if times else None

    def count(self, sent: Iterable[Sent], phases: Sequence[tuple[float, str]]) -> None:
        """Adds requests; `phases` are moments at which one begins, in order, what came before them counts for none."""
        for each in sent:
            self.sent += 1
            if each.failure:
                self.failures[f"{each.kind}: {each.failure}"] += 1
            began = [name for moment, name in phases if moment <= each.at]
            if began and began[-1] and not each.failure:
                self.times_ms.setdefault(began[-1], []).append(1000 * each.took_s)

    def none_failed(self) -> None:
        """The usual demand."""
        self.wanted.append(Wanted("no failed request", not self.failed))

    def line(self) -> str:
        """All of it, for a terminal."""
        times = ", ".join(f"{milliseconds(self.p99(phase))} {phase}" for phase in PHASES if self.times_ms.get(phase))
        kinds = ", ".join(f"{number} {kind}" for kind, number in self.failures.most_common())
        parts = [f"sent {self.sent}", f"failed {self.failed}{f' ({kinds})' if kinds else ''}"]
        if times:
            parts.append(f"p99 {times}")
        parts += self.notes
        return f"{self.scene}: {'; '.join(parts)} -> {'as wanted' if self.passed else 'NOT AS WANTED'}"


def percentile(times: Sequence[float], percent: int) -> float | None:
    """Of as few as one."""
    if len(times) < 2:
        return times[0] if times else None
    return statistics.quantiles(times, n=100, method="inclusive")[percent - 1]


def milliseconds(figure: float | None) -> str:
    return "–" if figure is None else f"{figure:.1f} ms"
