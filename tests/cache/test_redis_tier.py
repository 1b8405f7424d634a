"""The redis tier against a real redis-server that is killed, hangs, is full, or is not one."""

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import pytest
import redis

from service.cache.keys import lease_key
from service.cache.redis_tier import NOTHING, Seen
from tests.cache.watching import Recorder, get, look, put, tier_at, until
from tests.redis_kinds import port_of, relay
from tests.servers import ROOT, RedisProcess, free_port, redis_process

pytestmark = pytest.mark.redis

SHORT_MS = 50
"""A time-out for tests in which redis is late."""
SOON_S = 1.0
"""Generous, for a busy machine: far less than if every question had its time-out."""


@pytest.fixture
def own() -> Iterator[RedisProcess]:
    """For tests that harm it."""
    with redis_process() as server:
        yield server


@pytest.mark.parametrize("address", ["url", "tcp_url"])
def test_what_one_worker_puts_another_finds(server: RedisProcess, address: str) -> None:
    one, other = tier_at(getattr(server, address)), tier_at(getattr(server, address))
    value = bytes(range(256)) * 100
    assert look(one, "a") == Seen(asked=True)
    put(one, "a", value)
    put(one, "empty", b"")
    assert (get(other, "a"), get(other, "empty"), other.status()) == (value, b"", "ok")
    one.close()
    other.close()


def test_answers_expire(server: RedisProcess) -> None:
    tier = tier_at(server, ttl_s=1)
    put(tier, "a", b"1")
    with redis.Redis.from_url(server.url) as client:
        assert 0 < int(client.pttl("a")) <= 1000
    assert get(tier, "a") == b"1"
    time.sleep(1.1)
    assert get(tier, "a") is None


def test_the_size_that_counts_is_the_stored_one(server: RedisProcess) -> None:
    watch = Recorder()
    tier = tier_at(server, watch, max_value_bytes=100)
    put(tier, "shrinks", b"x" * 10_000)
    put(tier, "not", bytes(range(200)))
    assert (get(tier, "shrinks"), get(tier, "not")) == (b"x" * 10_000, None)
    assert (watch["stored"], watch["not stored"]) == (1, 0)


def test_large_values_come_through(server: RedisProcess) -> None:
    tier = tier_at(server, max_value_bytes=10**8)
    value = bytes(range(256)) * 40_000
    with redis.Redis.from_url(server.url) as client:
        put(tier, "a", value)
        assert client.strlen("a") < len(value) / 100
    assert get(tier, "a") == value


def test_a_lease_is_taken_once_and_ended_by_its_holder_alone(server: RedisProcess) -> None:
    one, other = tier_at(server).inquiry("a"), tier_at(server).inquiry("a")
    assert one.take_lease(b"1")
    assert other.take_lease(b"2") is False
    other.end_lease(b"2")
    assert other.look() == Seen(asked=True, leased=True)
    with redis.Redis.from_url(server.url) as client:
        client.pexpire(lease_key("a"), 1500)
        until(lambda: client.pttl(lease_key("a")) > 2000)
    one.store(b"value", b"1")
    assert other.look() == Seen(asked=True, value=b"value", leased=False)


def test_marks_are_found_by_others_and_expire(server: RedisProcess) -> None:
    watch = Recorder()
    one, other = tier_at(server), tier_at(server, watch)
    assert not other.is_marked("a")
    for number in range(100):
        one.leave_mark(f"{number}")
    until(lambda: other.is_marked("99"))
    assert all(other.is_marked(f"{number}") for number in range(100))
    assert not other.is_marked("100")
    with redis.Redis.from_url(server.url) as client:
        assert 0 < client.ttl("50") <= 60
    assert watch["marks", "hit"] >= 101


def test_nothing_there_costs_nothing() -> None:
    watch = Recorder()
    tier = tier_at(f"redis://127.0.0.1:{free_port()}/0", watch, pauses_s=(60.0, 60.0))
    started = time.perf_counter()
    for _ in range(1000):
        assert look(tier, "a") == NOTHING
        put(tier, "a", b"1")
        tier.leave_mark("a")
        assert not tier.is_marked("a")
        assert tier.status() == "degraded"
    assert time.perf_counter() - started < SOON_S
    assert watch["failed", "unreachable"] == 1
    assert watch.open
    assert (watch["redis", "error"], watch["redis", "skipped"]) == (1, 999)
    tier.close()


def test_a_killed_redis_is_a_miss_and_a_restarted_one_is_found_again(own: RedisProcess) -> None:
    watch = Recorder()
    tier = tier_at(own, watch)
    put(tier, "a", b"1")
    assert not watch.open
    own.kill()
    assert look(tier, "a") == NOTHING
    assert watch.open
    put(tier, "b", b"2")
    assert tier.status() == "degraded"
    own.start()
    until(lambda: tier.status() == "ok")
    assert not watch.open
    assert (get(tier, "a"), get(tier, "b")) == (None, None), "it was started empty"
    put(tier, "b", b"2")
    assert get(tier, "b") == b"2"


def test_a_restart_between_two_questions_is_not_noticed(own: RedisProcess) -> None:
    watch = Recorder()
    tier = tier_at(own, watch)
    put(tier, "a", b"1")
    own.kill()
    own.start()
    put(tier, "a", b"2")
    assert get(tier, "a") == b"2"
    assert not [name for name in watch.counts if name[0] == "failed"]


def test_a_hanging_redis_costs_one_time_out_and_mixes_no_answers_up(own: RedisProcess) -> None:
    watch = Recorder()
    tier = tier_at(own, watch, timeout_ms=SHORT_MS)
    until(lambda: tier.status() == "ok")
    put(tier, "a", b"1")
    put(tier, "b", b"2")
    own.suspend()
    started = time.perf_counter()
    assert [get(tier, "a") for _ in range(1000)] == [None] * 1000
    put(tier, "c", b"3")
    assert 0.8 * SHORT_MS / 1000 < time.perf_counter() - started < SOON_S
    assert watch["failed", "timeout"] >= 1
    own.resume()
    # The reply to the question that timed out must not be taken for the reply to the next one.
    until(lambda: get(tier, "b") is not None)
    assert get(tier, "b") == b"2"
    until(lambda: get(tier, "a") is not None)
    assert get(tier, "a") == b"1"


def test_a_hanging_redis_does_not_hold_up_the_first_question_for_long(own: RedisProcess) -> None:
    own.suspend()
    for address in (own.url, own.tcp_url):
        tier = tier_at(address, timeout_ms=SHORT_MS)
        started = time.perf_counter()
        assert [get(tier, "a") for _ in range(1000)] == [None] * 1000
        assert time.perf_counter() - started < SOON_S
        assert tier.status() == "degraded"
    own.resume()


def test_a_reply_that_trickles_in_is_late_as_a_whole(server: RedisProcess) -> None:
    put(tier_at(server), "a", bytes(range(256)) * 4)
    with relay(server, byte_s=0.01) as port:
        watch = Recorder()
        tier = tier_at(f"redis://127.0.0.1:{port}/0", watch, timeout_ms=300, patience_s=5.0)
        until(lambda: tier.status() == "ok")
        started = time.perf_counter()
        assert get(tier, "a") is None
        assert time.perf_counter() - started < 2.0, "with a time-out for each byte it would be ten seconds"
        assert watch["failed", "timeout"] == 1
        tier.close()


def test_a_full_redis_is_still_read() -> None:
    with redis_process("--maxmemory", "4mb", "--maxmemory-policy", "noeviction") as server:
        watch = Recorder()
        tier = tier_at(server, watch)
        put(tier, "first", b"1")
        with redis.Redis.from_url(server.url) as client:
            fill(client)
            put(tier, "late", b"2")
            assert (watch["failed", "full"], watch["not stored"]) == (1, 1)
            assert tier.status() == "degraded"
            assert (get(tier, "first"), get(tier, "late")) == (b"1", None)
            assert tier.inquiry("late").take_lease(b"t") is None
            assert not watch.open, "it is not left alone"
            client.config_set("maxmemory", "100mb")
        until(lambda: tier.status() == "ok")
        put(tier, "late", b"2")
        assert get(tier, "late") == b"2"


def fill(client: redis.Redis) -> None:
    """Stores until nothing fits any more."""
    # What is being sent takes memory too, so there is room again after a large value was refused.
    for size in (100_000, 1000, 1):
        with suppress(redis.OutOfMemoryError):
            for number in range(100_000):
                client.set(f"fill{size}-{number}", b"x" * size)


def test_a_redis_that_only_reads_is_read() -> None:
    watch = Recorder()
    with (
        redis_process("--repl-diskless-sync-delay", "0") as master,
        redis_process("--replicaof", f"127.0.0.1 {port_of(master)}") as copy,
    ):
        put(tier_at(master), "a", b"1")
        with redis.Redis.from_url(copy.url) as client:
            until(lambda: client.get("a"))
        replica = tier_at(copy, watch)
        assert get(replica, "a") == b"1"
        put(replica, "b", b"2")
        assert (watch["failed", "read-only"], replica.status()) == (1, "degraded")
        assert get(replica, "a") == b"1"
        with redis.Redis.from_url(copy.url) as client:
            client.replicaof("NO", "ONE")
        until(lambda: replica.status() == "ok")
        put(replica, "b", b"2")
        assert get(replica, "b") == b"2"


def test_a_wrong_password_is_a_miss(own: RedisProcess) -> None:
    with redis.Redis.from_url(own.url) as client:
        client.config_set("requirepass", "right")
    for address in (own.url, own.tcp_url):
        for user, status, failures in ((":wrong@", "degraded", 1), ("", "degraded", 1), (":right@", "ok", 0)):
            watch = Recorder()
            tier = tier_at(address.replace("://", f"://{user}"), watch, pauses_s=(60.0, 60.0))
            put(tier, "a", b"1")
            assert get(tier, "a") == (b"1" if status == "ok" else None)
            assert (tier.status(), watch["failed", "refused"]) == (status, failures)


def test_a_password_that_is_set_later_is_noticed(own: RedisProcess) -> None:
    tier, watch = tier_at(own), Recorder()
    put(tier, "a", b"1")
    with redis.Redis.from_url(own.url) as client:
        client.config_set("requirepass", "new")
        client.client_kill_filter(skipme=True, _type="normal")
        tier = tier_at(own, watch)
        assert look(tier, "a") == NOTHING
        client.config_set("requirepass", "")
    until(lambda: get(tier, "a") == b"1")


@contextmanager
def nonsense(*replies: bytes) -> Iterator[int]:
    """The port of a server that says `replies` in turn, whatever it is asked, on each connection."""

    def serve(connection: socket.socket) -> None:
        with connection:
            for reply in replies:
                if not connection.recv(65536):
                    return
                connection.sendall(reply)
            connection.recv(65536)

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=serve, args=(connection,), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=accept, daemon=True).start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)


WELL = b"$-1\r\n"


@pytest.mark.parametrize(
    ("replies", "kinds"),
    [
        ((b"HTTP/1.1 400 Bad Request\r\n\r\n",), {"protocol"}),
        ((WELL, b"\x00\xff garbage"), {"protocol"}),
        ((WELL, b"-\xff\xfe\r\n"), {"protocol", "refused"}),
        ((WELL, b":17\r\n"), {"value"}),
        ((WELL, b"*1\r\n$1\r\na\r\n"), {"value"}),
        ((WELL, b"*2\r\n:1\r\n$-1\r\n"), {"value"}),
        ((WELL, b"*2\r\n$99\r\nshort\r\n"), {"timeout"}),
        ((WELL, b"-LOADING Redis is loading the dataset in memory\r\n"), {"down"}),
        ((WELL, b"-NOPERM this user has no permissions\r\n"), {"refused"}),
        ((WELL, b"-MASTERDOWN Link with MASTER is down\r\n"), {"down"}),
        ((WELL, b"-ERR max number of clients reached\r\n"), {"lost", "unreachable"}),
        ((b"-LOADING Redis is loading the dataset in memory\r\n",), {"down"}),
        ((b"",), {"timeout", "unreachable"}),
        ((), {"timeout", "unreachable"}),
    ],
)
def test_whatever_a_server_says_is_at_most_a_miss(replies: tuple[bytes, ...], kinds: set[str]) -> None:
    watch = Recorder()
    with nonsense(*replies) as port:
        tier = tier_at(f"redis://127.0.0.1:{port}/0", watch, timeout_ms=200, patience_s=0.2, pauses_s=(60.0, 60.0))
        started = time.perf_counter()
        for _ in range(20):
            assert get(tier, "a") is None
            put(tier, "a", b"1")
        assert time.perf_counter() - started < 2 * SOON_S
        failed = {name[1] for name in watch.counts if name[0] == "failed"}
        assert failed
        assert failed <= kinds | {"protocol"}
        assert failed & kinds
        tier.close()


def test_a_tier_used_before_a_fork_works_on_both_sides(server: RedisProcess) -> None:
    # In an interpreter of its own: this one may have threads, and those do not survive a fork.
    outcome = subprocess.run([sys.executable, "-c", FORKING, server.url], cwd=ROOT, check=False, timeout=60)
    assert outcome.returncode == 0


FORKING = """
import os, sys
from tests.cache.watching import get, put, tier_at

tier = tier_at(sys.argv[1])
for number in range(50):
    put(tier, str(number), str(number).encode())
child = os.fork()
mixed = any(get(tier, str(number)) != str(number).encode() for number in range(50) for _ in range(20))
put(tier, "of the child" if child == 0 else "of the parent", b"1")
if child == 0:
    os._exit(int(mixed))
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
sys.exit(int(mixed or get(tier, "of the child") != b"1" or get(tier, "of the parent") != b"1") or code)
"""


def test_nothing_is_connected_and_no_thread_runs_before_redis_is_asked(server: RedisProcess) -> None:
    before = threading.active_count()
    with redis.Redis.from_url(server.url) as client:
        connected = client.info("clients")["connected_clients"]
        tier = tier_at(server)
        assert client.info("clients")["connected_clients"] == connected
        assert threading.active_count() == before
        get(tier, "a")
        assert client.info("clients")["connected_clients"] == connected + 1
        assert threading.active_count() == before + 1
        tier.close()
        until(lambda: client.info("clients")["connected_clients"] == connected)
        assert threading.active_count() == before


def test_threads_may_share_a_tier(server: RedisProcess) -> None:
    tier = tier_at(server)

    def work(seed: int) -> bool:
        for number in range(200):
            key = f"{seed}-{number}"
            put(tier, key, key.encode())
            if get(tier, key) != key.encode():
                return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(8)))
    tier.close()
