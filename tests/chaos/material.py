"""What the service is asked: the calls of an app about positions of real games, each with its answer known beforehand.

The answers come from the service itself, in this process, where nothing can happen to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from flask.testing import FlaskClient

from service.app import create_app
from service.engine import referee
from service.engine.game import Game
from service.engine.registry import load_games
from service.settings import Settings
from tests.chaos.client import Question, get, hashed, post
from tests.games.players import random_positions

MOMENTS = 12
"""Positions of each random game that are asked about."""
SEED = "chaos"


def steady() -> list[Question]:
    """The mixture of the steady load: random games of every number of players of every game, asked about."""
    service = create_app(Settings()).test_client()
    questions = [question(service, "/healthz")]
    for game in load_games().values():
        for players in range(game.players[0], game.players[1] + 1):
            questions += _of_a_game(service, game, players)
    # Health is asked about by the machines that watch the service: now and then.
    return questions + questions[:1] * (len(questions) // 20)


def expensive(salt: str) -> Question:
    """One question that takes more than a second to answer when it is new, as it is for every other `salt`."""
    path, body = expensive_request(salt)
    return question(create_app(Settings()).test_client(), path, body)


def expensive_request(salt: str) -> tuple[str, bytes]:
    """The path and the body of it. Lords of Xidit: every way to set six wheels of five icons, 15,625 in all."""
    game = load_games()["lords-of-xidit"]
    for position, _ in random_positions(game, 3, {}, SEED):
        for due in referee.decisions_of(game, position.state):
            if due.step == "program-orders" and not any(position.state.players[due.actor].wheels):
                state = msgspec.structs.replace(position.state, salt=salt)
                body = {"state": state, "actor": due.actor, "where": {"type": "set-program"}}
                return f"/v1/games/{game.id}/legal-actions", encoded(body)
    raise AssertionError("nobody sets wheels")


def question(service: FlaskClient, path: str, body: bytes | None = None) -> Question:
    """A POST of `body`, or a GET; raises AssertionError unless it is answered with 200."""
    if body is None:
        answer, request = service.get(path), get(path)
    else:
        answer, request = service.post(path, data=body, content_type="application/json"), post(path, body)
    assert answer.status_code == 200, (path, answer.status_code, answer.data[:400])
    return Question(path.rpartition("/")[2], request, hashed(answer.data))


def base_of_a_game() -> str:
    """The path of some game."""
    return f"/v1/games/{next(iter(load_games()))}"


def _of_a_game(service: FlaskClient, game: Game, players: int) -> Iterator[Question]:
    base, seed = f"/v1/games/{game.id}", f"{SEED}-{players}"
    played = list(random_positions(game, players, {}, seed))
    for number in range(MOMENTS):
        position, action = played[number * len(played) // MOMENTS]
        state, chance = position.state, {"seed": seed}
        move = {"state": state, "action": action, "chance": chance}
        calls: list[tuple[str, dict[str, Any]]] = [
            ("legal-actions", {"state": state}),
            ("legal-actions", {"state": state, "explain": True}),
            ("adjudications", move),
            ("adjudications", {**move, "include": ["state", "legal-actions", "scores"]}),
            ("validations", {"state": state}),
            ("states", {"players": players, "chance": chance, "salt": f"{seed}-{number}"}),
        ]
        for call, body in calls:
            yield question(service, f"{base}/{call}", encoded(body))


def encoded(body: dict[str, Any]) -> bytes:
    """JSON as a client sends it back that keeps the state as it came."""
    return msgspec.json.encode(body, order="deterministic")
