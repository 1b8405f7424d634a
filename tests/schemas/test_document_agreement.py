"""Bodies and their documents agree on which members go together: every subset of members is tried, sound or not."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import pytest
from apispec import APISpec
from jsonschema import Draft202012Validator
from marshmallow import Schema, ValidationError

from schemas.openapi import Plugin, components
from tests.schemas.family import GAME
from tests.schemas.sample import sample_envelopes

CALLS = sample_envelopes()
MOVE = {"type": "move", "actor": "red", "to": [1]}
SOUND: Mapping[str, Any] = {
    "players": 2,
    "options": {},
    "pack": "own",
    "salt": "s",
    "at": {"step": "feeding"},
    "state": GAME,
    "seal": "s",
    "chance": {"seed": "s"},
    "include": [],
    "actor": "red",
    "where": {},
    "explain": True,
    "limit": 1,
    "cursor": "c",
    "action": MOVE,
    "actions": [MOVE],
    "viewer": "red",
    "events": [],
    "setup": {"players": 2},
    "unknown": 1,
}
KINDS = ("states", "legal_actions", "adjudications", "validations", "views", "scores", "replays")


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """The document of the sample game's calls."""
    spec = APISpec("sample", "1", "3.1.0", plugins=[Plugin()])
    for name, component in components(CALLS.shapes, CALLS.prefix).items():
        spec.components.schema(name, component)
    for kind in KINDS:
        schema = getattr(CALLS, kind)
        spec.components.schema(schema.__name__, schema=schema)
    whole: dict[str, Any] = spec.to_dict()
    return whole


@pytest.mark.parametrize("kind", KINDS)
def test_a_body_is_taken_exactly_when_its_document_says_so(kind: str, document: dict[str, Any]) -> None:
    schema = getattr(CALLS, kind)
    reference = {"$ref": f"#/components/schemas/{schema.__name__}", "components": document["components"]}
    validator, verdicts = Draft202012Validator(reference), set()
    for body in bodies(schema):
        documented = validator.is_valid(body)
        assert is_taken(schema, body) == documented, sorted(body)
        verdicts.add(documented)
    assert verdicts == {True, False}


def bodies(schema: type[Schema]) -> Iterator[dict[str, Any]]:
    """A body for each subset of the members, and of these and one that is unknown."""
    names = [*schema().fields, "unknown"]
    for number in range(len(names) + 1):
        for some in combinations(names, number):
            yield {name: SOUND[name] for name in some}


def is_taken(schema: type[Schema], body: dict[str, Any]) -> bool:
    """Whether the call would go on with it."""
    try:
        schema().load(body)
    except ValidationError:
        return False
    return True


def test_a_state_to_be_validated_is_any_object(document: dict[str, Any]) -> None:
    request = document["components"]["schemas"]["SampleGameValidationRequest"]
    assert request["properties"]["state"]["type"] == "object"
    assert "properties" not in request["properties"]["state"]


def test_either_or(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert schemas["SampleGameAdjudicationRequest"]["oneOf"] == [{"required": ["action"]}, {"required": ["actions"]}]
    states = schemas["SampleGameStatesRequest"]
    assert states["oneOf"] == [{"required": ["players"]}, {"required": ["state"]}]
    assert states["dependentRequired"] == {
        "options": ["players"],
        "pack": ["players"],
        "salt": ["players"],
        "seal": ["state"],
    }
    assert "oneOf" not in schemas["SampleGameScoresRequest"]
