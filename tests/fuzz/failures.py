"""Telling of a failure in a way that anybody can repeat it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.fuzz.messages import Message
from tests.fuzz.settings import SEED

KEPT: Final = Path(".fuzz")
"""What was sent when something failed, seen from the working directory."""


@contextmanager
def retold(name: str, message: Message) -> Iterator[None]:
    """Whatever fails here is told with the command that sends the request again; its body is kept in a file."""
    try:
        yield
    except Exception as error:
        body = _keep(f"{name}.body", message.body)
        headers = [part for pair in message.headers for part in ("-H", ": ".join(pair))]
        command = ["curl", "-i", "-X", message.method, f"http://127.0.0.1:8000{message.target}", *headers]
        told = shlex.join([*command, "--data-binary", f"@{body}"])
        raise AssertionError(f"{name} of seed {SEED}: {error}\n{told}\n{message.body[:1000]!r}") from error


def keep_wire(name: str, data: bytes) -> str:
    """Keeps what went over a connection; the answer is the command that sends it again."""
    return f"nc -N 127.0.0.1 8000 < {_keep(f'{name}.wire', data)}"


def keep_state(name: str, text: str) -> Path:
    """Keeps a state in JSON; the answer is where."""
    return _keep(f"{name}.json", text.encode())


def _keep(name: str, data: bytes) -> Path:
    KEPT.mkdir(exist_ok=True)
    path = KEPT / f"seed-{SEED}-{name}"
    path.write_bytes(data)
    return path
