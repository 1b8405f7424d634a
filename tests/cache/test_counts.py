"""Counting requests: in this process, in redis, and from one to the other when redis goes away and comes back."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
import redis

from service.cache.counts import Count, Counts, OwnCounts, SharedCounts, request_counts
from tests.cache.watching import link_to
from tests.servers import RedisProcess, redis_process


class Clock:
    """A clock that the test sets."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def test_so_many_and_no_more() -> None:
    counts = OwnCounts(clock=Clock())
    taken = [counts.take("a", 3, 60) for _ in range(5)]
    assert [count.taken for count in taken] == [True, True, True, False, False]
    assert [count.remaining(3, 60) for count in taken] == [2, 1, 0, 0, 0]
    assert counts.take("b", 3, 60).taken
    assert counts.take("a", 3, 3600).taken


def test_the_window_before_fades() -> None:
    clock = Clock(60 * 20_000.0)
    counts = OwnCounts(clock=clock)
    for _ in range(10):
        assert counts.take("a", 10, 60).taken
    clock.now += 60 + 30
    # Half of the ten are less than a minute ago, as far as two numbers can tell.
    assert [counts.take("a", 10, 60).taken for _ in range(7)] == [True] * 5 + [False] * 2
    clock.now += 180
    assert counts.take("a", 10, 60) == Count(True, 0, 1, 30.0)


@pytest.mark.parametrize("seed", range(20))
def test_who_waits_as_long_as_told_gets_through(seed: int) -> None:
    """And who waits clearly less does not."""
    rng = random.Random(seed)
    limit, seconds = rng.choice([1, 2, 7, 50]), rng.choice([1, 60, 3600])
    clock = Clock(rng.uniform(0, 10**9))
    counts = OwnCounts(clock=clock)
    waited = 0
    for _ in range(400):
        count = counts.take("a", limit, seconds)
        if count.taken:
            clock.now += rng.choice([0.0, rng.uniform(0, 3 * seconds / limit)])
            continue
        waited += 1
        wait = count.free_in_s(limit, seconds)
        assert 0 <= wait <= seconds
        now = clock.now
        if wait > 0.01:
            clock.now = now + wait - 0.01
            assert not counts.take("a", limit, seconds).taken
        clock.now = now + wait + 0.01
        assert counts.take("a", limit, seconds).taken
    assert waited > 10


def test_what_is_kept_has_an_end() -> None:
    counts = OwnCounts(remembered=2, clock=Clock())
    for client in ("a", "b", "a", "c"):
        counts.take(client, 5, 60)
    assert counts.take("a", 5, 60).now == 3
    assert counts.take("b", 5, 60).now == 1


def test_several_threads_count_together() -> None:
    counts = OwnCounts(clock=Clock())
    taken: list[bool] = []

    def ask() -> None:
        taken.extend(counts.take("a", 1000, 60).taken for _ in range(500))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(taken) == 1000


@pytest.fixture(scope="module")
def server() -> Iterator[RedisProcess]:
    with redis_process() as process:
        yield process


def shared(url: str, timeout_ms: int = 2000) -> Counts:
    made = request_counts(link_to(url, timeout_ms=timeout_ms))
    assert isinstance(made, SharedCounts)
    return made


@pytest.mark.redis
def test_two_workers_count_together(server: RedisProcess) -> None:
    first, second = shared(server.url), shared(server.tcp_url)
    taken = [counts.take("both", 4, 3600) for counts in (first, second, second, first, second, first)]
    assert [count.taken for count in taken] == [True] * 4 + [False] * 2
    assert [count.now for count in taken] == [1, 2, 3, 4, 4, 4]
    assert not any(pair[0].left_s < pair[1].left_s for pair in pairwise(taken))


@pytest.mark.redis
def test_redis_counts_as_this_process_does(server: RedisProcess) -> None:
    """The same requests at the same moments, as far as two clocks can agree: windows of a second, asked for three."""
    common, own = shared(server.url), OwnCounts()
    until = time.monotonic() + 3.2
    asked = differed = 0
    while time.monotonic() < until:
        pair = common.take("pace", 20, 1), own.take("pace", 20, 1)
        asked, differed = asked + 1, differed + (pair[0].taken != pair[1].taken)
        time.sleep(0.02)
    assert asked > 60
    assert differed <= asked // 6


@pytest.mark.redis
def test_nothing_is_left_of_who_stays_away(server: RedisProcess) -> None:
    shared(server.url).take("gone", 5, 1)
    with redis.Redis.from_url(server.url) as client:
        assert client.keys("*gone*")
        time.sleep(2.2)
        assert client.keys("*gone*") == []


def trouble(server: RedisProcess, start: Callable[[], None], end: Callable[[], None]) -> None:
    """While redis is in trouble every request is counted by this process, and at little cost."""
    counts = shared(server.tcp_url, timeout_ms=20)
    counts.take("client", 1000, 3600)
    start()
    try:
        took = []
        for _ in range(50):
            began = time.perf_counter()
            assert counts.take("client", 1000, 3600).taken
            took.append(time.perf_counter() - began)
        # The first one waits for the time-out, all others for nothing. (Generous: two cores are shared by many.)
        assert sorted(took)[-2] < 0.02
        assert max(took) < 0.2
        assert counts.take("client", 50, 3600).taken is False
    finally:
        end()
    fresh = shared(server.tcp_url)
    for _ in range(100):
        fresh.take("all", 10**6, 3600)
    until = time.monotonic() + 10
    while counts.take("all", 10**6, 3600).now <= 100:
        assert time.monotonic() < until, "it never went back to redis"
        time.sleep(0.05)


@pytest.mark.redis
def test_redis_hangs() -> None:
    with redis_process() as server:
        trouble(server, server.suspend, server.resume)


@pytest.mark.redis
def test_redis_dies_and_comes_back_empty() -> None:
    with redis_process() as server:
        trouble(server, server.kill, server.start)


@pytest.mark.redis
def test_a_redis_that_is_full_counts_nothing() -> None:
    with redis_process("--maxmemory", "1", "--maxmemory-policy", "noeviction") as server:
        counts = shared(server.url)
        assert [counts.take("a", 2, 3600).taken for _ in range(3)] == [True, True, False]


def test_without_redis_the_process_counts() -> None:
    assert isinstance(request_counts(None), OwnCounts)
