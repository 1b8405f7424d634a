"""Ids, sets and counts: what the engine reads out of a shape."""

import random
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import UNSET, Meta, Struct, UnsetType

from service.engine.canonical import canonical
from service.engine.ids import unknown_ids
from service.engine.shapes import Flaw, Seat, Secret, Shape, a_set, an_id, counts, hide, pointer_of
from service.engine.soundness import is_sound

Space = Annotated[str, an_id("space")]
KNOWN = {"space": frozenset({"A-1", "A-2", "a/b", "c~d"}), "seat": frozenset({"red", "blue"})}


class Disc(Shape, tag_field="type", tag="disc"):
    """One member of a union."""

    space: Space
    seat: Seat | None = None


class Token(Shape, tag_field="type", tag="token"):
    """Another member, whose field has another name on the wire."""

    place: Space = msgspec.field(name="on-space", default="A-1")


class Board(Shape, kw_only=True):
    """Ids and sets in every kind of place."""

    plain: str = "A-9"
    free: Space | UnsetType = UNSET
    maybe: Secret[Space | None] = None
    row: list[Space] = []
    secret_row: list[Secret[Space]] = []
    pieces: list[Disc | Token] = []
    owners: dict[Space, Seat] = {}
    deep: dict[str, list[dict[Seat, Disc]]] = {}
    reserve: Annotated[dict[Space, int], counts(9)] = {}
    stocks: Annotated[dict[Space, Annotated[dict[Seat, int], counts(9)]], counts(9)] = {}
    marked: Annotated[list[Space], a_set(9)] = []
    marks: dict[str, Annotated[list[Literal["x", "y", "z"]], a_set(3)]] = {}
    hidden: Annotated[list[Space | None], a_set(9)] = []


def flaws(value: Struct) -> list[tuple[str, str]]:
    """Pointer and kind of each unknown id."""
    found = list(unknown_ids(value, KNOWN))
    assert all(isinstance(flaw, Flaw) and flaw.code == "unknown-id" for flaw in found)
    assert not (found and is_sound(value, KNOWN))
    return [(flaw.pointer, flaw.params["kind"]) for flaw in found]


def test_what_exists_is_no_flaw() -> None:
    board = Board(
        free="A-1",
        maybe="A-2",
        row=["A-1", "a/b"],
        pieces=[Disc(space="A-1"), Token(place="c~d")],
        owners={"A-1": "red"},
        deep={"nowhere": [{"red": Disc(space="A-2", seat="blue")}]},
        reserve={"A-1": 1},
    )
    assert flaws(board) == []
    assert flaws(Board()) == []
    assert is_sound(board, KNOWN)
    assert is_sound(Board(), KNOWN)


@pytest.mark.parametrize(
    "change",
    [
        {"marked": ["A-2", "A-1"]},
        {"marked": ["A-1", "A-1"]},
        {"marks": {"k": ["x"], "l": ["z", "x"]}},
        {"reserve": {"A-1": 1, "A-2": 0}},
    ],
)
def test_what_is_not_in_canonical_form_is_not_sound(change: dict[str, Any]) -> None:
    assert not is_sound(Board(**change), KNOWN)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"free": "A-3"}, [("/free", "space")]),
        ({"maybe": "A-3"}, [("/maybe", "space")]),
        ({"maybe": ""}, [("/maybe", "space")]),
        ({"pieces": [Disc(space="", seat="")]}, [("/pieces/0/space", "space"), ("/pieces/0/seat", "seat")]),
        ({"row": ["A-1", "x", "A-2", "y"]}, [("/row/1", "space"), ("/row/3", "space")]),
        ({"secret_row": ["A-1", "x"]}, [("/secret_row/1", "space")]),
        (
            {"pieces": [Disc(space="A-1"), Disc(space="x", seat="grey")]},
            [("/pieces/1/space", "space"), ("/pieces/1/seat", "seat")],
        ),
        ({"pieces": [Token(place="x")]}, [("/pieces/0/on-space", "space")]),
        ({"owners": {"A-1": "grey", "x": "red"}}, [("/owners/A-1", "seat"), ("/owners/x", "space")]),
        (
            {"deep": {"k": [{}, {"grey": Disc(space="x")}]}},
            [("/deep/k/1/grey", "seat"), ("/deep/k/1/grey/space", "space")],
        ),
        ({"reserve": {"x": 3}}, [("/reserve/x", "space")]),
        ({"marked": ["A-1", "x"]}, [("/marked/1", "space")]),
        ({"hidden": ["x", None]}, [("/hidden/0", "space")]),
    ],
)
def test_unknown_ids_with_their_places(change: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert sorted(flaws(Board(**change))) == sorted(expected)


def test_pointers_are_escaped() -> None:
    assert flaws(Board(owners={"a/b": "grey", "c~d": "grey"})) == [("/owners/a~1b", "seat"), ("/owners/c~0d", "seat")]
    assert flaws(Board(owners={"~1": "red"})) == [("/owners/~01", "space")]
    assert pointer_of(()) == ""
    assert pointer_of(("a", 0, "", "x/y~z")) == "/a/0//x~1y~0z"


def test_sets_are_sorted_and_zero_counts_left_out() -> None:
    board = Board(
        marked=["A-2", "A-1"],
        marks={"k": ["z", "x"], "l": ["x"]},
        reserve={"A-2": 0, "A-1": 2, "a/b": 0},
        row=["A-2", "A-1"],
    )
    assert not is_sound(board, KNOWN)
    tidy, found = canonical(board)
    assert found == []
    assert is_sound(tidy, KNOWN)
    assert tidy == Board(
        marked=["A-1", "A-2"], marks={"k": ["x", "z"], "l": ["x"]}, reserve={"A-1": 2}, row=["A-2", "A-1"]
    )
    assert board.marked == ["A-2", "A-1"], "the shape that came in has been changed"


def test_counts_of_counts_leave_out_what_is_empty() -> None:
    for empty in ({}, {"red": 0}):
        board = Board(stocks={"A-1": {"red": 2, "blue": 0}, "A-2": empty})
        assert not is_sound(board, KNOWN)
        tidy, found = canonical(board)
        assert (tidy, found) == (Board(stocks={"A-1": {"red": 2}}), [])
        assert is_sound(tidy, KNOWN)
    assert canonical(tidy)[0] is tidy
    assert not is_sound(Board(stocks={"A-1": {"pink": 2}}), KNOWN)


def test_what_is_in_order_stays_the_same_object() -> None:
    board = Board(marked=["A-1", "A-2"], reserve={"A-1": 2})
    assert canonical(board)[0] is board
    assert canonical(Disc(space="A-1"))[0].space == "A-1"


def test_duplicates_are_flaws() -> None:
    board = Board(marked=["A-2", "A-1", "A-2"], marks={"k/l": ["x", "x"]}, row=["A-1", "A-1"])
    assert sorted((flaw.pointer, flaw.code) for flaw in canonical(board)[1]) == [
        ("/marked", "duplicate"),
        ("/marks/k~1l", "duplicate"),
    ]


def test_in_a_view_hidden_members_stand_last_and_may_be_many() -> None:
    tidy, found = canonical(Board(hidden=[None, "c~d", None, "A-1"]))
    assert found == []
    assert tidy.hidden == ["A-1", "c~d", None, None]


def test_any_order_gives_the_same_canonical_form() -> None:
    rng = random.Random(1)
    for _ in range(50):
        spaces = rng.sample(sorted(KNOWN["space"]), rng.randint(0, 4))
        numbers = [(space, rng.randint(0, 2)) for space in spaces]
        one, other = (
            canonical(Board(marked=rng.sample(spaces, len(spaces)), reserve=dict(rng.sample(numbers, len(numbers)))))
            for _ in range(2)
        )
        assert one == other
        assert canonical(one[0])[0] is one[0]


def test_hiding() -> None:
    board = Board(maybe="A-1", secret_row=["A-1", "A-2"])
    hide(board, "maybe", "secret_row")
    assert board.maybe is None
    assert board.secret_row == [None, None]


class Numbered(Shape):
    """A set of numbers, of which some have two digits."""

    rounds: Annotated[list[Annotated[int, Meta(ge=0, le=99)]], a_set(9)]


def test_sets_of_numbers_of_several_digits() -> None:
    assert canonical(Numbered(rounds=[2, 10]))[0] == canonical(Numbered(rounds=[10, 2]))[0]
