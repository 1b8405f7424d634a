"""What the scenes have in common: the settings of a run, and steady load around something that happens."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.chaos.client import Question
from tests.chaos.load import Load
from tests.chaos.outcome import Outcome

ASK_REDIS_EVERY_TIME = {"REFEREE_CACHE_BYTES": "0", "REFEREE_STATE_CACHE_BYTES": "0", "REFEREE_CACHE_MIN_MS": "0"}
"""No memory of a worker's own, so that all that redis could be asked, it is asked."""


@dataclass(frozen=True)
class Run:
    """How long and how hard."""

    questions: Sequence[Question]
    rate: float = 80.0
    """Requests a second: about a third of what two workers on two cores can answer with the client beside them."""
    before_s: float = 3.0
    during_s: float = 4.0
    after_s: float = 2.0
    warm_up_s: float = 1.0
    redis: Mapping[str, str] = field(default_factory=dict)
    """Settings of the service where something happens to redis."""
    uploads: int = 200
    stampede: int = 200


Happening = Callable[[], None]


class Stage:
    """A scene under load: says when what began."""

    def __init__(self, run: Run, outcome: Outcome) -> None:
        self.run, self.outcome = run, outcome
        self.phases: list[tuple[float, str]] = []

    def enter(self, phase: str) -> None:
        """From now on requests count for `phase`; empty: for none."""
        self.phases.append((time.monotonic(), phase))

    def before(self) -> None:
        """The quiet time."""
        time.sleep(self.run.warm_up_s)
        self.enter("before")
        time.sleep(self.run.before_s)

    def during(self, happens: Happening, *, seconds: float | None = None) -> None:
        """Something happens and then is left as it is for the time of the run, or for so many seconds."""
        if not self.phases or self.phases[-1][1] != "during":
            self.enter("during")
        happens()
        time.sleep(self.run.during_s if seconds is None else seconds)

    def after(self) -> None:
        """It is over."""
        self.enter("after")
        time.sleep(self.run.after_s)


@contextmanager
def under_load(run: Run, port: int, outcome: Outcome) -> Iterator[Stage]:
    """Load while the context lasts; all that was sent is counted at its end."""
    stage = Stage(run, outcome)
    with Load(port, run.questions, run.rate) as load:
        yield stage
        outcome.count(load.stop(), stage.phases)
