"""Fields that accept through msgspec: with bytes, memory and admission."""

import hashlib
import json
import re
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
import pytest
from marshmallow import ValidationError
from msgspec import Meta, Raw, Struct

from schemas.body import MalformedJson, strict_loads
from schemas.fields import Noted, Shape, StateOrView, ViewGiven, accept, flaws_of
from schemas.limits import MAX_DEPTH
from schemas.pointers import flatten
from tests.schemas.family import GAME, Action, Game, Move, Player
from tests.schemas.sample import Shelf, View

VIEW = {**GAME, "viewer": "red"}


class Even(Struct, forbid_unknown_fields=True):
    number: int

    def __post_init__(self) -> None:
        if self.number % 2:
            raise ValueError("this is odd")


def raw(value: Any) -> Raw:
    return Raw(msgspec.json.encode(value))


def state_field(view: Any = View, **kwargs: Any) -> StateOrView:
    return StateOrView(Game, view, document={}, **kwargs)


def test_loads_to_the_struct_from_values_and_from_bytes() -> None:
    move = {"type": "move", "actor": "red", "to": [1]}
    for value in (move, raw(move)):
        assert Shape(Action).deserialize(value) == Move(actor="red", to=[1])
    assert Shape(list[Action]).deserialize([move]) == [Move(actor="red", to=[1])]
    assert Shape(Annotated[int, Meta(ge=1)]).deserialize(3) == 3
    assert Shape(int | None).deserialize(None) is None


def test_refuses_with_all_errors() -> None:
    with pytest.raises(ValidationError) as refusal:
        Shape(Action).deserialize({"type": "move", "actor": "RED", "to": [10]})
    found = flatten(refusal.value.messages)
    assert [(flaw["pointer"], flaw["code"]) for flaw in found] == [("/actor", "pattern"), ("/to/0", "out-of-range")]


@pytest.mark.parametrize("value", [None, raw(None)], ids=["value", "bytes"])
def test_null_is_of_the_wrong_type(value: Any) -> None:
    with pytest.raises(ValidationError) as refusal:
        Shape(Player).deserialize(value)
    assert [flaw["code"] for flaw in flatten(refusal.value.messages)] == ["wrong-type"]


def test_bytes_are_read_strictly() -> None:
    for data in (b'{"a": 1, "a": 1}', b"[NaN]", b'"\\ud800"', b"[" * 64 + b"]" * 64, b'"\xff"'):
        with pytest.raises(MalformedJson):
            Shape(Any).deserialize(Raw(data))
        with pytest.raises(MalformedJson):
            state_field(memory=Shelf()).deserialize(Raw(data))


NOTES = {
    "nothing": b"{}",
    "something": b'{"a":[1,{"b":[]}],"c":{}}',
    "out of order": b'{"b":1,"a":1}',
    "space": b'{"a": 1}',
    "every kind of space": b' {\t"a"\r\n: [ 1 , 2\n] } ',
    "a space that is none": b'{"a":\x0b1}',
    "a line break in a string": b'{"a":"\n"}',
    "space in a number": b'{"a":1 2}',
    "space and one name twice": b'{"a": 1, "a": 1}',
    "space and a fraction that is none": b'{"a": 1.0}',
    "space and too deep": b'{"a": ' + b"[1, " * 62 + b"1" + b"]" * 62 + b"}",
    "one name twice": b'{"a":1,"a":1}',
    "not a number": b'{"a":NaN}',
    "a fraction that is none": b'{"a":1.0}',
    "overflow": b'{"a":1e999}',
    "half a character": b'{"a":"\\ud83d"}',
    "an escape": b'{"a":"\\u0041"}',
    "brackets in a string": b'{"a":"' + b"[" * 70 + b'"}',
    "deep enough": b'{"a":' + b"[1," * 61 + b"1" + b"]" * 61 + b"}",
    "too deep": b'{"a":' + b"[1," * 62 + b"1" + b"]" * 62 + b"}",
    "too deep and empty": b'{"a":' + b"[" * 62 + b"]" * 62 + b"}",
}


@pytest.mark.parametrize("notes", NOTES.values(), ids=NOTES.keys())
def test_bytes_are_judged_alike_whether_they_look_like_ours_or_not(notes: bytes) -> None:
    ours = msgspec.json.encode(msgspec.convert({**GAME, "notes": {}}, Game), order="deterministic")
    data = ours.replace(b'"notes":{}', b'"notes":' + notes)
    try:
        expected = accept(Game, strict_loads(data, MAX_DEPTH - 1))
    except MalformedJson as refusal:
        with pytest.raises(MalformedJson, match=re.escape(refusal.detail)):
            state_field(memory=Shelf()).deserialize(Raw(data))
    else:
        assert state_field(memory=Shelf()).deserialize(Raw(data)).settle() == expected


def test_what_only_the_struct_itself_refuses_is_told_at_its_place() -> None:
    (flaw,) = flaws_of(list[Even], [{"number": 2}, {"number": 3}])
    assert flaw == {"pointer": "/1", "code": "invalid", "detail": "this is odd.", "params": {}}
    (flaw,) = flaws_of(dict[str, Even], {"a": {"number": 3}})
    assert flaw["pointer"] == ""
    (flaw,) = flaws_of(Even, {"number": 3})
    assert flaw["pointer"] == ""
    (flaw,) = flaws_of(Even, {"number": "3"})
    assert flaw["code"] == "wrong-type"


def test_flaws_of_a_good_value_are_none() -> None:
    assert flaws_of(Game, GAME) == []
    assert accept(Game, GAME) == msgspec.convert(GAME, Game)


def test_the_viewer_decides_between_state_and_view() -> None:
    for value in (GAME, raw(GAME)):
        assert type(state_field().deserialize(value).settle()) is Game
    for value in (VIEW, raw(VIEW)):
        assert type(state_field().deserialize(value).settle()) is View
        with pytest.raises(ViewGiven):
            state_field(view=None).deserialize(value)
    with pytest.raises(ViewGiven):
        state_field(view=None).deserialize({"viewer": None})
    with pytest.raises(ValidationError) as refusal:
        state_field().deserialize({**VIEW, "viewer": 5})
    assert [flaw["pointer"] for flaw in flatten(refusal.value.messages)] == ["/viewer"]


def test_known_bytes_are_not_admitted_again() -> None:
    shelf, admitted = Shelf(), []

    def admit(state: Any, content: bytes | None) -> str:
        admitted.append(state)
        return "a position"

    field = state_field(memory=shelf, admit=admit)
    data = msgspec.json.encode(GAME)
    for _ in range(3):
        assert field.deserialize(Raw(data)).settle() == "a position"
    assert len(admitted) == 1
    assert list(shelf.notes) == [hashlib.sha256(data).digest()]


@pytest.mark.parametrize("write", [msgspec.json.encode, lambda game: json.dumps(dict(reversed(game.items()))).encode()])
def test_whoever_gets_the_value_of_known_bytes_has_it_alone(write: Callable[[Any], bytes]) -> None:
    field, data = state_field(memory=Shelf()), write({**GAME, "notes": {"b": 1, "a": 2}})
    first, second = (field.deserialize(Raw(data)).settle() for _ in range(2))
    assert first == second
    assert list(first.notes) == list(second.notes) == ["a", "b"]
    first.notes.clear()
    assert field.deserialize(Raw(data)).settle() == second


def test_bytes_that_a_memory_wrongly_knows_are_refused_like_any_others() -> None:
    shelf, data = Shelf(), msgspec.json.encode({**GAME, "ratio": "much"})
    shelf.notes[hashlib.sha256(data).digest()] = Noted(None, is_view=False, tidy=True)
    with pytest.raises(ValidationError):
        state_field(memory=shelf).deserialize(Raw(data))


def test_known_values_in_other_bytes_are_parsed_but_not_admitted_again() -> None:
    shelf, admitted = Shelf(), []

    def admit(state: Any, content: bytes | None) -> str:
        admitted.append(state)
        return "a position"

    field = state_field(memory=shelf, admit=admit)
    data = msgspec.json.encode(GAME)
    turned = json.dumps(dict(reversed(GAME.items()))).encode()
    for sent in (data, b" " + data, msgspec.json.format(data), turned):
        assert field.deserialize(Raw(sent)).settle() == "a position"
        assert hashlib.sha256(sent).digest() in shelf.notes
    assert len(admitted) == 1
    field.deserialize(raw({**GAME, "ratio": 2.0})).settle()
    assert len(admitted) == 2


def test_whoever_admits_is_told_the_hash_of_the_canonical_json_whatever_was_sent() -> None:
    told = []

    def admit(state: Any, content: bytes | None) -> Any:
        told.append(content)
        return state

    canonical = msgspec.json.encode(msgspec.convert(GAME, Game), order="sorted")
    turned = json.dumps(dict(reversed(GAME.items()))).encode()
    for sent in (canonical, b" " + canonical, msgspec.json.format(canonical), msgspec.json.encode(GAME), turned):
        state_field(memory=Shelf(), admit=admit).deserialize(Raw(sent)).settle()
    assert told == [hashlib.sha256(canonical).digest()] * 5


def test_nothing_is_remembered_before_it_is_admitted() -> None:
    class Impossible(Exception):
        pass

    def admit(state: Any, content: bytes | None) -> None:
        raise Impossible

    shelf = Shelf()
    arrived = state_field(memory=shelf, admit=admit).deserialize(raw(GAME))
    with pytest.raises(Impossible):
        arrived.settle()
    assert not shelf.notes


def test_a_remembered_view_is_not_taken_for_a_full_state() -> None:
    shelf = Shelf()
    either, full = state_field(memory=shelf), state_field(view=None, memory=shelf)
    for _ in range(2):
        assert type(either.deserialize(raw(VIEW)).settle()) is View
        with pytest.raises(ViewGiven):
            full.deserialize(raw(VIEW))
    assert shelf.hits == 3
    full.deserialize(raw(GAME)).settle()
    assert type(either.deserialize(raw(GAME)).settle()) is Game
    assert shelf.hits == 4


def test_a_foreign_state_is_recognised_before_its_shape_is_explained() -> None:
    class OtherVersion(Exception):
        pass

    def foreign(plain: Any) -> None:
        if isinstance(plain, dict) and plain.get("rules_version") == "9.0.0":
            raise OtherVersion

    field = state_field(foreign=foreign)
    with pytest.raises(OtherVersion):
        field.deserialize({"rules_version": "9.0.0", "strange": 1})
    with pytest.raises(ValidationError):
        field.deserialize({"rules_version": "1.0.0"})
    with pytest.raises(ValidationError):
        field.deserialize([])


def test_examine_tells_without_raising() -> None:
    struct, flaws = state_field().examine(GAME)
    assert (type(struct), flaws) == (Game, [])
    struct, flaws = state_field().examine({**VIEW, "rank": 9})
    assert struct is None
    assert [flaw["pointer"] for flaw in flaws] == ["/rank"]
