"""The files that workers count into: what dead workers have counted stays, their files do not."""

import fcntl
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from service.metrics_files import fold, reading
from tests.api.test_metrics import read, value
from tests.operation.load import loaded
from tests.operation.running import Service, comes_true, running

COUNTING = """
import sys
from prometheus_client import Counter, Gauge, Histogram

amount = int(sys.argv[1])
Counter("asked", "Asked.", ("game",)).labels("a").inc(amount)
histogram = Histogram("took", "Took.", buckets=(1, 10))
for _ in range(amount):
    histogram.observe(amount)
Gauge("here", "Here.", multiprocess_mode="livesum").set(1)
"""
"""Counts, measures and gauges as a worker does."""


def counted(directory: Path, amount: int) -> int:
    """The process that has counted this, and ended."""
    env = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(directory)}
    with subprocess.Popen([sys.executable, "-c", COUNTING, str(amount)], env=env) as process:
        assert process.wait(60) == 0
    return process.pid


def told(directory: Path) -> dict[Any, float]:
    """What a scrape would tell."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry, str(directory))  # type: ignore[no-untyped-call]
    return read(generate_latest(registry).decode())


def test_what_the_dead_have_counted_stays_and_what_they_gauged_goes(tmp_path: Path) -> None:
    first, second, living = (counted(tmp_path, amount) for amount in (1, 5, 20))
    before = told(tmp_path)
    assert value(before, "here") == 3
    fold(tmp_path, {second, living})
    fold(tmp_path, {living})
    names = {path.name for path in tmp_path.glob("*.db")}
    assert not [name for name in names if str(first) in name or str(second) in name]
    assert {"counter_gone.db", "histogram_gone.db", f"counter_{living}.db"} <= names
    after = told(tmp_path)
    assert value(after, "here") == 1
    assert {key: amount for key, amount in after.items() if key[0] != "here"} == {
        key: amount for key, amount in before.items() if key[0] != "here"
    }
    assert value(after, "asked_total", game="a") == 26
    assert value(after, "took_bucket", le="10.0") == 6
    assert value(after, "took_sum") == 1 + 25 + 400


def test_nothing_goes_while_somebody_reads(tmp_path: Path) -> None:
    counted(tmp_path, 1)
    with reading(tmp_path):
        fold(tmp_path, set())
        assert not (tmp_path / "counter_gone.db").exists()
    fold(tmp_path, set())
    assert (tmp_path / "counter_gone.db").exists()


def test_a_file_that_was_never_finished_is_nothing(tmp_path: Path) -> None:
    (tmp_path / "counter_1.db").touch()
    fold(tmp_path, set())
    assert told(tmp_path) == {}
    assert not (tmp_path / "counter_1.db").exists()


def test_readers_wait_while_files_are_folded(tmp_path: Path) -> None:
    read_at = []

    def read_once() -> None:
        with reading(tmp_path):
            read_at.append(time.monotonic())

    with open(tmp_path / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        reader = threading.Thread(target=read_once)
        reader.start()
        time.sleep(0.2)
        unlocked = time.monotonic()
        fcntl.flock(lock, fcntl.LOCK_UN)
        reader.join(30)
    assert read_at
    assert read_at[0] >= unlocked


def scraped(service: Service) -> dict[Any, float]:
    return read(service.get("/metrics")[2].decode())


@pytest.mark.gunicorn
def test_workers_come_and_go_and_no_sum_falls() -> None:
    with running({"REFEREE_MAX_REQUESTS": "30"}) as service:
        first = set(service.workers())
        with loaded(("127.0.0.1", service.port), clients=4) as outcomes:
            assert comes_true(lambda: outcomes["200"] >= 300)
        asked = {"game": "stones", "operation": "/states", "status": "200"}
        assert value(scraped(service), "referee_request_seconds_count", **asked) == outcomes["200"]
        assert not first & set(service.workers())
        os.kill(service.workers()[0], signal.SIGKILL)
        # The files of those that are gone go too: at most one of each type is left, and those of the master.
        assert comes_true(lambda: value(scraped(service), "referee_workers") == 2)
        assert value(scraped(service), "referee_request_seconds_count", **asked) == outcomes["200"]
        files = counts_of(service).glob("*.db")
        owners = {path.stem.rpartition("_")[2] for path in files}
        assert owners <= {"gone", str(service.process.pid), *map(str, service.workers())}
        assert value(scraped(service), "referee_waiting_connections") >= 0


@pytest.mark.gunicorn
def test_workers_of_referee_serve_are_counted_together_too() -> None:
    with running(app=None, command=[sys.executable, "-m", "service.cli", "serve"]) as service:
        for _ in range(10):
            service.get("/v1")
        labels = {"game": "", "operation": "/v1", "status": "200"}
        assert value(scraped(service), "referee_request_seconds_count", **labels) == 10
        assert comes_true(lambda: value(scraped(service), "referee_workers") == 2)


def counts_of(service: Service) -> Path:
    """Where the workers have their files, as the memory map of one of them tells; one that has just begun has none."""
    found: list[str] = []

    def told() -> bool:
        maps = "".join(Path(f"/proc/{worker}/maps").read_text() for worker in service.workers())
        found.extend(re.findall(r"(/\S*referee-metrics-\w+)/", maps))
        return bool(found)

    assert comes_true(told)
    return Path(found[0])
