import json
from typing import Annotated, Any, Literal

import msgspec

from tests.contract.run import choices, runs


class Options(msgspec.Struct, forbid_unknown_fields=True):
    """Options as a game might declare them."""

    variant: Literal["none", "family", "extreme"] = "none"
    years: Literal[12, 9] = 12
    tiles: list[str] | None = None
    difficulty: Literal["normal", "hard"] | None = None
    limit: Annotated[int, msgspec.Meta(ge=1)] | None = None


EXPECTED = [
    ("variant", "family"),
    ("variant", "extreme"),
    ("years", 9),
    ("difficulty", "normal"),
    ("difficulty", "hard"),
]


def test_every_listed_value_but_the_default_gets_a_run() -> None:
    schema = msgspec.json.schema(Options)
    assert sorted(choices(schema), key=str) == sorted(EXPECTED, key=str)
    tried = list(runs(schema))
    assert tried[:2] == [[], ["--manual-chance"]]
    assert [run[0] for run in tried[2:]] == ["--options"] * len(EXPECTED)
    assert {"variant": "family"} in [json.loads(run[1]) for run in tried[2:]]


def test_references_within_the_schema_are_followed() -> None:
    schema: dict[str, Any] = {
        "$defs": {
            "Mode": {"enum": ["a", "b"]},
            "Options": {"properties": {"mode": {"$ref": "#/$defs/Mode", "default": "b"}}},
        },
        "$ref": "#/$defs/Options",
    }
    assert list(choices(schema)) == [("mode", "a")]


def test_no_options_leave_the_two_plain_runs() -> None:
    assert list(runs({"type": "object", "properties": {}})) == [[], ["--manual-chance"]]
    assert list(choices({"properties": {"flag": {"type": "boolean", "enum": [False, True], "default": False}}})) == [
        ("flag", True)
    ]
