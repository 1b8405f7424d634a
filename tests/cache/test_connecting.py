"""Every form of a redis URL against what it names: TLS, a unix socket, sentinels, a cluster; and what fails in each."""

import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
import redis
from redis.crc import key_slot

from service.cache.connecting import Directory, Place, Routes
from service.cache.redis_tier import NOTHING
from tests.cache.watching import Recorder, get, look, put, tier_at, until
from tests.redis_kinds import Cluster, TlsRedis, port_of, redis_cluster, tls_redis, watched_redis
from tests.redis_kinds import until as redis_until
from tests.servers import ROOT, redis_process

pytestmark = pytest.mark.redis

KEYS = [f"referee:v1:{{{number}}}" for number in range(60)]
"""Enough that every server of a cluster has several."""


@pytest.mark.parametrize(
    ("url", "places"),
    [
        ("redis://10.0.0.1", [("10.0.0.1", 6379)]),
        ("redis://name:7000/3", [("name", 7000)]),
        ("rediss://user:p%40ss@[::1]:7000", [("::1", 7000)]),
        ("unix:///run/redis.sock?db=1", [("/run/redis.sock", 0)]),
    ],
)
def test_one_server_is_where_the_url_says(url: str, places: list[tuple[str, int]]) -> None:
    assert Directory(url).fixed() == Routes(tuple(Place(*place) for place in places))


@pytest.mark.parametrize(
    "url", ["redis+sentinel://one,two:7000/main/2", "rediss+cluster://one:1,two:2?ssl_check_hostname=0"]
)
def test_where_the_servers_of_others_are_has_to_be_asked(url: str) -> None:
    assert Directory(url).fixed() is None


def test_keys_are_routed_by_their_slots() -> None:
    first, second = Place("one", 1), Place("two", 2)
    slots = [0] * 8192 + [1] * 8191 + [None]
    routes = Routes((first, second), tuple(slots))
    for key in KEYS:
        assert routes.place_of(key) == (first if key_slot(key.encode()) < 8192 else second)
    orphan = next(f"{number}" for number in range(10**6) if key_slot(b"%d" % number) == 16383)
    assert routes.place_of(orphan) is None


@pytest.fixture(scope="module")
def tls() -> Iterator[TlsRedis]:
    with tls_redis() as server:
        yield server


def test_behind_tls(tls: TlsRedis) -> None:
    tier = tier_at(tls.url)
    put(tier, "a", b"1" * 50_000)
    assert (get(tier, "a"), tier.status()) == (b"1" * 50_000, "ok")
    tier.close()


def test_a_handshake_is_nothing_that_a_request_waits_for(tls: TlsRedis) -> None:
    """It takes longer than a request would wait; once it is done, requests are answered in time."""
    tier = tier_at(tls.url, timeout_ms=20, patience_s=5.0)
    look(tier, "a")
    until(lambda: look(tier, "a").asked)


@pytest.mark.parametrize("lacking", ["ssl_ca_certs", "ssl_certfile"])
def test_who_cannot_be_trusted_is_left_alone(tls: TlsRedis, lacking: str) -> None:
    watch = Recorder()
    given = {"ssl_ca_certs": tls.authority, "ssl_certfile": tls.certificate}
    del given[lacking]
    query = "&".join(f"{name}={path}" for name, path in given.items())
    tier = tier_at(f"{tls.bare_url}?{query}", watch, pauses_s=(60.0, 60.0))
    assert look(tier, "a") == NOTHING
    assert (tier.status(), watch.open) == ("degraded", True)
    tier.close()


def test_a_master_that_is_watched_and_the_one_that_takes_over() -> None:
    with watched_redis() as watched:
        watch = Recorder()
        tier = tier_at(watched.url, watch)
        put(tier, "a", b"1")
        assert (get(tier, "a"), tier.status()) == (b"1", "ok")
        with redis.Redis.from_url(watched.replica.url) as replica:
            until(lambda: replica.get("a"))
            watched.master.kill()
            assert look(tier, "a") == NOTHING
            assert tier.status() == "degraded"
            until(lambda: get(tier, "a") == b"1")
            put(tier, "b", b"2")
            assert replica.get("b") is not None
        assert (tier.status(), watch.open) == ("ok", False)
        tier.close()


def test_a_master_that_has_become_a_replica_is_left_for_the_new_one() -> None:
    """The connection to it is still good: it is the refusal to store that tells."""
    with watched_redis() as watched, redis.Redis(port=watched.sentinel_port) as sentinel:
        watch = Recorder()
        tier = tier_at(watched.url, watch)
        put(tier, "a", b"1")
        old = sentinel.sentinel_get_master_addr_by_name("mymaster")
        redis_until("no failover", lambda: sentinel.execute_command("SENTINEL FAILOVER", "mymaster"))
        until(lambda: sentinel.sentinel_get_master_addr_by_name("mymaster") != old)
        with redis.Redis.from_url(watched.master.url) as demoted:
            # The sentinel does so too, after ten seconds.
            demoted.replicaof("127.0.0.1", port_of(watched.replica))

        def stored() -> bool:
            put(tier, "b", b"2")
            with redis.Redis.from_url(watched.replica.url) as replica:
                return replica.get("b") is not None

        until(stored)
        until(lambda: tier.status() == "ok")
        tier.close()


def test_sentinels_that_are_not_there_or_watch_something_else() -> None:
    with redis_process() as server:
        host = server.tcp_url.removeprefix("redis://").removesuffix("/0")
        # A redis is no sentinel: it does not know the command.
        for hosts in ("127.0.0.1:1", f"127.0.0.1:1,{host}"):
            watch = Recorder()
            tier = tier_at(f"redis+sentinel://{hosts}/mymaster", watch, pauses_s=(60.0, 60.0))
            started = time.perf_counter()
            assert [look(tier, "a") for _ in range(1000)] == [NOTHING] * 1000
            assert time.perf_counter() - started < 2.0
            assert (tier.status(), watch.open, watch["failed", "unreachable"]) == ("degraded", True, 1)
            tier.close()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with redis_cluster() as servers:
        yield servers


def test_a_cluster(cluster: Cluster) -> None:
    one, other = tier_at(cluster.url), tier_at(cluster.url)
    for number, key in enumerate(KEYS):
        assert one.inquiry(key).take_lease(b"token")
        one.inquiry(key).store(b"%d" % number, b"token")
        assert other.inquiry(key).look() == (True, b"%d" % number, False)
        one.leave_mark(f"{key}:mark")
    until(lambda: all(other.is_marked(f"{key}:mark") for key in KEYS))
    assert (one.status(), other.status()) == ("ok", "ok")
    for node in cluster.nodes:
        with redis.Redis.from_url(node.url) as client:
            assert client.dbsize() > 10, "all have their share"
    one.close()
    other.close()


def test_a_slot_that_moves_is_followed(cluster: Cluster) -> None:
    watch = Recorder()
    tier = tier_at(cluster.url, watch)
    key = KEYS[0]
    put(tier, key, b"1")
    slot = key_slot(key.encode())
    giver = cluster.owner_of(slot)
    taker = next(node for node in cluster.nodes if node is not giver)
    clients = {node.url: redis.Redis.from_url(node.url) for node in cluster.nodes}
    ids = {url: client.execute_command("CLUSTER MYID") for url, client in clients.items()}

    def hand_over(old: str, new: str) -> None:
        clients[old].delete(*clients[old].execute_command("CLUSTER GETKEYSINSLOT", slot, 100) or ["none:{x}"])
        # The taker first, as a resharding does it; the third server hears of it from them.
        for url in (new, old):
            clients[url].execute_command("CLUSTER SETSLOT", slot, "NODE", ids[new])

    try:
        hand_over(giver.url, taker.url)
        assert get(tier, key) is None
        until(lambda: look(tier, key).asked)
        put(tier, key, b"2")
        assert clients[taker.url].get(key) is not None
        assert get(tier, key) == b"2"
        assert watch["failed", "moved"] >= 1
        assert not watch.open, "nobody was left alone over it"
    finally:
        hand_over(taker.url, giver.url)
        for client in clients.values():
            client.close()
        tier.close()


def test_one_server_of_a_cluster_goes_away_and_comes_back() -> None:
    with redis_cluster() as cluster:
        watch = Recorder()
        tier = tier_at(cluster.url, watch, timeout_ms=300)
        until(lambda: tier.status() == "ok")
        for key in KEYS:
            put(tier, key, b"1")
        lost = cluster.nodes[0]
        of_lost = [key for key in KEYS if cluster.owner_of(key_slot(key.encode())) is lost]
        others = [key for key in KEYS if key not in of_lost]
        lost.kill()
        for _ in range(20):
            assert {get(tier, key) for key in of_lost} == {None}
        assert {get(tier, key) for key in others} == {b"1"}
        assert (tier.status(), watch.open) == ("degraded", True)
        lost.start()
        until(lambda: tier.status() == "ok")
        for key in of_lost:
            put(tier, key, b"2")
        assert {get(tier, key) for key in of_lost} == {b"2"}
        other = cluster.nodes[2]
        other.suspend()
        started = time.perf_counter()
        for _ in range(20):
            for key in KEYS:
                look(tier, key)
        assert time.perf_counter() - started < 5.0, "one time-out, and then nothing"
        other.resume()
        until(lambda: tier.status() == "ok")
        tier.close()


def test_a_cluster_that_wants_all_of_its_servers_says_so() -> None:
    with redis_cluster("--cluster-require-full-coverage", "yes") as cluster:
        watch = Recorder()
        tier = tier_at(cluster.url, watch)
        put(tier, KEYS[0], b"1")
        cluster.nodes[0].kill()
        until(lambda: not any(look(tier, key).asked for key in KEYS))
        assert (tier.status(), watch["failed", "down"] > 0) == ("degraded", True)
        cluster.nodes[0].start()
        until(lambda: all(look(tier, key).asked for key in KEYS))
        tier.close()


def test_a_server_that_is_no_cluster_is_none() -> None:
    with redis_process() as server:
        host = server.tcp_url.removeprefix("redis://").removesuffix("/0")
        tier = tier_at(f"redis+cluster://{host}", pauses_s=(60.0, 60.0))
        assert (look(tier, "a"), tier.status()) == (NOTHING, "degraded")
        tier.close()


def test_a_cluster_is_used_on_both_sides_of_a_fork(cluster: Cluster) -> None:
    outcome = subprocess.run([sys.executable, "-c", FORKING, cluster.url], cwd=ROOT, check=False, timeout=60)
    assert outcome.returncode == 0


FORKING = """
import os, sys
from tests.cache.test_connecting import KEYS
from tests.cache.watching import get, put, tier_at

tier = tier_at(sys.argv[1])
for key in KEYS:
    put(tier, key, key.encode())
child = os.fork()
mixed = any(get(tier, key) != key.encode() for key in KEYS for _ in range(5))
if child == 0:
    os._exit(int(mixed))
sys.exit(int(mixed) or os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
