"""Which values of a type may be too deep, told by the type."""

from typing import Any

import pytest
from msgspec import UNSET, Struct, UnsetType

from schemas.depth import may_be_deep_of
from schemas.limits import MAX_DEPTH


class Leaf(Struct, tag="leaf"):
    free: Any = None
    number: int = 0


class Branch(Struct, tag="branch"):
    names: dict[str, list[str]] = {}


class Tree(Struct):
    parts: dict[str, list[Leaf | Branch]] = {}
    last: Leaf | UnsetType | None = UNSET
    text: str = ""


class Chain(Struct):
    rest: "Chain | None" = None


def nested(levels: int) -> Any:
    """`list[list[… int]]`."""
    return int if levels == 0 else list[nested(levels - 1)]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Tree(), False),
        (Tree(last=None), False),
        (Tree(last=Leaf(number=5)), False),
        (Tree(last=Leaf(free="text")), False),
        (Tree(last=Leaf(free=[])), True),
        (Tree(parts={"a": [Branch(names={"b": ["c"]}), Leaf()]}), False),
        (Tree(parts={"a": [Branch()], "b": [Leaf(), Leaf(free={"c": 1})]}), True),
        (Branch(names={"a": ["b"]}), False),
        (Chain(), False),
        (Chain(rest=Chain()), True),
    ],
)
def test_only_a_container_in_an_open_place_may_be_deep(value: Any, expected: bool) -> None:
    assert may_be_deep_of(type(value))(value) is expected


def test_a_type_that_is_too_deep_itself_is_open_from_the_top() -> None:
    assert not may_be_deep_of(nested(MAX_DEPTH - 1))([[]])
    assert may_be_deep_of(nested(MAX_DEPTH))([])
    assert not may_be_deep_of(list[int])([1])
    assert may_be_deep_of(list[Any])([[]])
    assert not may_be_deep_of(list[Any])([1])
    assert not may_be_deep_of(list[int] | dict[str, int] | None)({"a": 1})
    assert may_be_deep_of(list[int] | dict[str, Any])({"a": [1]})
