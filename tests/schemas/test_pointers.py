"""From nested messages to JSON pointers."""

import random

import pytest
from marshmallow import Schema, ValidationError, fields, validates_schema

from schemas.derive import field_of, schema_of
from schemas.limits import MAX_ERRORS
from schemas.messages import Key, Message, required
from schemas.pointers import escape, flatten
from tests.schemas.family import Pile


def pointers(messages: object, limit: int = MAX_ERRORS) -> list[str]:
    return [flaw["pointer"] for flaw in flatten(messages, limit=limit)]


def test_tokens_are_escaped() -> None:
    assert escape("a/b~c") == "a~1b~0c"
    assert escape("~1") == "~01"
    assert pointers({"a/b": {"~": {"": [required()]}}}) == ["/a~1b/~0/"]


def test_code_detail_and_params_survive() -> None:
    flaw = {"pointer": "/a/0", "code": "too-cold", "detail": "Brr.", "params": {"celsius": -3}}
    assert flatten({"a": {0: [Message("Brr.", "too-cold", {"celsius": -3})]}}) == [flaw]


def test_a_message_survives_a_schema_that_merges() -> None:
    class Inner(Schema):
        number = field_of(Pile)

        @validates_schema(skip_on_field_errors=False)
        def whole(self, data: object, **kwargs: object) -> None:
            raise ValidationError([Message("Not at all.", "whole")], "number")

    class Outer(Schema):
        inner = fields.Nested(Inner)

    found = flatten(Outer().validate({"inner": {"number": {"known": [], "count": "a"}}}))
    assert [(flaw["pointer"], flaw["code"]) for flaw in found] == [
        ("/inner/number", "whole"),
        ("/inner/number/count", "wrong-type"),
    ]


def test_order_is_by_place_whatever_the_order_of_the_messages() -> None:
    entries = [("b", [required()]), ("a", {10: [required()], 2: [required()]}), ("_schema", [required()])]
    expected = ["", "/a/2", "/a/10", "/b"]
    for seed in range(6):
        random.Random(seed).shuffle(entries)
        assert pointers(dict(entries)) == expected


def test_at_most_a_hundred() -> None:
    many = {index: [required()] for index in range(500)}
    assert len(flatten(many)) == 100
    assert pointers(many, limit=3) == ["/0", "/1", "/2"]


def test_messages_of_a_whole_body() -> None:
    assert pointers([required()]) == [""]
    assert pointers({"_schema": [required()]}) == [""]
    assert pointers("Oh.") == [""]
    assert pointers({None: [required()], 0: [required()]}) == ["", "/0"]


def test_members_that_bear_marshmallows_own_name() -> None:
    unknown = schema_of(Pile)().validate({"known": [], "_schema": 1})
    assert [(flaw["pointer"], flaw["code"]) for flaw in flatten(unknown)] == [("/_schema", "unknown-field")]
    assert pointers({Key("_schema"): [required()]}) == ["/_schema"]
    with pytest.raises(ValidationError) as refusal:
        field_of(dict[str, int]).deserialize({"_schema": "a"})
    assert pointers(refusal.value.messages) == ["/_schema"]


def test_stock_messages_get_codes_too() -> None:
    class Query(Schema):
        kind = fields.String(required=True)
        page = fields.Integer(strict=True)

    found = flatten(Query().validate({"page": "a", "x": 1}))
    assert [(flaw["pointer"], flaw["code"]) for flaw in found] == [
        ("/kind", "required"),
        ("/page", "invalid"),
        ("/x", "unknown-field"),
    ]
