"""What can happen to redis. A request never notices but by the time that it takes."""

from __future__ import annotations

import time
from collections.abc import Callable

import redis

from tests.chaos.instance import Counts, Instance, instance
from tests.chaos.outcome import Outcome, Wanted
from tests.chaos.scene import ASK_REDIS_EVERY_TIME, Run, Stage, under_load
from tests.redis_kinds import redis_cluster
from tests.servers import RedisProcess, redis_process

WORKERS = 2
FOUND_WITHIN_S = 15.0
"""Three times the longest pause between two attempts to reach a redis that was lost."""
OPENINGS = "referee_redis_breaker_openings_total"
CLOSE_ENOUGH_MS = 5.0
"""What a broken redis may cost a request on average."""
Happens = Callable[[Stage, RedisProcess], None]
Scene = Callable[[Run], Outcome]


def killed(run: Run) -> Outcome:
    """It crashes, and starts again empty."""

    def happens(stage: Stage, server: RedisProcess) -> None:
        stage.during(server.kill)
        stage.during(server.start, seconds=run.during_s / 2)

    return _scene("kill -9 redis, start it again", run, happens, opens=True)


def emptied(run: Run) -> Outcome:
    """It goes on without what it knew; then it is stopped as an operator would, and started."""

    def flush(server: RedisProcess) -> Callable[[], None]:
        def done() -> None:
            with redis.Redis.from_url(server.url) as client:
                client.flushall()

        return done

    def restart(server: RedisProcess) -> Callable[[], None]:
        def done() -> None:
            with redis.Redis.from_url(server.url) as client:
                client.shutdown(nosave=True)
            server.kill()
            server.start()

        return done

    def happens(stage: Stage, server: RedisProcess) -> None:
        stage.during(flush(server), seconds=run.during_s / 2)
        stage.during(restart(server))

    return _scene("redis emptied, then restarted empty", run, happens, opens=False)


def suspended(run: Run) -> Outcome:
    """It takes connections and answers nothing."""

    def happens(stage: Stage, server: RedisProcess) -> None:
        stage.during(server.suspend)
        stage.during(server.resume, seconds=run.during_s / 2)

    return _scene("SIGSTOP redis, then SIGCONT", run, happens, opens=True)


def full(run: Run) -> Outcome:
    """It can be read, and stores nothing."""

    def fill(server: RedisProcess) -> Callable[[], None]:
        def done() -> None:
            with redis.Redis.from_url(server.url) as client:
                client.config_set("maxmemory-policy", "noeviction")
                client.config_set("maxmemory", client.info("memory")["used_memory"] // 2)

        return done

    def relieve(server: RedisProcess) -> Callable[[], None]:
        def done() -> None:
            with redis.Redis.from_url(server.url) as client:
                client.config_set("maxmemory", 0)

        return done

    def happens(stage: Stage, server: RedisProcess) -> None:
        stage.during(fill(server))
        stage.during(relieve(server), seconds=run.during_s / 2)

    return _scene("redis full, nothing evicted", run, happens, opens=False)


def locked(run: Run) -> Outcome:
    """After a restart it has another password than the service. (`CONFIG SET` gives it one each time.)"""

    def change(server: RedisProcess, password: str) -> None:
        with redis.Redis.from_url(server.url) as client:
            client.config_set("requirepass", password)

    def restart(server: RedisProcess, password: str) -> Callable[[], None]:
        def done() -> None:
            server.kill()
            server.start()
            change(server, password)

        return done

    def happens(stage: Stage, server: RedisProcess) -> None:
        stage.during(restart(server, "another"))
        stage.during(restart(server, "right"), seconds=run.during_s / 2)

    return _scene(
        "redis restarted with another password",
        run,
        happens,
        opens=True,
        prepare=lambda server: change(server, "right"),
        url=lambda server: server.tcp_url.replace("//", "//default:right@"),
    )


def node_killed(run: Run) -> Outcome:
    """Of three without replicas: what it had is lost until it is back, the other two are used as before."""
    outcome = Outcome("kill -9 a node of a cluster of three")
    with redis_cluster() as cluster:
        node = cluster.nodes[-1]

        def happens(stage: Stage) -> None:
            stage.during(node.kill)
            stage.during(node.start, seconds=run.during_s / 2)

        with instance(WORKERS, {"REFEREE_REDIS_URL": cluster.url, **ASK_REDIS_EVERY_TIME, **run.redis}) as service:
            shaken(run, outcome, service, happens, opens=True)
    return outcome


def _scene(
    name: str,
    run: Run,
    happens: Happens,
    *,
    opens: bool,
    prepare: Callable[[RedisProcess], None] = lambda server: None,
    url: Callable[[RedisProcess], str] = lambda server: server.url,
) -> Outcome:
    outcome = Outcome(name)
    with redis_process() as server:
        prepare(server)
        with instance(WORKERS, {"REFEREE_REDIS_URL": url(server), **ASK_REDIS_EVERY_TIME, **run.redis}) as service:
            shaken(run, outcome, service, lambda stage: happens(stage, server), opens=opens)
    return outcome


def shaken(run: Run, outcome: Outcome, service: Instance, happens: Callable[[Stage], None], *, opens: bool) -> None:
    """The service under load while something happens to its redis, and what is wanted of it.

    `opens`: what happens is so bad that redis has to be left alone for a while.
    """
    with under_load(run, service.port, outcome) as stage:
        in_use = _used_since(service, 0)
        stage.before()
        before = service.counts()
        happens(stage)
        stage.enter("")
        again = _used_since(service, hits(service.counts()))
        stage.after()
        openings = service.counts().sum(OPENINGS) - before.sum(OPENINGS)
    outcome.none_failed()
    # Where the machine is too busy for a redis that is well to answer in time, these say so.
    outcome.wanted.append(Wanted("redis is in use beforehand", in_use, binding=False))
    outcome.wanted.append(Wanted("redis is in use again afterwards", again, binding=False))
    if opens:
        outcome.wanted.append(Wanted("redis is left alone while it is of no use", openings > 0, binding=False))
    outcome.notes.append(f"breaker opened {openings} times from then on")
    mean, meanwhile = outcome.mean("before"), outcome.mean("during")
    if mean is not None and meanwhile is not None:
        cost = meanwhile - mean
        outcome.notes.append(f"mean {mean:.1f} ms before, {meanwhile:.1f} during")
        wanted = f"at most {CLOSE_ENOUGH_MS:g} ms more a request on average"
        outcome.wanted.append(Wanted(wanted, cost < CLOSE_ENOUGH_MS, binding=False))


def hits(counts: Counts) -> int:
    """Answers that came out of redis."""
    return counts.sum("referee_cache_lookups_total", tier="redis", result="hit")


def _used_since(service: Instance, before: int) -> bool:
    """Whether redis gives answers, more than `before`, and every server of it is used."""
    until = time.monotonic() + FOUND_WITHIN_S
    while time.monotonic() < until:
        counts = service.counts()
        if hits(counts) > before and not counts.sum("referee_redis_breaker"):
            return True
        time.sleep(0.5)
    return False
