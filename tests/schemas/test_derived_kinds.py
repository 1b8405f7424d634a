"""Every kind of type: what is taken, and what is said of what is not."""

import enum
from typing import Annotated, Any, Literal, Optional

import msgspec
import pytest
from marshmallow import Schema, ValidationError
from msgspec import UNSET, Meta, Struct, UnsetType

from schemas.derive import field_of, schema_of
from schemas.limits import MAX_ERRORS
from tests.schemas.agreement import assert_same_verdict
from tests.schemas.family import GAME, Action, Game, Move, Player, Stack


class Level(enum.IntEnum):
    LOW = 1


class Open(Struct):
    count: int = 0


class Tagged(Struct, tag="only", tag_field="kind"):
    count: int = 0


class One(Struct, tag=1, tag_field="number"):
    pass


class Two(Struct, tag=2, tag_field="number"):
    pass


class Renamed(Struct, rename="camel", forbid_unknown_fields=True):
    how_many: int
    when: Optional[int] = None  # noqa: UP045  (the old spelling is derived too)
    maybe: int | UnsetType = UNSET


Digit = Annotated[int, Meta(ge=0, le=9)]
Name = Annotated[str, Meta(min_length=2, max_length=4, pattern="^[a-z]+$")]
Share = Annotated[float, Meta(ge=0, lt=1)]
Pair = Annotated[list[Digit], Meta(min_length=2, max_length=2)]
Stock = Annotated[dict[Name, Digit], Meta(min_length=1, max_length=2)]


@pytest.mark.parametrize(
    ("type_", "values"),
    [
        (int, [0, -1, 2**80, 10**400]),
        (Digit, [0, 9]),
        (float, [0.5, 1, -0.0, 2**70]),
        (Share, [0, 0.999]),
        (str, ["", "red\n", "\U0001f600"]),
        (Name, ["ab", "abcd", "abc\n"]),
        (Annotated[str, Meta(pattern="b")], ["abc"]),
        (Annotated[str, Meta(max_length=1)], ["\U0001f600"]),
        (bool, [True, False]),
        (None, [None]),
        (Literal["a", 1, None], ["a", 1, None]),
        (Level, [1]),
        (int | None, [None, 3]),
        (int | str | None, [None, 3, "3"]),
        (list[int] | int, [[], [1], 1]),
        (float | str, [1, 1.5, "1"]),
        (int | float, [1, 1.5]),
        (Literal["a"] | int, ["a", 7]),
        (Literal["z"] | str, ["z", "b"]),
        (Any, [None, 1, "a", [1], {"a": {}}]),
        (Any | None, [None, {}]),
        (list, [[], [1, "a"]]),
        (dict, [{}, {"a": 1}]),
        (Pair, [[1, 2]]),
        (tuple[int, str], [[1, "a"]]),
        (tuple[int, ...], [[], [1, 2, 3]]),
        (Stock, [{"ab": 1}, {"ab": 1, "cd": 9}]),
        (dict[Literal["a", "b"], int], [{}, {"b": 1}]),
        (Open, [{}, {"count": 1}, {"anything": 1}]),
        (Tagged, [{}, {"kind": "only"}]),
        (Tagged | None, [{}, None]),
        (One | Two, [{"number": 1}, {"number": 2}]),
        (Renamed, [{"howMany": 1}, {"howMany": 1, "when": None, "maybe": 2}]),
        (Annotated[Annotated[int, Meta(ge=1)] | None, Meta(extra={"secret": True})], [None, 1]),
    ],
)
def test_takes(type_: Any, values: list[Any]) -> None:
    for value in values:
        assert assert_same_verdict(type_, value) == []


@pytest.mark.parametrize(
    ("type_", "value", "found"),
    [
        (int, True, [("", "wrong-type")]),
        (int, 5.0, [("", "wrong-type")]),
        (int, "5", [("", "wrong-type")]),
        (int, None, [("", "wrong-type")]),
        (Digit, 10, [("", "out-of-range")]),
        (Digit, -(2**70), [("", "out-of-range")]),
        (Annotated[int, Meta(gt=0, multiple_of=3)], -1, [("", "out-of-range"), ("", "not-a-multiple")]),
        (float, True, [("", "wrong-type")]),
        (float, 10**400, [("", "out-of-range")]),
        (Share, 1, [("", "out-of-range")]),
        (Annotated[float, Meta(multiple_of=0.5)], 0.75, [("", "not-a-multiple")]),
        (str, 5, [("", "wrong-type")]),
        (Name, "A", [("", "too-short"), ("", "pattern")]),
        (Name, "ABCDE", [("", "too-long")]),
        (bool, 0, [("", "wrong-type")]),
        (bool, None, [("", "wrong-type")]),
        (None, 0, [("", "wrong-type")]),
        (Literal["a", 1], True, [("", "wrong-type")]),
        (Literal["a", 1], 1.0, [("", "wrong-type")]),
        (Literal["a", 1], "b", [("", "not-allowed")]),
        (Literal["a"], None, [("", "wrong-type")]),
        (Level, 2, [("", "not-allowed")]),
        (Level, True, [("", "wrong-type")]),
        (int | str | None, [], [("", "wrong-type")]),
        (Digit | None, 11, [("", "out-of-range")]),
        (Digit | float, 11, [("", "out-of-range")]),
        (Literal["a"] | int, "b", [("", "not-allowed")]),
        (list[Digit], [1, "a", 11, None], [("/1", "wrong-type"), ("/2", "out-of-range"), ("/3", "wrong-type")]),
        (Pair, [11], [("", "too-few"), ("/0", "out-of-range")]),
        (Pair, [11, 11, 11], [("", "too-many")]),
        (Pair, {}, [("", "wrong-type")]),
        (tuple[int, str], ["a"], [("", "too-few")]),
        (tuple[int, str], [1, "a", 1], [("", "too-many")]),
        (tuple[int, str], ["a", 1], [("/0", "wrong-type"), ("/1", "wrong-type")]),
        (tuple[int, str], "ab", [("", "wrong-type")]),
        (Stock, {}, [("", "too-few")]),
        (Stock, {"A": 11}, [("/A", "bad-key"), ("/A", "bad-key"), ("/A", "out-of-range")]),
        (dict[Name, Pair], {"A/B": [11]}, [("/A~1B", "bad-key"), ("/A~1B", "too-few"), ("/A~1B/0", "out-of-range")]),
        (Stock, {"ab": 1, "cd": 1, "ef": 1}, [("", "too-many")]),
        (Stock, [], [("", "wrong-type")]),
        (dict[Literal["a"], int], {"b": "c"}, [("/b", "bad-key"), ("/b", "wrong-type")]),
        (Open, {"count": None}, [("/count", "wrong-type")]),
        (Open, [], [("", "wrong-type")]),
        (Tagged, {"kind": "other", "count": "a"}, [("/count", "wrong-type"), ("/kind", "not-allowed")]),
        (One | Two, {"number": 3}, [("/number", "unknown-tag")]),
        (One | Two, {"number": True}, [("/number", "wrong-type")]),
        (One | Two, {}, [("/number", "required")]),
        (One | Two | None, 1, [("", "wrong-type")]),
        (Renamed, {"how_many": 1}, [("/howMany", "required"), ("/how_many", "unknown-field")]),
        (Renamed, {"howMany": 1, "maybe": None}, [("/maybe", "wrong-type")]),
    ],
)
def test_refuses(type_: Any, value: Any, found: list[tuple[str, str]]) -> None:
    flaws = assert_same_verdict(type_, value)
    assert [(flaw["pointer"], flaw["code"]) for flaw in flaws] == found


def test_all_errors_of_a_nested_value_are_told() -> None:
    game = {
        **GAME,
        "game": "other",
        "agenda": [{"type": "stack", "parts": [{"type": "fly"}, {"type": "wait-here", "turns": 9, "x": 1}]}],
        "players": [{**GAME["players"][0], "gold": "3", "goods": {}}],
    }
    flaws = assert_same_verdict(Game, game)
    assert [(flaw["pointer"], flaw["code"]) for flaw in flaws] == [
        ("/agenda/0/parts/0/type", "unknown-tag"),
        ("/agenda/0/parts/1/turns", "out-of-range"),
        ("/agenda/0/parts/1/x", "unknown-field"),
        ("/game", "not-allowed"),
        ("/players/0/gold", "wrong-type"),
        ("/players/0/goods", "too-few"),
    ]


def test_messages_name_what_is_allowed() -> None:
    (tag,) = assert_same_verdict(Action, {"type": "fly"})
    assert tag["params"] == {"allowed": ["move", "stack", "wait-here"]}
    assert tag["detail"] == "No such type; must be move, stack or wait-here."
    (unknown,) = assert_same_verdict(Move, {"actor": "red", "to": [1], "x": 1})
    assert unknown["params"] == {"known": ["type", "actor", "to", "how"]}
    (bounds,) = assert_same_verdict(Digit, 10)
    assert (bounds["detail"], bounds["params"]) == ("Must be at least 0 and at most 9.", {"min": 0, "max": 9})
    (kinds,) = assert_same_verdict(int | str | None, [])
    assert kinds["detail"] == "Must be an integer, a string or null, not an array."
    assert kinds["params"] == {"expected": ["integer", "string", "null"], "got": "array"}


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        (list[Digit], [10] * 5000),
        (dict[str, Digit], {f"k{number:04}": 10 for number in range(5000)}),
        (Renamed, {f"k{number:04}": 10 for number in range(5000)}),
    ],
)
def test_a_flood_of_errors_is_cut_short(type_: Any, value: Any) -> None:
    with pytest.raises(ValidationError) as refusal:
        field_of(type_).deserialize(value)
    assert MAX_ERRORS <= len(refusal.value.messages) <= MAX_ERRORS + 1
    assert len(assert_same_verdict(type_, value)) == MAX_ERRORS


def test_a_shape_may_contain_itself_as_deep_as_a_body_may_be() -> None:
    value: dict[str, Any] = {"type": "stack", "parts": [{"type": "fly"}]}
    for _ in range(30):
        value = {"type": "stack", "parts": [value]}
    (flaw,) = assert_same_verdict(Stack, value)
    assert flaw["pointer"] == "/parts/0" * 31 + "/type"


def test_a_schema_is_made_once_and_is_marshmallows() -> None:
    assert schema_of(Player) is schema_of(Player)
    assert issubclass(schema_of(Player), Schema)
    assert schema_of(Player).__name__ == "Player"
    assert field_of(list[Digit]) is field_of(list[Digit])
    assert schema_of(Player)().load(GAME["players"][0]) == GAME["players"][0]


def test_bounds_of_equal_types_are_not_mixed_up() -> None:
    assert assert_same_verdict(Literal[1], 1) == []
    assert assert_same_verdict(Literal[2], 1)
    assert assert_same_verdict(Annotated[int, Meta(le=1)], 2)
    assert assert_same_verdict(Annotated[int, Meta(le=2)], 2) == []


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_what_json_cannot_say_is_refused_though_msgspec_would_take_it(number: float) -> None:
    assert msgspec.convert(number, float) is number
    with pytest.raises(ValidationError):
        field_of(float).deserialize(number)


class ArrayLike(Struct, array_like=True):
    count: int


@pytest.mark.parametrize("type_", [set[int], bytes, dict[int, int], list[frozenset[str]], object])
def test_types_without_a_plain_form_in_json_are_refused_at_once(type_: Any) -> None:
    with pytest.raises(TypeError):
        field_of(type_)


def test_schemas_are_of_structs_that_are_objects() -> None:
    with pytest.raises(TypeError, match="not a struct"):
        schema_of(int)
    with pytest.raises(TypeError, match="array-like"):
        schema_of(ArrayLike)
