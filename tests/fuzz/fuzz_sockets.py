"""Bytes over a connection to a real gunicorn: nothing that comes over it breaks, blocks or kills the worker.

gunicorn refuses much of it by itself, in its own words. What gets through to the application is answered as the
document says.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.fuzz.connection import in_time, look_at
from tests.fuzz.failures import keep_wire
from tests.fuzz.promises import Promises
from tests.fuzz.settings import SEED, WIRES
from tests.fuzz.subject import DOCUMENT, MATERIALS
from tests.fuzz.tally import SOCKET, count
from tests.fuzz.wires import wire
from tests.servers import GunicornProcess, gunicorn_process

SHARES = 4
PROMISES = Promises(DOCUMENT)


@pytest.fixture(scope="module")
def server() -> Iterator[GunicornProcess]:
    with gunicorn_process(workers=1) as process:
        yield process


@pytest.mark.parametrize("share", range(SHARES))
def test_whatever_comes_over_a_connection(share: int, server: GunicornProcess) -> None:
    workers = server.workers()
    for number in range(share, WIRES, SHARES):
        sent = wire(random.Random(f"socket {SEED} {number}"), list(MATERIALS.values()))
        try:
            status = look_at(PROMISES, sent, in_time(server.port, sent))
            assert server.workers() == workers, "the worker has died"
        except Exception as error:
            told = keep_wire(f"socket-{number}", sent.data)
            raise AssertionError(f"socket-{number} of seed {SEED}: {error}\n{told}\n{sent.data[:1000]!r}") from error
        count(SOCKET, PROMISES.label(sent.message.method, sent.message.target), status)
