"""The bodies of the calls: members, limits, what excludes what."""

import copy
import random
from functools import partial
from typing import Any

import msgspec
import pytest
from marshmallow import Schema, ValidationError

from schemas.body import read_body
from schemas.envelopes import envelopes
from schemas.fields import ViewGiven
from schemas.pointers import flatten
from tests.schemas.agreement import mutations
from tests.schemas.family import GAME, Game, Move
from tests.schemas.sample import Options, SeatSetup, Shelf, View, sample_envelopes

CALLS = sample_envelopes()
VIEW = {**GAME, "viewer": "red"}
MOVE = {"type": "move", "actor": "red", "to": [1]}


def refusals(schema: type[Schema], body: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(ValidationError) as refusal:
        schema().load(body)
    return [(flaw["pointer"], flaw["code"]) for flaw in flatten(refusal.value.messages)]


def test_names() -> None:
    assert CALLS.prefix == "SampleGame"
    assert CALLS.adjudications.__name__ == "SampleGameAdjudicationRequest"
    assert CALLS.states.__name__ == "SampleGameStatesRequest"


def test_setup_by_number_and_by_list() -> None:
    loaded = CALLS.states().load({"players": 3})
    assert loaded == {
        "players": 3,
        "options": None,
        "pack": None,
        "salt": None,
        "at": None,
        "state": None,
        "seal": None,
        "chance": None,
        "include": ["state"],
    }
    loaded = CALLS.states().load(
        {
            "players": [{"seat": "red"}],
            "options": {"variant": "family"},
            "pack": "own@0123456789ab",
            "salt": None,
            "at": {"step": "feeding", "actor": "red", "table": {"rank": 1}},
            "chance": {"seed": "s"},
            "include": [],
        }
    )
    assert loaded["players"] == [SeatSetup(seat="red")]
    assert loaded["options"] == Options(variant="family")
    assert (loaded["at"].step, loaded["at"].actor, loaded["at"].table) == ("feeding", "red", {"rank": 1})
    assert loaded["chance"].seed == "s"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ({}, [("", "exactly-one-of")]),
        ({"players": 2, "state": GAME}, [("", "exactly-one-of")]),
        ({"state": GAME, "pack": "p", "salt": "s"}, [("/pack", "not-together"), ("/salt", "not-together")]),
        ({"players": 2, "seal": "s"}, [("/seal", "only-with")]),
        ({"players": 0}, [("/players", "out-of-range")]),
        ({"players": 2.0}, [("/players", "wrong-type")]),
        ({"players": []}, [("/players", "too-few")]),
        (
            {"players": [{"seat": "red", "x": 1}, {}]},
            [("/players/0/x", "unknown-field"), ("/players/1/seat", "required")],
        ),
        ({"players": 2, "at": {"step": "x", "y": 1}}, [("/at/step", "not-allowed"), ("/at/y", "unknown-field")]),
        ({"players": 2, "at": {"table": []}}, [("/at/step", "required"), ("/at/table", "wrong-type")]),
        ({"players": 2, "options": {"variant": 1}}, [("/options/variant", "wrong-type")]),
        ({"players": 2, "options": None}, [("/options", "wrong-type")]),
        ({"players": 2, "pack": "Own"}, [("/pack", "pattern")]),
        ({"players": 2, "pack": "own\n"}, [("/pack", "pattern")]),
        ({"players": 2, "salt": "x" * 257}, [("/salt", "too-long")]),
        ({"players": 2, "chance": {"seed": ""}}, [("/chance/seed", "too-short")]),
        ({"players": 2, "chance": {"seed": "s", "x": 1}}, [("/chance/x", "unknown-field")]),
        ({"players": 2, "include": ["view:red", "all"]}, [("/include/1", "pattern")]),
        ({"players": 2, "include": ["state", "scores\n"]}, [("/include/1", "pattern")]),
        ({"players": 2, "include": ["state"] * 17}, [("/include", "too-many")]),
        ({"players": 2, "limit": 1}, [("/limit", "unknown-field")]),
    ],
)
def test_setups_that_do_not_fit(body: dict[str, Any], found: list[tuple[str, str]]) -> None:
    assert refusals(CALLS.states, body) == found


def test_a_correction_takes_a_full_state_as_it_is() -> None:
    def admit(state: Any, content: bytes | None) -> None:
        raise AssertionError("a state to be corrected may be impossible")

    calls = sample_envelopes(admit=admit, remember=Shelf())
    body = read_body(b'{"state": ' + _json(GAME) + b', "at": {"step": "feeding"}}', frozenset({"state"}))
    assert type(calls.states().load(body)["state"]) is Game
    with pytest.raises(ViewGiven):
        calls.states().load({"state": VIEW})


def test_legal_actions() -> None:
    loaded = CALLS.legal_actions().load({"state": VIEW})
    assert type(loaded.pop("state")) is View
    assert loaded == {"seal": None, "actor": None, "where": None, "explain": False, "limit": 1000, "cursor": None}
    loaded = CALLS.legal_actions().load(
        {"state": GAME, "actor": "chance", "where": {"to": [None]}, "explain": True, "limit": 1, "cursor": "c"}
    )
    assert (loaded["where"], loaded["limit"]) == ({"to": [None]}, 1)


@pytest.mark.parametrize(
    ("members", "found"),
    [
        ({"limit": 0}, [("/limit", "out-of-range")]),
        ({"limit": 10_001, "explain": 1}, [("/explain", "wrong-type"), ("/limit", "out-of-range")]),
        ({"limit": "10"}, [("/limit", "wrong-type")]),
        ({"where": {str(key): 1 for key in range(33)}}, [("/where", "too-many")]),
        ({"actor": "Red"}, [("/actor", "pattern")]),
        ({"actor": "red\n"}, [("/actor", "pattern")]),
        ({"actor": None}, [("/actor", "wrong-type")]),
        ({"cursor": ""}, [("/cursor", "too-short")]),
    ],
)
def test_questions_that_do_not_fit(members: dict[str, Any], found: list[tuple[str, str]]) -> None:
    assert refusals(CALLS.legal_actions, {"state": GAME, **members}) == found


def test_adjudications() -> None:
    loaded = CALLS.adjudications().load({"state": GAME, "action": MOVE})
    assert loaded["action"] == Move(actor="red", to=[1])
    assert (loaded["actions"], loaded["chance"], loaded["include"]) == (None, None, ["state"])
    loaded = CALLS.adjudications().load({"state": GAME, "actions": [MOVE] * 1000})
    assert (len(loaded["actions"]), loaded["action"]) == (1000, None)
    with pytest.raises(ViewGiven):
        CALLS.adjudications().load({"state": VIEW, "action": MOVE})


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ({"state": GAME}, [("", "exactly-one-of")]),
        ({"state": GAME, "action": MOVE, "actions": [MOVE]}, [("", "exactly-one-of")]),
        ({"action": MOVE}, [("/state", "required")]),
        ({"state": None, "action": MOVE}, [("/state", "wrong-type")]),
        ({"state": [], "action": MOVE}, [("/state", "wrong-type")]),
        ({"state": GAME, "actions": []}, [("/actions", "too-few")]),
        ({"state": GAME, "actions": [MOVE] * 1001}, [("/actions", "too-many")]),
        ({"state": GAME, "action": {"type": "fly"}}, [("/action/type", "unknown-tag")]),
        ({"state": {**GAME, "x": 1}, "action": {}}, [("/action/type", "required"), ("/state/x", "unknown-field")]),
        ({"state": GAME, "actions": [MOVE, {**MOVE, "to": [77]}]}, [("/actions/1/to/0", "out-of-range")]),
    ],
)
def test_adjudications_that_do_not_fit(body: dict[str, Any], found: list[tuple[str, str]]) -> None:
    assert refusals(CALLS.adjudications, body) == found


def test_a_state_is_admitted_only_when_the_rest_is_sound() -> None:
    class Impossible(Exception):
        pass

    def admit(state: Any, content: bytes | None) -> None:
        raise Impossible

    calls = sample_envelopes(admit=admit)
    with pytest.raises(Impossible):
        calls.scores().load({"state": GAME})
    assert refusals(calls.scores, {"state": GAME, "x": 1}) == [("/x", "unknown-field")]


def test_admitted_states_arrive_remembered() -> None:
    shelf = Shelf()
    calls = sample_envelopes(admit=lambda state, content: ("position", state.game), remember=shelf)
    body = read_body(b'{"state": ' + _json(GAME) + b', "viewer": "red"}', frozenset({"state"}))
    for call in (calls.views, calls.views):
        assert call().load(body)["state"] == ("position", "sample")
    assert calls.scores().load({"state": body["state"]})["state"] == ("position", "sample")
    assert (len(shelf.notes), shelf.hits) == (1, 2)


def test_validations_take_any_object_for_a_state() -> None:
    body = read_body(b'{"state": {"viewer": 5, "a": [{}]}}', frozenset({"state"}))
    assert CALLS.validations().load(body)["state"] == {"viewer": 5, "a": [{}]}
    assert refusals(CALLS.validations, {"state": [1]}) == [("/state", "wrong-type")]
    struct, flaws = CALLS.state_or_view.examine({"viewer": "red"})
    assert struct is None
    assert {flaw["pointer"] for flaw in flaws} == {"/game", "/players"}


def test_views() -> None:
    loaded = CALLS.views().load({"state": GAME, "viewer": "spectator", "events": [MOVE]})
    assert loaded["events"] == [Move(actor="red", to=[1])]
    assert refusals(CALLS.views, {"state": GAME}) == [("/viewer", "required")]
    assert refusals(CALLS.views, {"state": GAME, "viewer": "red\n"}) == [("/viewer", "pattern")]
    assert refusals(CALLS.views, {"state": GAME, "viewer": "red", "events": [1]}) == [("/events/0", "wrong-type")]


def test_replays() -> None:
    loaded = CALLS.replays().load({"setup": {"players": 2, "salt": "s"}, "actions": [MOVE] * 10_000})
    assert (loaded["setup"].players, loaded["setup"].options, loaded["setup"].salt) == (2, None, "s")
    assert (len(loaded["actions"]), loaded["state"]) == (10_000, None)
    loaded = CALLS.replays().load({"state": GAME, "seal": "s", "actions": []})
    assert (type(loaded["state"]), loaded["setup"]) == (Game, None)
    assert refusals(CALLS.replays, {"actions": []}) == [("", "exactly-one-of")]
    assert refusals(CALLS.replays, {"setup": {}, "actions": [], "seal": "s"}) == [
        ("/seal", "only-with"),
        ("/setup/players", "required"),
    ]
    assert refusals(CALLS.replays, {"state": GAME, "actions": [MOVE] * 10_001}) == [("/actions", "too-many")]
    with pytest.raises(ViewGiven):
        CALLS.replays().load({"state": VIEW, "actions": []})


def test_a_game_that_cannot_be_entered_in_the_middle() -> None:
    calls = envelopes(
        "plain", state=Game, view=View, action=Move, event=Move, options=Options, seat=SeatSetup, at_steps=[]
    )
    assert refusals(calls.states, {"players": 2, "at": {"step": "feeding"}}) == [("/at/step", "too-long")]
    assert calls.adjudications().load({"state": GAME, "action": MOVE})["action"] == Move(actor="red", to=[1])


def _json(value: Any) -> bytes:
    return msgspec.json.encode(value)


BODIES: list[tuple[type[Schema], dict[str, Any]]] = [
    (CALLS.states, {"players": 2, "options": {"variant": "family"}, "salt": "s", "chance": {"seed": "s"}}),
    (CALLS.legal_actions, {"state": GAME, "actor": "red", "where": {"type": "move"}, "limit": 3, "explain": True}),
    (CALLS.adjudications, {"state": GAME, "action": MOVE, "include": ["state", "view:red"], "seal": "a.b.c"}),
    (CALLS.views, {"state": GAME, "viewer": "red", "events": []}),
    (CALLS.scores, {"state": VIEW}),
    (CALLS.replays, {"state": GAME, "actions": [MOVE], "seal": "a.b.c"}),
]


@pytest.mark.parametrize(("schema", "body"), BODIES, ids=[schema.__name__ for schema, _ in BODIES])
def test_the_short_way_and_marshmallows_own_give_the_same(schema: type[Schema], body: dict[str, Any]) -> None:
    """Sound bodies load to the same, and whatever is wrong with others is told in the same words."""
    instance, verdicts = schema(), []
    mutants = mutations(body, random.Random(7))
    for tried in [body, *(next(mutants) for _ in range(400))]:
        outcomes: list[Any] = []
        for load in (instance.load, partial(Schema.load, instance)):
            try:
                outcomes.append(load(copy.deepcopy(tried)))
            except ValidationError as error:
                outcomes.append(flatten(error.messages))
            except ViewGiven:
                outcomes.append(ViewGiven)
        assert outcomes[0] == outcomes[1], tried
        verdicts.append(isinstance(outcomes[0], dict))
    assert verdicts[0]
    assert 10 < sum(verdicts) < 390
