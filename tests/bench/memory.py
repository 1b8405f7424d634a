"""The memory of one worker over many requests: whether it is flat once its caches are full.

Positions of random games of every registered game, each time with another salt, so that every state is one that the
worker has never seen: half of the requests ask for a ruling and half for the list. Caches have their default sizes.
"""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice

import msgspec

from service.engine.game import Game
from tests.bench.load import Server, ask, post, resident_bytes
from tests.bench.questions import alone, as_the_service, middle, ruling
from tests.servers import gunicorn_process

REQUESTS = 200_000
SAMPLES = 100
CLIENTS = 2
SALT = b"bench-0000000000"

Sample = tuple[int, int]
"""Requests answered so far, and bytes in RAM."""


def measure(games: list[Game], requests: int = REQUESTS) -> list[Sample]:
    """Memory before the first request and after each hundredth part of them."""
    patterns = cycle(_patterns(games))
    with gunicorn_process({"REFEREE_MAX_REQUESTS": "0"}, workers=1) as process, ThreadPoolExecutor(CLIENTS) as pool:
        (worker,) = process.workers()
        server = Server(process.port, [worker])
        samples = [(0, resident_bytes(worker))]
        part = max(1, requests // SAMPLES)
        for done in range(0, requests, part):
            fresh = (
                pattern.replace(SALT, b"bench-%010d" % (done + number))
                for number, pattern in enumerate(islice(patterns, part))
            )
            for _ in pool.map(lambda request: ask(server, request), fresh):
                pass
            samples.append((done + part, resident_bytes(worker)))
    return samples


def _patterns(games: list[Game]) -> Iterator[bytes]:
    for game in games:
        for state, action in middle(game):
            salted = msgspec.structs.replace(state, salt=SALT.decode())
            for call, members in (("adjudications", ruling), ("legal-actions", alone)):
                yield post(f"/v1/games/{game.id}/{call}", as_the_service(members(salted, action)))


def growth(samples: list[Sample]) -> float:
    """By what share the memory is larger at its highest in the second half than at the beginning of that half."""
    second = [size for _, size in samples[len(samples) // 2 :]]
    return max(second) / second[0] - 1


def report(samples: list[Sample], seconds: float) -> list[str]:
    """What was seen, in words."""
    half, end = samples[len(samples) // 2], samples[-1]
    grown = growth(samples)
    met = "met" if grown <= 0.05 else "falls short"
    return [
        "## Memory",
        "",
        f"One worker, {end[0]:,} requests in {seconds:,.0f} s, every state unseen, caches of their default sizes:",
        f"{samples[0][1] / 2**20:,.0f} MiB before the first, {half[1] / 2**20:,.0f} MiB after {half[0]:,},",
        f"{end[1] / 2**20:,.0f} MiB at the end. Growth over the second half at most {grown:.1%} (goal 5%: {met}).",
        "",
    ]


def measure_and_report(games: list[Game], requests: int = REQUESTS) -> tuple[list[Sample], list[str]]:
    """The samples, and the part of the report about them."""
    started = time.monotonic()
    samples = measure(games, requests)
    return samples, report(samples, time.monotonic() - started)
