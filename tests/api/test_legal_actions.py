"""`POST legal-actions`: lists, pages, partial actions, reasons."""

from typing import Any

import pytest

from tests.api.client import Client, stones_app, take


def test_legal_actions_are_listed(client: Client) -> None:
    position = client.position()
    answer = client.ask("./legal-actions", {"state": position["state"]})
    assert answer["digest"] == position["digest"]
    (decision,) = answer["decisions"]
    assert decision["actions"] == [take(1), take(2), take(3), {"type": "pass", "actor": "red"}]
    assert (decision["count"], decision["next_cursor"], decision["open"]) == (4, None, [])
    assert client.ask("./legal-actions", {"state": position["state"], "actor": "blue"})["decisions"] == []


def test_where_picks_the_actions_that_agree(client: Client) -> None:
    state = client.position()["state"]
    assert client.legal(state, where={"type": "take"})["count"] == 3
    assert client.legal(state, where={"type": "take", "number": 2})["actions"] == [take(2)]
    assert client.legal(state, where={"number": 9})["actions"] == []
    problem = client.refused("./legal-actions", {"state": state, "where": {"colour": 1}}, "invalid-body")
    assert [error["pointer"] for error in problem["errors"]] == ["/where/colour"]


def test_explain_says_why_not(client: Client) -> None:
    state = client.position(options={"heap": 2})["state"]
    (refused,) = client.legal(state, explain=True)["unavailable"]
    assert refused["action"] == take(3)
    assert refused["violations"][0]["code"] == "turn.at-most-three:heap"
    assert "unavailable" not in client.legal(state)


def test_pages_make_up_the_whole_list(client: Client) -> None:
    state = client.position()["state"]
    whole = client.legal(state)["actions"]
    pages, cursor = [], None
    for expected in (2, 2):
        page = client.legal(state, actor="red", limit=2, **({"cursor": cursor} if cursor else {}))
        assert (page["count"], len(page["actions"])) == (4, expected)
        pages += page["actions"]
        cursor = page["next_cursor"]
    assert cursor is None
    assert pages == whole


def test_a_cursor_goes_with_its_question(client: Client) -> None:
    state = client.position()["state"]
    cursor = client.legal(state, limit=1)["next_cursor"]
    for other in ({"explain": True}, {"where": {"type": "take"}}, {"cursor": "x" + cursor}, {"cursor": "é"}):
        client.refused("./legal-actions", {"state": state, "limit": 1, "cursor": cursor, **other}, "bad-cursor")
    later = client.play(state, take(1))["state"]
    client.refused("./legal-actions", {"state": later, "limit": 1, "cursor": cursor}, "bad-cursor")


def test_an_enumeration_has_a_budget(client: Client) -> None:
    poor, state = Client(stones_app(work_budget=2)), client.position()["state"]
    problem = poor.refused("./legal-actions", {"state": state}, "too-much-work")
    assert problem["narrow_by"] == ["number"]
    # The same question, asked again: nothing of a refusal is remembered.
    assert poor.refused("./legal-actions", {"state": state}, "too-much-work")


@pytest.mark.parametrize(
    "question",
    [
        {"limit": 0},
        {"limit": 10_001},
        {"limit": 1.5},
        {"actor": "Red!"},
        {"actor": "pink"},
        {"where": []},
        {"explain": 1},
    ],
)
def test_questions_that_are_not_well_formed(client: Client, question: Any) -> None:
    problem = client.refused("./legal-actions", {"state": client.position()["state"], **question}, "invalid-body")
    assert [error["pointer"] for error in problem["errors"]] == [f"/{next(iter(question))}"]
