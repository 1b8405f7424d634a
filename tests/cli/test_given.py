"""How JSON is given: files, standard input, arguments; states inside answers; and files that are written."""

import json
from pathlib import Path
from typing import Any

import pytest

from service.cli.given import Given, place_of, state_in
from service.cli.refusals import Code
from tests.api.client import Client, take
from tests.cli.terminal import Terminal

BROKEN = [b"", b"{", b'{"a": 1, "a": 2}', b"[NaN]", b"[1e999]", b"\xff", b"[" * 100_000, b'["\\ud800"]']


@pytest.fixture
def state(client: Client) -> Any:
    return client.position()["state"]


def test_a_state_is_found_in_every_answer_that_holds_one(terminal: Terminal, client: Client, state: Any) -> None:
    position = client.position()
    verdict = client.play(state, take(1))
    replay = client.ask("./replays", {"state": state, "actions": []})
    checked = client.ask("./validations", {"state": state})
    view = client.ask("./views", {"state": state, "viewer": "red"})
    for answer in (state, position, verdict, replay, checked, view):
        assert terminal.answer("check", terminal.file("answer.json", answer))["valid"], answer


@pytest.mark.parametrize(
    ("plain", "inside"),
    [
        ({"game": "stones"}, ""),
        ({"game": "stones", "state": {"game": "other"}}, ""),
        ({"state": {"game": "stones"}}, "/state"),
        ({"position": {"state": {"game": "stones"}}}, "/position/state"),
        ({"state": 7}, ""),
        ({"state": {}}, "/state"),
        ([], ""),
    ],
)
def test_where_the_state_is(plain: Any, inside: str) -> None:
    assert state_in(Given(plain, "file")).inside == inside


def test_places() -> None:
    file, option = Given({}, "file", "/state"), Given(None, "--seed")
    places = {"/state": file, "/chance/seed": option, "/stat": Given(None, "other")}
    assert place_of("/state/a~1b", places) == "file at /state/a~1b"
    assert place_of("/chance/seed", places) == "--seed"
    assert place_of("/chance", places) == "/chance"
    assert place_of("/actions/0", {**places, "": Given({}, "record")}) == "record at /actions/0"


def test_standard_input(terminal: Terminal, state: Any) -> None:
    path = terminal.file("state.json", state)
    assert terminal.run("check", "-", stdin=path.read_bytes()).code == Code.YES
    assert terminal.run("judge", path, "-", stdin=json.dumps(take(1)).encode()).code == Code.YES
    ended = terminal.run("check", "-", stdin=b'{"state": {"game": "stones"}}')
    assert "  error: standard input at /state/heap: This field is required. [referee.malformed-state]" in ended.lines
    ended = terminal.run("judge", "-", "-", stdin=path.read_bytes())
    assert ended.code == Code.MALFORMED
    assert "can be read only once" in ended.err


def test_a_pipe_of_two_commands(terminal: Terminal) -> None:
    position = terminal.run("new", "stones", "--players", "2", "--seed", "a", "--json").out
    verdict = terminal.run("judge", "-", json.dumps(take(2)), "--json", stdin=position).out
    assert terminal.run("scores", "-", stdin=verdict).lines[2] == "     2  Stones [scoring.stones]"


@pytest.mark.parametrize("data", BROKEN)
def test_what_is_not_strict_json(terminal: Terminal, state: Any, data: bytes) -> None:
    path = terminal.file("broken.json", data)
    for command in (("check", path), ("judge", terminal.file("state.json", state), path), ("replay", path)):
        ended = terminal.run(*command)
        assert (ended.code, ended.out) == (Code.MALFORMED, b"")
        assert ended.err.startswith(f"The body is not JSON: {path}: ")
        assert terminal.answer(*command, code=Code.MALFORMED)["type"] == "/problems/malformed-json"


def test_what_is_written_out_and_broken(terminal: Terminal, state: Any) -> None:
    ended = terminal.run("judge", terminal.file("state.json", state), '{"type": ')
    assert (ended.code, ended.err) == (
        Code.MALFORMED,
        "The body is not JSON: ACTION: Expecting value at line 1, column 10.\n",
    )
    ended = terminal.run("legal", terminal.file("state.json", state), "--where", "{")
    assert ended.err.startswith("The body is not JSON: --where: ")


@pytest.mark.parametrize("name", ["missing.json", ".", "missing/state.json", "a\0b"])
def test_a_file_that_cannot_be_read(terminal: Terminal, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(terminal.directory)
    ended = terminal.run("check", name)
    assert (ended.code, ended.out) == (Code.MALFORMED, b"")
    assert "Invalid value for 'STATE'" in ended.err


@pytest.mark.parametrize("plain", [[], 7, None, {}, {"game": 7}, {"state": {}}, {"state": []}])
def test_a_state_that_names_no_game(terminal: Terminal, plain: Any) -> None:
    path = terminal.file("state.json", plain)
    for command in (("check", path), ("legal", path), ("judge", path, "{}"), ("scores", path), ("view", path, "red")):
        problem = terminal.answer(*command, code=Code.MALFORMED)
        assert problem["type"] == "/problems/invalid-body"
        assert problem["errors"][0]["pointer"] in ("/state", "/state/game")


def test_a_game_that_is_not_installed(terminal: Terminal) -> None:
    path = terminal.file("state.json", {"game": "chess"})
    record = terminal.file("record.json", {"game": "chess", "setup": {"players": 2}, "actions": []})
    for command in (
        ("check", path),
        ("replay", record),
        ("rules", "chess"),
        ("games", "chess"),
        ("new", "chess", "--players", "2"),
    ):
        problem = terminal.answer(*command, code=Code.MALFORMED)
        assert problem["type"] == "/problems/not-found"
        assert problem["detail"] == "there is no game 'chess'; installed: stones, harbour"


def test_a_record_that_does_not_say_of_which_game(terminal: Terminal, state: Any) -> None:
    setup = {"setup": {"players": 2}, "actions": []}
    ended = terminal.run("replay", terminal.file("record.json", setup))
    assert ended.code == Code.MALFORMED
    assert "give --game" in ended.err
    of_state = {"state": state, "actions": []}
    assert terminal.run("replay", terminal.file("record.json", of_state)).code == Code.YES


def test_options_that_cannot_be_understood(terminal: Terminal) -> None:
    assert terminal.run("new", "stones", "--players", "2", "--option", "heap").code == Code.MALFORMED
    assert terminal.run("new", "stones").code == Code.MALFORMED
    assert terminal.run("new", "stones", "--players", "2", "-o", "-").code == Code.MALFORMED
    assert terminal.run("castle").code == Code.MALFORMED


# --- Files that are written -------------------------------------------------------------------------------------------


def test_the_new_state_is_written_and_can_go_on(terminal: Terminal) -> None:
    path = terminal.directory / "game.json"
    assert terminal.run("new", "stones", "--players", "2", "--seed", "a", "-o", path).code == Code.YES
    for action in (take(3), take(3, "blue"), take(3), take(3, "blue")):
        verdict = terminal.answer("judge", path, json.dumps(action), "-o", path)
        assert terminal.read("game.json") == verdict["state"]
    assert terminal.answer("scores", path)["final"]
    assert '\n  "game": "stones",\n' in path.read_text()


def test_nothing_is_written_for_what_is_not_legal(terminal: Terminal, state: Any) -> None:
    path = terminal.file("state.json", state)
    before = path.read_bytes()
    for action, code in ((take(4), Code.NO), ({}, Code.MALFORMED)):
        assert terminal.run("judge", path, json.dumps(action), "-o", path).code == code
    assert terminal.run("new", "stones", "--players", "9", "-o", path).code == Code.REFUSED
    at = '{"step": "turn", "table": {"heap": -1}}'
    assert terminal.run("new", "stones", "--players", "2", "--at", at, "-o", path).code == Code.NO
    assert path.read_bytes() == before
    assert list(terminal.directory.iterdir()) == [path]


def test_a_file_that_cannot_be_written_is_not_a_ruling(terminal: Terminal, state: Any, tmp_path: Path) -> None:
    ended = terminal.run("judge", terminal.file("state.json", state), json.dumps(take(1)), "-o", tmp_path / "no" / "x")
    assert (ended.code, ended.out) == (Code.MALFORMED, b"")
    assert "cannot write" in ended.err
