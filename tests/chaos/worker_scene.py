"""A worker is killed: what it was at is lost, and nothing else."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from threading import Thread

from tests.bench.load import process_clock
from tests.chaos import material
from tests.chaos.client import Failed, Sent, ask, post
from tests.chaos.instance import Instance, instance
from tests.chaos.outcome import Outcome, Wanted
from tests.chaos.scene import Run, under_load

WORKERS = 2
KILLS = 2
"""Of whichever worker comes first; one more of a worker that is at a request which takes long."""
REPLACED_WITHIN_S = 10.0
AT_WORK_S = 0.4
"""How long the busiest worker is looked for; the long request takes more than twice as long."""


def killed(run: Run) -> Outcome:
    """Twice a worker that may be at a short request, then one that is certainly at a long one."""
    outcome = Outcome("kill -9 a worker, three times")
    new: list[bool] = []
    long: list[Sent] = []
    request = post(*material.expensive_request("worker"))
    with instance(WORKERS, {}) as service:
        with under_load(run, service.port, outcome) as stage:
            stage.before()
            for number in range(KILLS):
                stage.during(lambda number=number: new.append(_replaced(service, service.pids()[number % WORKERS])))
            client = Thread(target=lambda: long.append(asyncio.run(_send(service.port, request))))
            client.start()
            stage.during(lambda: new.append(_replaced(service, _busiest(service))), seconds=0.0)
            client.join()
            stage.after()
        outcome.count(long, [])
    others = outcome.failed - sum(bool(each.failure) for each in long)
    outcome.wanted += [
        Wanted(f"at most one request failed for each of {KILLS} kills", others <= KILLS),
        Wanted("of a worker at a long request, that one failed", bool(long[0].failure)),
        Wanted("no wrong answer", not any("wrong" in kind or "status" in kind for kind in outcome.failures)),
        Wanted("a new worker came each time", all(new)),
    ]
    return outcome


async def _send(port: int, request: bytes) -> Sent:
    began, failure = time.monotonic(), ""
    try:
        await ask(port, request)
    except Failed as failed:
        failure = str(failed)
    return Sent("long request", began, time.monotonic() - began, failure)


def _replaced(service: Instance, pid: int) -> bool:
    """Kills the worker; whether another one comes."""
    left = set(service.pids()) - {pid}
    os.kill(pid, signal.SIGKILL)
    until = time.monotonic() + REPLACED_WITHIN_S
    while time.monotonic() < until:
        now = set(service.pids()) - {pid}
        if left <= now and len(now) == WORKERS:
            return True
        time.sleep(0.02)
    return False


def _busiest(service: Instance) -> int:
    """The worker that has used most of the processor for a while."""
    clocks = {pid: process_clock(pid) for pid in service.pids()}
    before = {pid: time.clock_gettime(clock) for pid, clock in clocks.items()}
    time.sleep(AT_WORK_S)
    return max(clocks, key=lambda pid: time.clock_gettime(clocks[pid]) - before[pid])
