import json
from typing import Annotated, Any, Literal

import msgspec

from service.engine.shapes import an_id
from tests.contract.run import choices, runs

IDS = {"map": ["coast", "hills"], "card": [f"card-{number}" for number in range(100)]}


class Options(msgspec.Struct, forbid_unknown_fields=True):
    """Options as a game might declare them."""

    variant: Literal["none", "family", "extreme"] = "none"
    years: Literal[12, 9] = 12
    tiles: list[str] | None = None
    difficulty: Literal["normal", "hard"] | None = None
    limit: Annotated[int, msgspec.Meta(ge=1)] | None = None
    map: Annotated[str, an_id("map")] | None = None
    card: Annotated[str, an_id("card")] | None = None


def about(options: dict[str, Any]) -> dict[str, Any]:
    """What the service tells of a game with such options."""
    return {"id": "sample", "players": {"min": 1, "max": 4}, "options": options, "ids": IDS}


EXPECTED = [
    ("variant", "family"),
    ("variant", "extreme"),
    ("years", 9),
    ("difficulty", "normal"),
    ("difficulty", "hard"),
    ("map", "coast"),
    ("map", "hills"),
]


def test_every_listed_value_but_the_default_gets_a_run() -> None:
    schema = msgspec.json.schema(Options)
    assert sorted(choices(schema, IDS), key=str) == sorted(EXPECTED, key=str)
    tried = list(runs(about(schema), lambda players, options: True))
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
    assert list(choices(schema, IDS)) == [("mode", "a")]


def test_no_options_leave_the_two_plain_runs() -> None:
    assert list(runs(about({"type": "object", "properties": {}}), lambda *asked: True)) == [[], ["--manual-chance"]]
    assert list(
        choices({"properties": {"flag": {"type": "boolean", "enum": [False, True], "default": False}}}, {})
    ) == [("flag", True)]


def test_an_option_is_tried_with_as_many_seats_as_it_allows() -> None:
    schema = {"properties": {"mode": {"enum": ["all", "teams"], "default": "all"}}}
    asked: list[tuple[int, dict[str, Any]]] = []

    def allows(players: int, options: dict[str, Any]) -> bool:
        asked.append((players, options))
        return players == 4

    tried = list(runs(about(schema), allows))
    assert asked == [(number, {"mode": "teams"}) for number in range(1, 5)]
    assert tried[2:] == [["--options", '{"mode": "teams"}', "--players", "4"]]


def test_a_game_that_might_not_end_is_given_an_option_with_which_it_does() -> None:
    (plain, _) = runs({**about({}), "id": "heroes-of-land-air-and-sea"}, lambda *asked: True)
    assert json.loads(plain[1])["round_limit"] > 0
