"""Lists whose order means nothing are kept sorted, so that equal situations are equal states."""

from bisect import insort
from collections.abc import Iterable


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
