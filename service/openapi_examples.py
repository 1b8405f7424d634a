"""Writes the examples of the OpenAPI document: `python -m service.openapi_examples [DIRECTORY]`.

One file for each operation, `<operation id>.json`, with exchanges by name. They are made by playing the beginning of
a game against the application with default settings, so they never say what the service would not say. Files of
operations that do not exist any more are removed.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from flask import Flask

from service.api.examples import DIRECTORY, JSON_LINES, Exchange
from service.api.operations import operation_id
from service.app import create_app
from service.settings import Settings

BUILD = "0.1.0+0123456789ab"
SEED = "an example"
MOVES = 6
"""How far the game of the examples has come."""
LONG = ("about", "openapi", "messages", "components", "schemas", "metrics")
"""Operations whose answer is abridged."""
MOST_MEMBERS, FEW_MEMBERS, FEW_ENTRIES, MOST_LEVELS = 20, 6, 2, 5


def example_app() -> Flask:
    """The application that answers."""
    return create_app(Settings(build=BUILD))


def examples(app: Flask) -> dict[str, dict[str, Exchange]]:
    """All exchanges by the id of their operation and then by name."""
    found: dict[str, dict[str, Exchange]] = {}
    asked = [("", *question) for question in of_the_service(app)]
    for game in app.extensions["referee"]["games"]:
        asked += [(game, *question) for question in [*of_pages(app, game), *of_calls(app, game)]]
    for game, operation, name, summary, request in asked:
        response = answer(app, request, abridged=operation in LONG)
        id_ = operation_id(game, operation) if game else operation
        found.setdefault(id_, {})[name] = {"summary": summary, "request": request, "response": response}
    return found


Question = tuple[str, str, str, dict[str, Any]]
"""Operation, name and summary of the example, request."""


def of_the_service(app: Flask) -> Iterator[Question]:
    """What is asked about the service itself."""
    game = app.extensions["referee"]["games"][0]
    yield "index", "index", "Where everything begins", get("/v1")
    yield "games", "games", "The games", get("/v1/games")
    yield "openapi", "game", "The document of one game", get(f"/openapi.json?game={game}")
    yield "docs", "game", "The documentation of one game", get(f"/docs?game={game}", "text/html")
    yield "problem", "json", "For a program", get("/problems/impossible-state")
    yield "problem", "html", "For a browser", get("/problems/impossible-state", "text/html")
    yield "alive", "alive", "Alive", get("/healthz")
    yield "ready", "ready", "Ready", get("/readyz")
    yield "metrics", "metrics", "What is counted", get("/metrics", "text/plain")


def of_pages(app: Flask, game: str) -> Iterator[Question]:
    """What is read about a game."""
    base = f"/v1/games/{game}"
    about = fetch(app, get(base))
    rule = fetch(app, get(f"{base}/rules"))["rules"][0]["id"]
    yield "about", "about", "The game", get(base)
    yield "rules", "search", "The clauses that mention a word", get(f"{base}/rules?q={rule}")
    yield "rule", "clause", "A clause", get(f"{base}/rules/{rule}")
    yield "messages", "messages", "The templates", get(f"{base}/messages")
    yield "components", "pack", "The components", get(f"{base}/components/{about['packs'][0]}")
    yield "schemas", "action", "The actions", get(f"{base}/schemas/action?rules_version={about['rules_version']}")


def of_calls(app: Flask, game: str) -> Iterator[Question]:
    """What is asked about the positions of a game."""
    base, chance = f"/v1/games/{game}", {"seed": SEED}
    about = fetch(app, get(base))
    few = about["players"]["min"]
    position, record = play(app, base, few)
    state, events, seats = position["state"], position["events"], position["seats"]
    middle = {"step": about["entry_steps"][0], "table": {}}

    def ask(call: str, **body: Any) -> dict[str, Any]:
        return post(f"{base}/{call}", body)

    yield "setUp", "seeded", "A new game, chance settled by the service", ask("states", players=few, chance=chance)
    yield (
        "setUp",
        "seats",
        "The seats by name, chance entered by hand",
        ask("states", players=[{"seat": seat} for seat in about["seats"][:few]], salt="0f1e2d3c"),
    )
    yield "setUp", "middle", "A game entered in the middle", ask("states", players=few, at=middle, include=[])
    yield "legalActions", "first-page", "The first page of the list", ask("legal-actions", state=state, limit=3)
    yield (
        "legalActions",
        "reasons",
        "With what is not legal, and why",
        ask("legal-actions", state=state, limit=1, explain=True),
    )
    legal, illegal = one_of_each(app, base, state)
    yield "adjudicate", "legal", "A legal action", ask("adjudications", state=state, action=legal, chance=chance)
    yield "adjudicate", "illegal", "An illegal action", ask("adjudications", state=state, action=illegal, include=[])
    yield "validate", "valid", "A state that adds up", ask("validations", state=state)
    yield "validate", "defects", "A state that cannot be", ask("validations", state={**state, "agenda": []})
    yield "view", "seat", "What a player may see", ask("views", state=state, viewer=seats[0], events=events)
    yield "view", "spectator", "What everybody may see", ask("views", state=state, viewer="spectator")
    yield "scores", "scores", "The points so far", ask("scores", state=state)
    setup = {"players": few}
    yield "replay", "record", "A record", ask("replays", setup=setup, actions=record, chance=chance)
    yield (
        "replay",
        "lines",
        "A record line by line, the last action illegal",
        {
            **ask("replays", setup=setup, actions=[*record, illegal], chance=chance),
            "accept": JSON_LINES,
        },
    )


def play(app: Flask, base: str, players: int) -> tuple[Any, list[Any]]:
    """The answer to the last of a few random moves, and all of them."""
    rng, chance = random.Random(SEED), {"seed": SEED}
    record: list[Any] = []
    position = fetch(app, post(f"{base}/states", {"players": players, "chance": chance}))
    while len(record) < MOVES and not position["finished"]:
        action, _ = one_of_each(app, base, position["state"], rng)
        body = {"state": position["state"], "action": action, "chance": chance}
        position = fetch(app, post(f"{base}/adjudications", body))
        record.append(action)
    return position, record


def one_of_each(app: Flask, base: str, state: Any, rng: random.Random | None = None) -> tuple[Any, Any]:
    """A legal action, the first or a random one, and an illegal one."""
    listed = fetch(app, post(f"{base}/legal-actions", {"state": state, "explain": True}))["decisions"]
    actions = [action for decision in listed if not decision["optional"] for action in decision["actions"]]
    legal = rng.choice(actions) if rng else actions[0]
    refused = [entry["action"] for decision in listed for entry in decision["unavailable"]]
    actors = {decision["actor"] for decision in listed}
    others = [{**legal, "actor": seat} for seat in state["seats"] if seat not in actors]
    return legal, (refused or others or [legal])[0]


def get(path: str, accept: str = "application/json") -> dict[str, Any]:
    """A GET as an example has it."""
    return {"method": "GET", "path": path, "accept": accept}


def post(path: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """A POST as an example has it."""
    return {"method": "POST", "path": path, "accept": "application/json", "body": body}


def fetch(app: Flask, request: Mapping[str, Any]) -> Any:
    """The JSON that a request is answered with, which must succeed."""
    response = answer(app, request)
    if response["status"] != 200:
        raise RuntimeError(f"{request['method']} {request['path']}: {response}")
    return response["body"]


def answer(app: Flask, request: Mapping[str, Any], abridged: bool = False) -> dict[str, Any]:
    """The response to a request of an example, as the example has it."""
    response = app.test_client().open(
        request["path"], method=request["method"], headers={"Accept": request["accept"]}, json=request.get("body")
    )
    text = response.get_data(as_text=True)
    told: dict[str, Any] = {"status": response.status_code, "media_type": response.mimetype}
    if response.mimetype == JSON_LINES:
        told["body"] = [json.loads(line) for line in text.splitlines()]
    else:
        told["body"] = json.loads(text) if response.is_json else text
    if abridged:
        told |= {"abridged": True, "body": abridgement(told["body"])}
    return told


def abridgement(value: Any, level: int = 0) -> Any:
    """A long answer made short: of long objects and lists the beginning, of metrics what is counted, not how often."""
    if isinstance(value, str):
        return value if level else "".join(line for line in value.splitlines(True) if line.startswith("#"))
    if not isinstance(value, dict | list):
        return value
    if level == MOST_LEVELS:
        return type(value)()
    if isinstance(value, list):
        return [abridgement(entry, level + 1) for entry in value[:FEW_ENTRIES]]
    names = list(value) if len(value) <= MOST_MEMBERS else list(value)[:FEW_MEMBERS]
    return {name: abridgement(value[name], level + 1) for name in names}


def main(arguments: list[str]) -> int:
    """Writes the files and returns the exit code."""
    if len(arguments) > 1:
        print("usage: python -m service.openapi_examples [DIRECTORY]", file=sys.stderr)
        return 2
    directory = Path(arguments[0]) if arguments else DIRECTORY
    directory.mkdir(parents=True, exist_ok=True)
    found = examples(example_app())
    for path in directory.glob("*.json"):
        if path.stem not in found:
            path.unlink()
    for operation, exchanges in found.items():
        text = json.dumps(exchanges, indent=1, ensure_ascii=False) + "\n"
        (directory / f"{operation}.json").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
