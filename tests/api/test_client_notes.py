"""What openapi/README.md tells client authors works as printed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from service.app import create_app
from service.setting_readers import SealKey
from service.settings import Settings

README = (Path(__file__).parents[2] / "openapi" / "README.md").read_text(encoding="utf-8")
GAME = "kingdom-defenders"
SEED = "an example"


def blocks(language: str) -> list[str]:
    """The code blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app(Settings(build="test"))


def ask(app: Flask, call: str, **body: Any) -> Any:
    """The answer to a call that must succeed."""
    response = app.test_client().post(f"/v1/games/{GAME}/{call}", json=body)
    assert response.status_code == 200, response.get_data()
    return response.get_json()


@pytest.fixture(scope="module")
def outcome() -> Any:
    """The function that the notes print, after its worked example."""
    names: dict[str, Any] = {}
    function, example, _ = blocks("python")
    exec(function, names)
    exec(example, names)
    return names["outcome"]


def test_the_function_has_ten_lines_at_most() -> None:
    function = blocks("python")[0].strip().splitlines()
    assert len([line for line in function if line and not line.startswith("import")]) <= 10


def test_the_worked_example_is_the_services_own(app: Flask, outcome: Any) -> None:
    listed = ask(app, "legal-actions", state=ask(app, "states", players=2)["state"])["decisions"][0]["actions"]
    weights = [{"character": action["character"], "weight": action["weight"]} for action in listed]
    assert weights == [{"character": name, "weight": 1} for name in ("P2", "P3", "P4", "P5")]
    drawn = outcome(SEED, GAME, 0, weights)["character"]
    assert f"so the service draws {drawn}:" in README
    assert ask(app, "states", players=2, chance={"seed": SEED})["events"][0]["character"] == drawn


def test_a_client_recomputes_every_draw_of_a_setup(app: Flask, outcome: Any) -> None:
    """Chance entered by hand, each time what the function says, leads to the position that the service comes to."""
    weighed = 0
    for seed in (SEED, "ö", "x" * 256):
        expected = ask(app, "states", players=3, chance={"seed": seed})
        position = ask(app, "states", players=3)
        while position["decisions"][0]["actor"] == "chance":
            state = position["state"]
            (decision,) = ask(app, "legal-actions", state=state)["decisions"]
            action = outcome(seed, GAME, state["chances"], decision["actions"])
            weighed += 1
            position = ask(app, "adjudications", state=state, action=action)
        assert position["digest"] == expected["digest"]
    assert weighed > 30


def test_a_seal_is_made_as_printed() -> None:
    names: dict[str, Any] = {}
    exec(blocks("python")[2], names)
    sealing = create_app(Settings(build="test", seal_keys=(SealKey("k1", bytes(32)),)))
    position = ask(sealing, "states", players=2, chance={"seed": SEED})
    parts = (GAME, position["state"]["rules_version"], position["digest"], names["mark"])
    assert position["seal"] == names["seal"]("k1", bytes(32), *parts)
    assert ask(sealing, "validations", state=position["state"], seal=position["seal"])["seal"] == position["seal"]


def test_null_in_a_table_removes_a_member(app: Flask) -> None:
    (at,) = [json.loads(block) for block in blocks("json")]
    before = ask(app, "states", players=2, chance={"seed": SEED})["state"]
    after = ask(app, "states", state=before, at=at)["state"]
    removed = {space for space, tile in at["table"]["adventures"].items() if tile is None}
    assert removed <= set(before["adventures"])
    assert after["adventures"] == {space: tile for space, tile in before["adventures"].items() if space not in removed}
    assert after["turn_order"] == ["green", "blue"] != before["turn_order"]
    assert after["players"]["blue"] == {**before["players"]["blue"], "discs": 6}
    assert after["players"]["green"] == before["players"]["green"]
