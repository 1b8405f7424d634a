"""Where an answer comes from, and that of several who ask the same only one computes."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis

from service.cache import Answers, MemoryTier, answer_cache, open_link
from service.cache.keys import lease_key
from tests.cache.watching import PATIENT_MS, Recorder, get, put, tier_at
from tests.servers import RedisProcess, redis_process

KEY = "referee:v1:{a}"


class Work:
    """Something to compute that counts how often that is done."""

    def __init__(self, seconds: float = 0.0, value: bytes = b"answer") -> None:
        self.seconds, self.value, self.done = seconds, value, 0
        self._lock = threading.Lock()

    def __call__(self) -> bytes:
        time.sleep(self.seconds)
        with self._lock:
            self.done += 1
        return self.value


@pytest.fixture
def worker(server: RedisProcess) -> Iterator[Callable[..., Answers]]:
    """Makes caches as the workers of one service have them."""
    made: list[Answers] = []

    def make(
        watch: Recorder | None = None, *, near: int = 100_000, min_ms: float = 0.0, wait_ms: int = 5000
    ) -> Answers:
        far = tier_at(server, watch)
        made.append(Answers(MemoryTier(near), far, min_ms=min_ms, wait_ms=wait_ms, watch=watch))
        return made[-1]

    yield make
    for answers in made:
        answers.close()


def alone(watch: Recorder | None = None, *, near: int = 100_000, wait_ms: int = 5000) -> Answers:
    """A cache without redis."""
    return Answers(MemoryTier(near), None, min_ms=0.3, wait_ms=wait_ms, watch=watch)


def ask(answers: Answers, work: Callable[[], bytes], key: str = KEY, kind: str = "kind") -> tuple[bytes, bool]:
    """As a worker asks."""
    recent = answers.recent(key)
    return (recent, True) if recent is not None else tuple(answers.answer(key, kind, work))


def commands(server: RedisProcess) -> dict[str, int]:
    """What clients have sent since the statistics were reset."""
    with redis.Redis.from_url(server.url, protocol=2, driver_info=None) as client:
        stats = client.info("commandstats")
    return {name.removeprefix("cmdstat_"): stat["calls"] for name, stat in stats.items()}


def test_an_answer_is_computed_once_and_then_remembered() -> None:
    watch, work = Recorder(), Work()
    answers = alone(watch)
    assert [ask(answers, work) for _ in range(3)] == [(b"answer", False), (b"answer", True), (b"answer", True)]
    assert (work.done, watch["memory", "miss"], watch["memory", "hit"]) == (1, 1, 2)
    assert answers.status() == "ok"


@pytest.mark.redis
def test_what_one_worker_has_computed_another_finds(worker: Callable[..., Answers]) -> None:
    watch, work = Recorder(), Work()
    one, other = worker(), worker(watch)
    assert ask(one, work) == (b"answer", False)
    assert [ask(other, work), ask(other, work)] == [(b"answer", True)] * 2
    assert (work.done, watch["redis", "hit"], watch["memory", "hit"]) == (1, 1, 1)


@pytest.mark.redis
def test_an_empty_answer_is_an_answer(worker: Callable[..., Answers]) -> None:
    work = Work(value=b"")
    one, other = worker(), worker()
    assert [ask(one, work), ask(one, work), ask(other, work)] == [(b"", False), (b"", True), (b"", True)]


@pytest.mark.redis
def test_a_worker_that_remembers_nothing_still_has_redis(worker: Callable[..., Answers]) -> None:
    work = Work()
    answers = worker(near=0)
    assert [ask(answers, work)[1] for _ in range(3)] == [False, True, True]


@pytest.mark.redis
def test_cheap_answers_stay_here_and_cheap_kinds_are_not_looked_for(
    worker: Callable[..., Answers], server: RedisProcess
) -> None:
    watch, cheap = Recorder(), Work()
    answers = worker(watch, min_ms=1000.0)
    ask(answers, cheap, "referee:v1:{1}")
    first = commands(server)
    assert "eval" in first, "an unknown kind takes a lease, and gives it back"
    for number in range(2, 10):
        ask(answers, cheap, f"referee:v1:{{{number}}}")
    assert commands(server).get("mget") == first["mget"] == 1
    assert commands(server)["set"] == first["set"]
    assert watch["redis", "skipped"] == 8
    with redis.Redis.from_url(server.url) as client:
        assert client.keys("*") == []


@pytest.mark.redis
def test_a_dear_answer_of_a_cheap_kind_is_stored_all_the_same(worker: Callable[..., Answers]) -> None:
    one, other = worker(min_ms=20.0), worker(min_ms=20.0)
    ask(one, Work(), "referee:v1:{1}")
    ask(one, Work(0.1), "referee:v1:{2}")
    assert ask(other, Work(), "referee:v1:{2}")[1]


@pytest.mark.redis
def test_a_miss_costs_one_round_trip_and_kinds_of_middling_cost_take_no_lease(
    worker: Callable[..., Answers], server: RedisProcess
) -> None:
    answers, work = worker(), Work()
    ask(answers, work, "referee:v1:{1}")
    with redis.Redis.from_url(server.url) as client:
        client.config_resetstat()
    ask(answers, work, "referee:v1:{2}")
    counted = commands(server)
    assert (counted["mget"], counted["set"]) == (1, 1)
    assert not {"eval", "get", "multi"} & set(counted)


def test_threads_that_ask_the_same_wait_for_one() -> None:
    watch, work = Recorder(), Work(0.3)
    answers = alone(watch, near=0)
    with ThreadPoolExecutor(8) as pool:
        given = list(pool.map(lambda _: ask(answers, work), range(8)))
    assert {data for data, _ in given} == {b"answer"}
    assert [known for _, known in given].count(False) == work.done == 1
    assert watch["waited"] == 7


def test_threads_that_ask_something_else_do_not_wait() -> None:
    answers, meeting = alone(), threading.Barrier(4, timeout=20)

    def work() -> bytes:
        meeting.wait()
        return b"met"

    with ThreadPoolExecutor(4) as pool:
        given = list(pool.map(lambda number: ask(answers, work, f"{number}"), range(4)))
    assert given == [(b"met", False)] * 4


def test_after_an_error_the_next_thread_tries() -> None:
    answers, tries, entered = alone(), [0], threading.Event()

    def work() -> bytes:
        tries[0] += 1
        if tries[0] == 1:
            entered.set()
            time.sleep(0.1)
            raise ArithmeticError("too much")
        return b"answer"

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(ask, answers, work)
        entered.wait()
        second = pool.submit(ask, answers, work)
        with pytest.raises(ArithmeticError):
            first.result()
        assert second.result() == (b"answer", False)


def test_a_thread_that_has_waited_in_vain_computes() -> None:
    watch, release, entered = Recorder(), threading.Event(), threading.Event()
    answers = alone(watch, wait_ms=50)

    def slow() -> bytes:
        entered.set()
        release.wait(20)
        return b"answer"

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(ask, answers, slow)
        entered.wait()
        assert ask(answers, Work()) == (b"answer", False)
        release.set()
        assert first.result() == (b"answer", False)
    assert watch["timed-out"] == 1


@pytest.mark.redis
def test_workers_that_ask_the_same_wait_for_one(worker: Callable[..., Answers], server: RedisProcess) -> None:
    watch, work = Recorder(), Work(0.5)
    workers = [worker(watch, wait_ms=30_000) for _ in range(4)]
    with ThreadPoolExecutor(8) as pool:
        given = list(pool.map(lambda number: ask(workers[number % 4], work), range(8)))
    assert {data for data, _ in given} == {b"answer"}
    assert [known for _, known in given].count(False) == work.done == 1
    assert (watch["led"], watch["waited"], watch["timed-out"]) == (1, 7, 0)
    with redis.Redis.from_url(server.url) as client:
        assert client.keys("*:lease") == []


@pytest.mark.redis
def test_an_error_ends_the_lease_and_the_next_worker_computes(
    worker: Callable[..., Answers], server: RedisProcess
) -> None:
    one, other, entered = worker(wait_ms=30_000), worker(wait_ms=30_000), threading.Event()

    def fail() -> bytes:
        entered.set()
        time.sleep(0.2)
        raise ArithmeticError("too much")

    with ThreadPoolExecutor(1) as pool:
        failing = pool.submit(ask, one, fail)
        entered.wait()
        started = time.monotonic()
        assert ask(other, Work()) == (b"answer", False)
        assert time.monotonic() - started < 20, "it did not wait for the lease to expire"
        with pytest.raises(ArithmeticError):
            failing.result()


@pytest.mark.redis
def test_the_lease_of_a_worker_that_has_died_runs_out(worker: Callable[..., Answers], server: RedisProcess) -> None:
    watch = Recorder()
    answers = worker(watch, wait_ms=30_000)
    with redis.Redis.from_url(server.url) as client:
        client.set(lease_key(KEY), b"of the dead", px=300)
        assert ask(answers, Work()) == (b"answer", False)
        assert client.get(lease_key(KEY)) is None
    assert (watch["led"], watch["timed-out"]) == (1, 0)


@pytest.mark.redis
def test_a_worker_that_has_waited_in_vain_computes_and_leaves_the_lease_alone(
    worker: Callable[..., Answers], server: RedisProcess
) -> None:
    watch = Recorder()
    answers = worker(watch, wait_ms=100)
    with redis.Redis.from_url(server.url) as client:
        client.set(lease_key(KEY), b"of a slow one", px=60_000)
        assert ask(answers, Work()) == (b"answer", False)
        assert client.get(lease_key(KEY)) == b"of a slow one"
    assert (watch["led"], watch["timed-out"]) == (0, 1)
    assert ask(worker(), Work(value=b"never computed")) == (b"answer", True), "it has stored what it has computed"


@pytest.mark.redis
def test_whoever_computed_for_too_long_does_not_end_the_lease_of_the_next(
    worker: Callable[..., Answers], server: RedisProcess
) -> None:
    answers = worker(wait_ms=50)
    with redis.Redis.from_url(server.url) as client:

        def work() -> bytes:
            time.sleep(0.1)
            client.set(lease_key(KEY), b"of the next", px=60_000)
            return b"answer"

        assert ask(answers, work) == (b"answer", False)
        assert client.get(lease_key(KEY)) == b"of the next"


@pytest.mark.redis
def test_with_no_time_to_wait_there_are_no_leases(worker: Callable[..., Answers], server: RedisProcess) -> None:
    assert ask(worker(wait_ms=0), Work(0.02)) == (b"answer", False)
    assert commands(server)["set"] == 1
    assert "eval" not in commands(server)


@pytest.mark.redis
def test_a_value_that_is_not_ours_is_a_miss_and_is_replaced(
    worker: Callable[..., Answers], server: RedisProcess
) -> None:
    watch = Recorder()
    with redis.Redis.from_url(server.url) as client:
        for number, garbage in enumerate((b"", b"garbage", b"\x02\x00\x00\x00\x00" + b"(" * 50)):
            client.set(f"referee:v1:{{{number}}}", garbage)
            assert ask(worker(watch), Work(), f"referee:v1:{{{number}}}") == (b"answer", False)
            assert ask(worker(), Work(), f"referee:v1:{{{number}}}") == (b"answer", True)
        client.lpush("referee:v1:{list}", "x")
    assert ask(worker(), Work(), "referee:v1:{list}") == (b"answer", False)
    assert (watch["failed", "value"], watch["redis", "error"]) == (3, 3)


@pytest.mark.redis
def test_without_redis_answers_go_on() -> None:
    with redis_process() as own:
        watch, work = Recorder(), Work(0.02)
        far = tier_at(own, watch)
        put(far, "warm", b"x")
        answers = Answers(MemoryTier(0), far, min_ms=0.0, wait_ms=5000, watch=watch)
        own.kill()
        started = time.monotonic()
        assert [ask(answers, work) for _ in range(20)] == [(b"answer", False)] * 20
        assert time.monotonic() - started < 4, "nobody waits for a lease that nobody can have"
        assert answers.status() == "degraded"
        assert get(far, "warm") is None
        answers.close()


def test_the_cache_is_what_the_settings_ask_for() -> None:
    def built(redis_url: str | None) -> Answers:
        return answer_cache(
            open_link(redis_url, redis_timeout_ms=PATIENT_MS),
            cache_bytes=1000,
            cache_ttl_s=60,
            cache_min_ms=0.3,
            cache_max_value_bytes=1000,
            cache_wait_ms=100,
        )

    assert built(None).far is None
    assert built("unix:///nowhere/redis.sock?db=0").far is not None
    for url in ("http://localhost", "redis+magic://localhost", "redis://localhost?ssl_nonsense=1"):
        with pytest.raises(ValueError):
            built(url)
