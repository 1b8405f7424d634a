"""The clients that are shown beside the document: each plays a whole game against the real service."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import gunicorn_server

pytestmark = pytest.mark.gunicorn

CLIENTS = Path(__file__).parents[2] / "openapi" / "examples" / "clients"
NODE = shutil.which("node")


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with gunicorn_server(workers=1) as base:
        yield base


def run(program: str, client: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [program, str(CLIENTS / client), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize(
    ("program", "client"),
    [
        (sys.executable, "play.py"),
        pytest.param(NODE or "node", "play.mjs", marks=pytest.mark.skipif(NODE is None, reason="there is no node")),
    ],
)
def test_a_client_plays_to_the_end(base: str, program: str, client: str) -> None:
    played = run(program, client, base, "7")
    assert played.returncode == 0, played.stderr
    for told in ("Round 1 begins", "clause placement-order.no-occupied-space", "/problems/", "The end: "):
        assert told in played.stdout, played.stdout[-2000:]


def test_a_refusal_ends_a_client_with_the_report(base: str) -> None:
    refused = run(sys.executable, "play.py", base, "s" * 300)
    assert refused.returncode == 1
    assert "/chance/seed" in refused.stderr
