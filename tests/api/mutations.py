"""JSON values with something wrong in them."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

Place = tuple[Any, ...]
NUMBERS = (0, 1, 2, 3, 5, 9, 20, 50, -1, 1000, 2**53, 2**80)


def places(value: Any, at: Place = ()) -> Iterator[Place]:
    """Every place within a value but the root."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in members:
        yield (*at, name)
        yield from places(member, (*at, name))


def words(value: Any) -> Iterator[str]:
    """Every string in a value, the names of members too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for member in value.values():
            yield from words(member)
    elif isinstance(value, list):
        for member in value:
            yield from words(member)


def at(value: Any, place: Place) -> Any:
    """What is at a place; raises `LookupError` or `TypeError` where there is no such place."""
    for name in place:
        value = value[name]
    return value


def changed(value: Any, place: Place, new: Any) -> Any:
    """A copy with `new` at the place."""
    if not place:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[place[0]] = changed(copy[place[0]], place[1:], new)
    return copy


def removed(value: Any, place: Place) -> Any:
    """A copy without what is at the place."""
    holder = at(value, place[:-1])
    copy = dict(holder) if isinstance(holder, dict) else list(holder)
    del copy[place[-1]]
    return changed(value, place[:-1], copy)


def mutated(rng: random.Random, value: Any, others: Sequence[Any], vocabulary: Sequence[str]) -> Any:
    """A copy with one change: something gone, replaced, or taken from the same place of another value."""
    there = list(places(value))
    if not there:
        return value
    place, way = rng.choice(there), rng.random()
    if way < 0.2:
        return removed(value, place)
    if way < 0.5:
        try:
            return changed(value, place, at(rng.choice(others), place))
        except (LookupError, TypeError):
            pass
    return changed(value, place, _replaced(rng, at(value, place), vocabulary))


def _replaced(rng: random.Random, old: Any, vocabulary: Sequence[str]) -> Any:
    match old:
        case bool():
            return not old
        case int():
            return rng.choice([old + 1, old - 1, *NUMBERS])
        case str():
            return rng.choice(vocabulary)
        case list():
            return rng.choice([[], old[:-1], old + old[-1:], old[::-1], None])
        case dict():
            return rng.choice([{}, {**old, rng.choice(vocabulary): rng.choice(NUMBERS)}, None])
        case _:
            return rng.choice([1, rng.choice(vocabulary), [], {}])
