"""Every installed game over HTTP, with states and actions that are broken in ways its rules have to bear."""

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask

from service.app import create_app
from service.engine.game import Game
from service.engine.registry import load_games
from service.settings import Settings
from tests.api.client import JSON
from tests.api.mutations import mutated, words
from tests.api.stones import GAME

GAMES: Mapping[str, Game] = {**load_games(), GAME.id: GAME}
BROKEN_STATES = 120


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app(Settings(build="test"), GAMES)


def ask(app: Flask, game: str, call: str, body: Any) -> Any:
    """The answer, which may be a refusal but no mistake of ours."""
    path = f"/v1/games/{game}/{call}"
    response = app.test_client().post(path, data=json.dumps(body), content_type=JSON)
    assert response.status_code in (200, 422), (call, response.get_data(), json.dumps(body))
    return response.get_json()


def bare(action: Mapping[str, Any]) -> dict[str, Any]:
    """An action as it is sent."""
    return {name: value for name, value in action.items() if name not in ("weight", "probability")}


def played(app: Flask, game: Game, rng: random.Random) -> list[Any]:
    """The states of a random game."""
    chance = {"chance": {"seed": str(rng.random())}} if rng.random() < 0.5 else {}
    position = ask(app, game.id, "states", {"players": rng.randint(*game.players), **chance})
    states = [position["state"]]
    while not position["finished"] and len(states) < 400:
        listed = ask(app, game.id, "legal-actions", {"state": states[-1]})["decisions"]
        action = bare(rng.choice([action for decision in listed for action in decision["actions"]]))
        position = ask(app, game.id, "adjudications", {"state": states[-1], "action": action, **chance})
        states.append(position["state"])
    return states


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_broken_states_and_actions_are_borne(app: Flask, game: Game, seed: int) -> None:
    rng = random.Random(seed)
    states = [state for _ in range(2) for state in played(app, game, rng)]
    documents = [pack.document for pack in game.packs.values()]
    vocabulary = sorted({word for value in (*states[::9], *documents) for word in words(value)})
    judged = 0
    for _ in range(BROKEN_STATES):
        state = rng.choice(states)
        for _ in range(rng.choice((1, 1, 2, 3))):
            state = mutated(rng, state, states, vocabulary)
        judged += question(app, game, rng, state, vocabulary)
    assert judged > BROKEN_STATES / 20


def question(app: Flask, game: Game, rng: random.Random, state: Any, vocabulary: list[str]) -> bool:
    """Asks everything about a state. Whether it could be judged."""
    valid = bool(ask(app, game.id, "validations", {"state": state})["valid"])
    scores = ask(app, game.id, "scores", {"state": state})
    listed = ask(app, game.id, "legal-actions", {"state": state, "explain": rng.random() < 0.3})
    assert ("players" in scores) == ("decisions" in listed) == valid
    ask(app, game.id, "states", {"state": state, "at": {"step": game.entry_steps[0], "table": {}}})
    if not valid:
        return False
    view = ask(app, game.id, "views", {"state": state, "viewer": rng.choice(["spectator", *state["seats"]])})["state"]
    for call in ("legal-actions", "scores", "validations"):
        ask(app, game.id, call, {"state": view})
    actions = [bare(action) for decision in listed["decisions"] for action in decision["actions"]]
    for action in rng.sample(actions, min(3, len(actions))):
        body = {
            "state": state,
            "action": action,
            "chance": {"seed": "s"},
            "include": ["state", "legal-actions", "scores"],
        }
        # What is listed is never illegal; a broken state may prove impossible only once something comes of it.
        assert ask(app, game.id, "adjudications", body).get("legal") is not False
        broken = mutated(rng, action, actions, vocabulary)
        ask(app, game.id, "adjudications", {"state": state, "action": broken})
        ask(app, game.id, "replays", {"state": state, "actions": [action, broken]})
    return True
