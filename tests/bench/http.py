"""Rulings over HTTP beside a bare Flask echo of the same bytes: processor time of the server and latency.

Both run under deploy/gunicorn.conf.py with one worker each, at the same time. A round asks every kind of question once
about every position, and right after each kind sends the echo requests of the same sizes that ask for answers of the
same sizes. What is reported is the median over the rounds of the ratio within a round, so that a machine that is busy
with something else disturbs both alike: therefore both workers are kept on one processor, and the client on the others.
A process may be a little slower or faster for as long as it lives, so the servers are started anew a few times.
Nothing here is asserted.
"""

import os
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from service.engine.game import Game
from tests.bench.echo import ANSWER_BYTES
from tests.bench.load import Server, ask, post
from tests.bench.questions import KINDS, Asked, Kind, middle
from tests.servers import gunicorn_process

SITTINGS = 4
ROUNDS = 12
"""Of each sitting."""
WARM_UP_ROUNDS = 3
NO_ROUND_AFTER_S = 240.0


@dataclass
class Batch:
    """The same kind of question asked about one position after the other."""

    cpu_s: float
    """Processor time of the server for each."""
    latencies_s: list[float]
    sizes: list[int]
    """Bytes of the answers."""


@dataclass
class Measured:
    """All rounds of one kind."""

    kind: Kind
    service: list[Batch] = field(default_factory=list)
    echo: list[Batch] = field(default_factory=list)
    sent: list[int] = field(default_factory=list)
    """Bytes of the requests."""

    @property
    def ratio(self) -> float:
        """Processor time as a multiple of the echo's: the median of the ratios of the rounds."""
        return statistics.median(s.cpu_s / e.cpu_s for s, e in zip(self.service, self.echo, strict=True))


def measure(game: Game) -> list[Measured]:
    """Every kind of question, in as many rounds as there is time for."""
    asked = Asked(game, middle(game))
    results = [Measured(kind) for kind in KINDS]
    until = time.monotonic() + NO_ROUND_AFTER_S
    for _ in range(SITTINGS):
        _sitting(results, asked, until)
    return results


def _sitting(results: Sequence[Measured], asked: Asked, until: float) -> None:
    with ExitStack() as running:
        started = [
            running.enter_context(gunicorn_process(workers=1)),
            running.enter_context(gunicorn_process(workers=1, app="tests.bench.echo:app")),
        ]
        service, echo = [Server(process.port, process.workers()) for process in started]
        running.enter_context(_apart([*service.workers, *echo.workers]))
        for _ in range(WARM_UP_ROUNDS):
            _round([Measured(kind) for kind in KINDS], asked, service, echo)
        for _ in range(ROUNDS):
            _round(results, asked, service, echo)
            if time.monotonic() > until:
                break


@contextmanager
def _apart(workers: Sequence[int]) -> Iterator[None]:
    """Keeps the workers on one processor, and this process on the others, if there are any, until the end."""
    processors = os.sched_getaffinity(0)
    theirs = {max(processors)}
    for pid in workers:
        os.sched_setaffinity(pid, theirs)
    os.sched_setaffinity(0, processors - theirs or processors)
    try:
        yield
    finally:
        os.sched_setaffinity(0, processors)


def _round(results: Sequence[Measured], asked: Asked, service: Server, echo: Server) -> None:
    for measured in results:
        first, counted = asked.requests(measured.kind)
        for request in first:
            ask(service, request)
        batch = _batch(service, counted)
        bodies = [request.partition(b"\r\n\r\n")[2] for request in counted]
        echoed = [
            post("/echo", body, f"{ANSWER_BYTES}: {size}") for body, size in zip(bodies, batch.sizes, strict=True)
        ]
        measured.service.append(batch)
        measured.echo.append(_batch(echo, echoed))
        measured.sent = [len(body) for body in bodies]


def _batch(server: Server, requests: Sequence[bytes]) -> Batch:
    before = server.cpu_s()
    answers = [ask(server, request) for request in requests]
    cpu_s = (server.cpu_s() - before) / len(requests)
    return Batch(cpu_s, [took for took, _ in answers], [len(body) for _, body in answers])
