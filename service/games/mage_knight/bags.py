"""Lists whose order means nothing are kept sorted, so that equal situations are equal states."""

from bisect import insort
from collections.abc import Iterable
from typing import Any


def put(bag: list[str], *things: str) -> None:
    """Add to a bag."""
    for thing in things:
        insort(bag, thing)


def put_all(bag: list[str], things: Iterable[str]) -> None:
    """Add everything to a bag."""
    bag.extend(things)
    bag.sort()


def put_new(members: list[str], thing: str) -> None:
    """Add to a set, unless it is there."""
    if thing not in members:
        insort(members, thing)


def more(counts: Any, kind: str, number: int = 1) -> None:
    """Add to a count by kind."""
    counts[kind] = counts.get(kind, 0) + number


def less(counts: Any, kind: str, number: int = 1) -> None:
    """Take from a count by kind, which leaves zeros out."""
    counts[kind] -= number
    if not counts[kind]:
        del counts[kind]
