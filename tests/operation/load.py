"""Steady load over direct connections, and what became of each request."""

import collections
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

BODY = json.dumps({"players": 2, "chance": {"seed": "a"}}).encode()
REQUEST = (
    b"POST /v1/games/stones/states HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(BODY), BODY)
)
Outcomes = collections.Counter[str]


def outcome(address: tuple[str, int] | str) -> str:
    """`200`; `refused` where there was no connection; any other status; or how the request was `lost`.

    A request is lost if the connection was made and no whole answer came.
    """
    family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
    with socket.socket(family) as connection:
        connection.settimeout(30)
        try:
            connection.connect(address)
        except (ConnectionRefusedError, FileNotFoundError):
            return "refused"
        answer = b""
        try:
            connection.sendall(REQUEST)
            while chunk := connection.recv(65536):
                answer += chunk
        except OSError as error:
            return f"lost: {error!r} after {len(answer)} bytes"
    head, _, body = answer.partition(b"\r\n\r\n")
    lengths = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    if not lengths or int(lengths[0].split(b":")[1]) != len(body):
        return f"lost: {answer[:200]!r}"
    return head.split()[1].decode()


@contextmanager
def loaded(address: tuple[str, int] | str, clients: int = 24) -> Iterator[Outcomes]:
    """So many clients, each with one request after the other, until the service is gone or the context ends."""
    outcomes: Outcomes = collections.Counter()
    over = threading.Event()

    def ask() -> None:
        while not over.is_set():
            result = outcome(address)
            outcomes[result] += 1
            if result == "refused":
                return

    threads = [threading.Thread(target=ask) for _ in range(clients)]
    for thread in threads:
        thread.start()
    try:
        yield outcomes
    finally:
        over.set()
        for thread in threads:
            thread.join()
