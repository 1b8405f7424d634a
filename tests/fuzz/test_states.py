"""That changed states reach where they should, and that calls which disagree about one are found out."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
import schemathesis
from flask import Flask, Response, request
from schemathesis.core.failures import FailureGroup

from service.app import create_app
from service.settings import Settings
from tests.engine.harbour.game import GAME
from tests.fuzz import changes, tally
from tests.fuzz.agreement import Calls, look_at
from tests.fuzz.changes import Workshop
from tests.fuzz.documents import served
from tests.fuzz.material import Material, gather
from tests.fuzz.mutants import Mutant, workshop
from tests.fuzz.settings import fuzzing
from tests.fuzz.shapes import Names, spots
from tests.fuzz.stopwatch import LONGEST_S, Stopwatch, in_time

Spoil = Callable[[str, Any], Any]
APP = create_app(Settings(build="test"), {GAME.id: GAME})


@pytest.fixture(autouse=True)
def _uncounted(monkeypatch: pytest.MonkeyPatch) -> None:
    """These are no cases of a run."""
    monkeypatch.setattr(tally, "TOLD", Counter())
    monkeypatch.setattr(tally, "SLOWEST", [])


@pytest.fixture(scope="module")
def material() -> Material:
    return gather(GAME)


@pytest.fixture(scope="module")
def shop(material: Material) -> Workshop:
    return workshop(material, APP.test_client().get(f"/v1/games/{GAME.id}/schemas/state").get_json())


def calls(spoil: Spoil | None = None) -> Calls:
    """The calls of the test game; `spoil` changes what a call answers with 200, or makes it a 500."""
    app = create_app(Settings(build="test"), {GAME.id: GAME})

    def tamper(response: Response) -> Response:
        if spoil is not None and request.method == "POST" and response.status_code == 200:
            answer = spoil(request.path.rpartition("/")[2], response.get_json())
            response.data = msgspec.json.encode(answer)
            response.status_code = 200 if answer else 500
        return response

    app.after_request_funcs[None].insert(0, tamper)
    schema = schemathesis.openapi.from_dict(served(app), config=fuzzing([], 1))
    return Calls(GAME, schema, app, Stopwatch(app))


def unchanged(material: Material) -> Mutant:
    """A state in the middle of a game in which somebody decides."""
    moment = next(moment for moment in material.moments if moment.events and len(moment.actions) > 1)
    return Mutant(moment, moment.state, (), 1)


def without_actions(call: str, answer: Any) -> Any:
    """Adjudications find everything illegal."""
    if call != "adjudications":
        return answer
    return {"legal": False, "digest": answer["digest"], "failed_at": 0, "violations": []}


def not_valid(call: str, answer: Any) -> Any:
    """Validations find everything impossible."""
    if call != "validations":
        return answer
    defect = {"severity": "error", "rule": "referee.game-over", "pointer": "", "code": "no", "detail": "no"}
    return {"valid": False, "defects": [defect]}


def other_digest(call: str, answer: Any) -> Any:
    """Legal actions are those of another state."""
    return {**answer, "digest": "sha256:" + "0" * 64} if call == "legal-actions" else answer


def test_calls_that_agree(material: Material) -> None:
    assert look_at(calls(), unchanged(material)) == "valid"


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (without_actions, "a listed action is illegal"),
        (not_valid, "validations says valid: False, legal-actions says accepted"),
        (other_digest, "one state has several digests"),
    ],
)
def test_calls_that_disagree(material: Material, spoil: Spoil, found: str) -> None:
    with pytest.raises(AssertionError, match=found):
        look_at(calls(spoil), unchanged(material))


def test_a_mistake_of_the_service_is_found(material: Material) -> None:
    with pytest.raises(FailureGroup, match="Server error"):
        look_at(calls(lambda call, answer: {}), unchanged(material))


def test_an_impossible_state_is_one_to_every_call(material: Material) -> None:
    mutant = unchanged(material)
    for spoilt in ({**mutant.state, "seats": mutant.state["seats"] * 2}, {**mutant.state, "rules_version": "9.0.0"}):
        assert look_at(calls(), Mutant(mutant.moment, spoilt, (), 1)) == "not valid"


@pytest.mark.parametrize("way", sorted(set(changes.WAYS), key=lambda way: way.__name__))
def test_every_change_changes_something_and_spoils_nothing_else(
    material: Material, shop: Workshop, way: Callable[..., changes.Told]
) -> None:
    done = 0
    for number in range(100):
        rng = random.Random(number)
        state = rng.choice(material.moments).state
        before = msgspec.json.encode(state)
        told = way(shop, rng, state)
        assert msgspec.json.encode(state) == before
        if told is not None and told[0] != state:
            assert isinstance(told[0], dict)
            assert told[1]
            done += 1
    # The test game may have no place for some of them.
    assert done or way in (changes.extreme, changes.flag, changes.key)


def test_many_changed_states_can_still_be_judged(material: Material, shop: Workshop) -> None:
    seen: Counter[str] = Counter()
    client = APP.test_client()
    for number in range(300):
        rng = random.Random(number)
        state, _ = shop.change(rng, rng.choice(material.moments).state)
        answer = client.post(f"/v1/games/{GAME.id}/validations", json={"state": state}).get_json()
        seen["valid" if answer["valid"] else "not"] += 1
    assert min(seen["valid"], seen["not"]) >= 60, seen


def test_places_are_found_with_what_the_schema_says_of_them() -> None:
    schema = {
        "$defs": {
            "Pay": {"type": "object", "properties": {"type": {"enum": ["pay"]}, "coins": {"maximum": 9}}},
        },
        "properties": {
            "agenda": {
                "items": {
                    "discriminator": {"propertyName": "type", "mapping": {"pay": "#/$defs/Pay"}},
                    "oneOf": [{"$ref": "#/$defs/Pay"}],
                }
            },
            "horde": {"anyOf": [{"x-id-of": "horde"}, {"type": "null"}]},
            "held": {"additionalProperties": {"maximum": 3}},
        },
        "required": ["agenda"],
    }
    found = spots({"agenda": [{"type": "pay", "coins": 2}], "horde": "H1", "held": {"a": 1}}, schema)
    told = {spot.name: (spot.node.get("maximum"), spot.node.get("x-id-of"), spot.optional) for spot in found}
    assert told["/agenda/0/coins"] == (9, None, True)
    assert told["/horde"] == (None, "horde", True)
    assert told["/held/a"] == (3, None, True)
    assert told["/agenda"] == (None, None, False)


def test_names_of_one_kind() -> None:
    names = Names(GAME)
    pack = next(iter(GAME.packs.values()))
    for ids in pack.ids.values():
        for name in ids:
            assert name in names.like(name, {})
    assert names.like(GAME.seats[0], {}) == list(GAME.seats)
    assert names.like("nothing", {}) == []
    assert names.like("nothing", {"enum": ["a", "b", None]}) == ["a", "b"]


def test_time_is_that_of_the_processor() -> None:
    app = Flask("slow")
    watch = Stopwatch(app)

    @app.get("/")
    def slow() -> str:
        return str(sum(range(10_000_000)))

    assert app.test_client().get("/").status_code == 200
    assert 0.01 < watch.seconds < 60
    in_time(LONGEST_S, "this")
    with pytest.raises(AssertionError, match=r"took 2\.10 s"):
        in_time(2.1, "this")
