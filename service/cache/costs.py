"""What questions of a kind usually cost."""

from collections.abc import Hashable
from threading import Lock

from cachetools import LRUCache

KINDS = 1024
"""Kinds whose cost is known at a time. Part of a kind may come from a client, so there has to be an end to them."""


class Costs:
    """A moving mean in milliseconds for each kind of question. Safe to use from several threads."""

    def __init__(self, kinds: int = KINDS) -> None:
        self._lock = Lock()
        self._costs: LRUCache[Hashable, float] = LRUCache(kinds)

    def of(self, kind: Hashable) -> float | None:
        """What questions of this kind have cost lately; None for one that was never computed here."""
        with self._lock:
            return self._costs.get(kind)

    def note(self, kind: Hashable, ms: float) -> None:
        """One question of this kind took `ms`."""
        with self._lock:
            self._costs[kind] = moving_mean(self._costs.get(kind), ms)


def moving_mean(before: float | None, ms: float) -> float:
    """The mean with one more that took `ms`. A dearer one counts more: to miss it is what would hurt."""
    if before is None:
        return ms
    return before + (0.5 if ms > before else 0.125) * (ms - before)
