"""Seals without signing keys, rules versions, and what Server-Timing tells of the cache."""

from typing import Any

import pytest

from tests.api.client import Client, stones_app, take
from tests.api.stones import GAME

CALLS: dict[str, dict[str, Any]] = {
    "states": {},
    "legal-actions": {},
    "adjudications": {"action": take(1)},
    "validations": {},
    "views": {"viewer": "red"},
    "scores": {},
    "replays": {"actions": []},
}


@pytest.mark.parametrize("call", CALLS)
def test_a_seal_that_nobody_can_verify_is_refused(client: Client, call: str) -> None:
    body = {"state": client.position()["state"], **CALLS[call]}
    for _ in range(2):
        client.refused(f"./{call}", {**body, "seal": "key-1.mark.signature"}, "bad-seal")
        # Without it the same body is answered.
        client.ask(f"./{call}", body)


@pytest.mark.parametrize("call", CALLS)
def test_what_is_no_seal_is_malformed(client: Client, call: str) -> None:
    body = {"state": client.position()["state"], **CALLS[call]}
    for seal in ("", 1, None, "x" * 1025):
        problem = client.refused(f"./{call}", {**body, "seal": seal}, "invalid-body")
        assert [error["pointer"] for error in problem["errors"]] == ["/seal"]


@pytest.mark.parametrize("version", ["1.2.0", "1.2.2", "1.2.4", "1.2.99"])
def test_any_patch_of_the_minor_version_is_taken(client: Client, version: str) -> None:
    """Older and newer; the new state has the version that ruled."""
    position = client.position()
    state = {**position["state"], "rules_version": version}
    verdict = client.play(state, take(2))
    assert verdict["state"]["rules_version"] == GAME.rules_version
    assert verdict["digest"] == client.play(position["state"], take(2))["digest"]
    assert client.legal(state)["actions"] == client.legal(position["state"])["actions"]
    assert client.ask("./scores", {"state": state}) == client.ask("./scores", {"state": position["state"]})
    assert client.ask("./validations", {"state": state})["valid"] is True
    replay = client.ask("./replays", {"state": state, "actions": [take(2)]})
    assert replay["position"]["digest"] == verdict["digest"]
    view = client.ask("./views", {"state": state, "viewer": "red"})["state"]
    assert client.legal(view)["actions"] == client.legal(state)["actions"]


@pytest.mark.parametrize("version", ["1.2.0", "1.2.99"])
def test_states_brings_a_state_up_to_date(client: Client, version: str) -> None:
    position = client.position()
    renewed = client.ask("./states", {"state": {**position["state"], "rules_version": version}})
    assert (renewed["digest"], renewed["state"]) == (position["digest"], position["state"])


@pytest.mark.parametrize("version", ["1.1.3", "1.3.0", "0.2.3", "2.2.3", "1.20.3", "12.2.3"])
@pytest.mark.parametrize("call", [call for call in CALLS if call != "validations"])
def test_other_versions_are_refused(client: Client, call: str, version: str) -> None:
    state = {**client.position()["state"], "rules_version": version}
    problem = client.refused(f"./{call}", {"state": state, **CALLS[call]}, "rules-version")
    assert problem["accepts"] == ["1.2.x"]
    validation = client.ask("./validations", {"state": state})
    assert [defect["pointer"] for defect in validation["defects"]] == ["/rules_version"]


def timings(client: Client) -> list[str]:
    """Server-Timing of the same question asked twice, without the figures."""
    body = {"state": client.position()["state"]}
    headers = [client.post("./legal-actions", body).headers["Server-Timing"] for _ in range(2)]
    return [header.partition("engine;dur=")[2].partition(", ")[2] for header in headers]


def test_the_cache_is_a_hint_that_an_operator_has_to_ask_for() -> None:
    assert timings(Client(stones_app())) == ["", ""]
    assert timings(Client(stones_app(timing_cache=True))) == ["cache;desc=miss", "cache;desc=hit"]
    scores = Client(stones_app(timing_cache=True))
    answer = scores.post("./scores", {"state": scores.position()["state"]})
    assert "cache" not in answer.headers["Server-Timing"]
