"""A client that sends bytes and does not care what they are, and what may come back to it."""

from __future__ import annotations

import socket
import struct
import time
from typing import Final

from tests.fuzz.promises import Answer, Promises
from tests.fuzz.stopwatch import LONGEST_S
from tests.fuzz.wires import Wire

PATIENCE_S: Final = 30.0
TRIES: Final = 3
BY_GUNICORN: Final = (400, 403, 405, 414, 417, 431, 501, 505)
"""What gunicorn refuses with by itself. 501: a transfer coding that it does not know; 505: another version of HTTP."""

SOUND: Final = b"GET /v1 HTTP/1.1\r\nHost: a\r\n\r\n"


def in_time(port: int, sent: Wire) -> bytes:
    """The answer, the next one to a sound request having come as well. Fails if either always takes too long.

    Seconds pass while others use the processor, so what takes too long gets another chance.
    """
    for _ in range(TRIES):
        begin = time.monotonic()
        told = exchange(port, sent)
        assert exchange(port, Wire(sent.message, SOUND)).startswith(b"HTTP/1.1 200 "), "the next one gets no answer"
        took = time.monotonic() - begin
        if took <= LONGEST_S:
            return told
    raise AssertionError(f"an answer takes {took:.1f} s")


def exchange(port: int, sent: Wire) -> bytes:
    """Everything that comes back until the server closes; nothing for a client that does not wait."""
    told = b""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as connection:
        try:
            start = 0
            for end in (*sent.pauses, len(sent.data)):
                connection.sendall(sent.data[start:end])
                start = end
                if end != len(sent.data):
                    time.sleep(0.001)
            if sent.leaves:
                # Without a farewell: the server gets a reset.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                return b""
            connection.shutdown(socket.SHUT_WR)
            while piece := connection.recv(65536):
                told += piece
        except TimeoutError:
            raise
        except OSError:
            # Refused before everything was sent: what came until then is the answer.
            pass
    return told


def look_at(promises: Promises, sent: Wire, told: bytes) -> str:
    """Fails for an answer that nobody should get. Returns what is counted."""
    told = told.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n")
    if not told:
        assert not sent.sound, "no answer"
        return "none"
    head, _, data = told.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    status = int(first.split()[1])
    if "request-id" not in headers:
        assert status in BY_GUNICORN, f"gunicorn says {first}"
        assert not sent.sound, f"gunicorn refuses a sound request: {first}"
        return f"{status} of gunicorn"
    assert status < 500, f"{first}: {data[-300:]!r}"
    if sent.sound:
        answer = Answer(status, headers, data)
        promises.look_at(sent.message.method, sent.message.target, answer)
        assert status == 200, f"a sound request is refused: {status}"
    return str(status)
