"""Counts by kind (``{"human-serf": 2}``): adding up, taking away, comparing. None of a kind is left out."""

from collections import Counter
from collections.abc import Mapping
from typing import Any


def without(counts: Mapping[Any, int], taken: Mapping[Any, int]) -> dict[str, int]:
    """What is left when some of it is taken away."""
    return {kind: left for kind, number in counts.items() if (left := number - taken.get(kind, 0)) > 0}


def together(*many: Mapping[Any, int]) -> dict[str, int]:
    """Several counts in one, by kind."""
    total: Counter[str] = Counter()
    for counts in many:
        total.update(counts)
    return {kind: total[kind] for kind in sorted(total) if total[kind]}


def holds(counts: Mapping[Any, int], wanted: Mapping[Any, int]) -> bool:
    """Whether all of this is among it."""
    return all(counts.get(kind, 0) >= number for kind, number in wanted.items())
