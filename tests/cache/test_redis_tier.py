"""The redis tier against a real redis-server that is killed, hangs, or is full."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis

from service.cache import MemoryTier, RedisTier, Tiers, answer_cache
from tests.servers import ROOT, RedisProcess, free_port, redis_process

pytestmark = pytest.mark.redis


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def shared() -> Iterator[RedisProcess]:
    with redis_process() as server:
        yield server


@pytest.fixture
def server(shared: RedisProcess) -> RedisProcess:
    with redis.Redis.from_url(shared.url) as client:
        client.flushall()
        client.config_resetstat()
    return shared


@pytest.fixture
def own() -> Iterator[RedisProcess]:
    """For tests that harm it."""
    with redis_process() as server:
        yield server


def tier_at(url: str, clock: Clock | None = None, timeout_ms: int = 5000, **more: int) -> RedisTier:
    return RedisTier(url, ttl_s=60, timeout_ms=timeout_ms, clock=clock or Clock(), **more)


@pytest.mark.parametrize("address", ["url", "tcp_url"])
def test_what_one_worker_puts_another_finds(server: RedisProcess, address: str) -> None:
    one, other = tier_at(getattr(server, address)), tier_at(getattr(server, address))
    value = bytes(range(256)) * 100
    assert one.get("a") is None
    one.put("a", value, 1.0)
    one.put("empty", b"", 1.0)
    assert (other.get("a"), other.get("empty"), other.status()) == (value, b"", "ok")
    one.close()
    other.close()


def test_answers_expire(server: RedisProcess) -> None:
    tier = RedisTier(server.url, ttl_s=1, timeout_ms=5000)
    tier.put("a", b"1", 1.0)
    with redis.Redis.from_url(server.url) as client:
        assert 0 < int(client.pttl("a")) <= 1000
    assert tier.get("a") == b"1"
    time.sleep(1.1)
    assert tier.get("a") is None


def test_large_values_stay_out(server: RedisProcess) -> None:
    tier = tier_at(server.url, max_value_bytes=100)
    tier.put("fits", b"x" * 100, 1.0)
    tier.put("not", b"x" * 101, 1.0)
    assert (tier.get("fits"), tier.get("not")) == (b"x" * 100, None)


def test_one_round_trip_for_each_question(server: RedisProcess) -> None:
    tier = tier_at(server.url)
    tier.get("a")
    with redis.Redis.from_url(server.url, protocol=2, driver_info=None) as client:
        client.config_resetstat()
        for _ in range(10):
            tier.get("a")
        counted = {name: stat["calls"] for name, stat in client.info("commandstats").items()}
    assert counted.pop("cmdstat_get") == 10
    assert not set(counted) - {"cmdstat_config|resetstat", "cmdstat_config", "cmdstat_info"}


def test_a_key_of_another_type_is_a_miss(server: RedisProcess) -> None:
    with redis.Redis.from_url(server.url) as client:
        client.lpush("a", "x")
    tier = tier_at(server.url)
    assert tier.get("a") is None
    tier.put("b", b"1", 1.0)
    assert tier.get("b") == b"1"


def test_nothing_there_costs_one_attempt_and_then_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    tier = tier_at(f"redis://127.0.0.1:{free_port()}/0", clock)
    attempts = 0
    connect: Callable[[redis.Connection], None] = redis.Connection.connect

    def counted(connection: redis.Connection) -> None:
        nonlocal attempts
        attempts += 1
        connect(connection)

    monkeypatch.setattr(redis.Connection, "connect", counted)
    for _ in range(100):
        assert tier.get("a") is None
        tier.put("a", b"1", 1.0)
        assert tier.status() == "degraded"
    assert attempts == 1
    clock.now += 1.1
    assert tier.get("a") is None
    assert attempts == 2


def test_a_killed_redis_is_a_miss_and_a_restarted_one_is_used_again(own: RedisProcess) -> None:
    clock = Clock()
    tier = tier_at(own.url, clock)
    tier.put("a", b"1", 1.0)
    own.kill()
    assert tier.get("a") is None
    tier.put("b", b"2", 1.0)
    assert tier.status() == "degraded"
    own.start()
    assert tier.status() == "degraded", "it is left alone for a while"
    clock.now += 1.1
    assert tier.status() == "ok"
    assert (tier.get("a"), tier.get("b")) == (None, None)
    tier.put("b", b"2", 1.0)
    assert tier.get("b") == b"2"


def test_a_restart_between_two_questions_is_not_noticed(own: RedisProcess) -> None:
    tier = tier_at(own.url)
    tier.put("a", b"1", 1.0)
    own.kill()
    own.start()
    tier.put("a", b"2", 1.0)
    assert tier.get("a") == b"2"


def test_a_hanging_redis_costs_one_time_out_and_mixes_no_answers_up(own: RedisProcess) -> None:
    clock = Clock()
    tier = tier_at(own.url, clock, timeout_ms=50)
    tier.put("a", b"1", 1.0)
    tier.put("b", b"2", 1.0)
    own.suspend()
    started = time.perf_counter()
    assert [tier.get("a") for _ in range(50)] == [None] * 50
    tier.put("c", b"3", 1.0)
    # Generous, for a busy machine: without the pause it would be 50 time-outs, 2.5 s.
    assert 0.04 < time.perf_counter() - started < 1.0
    own.resume()
    clock.now += 1.1
    # The reply to the question that timed out must not be taken for the reply to the next one.
    found = _patiently(lambda: tier.get("b"), clock)
    assert found == b"2"
    assert _patiently(lambda: tier.get("a"), clock) == b"1"


def test_a_hanging_redis_does_not_hold_up_a_new_connection_for_long(own: RedisProcess) -> None:
    own.suspend()
    for address in (own.url, own.tcp_url):
        tier = tier_at(address, timeout_ms=50)
        started = time.perf_counter()
        assert tier.get("a") is None
        assert time.perf_counter() - started < 1.0
        assert tier.status() == "degraded"
    own.resume()


def test_a_full_redis_is_still_read() -> None:
    with redis_process("--maxmemory", "4mb", "--maxmemory-policy", "noeviction") as server:
        clock = Clock()
        tier = tier_at(server.url, clock)
        tier.put("first", b"1", 1.0)
        for number in range(200):
            tier.put(f"fill{number}", b"x" * 100_000, 1.0)
        assert tier.status() == "degraded"
        assert tier.get("first") == b"1"
        tier.put("late", b"2", 1.0)
        assert tier.get("late") is None
        with redis.Redis.from_url(server.url) as client:
            client.config_set("maxmemory", "100mb")
        clock.now += 1.1
        assert tier.status() == "ok"
        tier.put("late", b"2", 1.0)
        assert tier.get("late") == b"2"


def test_a_wrong_password_is_a_miss(own: RedisProcess) -> None:
    with redis.Redis.from_url(own.url) as client:
        client.config_set("requirepass", "right")
    tier = tier_at(own.tcp_url.replace("redis://", "redis://:wrong@"))
    tier.put("a", b"1", 1.0)
    assert tier.get("a") is None
    assert tier.status() == "degraded"
    assert tier_at(own.tcp_url.replace("redis://", "redis://:right@")).status() == "ok"


def test_a_tier_used_before_a_fork_works_on_both_sides(server: RedisProcess) -> None:
    # In an interpreter of its own: this one may have threads, and those do not survive a fork.
    outcome = subprocess.run([sys.executable, "-c", FORKING, server.url], cwd=ROOT, check=False, timeout=60)
    assert outcome.returncode == 0


FORKING = """
import os, sys
from service.cache import RedisTier

tier = RedisTier(sys.argv[1], ttl_s=60, timeout_ms=5000)
for number in range(50):
    tier.put(str(number), str(number).encode(), 1.0)
child = os.fork()
mixed = any(tier.get(str(number)) != str(number).encode() for number in range(50) for _ in range(20))
if child == 0:
    os._exit(int(mixed))
sys.exit(int(mixed) or os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_threads_may_share_a_tier(server: RedisProcess) -> None:
    tier = tier_at(server.url)

    def work(seed: int) -> bool:
        for number in range(200):
            key = f"{seed}-{number}"
            tier.put(key, key.encode(), 1.0)
            if tier.get(key) != key.encode():
                return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(8)))


def test_two_workers_share_through_redis_and_go_on_without_it(own: RedisProcess) -> None:
    def worker() -> Tiers:
        cache = answer_cache(
            cache_bytes=100_000, redis_url=own.url, cache_ttl_s=60, cache_min_ms=0.3, redis_timeout_ms=5000
        )
        assert isinstance(cache, Tiers)
        return cache

    one, other = worker(), worker()
    one.put("dear", b"1", 5.0)
    one.put("cheap", b"2", 0.1)
    assert (other.get("dear"), other.get("cheap")) == (b"1", None)
    own.kill()
    assert (other.get("dear"), one.get("cheap"), one.get("other")) == (b"1", b"2", None)
    assert one.status() == "degraded"
    one.put("new", b"3", 5.0)
    assert one.get("new") == b"3"
    one.close()
    other.close()


def test_a_near_tier_that_keeps_nothing_leaves_redis_to_answer(server: RedisProcess) -> None:
    tiers = Tiers(MemoryTier(0), tier_at(server.url), min_ms=0.0)
    tiers.put("a", b"1", 0.0)
    assert tiers.get("a") == b"1"


def _patiently(ask: Callable[[], bytes | None], clock: Clock) -> bytes | None:
    """Asks again after each pause: a process that was just woken may need longer than one time-out."""
    for _ in range(50):
        found = ask()
        if found is not None:
            return found
        clock.now += 1.1
        time.sleep(0.02)
    return None
