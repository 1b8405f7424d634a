"""Holding msgspec and the derived schema to the same verdict, and making values that are nearly right."""

import copy
import random
from collections.abc import Iterator
from typing import Any

import msgspec
from marshmallow import ValidationError

from schemas.derive import field_of
from schemas.fields import split_reason
from schemas.limits import MAX_ERRORS
from schemas.pointers import Flaw, escape, flatten

ODD_VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 2, 5, 7, 100, 2**31, 2**53, 2**63, 2**64, 2**80, -(2**63) - 1, 10**400,
    0.0, 1.0, -0.5, 1.5, 1e308, "", "a", "A", "red", "blue", "red\n", "1", "é", "x" * 300, "\U0001f600",
    [], [None], [1], ["a"], [[]], {}, {"a": 1}, {"type": "nothing"}, {"type": 1}, {"type": None}, {"_schema": 1},
]  # fmt: skip
ODD_NAMES = ["", "a", "A", "type", "red", "_schema", "a/b", "~", "0", "x" * 200, "é"]


def assert_same_verdict(type_: Any, value: Any) -> list[Flaw]:
    """Fails unless msgspec and the derived schema agree on a JSON value. The flaws, if they refuse it.

    Also: what msgspec complains of first is at or above the place of a flaw, unless not all of them are told.
    """
    reason = refusal_by_msgspec(type_, value)
    flaws = flaws_by_schema(type_, value)
    assert (reason is None) == (not flaws), f"msgspec: {reason}; derived: {flaws}; value: {value!r}"
    if reason is not None and len(flaws) < MAX_ERRORS:
        place = "".join(f"/{escape(token)}" for token in split_reason(reason)[1])
        assert any(flaw["pointer"].startswith(place) for flaw in flaws), f"msgspec: {reason}; derived: {flaws}"
    return flaws


def refusal_by_msgspec(type_: Any, value: Any) -> str | None:
    try:
        msgspec.convert(copy.deepcopy(value), type_)
    except msgspec.ValidationError as error:
        return str(error)
    return None


def flaws_by_schema(type_: Any, value: Any) -> list[Flaw]:
    try:
        field_of(type_).deserialize(value)
    except ValidationError as error:
        return flatten(error.messages)
    return []


def mutations(value: Any, rng: random.Random) -> Iterator[Any]:
    """Without end: copies of a JSON value with one to three small changes at random places."""
    while True:
        mutant = copy.deepcopy(value)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            mutant = mutated(mutant, rng)
        yield mutant


def mutated(value: Any, rng: random.Random) -> Any:
    """The value, changed in place where it can be, with one change at a random place."""
    places = list(_places(value))
    if not places or rng.random() < 0.02:
        return copy.deepcopy(rng.choice(ODD_VALUES))
    whole, key = rng.choice(places)
    _change(whole, key, rng)
    return value


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _places(value[key])


def _change(whole: Any, key: Any, rng: random.Random) -> None:
    match rng.randrange(6):
        case 0:
            del whole[key]
        case 1:
            whole[key] = copy.deepcopy(rng.choice(ODD_VALUES))
        case 2:
            whole[key] = _nudged(whole[key], rng)
        case 3 if isinstance(whole, dict):
            whole[rng.choice(ODD_NAMES)] = copy.deepcopy(rng.choice([*ODD_VALUES, whole[key]]))
        case 4 if isinstance(whole, dict):
            whole[rng.choice(ODD_NAMES)] = whole.pop(key)
        case 5 if isinstance(whole, dict):
            other = rng.choice(list(whole))
            whole[key], whole[other] = whole[other], whole[key]
        case _:
            whole.extend([copy.deepcopy(whole[key])] * rng.choice((1, 2, 5, 120)))


def _nudged(value: Any, rng: random.Random) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return rng.choice((value - 1, value + 1, -value, value * 1000, float(value % 2**53), str(value)))
        case float():
            return rng.choice((-value, value * 10, int(value)))
        case str():
            return rng.choice((value[:-1], value + value, value.upper(), value + "\n", f" {value}", [value]))
        case list():
            return rng.choice((value[:-1], value * 3, [value], dict(enumerate_names(value))))
        case dict():
            return rng.choice((list(value.values()), {}, {"type": value.get("type")}, {**value, "extra": 1}))
    return rng.choice(([], {}, 0, "", False))


def enumerate_names(values: list[Any]) -> Iterator[tuple[str, Any]]:
    """The entries of an array as members named by their index."""
    for index, value in enumerate(values):
        yield str(index), value
