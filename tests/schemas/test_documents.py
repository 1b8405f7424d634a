"""What the OpenAPI document and the standalone schemas show."""

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
import pytest
from apispec import APISpec
from msgspec import Meta, Struct

from schemas.openapi import Plugin, components, pascal, standalone
from tests.schemas.family import Action, Game, Shape
from tests.schemas.sample import View, sample_envelopes

CALLS = sample_envelopes()
COMPONENTS = components(CALLS.shapes, CALLS.prefix)


def references(document: Any) -> Iterator[str]:
    if isinstance(document, dict):
        if isinstance(document.get("$ref"), str):
            yield document["$ref"]
        if isinstance(document.get("discriminator"), dict):
            yield from document["discriminator"].get("mapping", {}).values()
        for value in document.values():
            yield from references(value)
    elif isinstance(document, list):
        for value in document:
            yield from references(value)


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    spec = APISpec("sample", "1", "3.1.0", plugins=[Plugin()])
    for name, component in COMPONENTS.items():
        spec.components.schema(name, component)
    for call in ("states", "legal_actions", "adjudications", "validations", "views", "scores", "replays"):
        schema = getattr(CALLS, call)
        spec.components.schema(schema.__name__, schema=schema)
    return spec.to_dict()


@pytest.mark.parametrize("name", ["kingdom-defenders", "kingdom_defenders", "KingdomDefenders", "kingdom defenders"])
def test_pascal(name: str) -> None:
    assert pascal(name) == "KingdomDefenders"


def test_every_reference_resolves(document: dict[str, Any]) -> None:
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    found = set(references(document))
    assert found <= known
    assert "#/components/schemas/SampleGameAction" in found


def test_components_have_the_games_name() -> None:
    assert all(name.startswith("SampleGame") for name in COMPONENTS)
    assert {"SampleGameState", "SampleGameView", "SampleGameAction", "SampleGameMove"} <= COMPONENTS.keys()
    assert COMPONENTS["SampleGameState"]["title"] == "Game"


def test_unions_are_told_apart_by_their_tag() -> None:
    action = COMPONENTS["SampleGameAction"]
    assert action["discriminator"] == {
        "propertyName": "type",
        "mapping": {
            "move": "#/components/schemas/SampleGameMove",
            "wait-here": "#/components/schemas/SampleGameWait",
            "stack": "#/components/schemas/SampleGameStack",
        },
    }
    assert [option["$ref"] for option in action["oneOf"]] == list(action["discriminator"]["mapping"].values())
    assert "anyOf" not in action
    assert COMPONENTS["SampleGameMove"]["properties"]["type"] == {"type": "string", "enum": ["move"]}


def test_limits_are_shown_and_private_marks_are_not() -> None:
    player = COMPONENTS["SampleGamePlayer"]["properties"]
    assert player["gold"] == {"type": "integer", "minimum": 0, "maximum": 9}
    assert player["goods"]["propertyNames"] == {"pattern": "^[a-z-]+$"}
    assert "secret" not in str(COMPONENTS)


def test_envelopes_refer_to_shapes(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    request = schemas["SampleGameAdjudicationRequest"]
    assert request["additionalProperties"] is False
    assert request["required"] == ["state"]
    assert request["properties"]["state"] == {"$ref": "#/components/schemas/SampleGameState"}
    assert request["properties"]["actions"] == {
        "type": "array",
        "items": {"$ref": "#/components/schemas/SampleGameAction"},
        "minItems": 1,
        "maxItems": 1000,
    }
    question = schemas["SampleGameLegalActionsRequest"]["properties"]
    assert question["limit"] == {"type": "integer", "minimum": 1, "maximum": 10000, "default": 1000}
    assert question["actor"] == {"type": "string", "maxLength": 32, "pattern": "^[a-z0-9-]{1,32}$"}
    assert question["state"]["anyOf"][1] == {"$ref": "#/components/schemas/SampleGameView"}
    assert schemas["SampleGameStatesRequest"]["properties"]["salt"]["anyOf"][1] == {"type": "null"}


def test_names_that_collide_are_kept_apart() -> None:
    inner: Any = msgspec.defstruct("Player", [("other", int)], module="elsewhere")
    again: Any = msgspec.defstruct("Player", [("third", int)], module="elsewhere")
    found = components([("State", Game), ("Answer", list[inner]), ("Reply", list[again]), ("Pile", int)], "G")
    assert "seat" in found["GPlayer"]["properties"]
    assert "other" in found["GAnswerPlayer"]["properties"]
    assert "third" in found["GReplyPlayer"]["properties"]
    assert found["GPile"] == {"type": "integer"}
    assert "known" in found["GStatePile"]["properties"]
    assert found["GAnswer"]["items"] == {"$ref": "#/components/schemas/GAnswerPlayer"}


def test_one_struct_under_two_names() -> None:
    found = components([("State", Game), ("Same", Game)], "G")
    assert found["GSame"] == {"$ref": "#/components/schemas/GState"}


class Tricky(Struct):
    """Members named like keywords of JSON Schema."""

    enum: list[str] = []
    discriminator: Annotated[str, Meta(description="#/components/schemas/Tricky")] = "x"
    anyOf: int = 1
    items: bool = False
    inner: "Tricky | None" = None


def test_members_may_be_named_like_keywords() -> None:
    properties = components([("T", Tricky)], "G")["GT"]["properties"]
    assert properties["enum"] == {"type": "array", "items": {"type": "string"}, "default": []}
    assert properties["discriminator"]["description"] == "#/components/schemas/Tricky"
    assert properties["inner"]["anyOf"][0] == {"$ref": "#/components/schemas/GT"}
    assert properties["items"] == {"type": "boolean", "default": False}


@pytest.mark.parametrize("type_", [Game, View, Action, list[Action], int, Tricky])
def test_standalone_documents_need_nothing_else(type_: Any) -> None:
    document = standalone(type_)
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    definitions = document.get("$defs", {})
    for reference in references(document):
        assert reference == "#" or reference.removeprefix("#/$defs/") in definitions


def test_a_standalone_struct_stands_at_the_root() -> None:
    document = standalone(Game)
    assert (document["type"], document["title"]) == ("object", "Game")
    assert "Game" not in document["$defs"]
    assert set(standalone(Action)["$defs"]) == {"Move", "Wait", "Stack"}
    assert standalone(Tricky)["properties"]["inner"]["anyOf"][0] == {"$ref": "#"}


def test_a_tuple_is_closed_by_its_length() -> None:
    class Corner(Shape):
        at: tuple[int, str]

    corner = components([("Corner", Corner)], "G")["GCorner"]["properties"]["at"]
    assert corner == {
        "type": "array",
        "minItems": 2,
        "maxItems": 2,
        "prefixItems": [{"type": "integer"}, {"type": "string"}],
    }
