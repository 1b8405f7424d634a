"""Rulings over HTTP beside a bare Flask echo of the same bytes: processor time of the server and latency.

Both run under deploy/gunicorn.conf.py with one worker each, at the same time. A round asks every kind of question once
about every position, and right after each kind sends the echo requests of the same sizes that ask for answers of the
same sizes. What is reported is the median over the rounds of the ratio within a round, so that a machine that is busy
with something else disturbs both alike: therefore both workers are kept on one processor, and the client on the others.
A process may be a little slower or faster for as long as it lives, so the servers are started anew a few times.
With redis, that runs on loopback too, and a second worker shares it. Nothing here is asserted.
"""

import os
import statistics
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from service.engine.game import Game
from tests.bench.echo import ANSWER_BYTES
from tests.bench.load import Server, ask, post, rate
from tests.bench.questions import KINDS, WITH_REDIS, Asked, Kind, middle
from tests.servers import gunicorn_process, redis_server

SITTINGS = 4
ROUNDS = 9
"""Of each sitting."""
WARM_UP_ROUNDS = 3
NO_ROUND_AFTER_S = 40.0
FLOOD = 8
"""Rounds of questions that make up one measurement of requests a second."""
MARKED_WITHIN_S = 0.4
"""What a worker has found sound is known to redis after that."""


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
    rates: list[tuple[float, float]] = field(default_factory=list)
    """Requests a second, of the service and of the echo, of one worker with several clients; one pair a sitting."""

    @property
    def ratio(self) -> float:
        """Processor time as a multiple of the echo's: the median of the ratios of the rounds."""
        return statistics.median(s.cpu_s / e.cpu_s for s, e in zip(self.service, self.echo, strict=True))


@dataclass(frozen=True)
class Servers:
    """What is asked, and the echo beside it; with redis a second worker that shares it."""

    service: Server
    echo: Server
    neighbour: Server | None = None


class Results(NamedTuple):
    """Every kind of question about one game."""

    alone: list[Measured]
    with_redis: list[Measured]


def measure(games: Iterable[Game]) -> dict[str, Results]:
    """Every kind of question about each game, by its id.

    The games take turns, so that what keeps a machine busy for some minutes is not all at the expense of one.
    """
    asked = {game.id: Asked(game, middle(game)) for game in games}
    found = {name: Results([Measured(k) for k in KINDS], [Measured(k) for k in WITH_REDIS]) for name in asked}
    for _ in range(SITTINGS):
        for name, results in found.items():
            _sitting(results.alone, asked[name], with_redis=False)
            _sitting(results.with_redis, asked[name], with_redis=True)
    return found


def _sitting(results: Sequence[Measured], asked: Asked, *, with_redis: bool) -> None:
    until = time.monotonic() + NO_ROUND_AFTER_S
    with ExitStack() as running:
        servers = _start(running, with_redis)
        for _ in range(WARM_UP_ROUNDS):
            _round([Measured(measured.kind) for measured in results], asked, servers)
        for _ in range(ROUNDS):
            _round(results, asked, servers)
            if time.monotonic() > until:
                break
        for measured in results:
            _flood(measured, asked, servers)


def _start(running: ExitStack, with_redis: bool) -> Servers:
    env = {"REFEREE_MAX_REQUESTS": "0"}
    if with_redis:
        env["REFEREE_REDIS_URL"] = running.enter_context(redis_server())
    apps = [None, "tests.bench.echo:app", *([None] if with_redis else [])]
    started = [running.enter_context(gunicorn_process(env, workers=1, app=app)) for app in apps]
    servers = [Server(process.port, process.workers()) for process in started]
    running.enter_context(_apart([pid for server in servers for pid in server.workers]))
    return Servers(*servers)


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


def _round(results: Sequence[Measured], asked: Asked, servers: Servers) -> None:
    for measured in results:
        counted = _prepared(measured.kind, asked, servers)
        batch = _batch(servers.service, counted)
        measured.service.append(batch)
        measured.echo.append(_batch(servers.echo, _echoed(counted, batch.sizes)))
        measured.sent = [len(_body_of(request)) for request in counted]


def _flood(measured: Measured, asked: Asked, servers: Servers) -> None:
    counted = [request for _ in range(FLOOD) for request in _prepared(measured.kind, asked, servers)]
    sizes = measured.service[-1].sizes * FLOOD
    measured.rates.append((rate(servers.service, counted), rate(servers.echo, _echoed(counted, sizes))))


def _prepared(kind: Kind, asked: Asked, servers: Servers) -> list[bytes]:
    """The requests of one round, once what has to be asked before has been asked."""
    first, counted = asked.requests(kind)
    for request in first:
        ask(servers.neighbour if kind.elsewhere and servers.neighbour else servers.service, request)
    if kind.elsewhere:
        time.sleep(MARKED_WITHIN_S)
    return counted


def _echoed(requests: Sequence[bytes], sizes: Sequence[int]) -> list[bytes]:
    """Requests to the echo with the same bodies, which ask for answers of these sizes."""
    return [
        post("/echo", _body_of(request), f"{ANSWER_BYTES}: {size}")
        for request, size in zip(requests, sizes, strict=True)
    ]


def _body_of(request: bytes) -> bytes:
    return request.partition(b"\r\n\r\n")[2]


def _batch(server: Server, requests: Sequence[bytes]) -> Batch:
    before = server.cpu_s()
    answers = [ask(server, request) for request in requests]
    cpu_s = (server.cpu_s() - before) / len(requests)
    return Batch(cpu_s, [took for took, _ in answers], [len(body) for _, body in answers])
