"""How `referee` ends when something other than an answer comes of it, and that its help says so."""

import json
import os
from typing import Any, NoReturn

import pytest

from service.build import release
from service.cli.refusals import Code
from tests.api.client import Client
from tests.cli.terminal import Terminal


@pytest.fixture
def path(terminal: Terminal, client: Client) -> Any:
    return terminal.file("state.json", client.position()["state"])


def failing(error: BaseException) -> Any:
    def fail(*_: object, **__: object) -> NoReturn:
        raise error

    return fail


def test_a_mistake_of_ours_is_not_a_ruling(terminal: Terminal, path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.engine.referee.legal_actions", failing(RuntimeError("the dog ate it")))
    ended = terminal.run("legal", path)
    assert (ended.code, ended.out) == (Code.OUR_MISTAKE, b"")
    assert "RuntimeError: the dog ate it" in ended.err
    assert ended.err.endswith("please report it with the files\n")


def test_an_interruption_is_not_a_ruling(terminal: Terminal, path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.engine.referee.legal_actions", failing(KeyboardInterrupt()))
    assert terminal.run("legal", path).code == Code.INTERRUPTED


def test_every_command_has_a_short_line_in_the_help(terminal: Terminal) -> None:
    ended = terminal.run("--help")
    commands = [
        "new",
        "check",
        "legal",
        "judge",
        "scores",
        "view",
        "replay",
        "games",
        "rules",
        "serve",
        "openapi",
        "key",
    ]
    listed = ended.out.decode().partition("Commands:\n")[2].partition("\n\n")[0].splitlines()
    assert [line.split()[0] for line in listed] == commands
    assert not any(line.endswith("...") for line in listed)
    for command in commands:
        assert terminal.run(command, "--help").out.startswith(b"Usage: ")


def test_the_help_tells_every_exit_code_that_a_script_may_expect(terminal: Terminal) -> None:
    told = terminal.run("--help").out.decode().partition("Exit codes:\n")[2]
    assert [int(line.split()[0]) for line in told.splitlines()] == [
        Code.YES,
        Code.NO,
        Code.MALFORMED,
        Code.REFUSED,
        Code.OUR_MISTAKE,
    ]


def test_json_holds_for_refusals_wherever_it_stands(terminal: Terminal) -> None:
    path = terminal.file("broken.json", b"{")
    for arguments in (("check", "--json", path), ("check", path, "--json")):
        ended = terminal.run(*arguments)
        assert (json.loads(ended.out)["status"], ended.err) == (400, "")


def test_version(terminal: Terminal) -> None:
    assert terminal.run("--version").out.decode() == f"referee, version {release()}\n"


def test_a_reader_that_has_gone_away(terminal: Terminal, path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    redirected = []
    monkeypatch.setattr(os, "dup2", lambda source, target: redirected.append(target))
    monkeypatch.setattr("service.cli.questions.tell", failing(BrokenPipeError()))
    assert terminal.run("legal", path).code == Code.NOBODY_READS
    assert redirected == [1]
