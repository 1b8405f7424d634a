"""Talking to the service in-process, and what every response must have."""

import json
from collections.abc import Mapping
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from schemas.problems import KINDS, MEDIA_TYPE
from service.app import create_app
from service.settings import Settings
from tests.api.stones import GAME

JSON = "application/json"
BASE = "/v1/games/stones"
PLAYERS = ("red", "blue")
"""The seats of a game for two."""


def stones_app(**settings: Any) -> Flask:
    """The service with Stones as its only game."""
    return create_app(Settings(**{"build": "test", **settings}), {GAME.id: GAME})


class Client:
    """A client of the service. Paths that begin with a dot are below the game."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self._http = app.test_client()

    def send(
        self,
        method: str,
        path: str,
        data: bytes = b"",
        headers: Mapping[str, str] | None = None,
        environ: Mapping[str, Any] | None = None,
    ) -> TestResponse:
        """One exchange as it is; every response is looked at for what it must have."""
        response = self._http.open(
            path.replace(".", BASE, 1) if path.startswith(".") else path,
            method=method,
            data=data,
            headers=dict(headers or {}),
            environ_overrides=dict(environ or {}),
        )
        assert response.headers["Request-Id"]
        assert method == "OPTIONS" or "Accept-Encoding" in ", ".join(response.headers.getlist("Vary"))
        assert response.status_code != 500, response.get_data()
        if response.status_code >= 400 and method != "HEAD":
            check_problem(response)
        return response

    def get(self, path: str, **headers: str) -> TestResponse:
        """A GET; `If_None_Match="…"` and the like become headers."""
        return self.send("GET", path, headers=named(headers))

    def post(self, path: str, body: Any, **headers: str) -> TestResponse:
        """A POST of `body`, encoded unless it is bytes."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.send("POST", path, data, {"Content-Type": JSON, **named(headers)})

    def ask(self, path: str, body: Any) -> Any:
        """The answer to a POST that must succeed."""
        response = self.post(path, body)
        assert response.status_code == 200, response.get_data()
        assert response.content_type == JSON
        assert response.headers["Cache-Control"] == "no-store"
        return response.get_json()

    def refused(self, path: str, body: Any, slug: str) -> Any:
        """The problem that a POST must be refused with."""
        response = self.post(path, body)
        assert response.get_json()["type"] == f"/problems/{slug}", response.get_data()
        return response.get_json()

    def position(self, **setup: Any) -> Any:
        """The first position of a game, chance settled."""
        return self.ask("./states", {"players": 2, "chance": {"seed": "a"}, **setup})

    def legal(self, state: Any, **question: Any) -> Any:
        """The legal actions of the only decision."""
        (decision,) = self.ask("./legal-actions", {"state": state, **question})["decisions"]
        return decision

    def play(self, state: Any, action: Any, **more: Any) -> Any:
        """The verdict on an action."""
        return self.ask("./adjudications", {"state": state, "action": action, **more})


def named(headers: Mapping[str, str]) -> dict[str, str]:
    """Header names from keyword arguments."""
    return {name.replace("_", "-"): value for name, value in headers.items()}


def check_problem(response: TestResponse) -> None:
    """Whether an error is told as RFC 9457 has it, with a type that we explain."""
    assert response.content_type == MEDIA_TYPE
    assert response.headers["Cache-Control"] == "no-store"
    problem = response.get_json()
    kind = KINDS[problem["type"].removeprefix("/problems/")]
    assert (problem["title"], problem["status"]) == (kind.title, kind.status)
    assert problem["status"] == response.status_code
    assert problem["detail"]
    assert problem["instance"] == f"urn:request:{response.headers['Request-Id']}"
    for error in problem.get("errors", []):
        assert set(error) == {"pointer", "code", "detail", "params"}
        assert error["pointer"] == "" or error["pointer"].startswith("/")
    assert "Traceback" not in response.get_data(as_text=True)


def take(number: int, actor: str = "red") -> dict[str, Any]:
    """The action of taking stones."""
    return {"type": "take", "actor": actor, "number": number}


def without(value: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """`value` without some of its members."""
    return {name: member for name, member in value.items() if name not in names}
