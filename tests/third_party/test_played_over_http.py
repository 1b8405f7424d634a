"""Whole games of a third party's game, over HTTP, on a real gunicorn that has found it by its entry point."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.contract.run import passes
from tests.servers import gunicorn_server
from tests.third_party.installing import GAME, Installed

pytestmark = pytest.mark.gunicorn


@dataclass(frozen=True)
class Service:
    """The service, asked about the game."""

    base: str

    def get(self, path: str) -> Any:
        """What a page below the base says."""
        with urllib.request.urlopen(f"{self.base}{path}", timeout=30) as answer:
            return json.load(answer)

    def exchange(self, call: str, body: Any) -> tuple[int, Any]:
        """The status and the answer of a POST."""
        url, headers = f"{self.base}/v1/games/{GAME}/{call}", {"Content-Type": "application/json"}
        request = urllib.request.Request(url, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.load(refusal)

    def ask(self, call: str, **body: Any) -> Any:
        """The answer to a POST that must succeed."""
        status, answer = self.exchange(call, body)
        assert status == 200, (call, answer)
        return answer

    def played(self, *spaces: str) -> tuple[Any, list[Any]]:
        """The verdict on the last of these marks, made in turn, and all applied actions."""
        verdict, applied = self.ask("states", players=2), []
        for space in spaces:
            (decision,) = verdict["decisions"]
            verdict = self.ask("adjudications", state=verdict["state"], action=mark(decision["actor"], space))
            assert verdict["legal"], verdict
            applied += verdict["applied"]
        return verdict, applied


def mark(actor: str, space: str) -> dict[str, str]:
    return {"type": "mark", "actor": actor, "space": space}


@pytest.fixture(scope="module")
def service(installed: Installed) -> Iterator[Service]:
    with gunicorn_server(installed.environment, workers=2) as base:
        yield Service(base)


def test_it_is_served_beside_ours(service: Service) -> None:
    assert {GAME, "kingdom-defenders"} <= {game["id"] for game in service.get("/v1/games")["games"]}
    about = service.get(f"/v1/games/{GAME}")
    assert (about["players"], about["seats"], about["entry_steps"]) == ({"min": 2, "max": 2}, ["x", "o"], ["turn"])
    assert [action["sentence"] for action in about["action_types"]] == ["Put the own mark on an empty space."]
    assert service.get(f"/v1/games/{GAME}/rules/turn.empty-space")["text"] == "A mark goes on an empty space."
    assert service.get(f"/v1/games/{GAME}/messages")["messages"]["turn.empty-space"] == "{space} has a mark of {holder}"
    assert len(service.get(f"/v1/games/{GAME}/components/standard")["board"]["lines"]) == 8
    assert service.get(f"/v1/games/{GAME}/schemas/action")["$schema"].endswith("2020-12/schema")
    assert f"/v1/games/{GAME}/adjudications" in service.get(f"/openapi.json?game={GAME}")["paths"]


def test_a_game_that_x_wins(service: Service) -> None:
    verdict, applied = service.played("b2", "a1", "c1", "a3", "a2", "b1", "c2")
    assert verdict["finished"]
    assert verdict["decisions"] == []
    assert verdict["result"]["winners"] == ["x"]
    assert [(event["type"], event["rule"], event["text"]) for event in verdict["events"]] == [
        ("marked", "turn.one-mark", "x marks c2"),
        ("three-in-a-row", "end.three-in-a-row", "x has three in a row: a2, b2, c2"),
    ]
    scores = service.ask("scores", state=verdict["state"])
    assert scores["final"]
    assert {player["seat"]: player["total"] for player in scores["players"]} == {"x": 2, "o": 0}
    replay = service.ask("replays", setup={"players": 2}, actions=applied)
    assert replay["legal"]
    assert (replay["position"]["digest"], replay["position"]["result"]) == (verdict["digest"], verdict["result"])
    after = service.ask("adjudications", state=verdict["state"], action=mark("o", "c3"))
    assert [violation["code"] for violation in after["violations"]] == ["referee.game-over"]


def test_a_drawn_game(service: Service) -> None:
    verdict, _ = service.played("b2", "a1", "a2", "c2", "b1", "b3", "c3", "c1", "a3")
    assert (verdict["result"]["rule"], verdict["result"]["ranking"]) == ("end.full-board", [["x", "o"]])
    assert [event["type"] for event in verdict["events"]] == ["marked", "drawn"]
    scores = service.ask("scores", state=verdict["state"])
    assert {player["seat"]: player["total"] for player in scores["players"]} == {"x": 1, "o": 1}


def test_illegal_marks_and_their_clauses(service: Service) -> None:
    verdict, _ = service.played("b2", "a1")
    state = verdict["state"]

    def refusal(actor: str, space: str) -> Any:
        answer = service.ask("adjudications", state=state, action=mark(actor, space))
        assert answer["legal"] is False
        (violation,) = answer["violations"]
        return violation

    taken = refusal("x", "a1")
    assert (taken["rule"], taken["section"], taken["pointer"]) == ("turn.empty-space", "Turns", "/space")
    assert taken["detail"] == "a1 has a mark of o"
    assert taken["params"] == {"space": "a1", "holder": "o"}
    assert refusal("o", "c3")["code"] == "turn.one-mark:not-your-decision"
    status, problem = service.exchange("adjudications", {"state": state, "action": mark("x", "d4")})
    assert (status, problem["type"], problem["errors"][0]["pointer"]) == (
        422,
        "/problems/invalid-body",
        "/action/space",
    )


def test_the_list_and_why_not_the_rest(service: Service) -> None:
    verdict, _ = service.played("b2", "a1")
    (decision,) = service.ask("legal-actions", state=verdict["state"], explain=True)["decisions"]
    listed = [action["space"] for action in decision["actions"]]
    assert listed == ["b1", "c1", "a2", "c2", "a3", "b3", "c3"]
    assert [(entry["action"]["space"], entry["violations"][0]["rule"]) for entry in decision["unavailable"]] == [
        ("a1", "turn.empty-space"),
        ("b2", "turn.empty-space"),
    ]
    narrowed = service.ask("legal-actions", state=verdict["state"], where={"type": "mark", "space": "c3"})
    assert narrowed["decisions"][0]["actions"] == [mark("x", "c3")]


def test_views_hide_nothing_but_the_salt(service: Service) -> None:
    position = service.ask("states", players=2, salt="match 7")
    verdict = service.ask("adjudications", state=position["state"], action=mark("x", "b2"))
    for viewer in ("x", "o", "spectator"):
        shown = service.ask("views", state=verdict["state"], viewer=viewer, events=verdict["events"])
        assert shown["state"] == {**verdict["state"], "salt": None, "viewer": viewer}
        assert shown["events"] == verdict["events"]
        decisions = service.ask("legal-actions", state=shown["state"])["decisions"]
        assert [decision["count"] for decision in decisions] == ([8] if viewer == "o" else [])


def test_a_board_entered_by_hand(service: Service) -> None:
    entered = service.ask("states", players=2, at={"step": "turn", "table": {"board": {"b2": "x"}}})
    assert [decision["actor"] for decision in entered["decisions"]] == ["o"]
    over = {"a1": "x", "a2": "x", "a3": "x", "b1": "o", "b2": "o"}
    answer = service.ask("states", players=2, at={"step": "turn", "table": {"board": over}})
    (defect,) = answer["defects"]
    assert (defect["severity"], defect["rule"], defect["pointer"]) == ("error", "end.three-in-a-row", "/result")
    assert "state" not in answer


def test_random_games_over_http(service: Service, capfd: pytest.CaptureFixture[str]) -> None:
    """By the checker of the contract: with chance settled by the service and by hand, though there is none."""
    assert passes(service.base, GAME, games=3), capfd.readouterr().out
