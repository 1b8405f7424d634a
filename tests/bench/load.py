"""A client that costs little: one request after the other over loopback, each on a connection of its own.

That is what gunicorn's sync workers do with every client. Bounded in count and in time; an answer other than 200 ends
the measurement.
"""

import os
import socket
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ANSWERS_WITHIN_S = 30.0


@dataclass
class Server:
    """A gunicorn of ours: where it listens, and the processes that answer."""

    port: int
    workers: Sequence[int]
    clocks: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.clocks = [process_clock(pid) for pid in self.workers]

    def cpu_s(self) -> float:
        """Processor time that the workers have used so far, in the kernel and outside."""
        return sum(map(time.clock_gettime, self.clocks))


def process_clock(pid: int) -> int:
    """The id of the clock that runs while a process does (POSIX `clock_getcpuclockid`, as Linux numbers these clocks).

    It counts nanoseconds; /proc/<pid>/stat counts hundredths of a second.
    """
    scheduled = 2
    return (~pid << 3) | scheduled


def post(path: str, body: bytes, *headers: str) -> bytes:
    """The bytes of a POST request."""
    lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", *headers]
    head = "\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""])
    return head.encode() + body


def ask(server: Server, request: bytes) -> tuple[float, bytes]:
    """Seconds from connecting to the end of the answer, and the answer's body. Raises RuntimeError unless it is 200."""
    started = time.perf_counter()
    parts = []
    with socket.create_connection(("127.0.0.1", server.port), ANSWERS_WITHIN_S) as connection:
        connection.sendall(request)
        while data := connection.recv(65536):
            parts.append(data)
    took = time.perf_counter() - started
    head, _, body = b"".join(parts).partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200 "):
        raise RuntimeError(f"{request[:80]!r} is answered with {head[:40]!r}: {body[:400]!r}")
    return took, body


def rate(server: Server, requests: Sequence[bytes], clients: int = 4) -> float:
    """Requests a second when so many clients ask at once, each one request after the other."""
    started = time.perf_counter()
    with ThreadPoolExecutor(clients) as pool:
        for _ in pool.map(lambda request: ask(server, request), requests):
            pass
    return len(requests) / (time.perf_counter() - started)


def resident_bytes(pid: int) -> int:
    """Memory of a process that is in RAM just now, what it shares with others included."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
