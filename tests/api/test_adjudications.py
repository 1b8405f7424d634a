"""`POST adjudications`: rulings, and what `include` adds to them."""

from typing import Any

import pytest

from tests.api.client import PLAYERS, Client, take, without


def test_a_legal_action_leads_to_a_new_state(client: Client) -> None:
    before = client.position()
    verdict = client.play(before["state"], take(2))
    assert verdict["legal"] is True
    assert verdict["applied"] == [take(2)]
    assert verdict["events"] == [
        {"type": "stones-taken", "seat": "red", "number": 2, "rule": "turn.one-take", "text": "red takes 2"}
    ]
    assert verdict["reversible"] is True
    assert verdict["decisions"][0]["actor"] == "blue"
    assert verdict["digest"] != before["digest"]
    assert client.ask("./legal-actions", {"state": verdict["state"]})["digest"] == verdict["digest"]


def test_an_illegal_action_is_answered_with_every_reason(client: Client) -> None:
    position = client.position(options={"heap": 2})
    verdict = client.play(position["state"], take(9))
    assert verdict == {
        "legal": False,
        "digest": position["digest"],
        "failed_at": 0,
        "violations": [
            {
                "code": "turn.at-most-three",
                "rule": "turn.at-most-three",
                "section": "Turn",
                "text": "A take is one, two or three stones, never more than the heap holds.",
                "detail": "9 stones is not one to three",
                "pointer": "/number",
                "params": {"number": 9},
            },
            {
                "code": "turn.at-most-three:heap",
                "rule": "turn.at-most-three",
                "section": "Turn",
                "text": "A take is one, two or three stones, never more than the heap holds.",
                "detail": "the heap has 2, not 9",
                "pointer": "/number",
                "params": {"heap": 2, "number": 9},
            },
        ],
    }


def test_a_sequence_stands_or_falls_together(client: Client) -> None:
    state = client.position()["state"]
    sequence = [take(1), take(2, "blue"), {"type": "pass", "actor": "red"}]
    verdict = client.ask("./adjudications", {"state": state, "actions": sequence})
    assert verdict["applied"] == sequence
    assert verdict["state"]["heap"] == 9
    broken = client.ask("./adjudications", {"state": state, "actions": [take(1), take(2, "blue"), take(2, "blue")]})
    assert (broken["legal"], broken["failed_at"]) == (False, 2)
    assert "state" not in broken


@pytest.mark.parametrize(
    ("action", "pointer", "code"),
    [
        ({"type": "steal", "actor": "red"}, "/action/type", "unknown-tag"),
        ({"actor": "red"}, "/action/type", "required"),
        ({"type": "take", "actor": "red"}, "/action/number", "required"),
        ({"type": "take", "actor": "red", "number": "2"}, "/action/number", "wrong-type"),
        ({"type": "take", "actor": "red", "number": 100}, "/action/number", "out-of-range"),
        ({"type": "take", "actor": "red", "number": 2**80}, "/action/number", "out-of-range"),
        ({"type": "take", "actor": "red", "number": 1.5}, "/action/number", "wrong-type"),
        ({"type": "take", "actor": "red", "number": 1, "colour": "x"}, "/action/colour", "unknown-field"),
        ({"type": "take", "actor": "green", "number": 1}, "/action/actor", "unknown-id"),
        ({"type": "deal-charm", "actor": "chance", "charm": "charm-0"}, "/action/charm", "unknown-id"),
        (None, "/action", "wrong-type"),
        ([], "/action", "wrong-type"),
    ],
)
def test_malformed_actions(client: Client, action: Any, pointer: str, code: str) -> None:
    state = client.position()["state"]
    problem = client.refused("./adjudications", {"state": state, "action": action}, "invalid-body")
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [(pointer, code)]
    problem = client.refused("./adjudications", {"state": state, "actions": [take(1), action]}, "invalid-body")
    moved = pointer.replace("/action", "/actions/1", 1)
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [(moved, code)]


def test_what_can_be_but_not_now_is_illegal_and_not_malformed(client: Client) -> None:
    state = client.position()["state"]
    for action in (take(1, "blue"), {"type": "deal-charm", "actor": "chance", "charm": "charm-1"}, take(1, "chance")):
        assert client.play(state, action)["legal"] is False


def test_after_the_end_nothing_can_be_done(client: Client) -> None:
    end = client.play(client.position(options={"heap": 1})["state"], take(1))
    assert end["finished"] is True
    assert end["decisions"] == []
    assert end["result"]["ranking"] == client.ask("./scores", {"state": end["state"]})["ranking"]
    late = client.play(end["state"], take(1))
    assert [violation["rule"] for violation in late["violations"]] == ["referee.game-over"]
    assert client.ask("./legal-actions", {"state": end["state"]})["decisions"] == []


@pytest.mark.parametrize(
    "body", [{}, {"action": take(1), "actions": [take(1)]}, {"actions": []}, {"actions": [take(1)] * 1001}]
)
def test_one_action_or_some(client: Client, body: Any) -> None:
    client.refused("./adjudications", {"state": client.position()["state"], **body}, "invalid-body")


EVERYTHING = ["state", "legal-actions", "scores", "view:red", "view:spectator"]


def test_include_adds_what_its_own_calls_would_answer(client: Client) -> None:
    verdict = client.play(client.position()["state"], take(2), include=EVERYTHING)
    state = verdict["state"]
    assert verdict["legal-actions"] == client.ask("./legal-actions", {"state": state})
    assert verdict["scores"] == client.ask("./scores", {"state": state})
    for viewer in ("red", "spectator"):
        body = {"state": state, "viewer": viewer, "events": verdict["events"]}
        assert verdict[f"view:{viewer}"] == client.ask("./views", body)


def test_include_for_a_new_game_hides_what_others_were_dealt(client: Client) -> None:
    position = client.position(include=["view:red", "view:blue"])
    assert "state" not in position
    for seat, other in (PLAYERS, PLAYERS[::-1]):
        view = position[f"view:{seat}"]
        assert [event["seat"] for event in view["events"]] == [seat]
        assert view["state"]["players"][other]["charm"] is None


def test_an_empty_include_is_the_ruling_alone(client: Client) -> None:
    state = client.position()["state"]
    whole = client.play(state, take(2))
    assert client.play(state, take(2), include=[]) == without(whole, "state")
    assert client.play(state, take(2), include=["state"]) == whole


def test_nothing_is_added_to_an_illegal_verdict(client: Client) -> None:
    state = client.position()["state"]
    assert client.play(state, take(9), include=EVERYTHING) == client.play(state, take(9))


@pytest.mark.parametrize("part", ["view:green", "view:", "views", "State", "view:red\n", 1])
def test_include_names_what_there_is(client: Client, part: Any) -> None:
    state = client.position()["state"]
    for path, body in (("./adjudications", {"state": state, "action": take(1)}), ("./states", {"players": 2})):
        problem = client.refused(path, {**body, "include": ["state", part]}, "invalid-body")
        assert [error["pointer"] for error in problem["errors"]] == ["/include/1"]
