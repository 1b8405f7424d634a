"""What it costs to check a state, in process, on the positions that `tests.bench.http` asks about.

A state that the worker has seen is known by the hash of its bytes, and read. Any other is also checked against its
schema, and then admitted: its ids, its counts, its agenda, and that whoever must decide can.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from schemas.fields import Noted, StateOrView
from service.engine import referee
from service.engine.digest import canonical_bytes
from service.engine.game import Game
from tests.bench.questions import middle, spaced

ROUNDS = 15
REPEATS = 5


class StateCheck(NamedTuple):
    """Microseconds of processor time for one state."""

    found: float
    shape: float
    shape_spaced: float
    admitted: float


def measure(game: Game) -> StateCheck:
    """Each part of the check by itself: the median over some rounds."""
    states = [state for state, _ in middle(game)]
    ours = [msgspec.Raw(canonical_bytes(state)) for state in states]
    others = [msgspec.Raw(spaced(bytes(data))) for data in ours]
    unseen, seen = _field(game, Kept()), _field(game, Kept())
    for data in ours:
        seen.deserialize(data).settle()
    return StateCheck(
        found=_microseconds(seen.deserialize, ours),
        shape=_microseconds(unseen.deserialize, ours),
        shape_spaced=_microseconds(unseen.deserialize, others),
        admitted=_microseconds(lambda state: referee.admit(game, state), states),
    )


class Kept:
    """A memory of bytes alone: no state in other words is recognised, and nobody else is told."""

    def __init__(self) -> None:
        self._notes: dict[bytes, Noted] = {}

    def get(self, key: bytes, /) -> Noted | None:
        """What was noted."""
        return self._notes.get(key)

    def note(self, key: bytes, value: Any, admitted: Any, /, *, is_view: bool, in_order: bool) -> None:
        """That these bytes were read."""
        self._notes[key] = Noted(None, is_view, in_order)

    def again(self, noted: Noted, value: Any, /) -> Any:
        """The value itself."""
        return value

    def recall(self, content: bytes, value: Any, /) -> object | None:
        """Nothing."""
        return None

    def mark(self, content: bytes, value: Any, admitted: Any, /) -> None:
        """Does nothing."""


def _field(game: Game, memory: Kept) -> StateOrView:
    return StateOrView(game.State, None, document={}, memory=memory)


def _microseconds(work: Callable[[Any], object], values: Sequence[Any]) -> float:
    taken = []
    for _ in range(ROUNDS):
        started = time.process_time()
        for _ in range(REPEATS):
            for value in values:
                work(value)
        taken.append((time.process_time() - started) / REPEATS / len(values))
    return 1e6 * statistics.median(taken)
