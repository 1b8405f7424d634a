"""`referee serve` and `referee openapi`, and `referee` as a program of its own."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.cli import serving
from service.cli.refusals import Code
from service.openapi_document import document_text
from tests.cli.terminal import Terminal
from tests.servers import ROOT, STOPS_WITHIN_S, answers, free_port

REFEREE = [sys.executable, "-m", "service.cli"]
README = ROOT / "README.md"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, str]]:
    """The settings in the environment each time that gunicorn would have been started."""
    environ = {name: value for name, value in os.environ.items() if not ours(name)}
    monkeypatch.setattr(os, "environ", environ)
    calls: list[dict[str, str]] = []
    monkeypatch.setattr(serving, "start", lambda: calls.append({k: v for k, v in environ.items() if ours(k)}))
    return calls


def ours(name: str) -> bool:
    """Whether a variable is a setting."""
    return name.startswith("REFEREE_") or name == "PORT"


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        ([], {}),
        (["--port", "8099"], {"REFEREE_BIND": "127.0.0.1:8099"}),
        (["--bind", "0.0.0.0:80", "--workers", "3"], {"REFEREE_BIND": "0.0.0.0:80", "REFEREE_WORKERS": "3"}),
    ],
)
def test_serve_starts_gunicorn_with_what_was_asked_for(
    terminal: Terminal, started: list[dict[str, str]], options: list[str], settings: dict[str, str]
) -> None:
    assert terminal.run("serve", *options).code == Code.YES
    assert started == [settings]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--port", "http"], "must be a whole number from 1 to 65535"),
        (["--port", "1", "--bind", "a:1"], "exclude each other"),
        (["--workers", "0"], "must be a whole number from 1 to 256"),
    ],
)
def test_serve_does_not_start_with_what_cannot_be_used(
    terminal: Terminal, started: list[dict[str, str]], options: list[str], reason: str
) -> None:
    ended = terminal.run("serve", *options)
    assert (ended.code, started) == (Code.MALFORMED, [])
    assert reason in ended.err


def test_serve_does_not_start_with_a_misspelt_setting(terminal: Terminal, started: list[dict[str, str]]) -> None:
    os.environ["REFEREE_WORKER"] = "2"  # of the fixture
    ended = terminal.run("serve")
    assert (ended.code, started) == (Code.MALFORMED, [])
    assert "did you mean REFEREE_WORKERS?" in ended.err


def test_serve_needs_unix(terminal: Terminal, started: list[dict[str, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    ended = terminal.run("serve")
    assert (ended.code, started) == (Code.MALFORMED, [])
    assert "gunicorn needs a Unix system" in ended.err


def test_openapi(terminal: Terminal) -> None:
    path = terminal.directory / "openapi.json"
    assert terminal.run("openapi", "-o", path).code == Code.YES
    text = path.read_text(encoding="utf-8")
    assert text == document_text()
    assert json.loads(text)["openapi"].startswith("3.1")
    assert terminal.run("openapi").out.decode() == text


# --- As a program -----------------------------------------------------------------------------------------------------


@contextmanager
def served(directory: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """`referee serve` in a directory where a `service.py` of somebody else lies."""
    (directory / "service.py").write_text("raise RuntimeError('not ours')\n")
    environ = {name: value for name, value in os.environ.items() if not ours(name)}
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "service.cli", "serve", "--port", str(port), "--workers", "1"],
        cwd=directory,
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.mark.gunicorn
def test_a_served_referee_answers_and_stops(tmp_path: Path) -> None:
    port = free_port()
    with served(tmp_path, port) as process:
        assert answers(f"http://127.0.0.1:{port}/healthz", process), process.communicate()
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=STOPS_WITHIN_S)
    assert process.returncode == 0, output.decode()


def test_the_readme_shows_what_is_printed(tmp_path: Path) -> None:
    """The commands of the section on the command line, after the position that the first ruling makes."""
    text = README.read_text(encoding="utf-8")
    (session,) = re.findall(r"```console\n(.*?)```", text, re.S)
    (setup,) = re.findall(r"^post states '(.*?)' > position\.json$", text, re.S | re.M)
    setup = json.loads(setup)
    (tmp_path / "at.json").write_text(json.dumps(setup["at"]))
    shell = f'referee() {{ {" ".join(REFEREE)} "$@"; }}\n'
    players = str(setup["players"])
    bash(tmp_path, f"{shell}referee new kingdom-defenders --players {players} --at at.json --json > position.json")
    expected = [line for line in session.splitlines() if line]
    commands = "\n".join(
        f"echo {quoted(line)}; {line.removeprefix('$ ')}" for line in expected if line.startswith("$ ")
    )
    printed = bash(tmp_path, f"{shell}{commands}; true").splitlines()
    assert printed == expected


def bash(directory: Path, script: str) -> str:
    """What a script prints; `service` comes from where this is tested."""
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(["bash", "-c", script], cwd=directory, env=environ, capture_output=True, text=True, check=True)
    return run.stdout


def quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
