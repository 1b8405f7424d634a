"""One gunicorn of the service at a port of its own, that is stopped and started again, and what it counts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from tests.servers import ROOT, answers, clean_environment, die_with_parent, end_of, free_port

STOPS_WITHIN_S = 40.0


class Instance:
    """Owns its port, as one in production does. `tree` is the source that it runs; it may change between starts."""

    def __init__(self, directory: Path, workers: int, env: Mapping[str, str], tree: Path = ROOT) -> None:
        self.port, self.workers, self.env, self.tree = free_port(), workers, dict(env), tree
        self._log = directory / f"gunicorn-{self.port}.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """The end of what it has written."""
        return end_of(self._log)

    def start(self) -> None:
        """Returns once it is alive. Raises RuntimeError with its log when it does not get there."""
        own = {"REFEREE_BIND": f"127.0.0.1:{self.port}", "REFEREE_WORKERS": str(self.workers)}
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "gunicorn", "-c", self.tree / "deploy" / "gunicorn.conf.py"],
                cwd=self.tree,
                env={**clean_environment(), **self.env, **own},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=die_with_parent,
            )
        if not answers(f"{self.base}/healthz", self._process):
            self.end()
            raise RuntimeError(f"gunicorn does not start:\n{self.log}")

    def stop(self) -> None:
        """SIGTERM, and waits. Raises RuntimeError with its log when it does not stop, or not well."""
        assert self._process is not None, "not running"
        self._process.terminate()
        try:
            code = self._process.wait(STOPS_WITHIN_S)
        except subprocess.TimeoutExpired:
            raise RuntimeError(f"gunicorn does not stop within {STOPS_WITHIN_S} s:\n{self.log}") from None
        if code:
            raise RuntimeError(f"gunicorn stops with exit code {code}:\n{self.log}")
        self._process = None

    def end(self) -> None:
        """Stops it, whatever its state."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(STOPS_WITHIN_S)
            except subprocess.TimeoutExpired:
                for pid in self.pids():
                    os.kill(pid, signal.SIGKILL)
                self._process.kill()
                self._process.wait()
            self._process = None

    def pids(self) -> list[int]:
        """Its workers. Linux alone tells."""
        assert self._process is not None, "not running"
        pid = self._process.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def counts(self) -> Counts:
        """What it has counted since it was started."""
        return Counts(read(f"{self.base}/metrics"))


class Counts:
    """The samples of `GET /metrics`."""

    def __init__(self, text: str) -> None:
        self._samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]

    def sum(self, name: str, **labels: str) -> int:
        """Of all samples of this name with these labels; 0 where there are none."""
        wanted = labels.items()
        return int(sum(each.value for each in self._samples if each.name == name and wanted <= each.labels.items()))


@contextmanager
def instances(number: int, workers: int, env: Mapping[str, str], tree: Path = ROOT) -> Iterator[list[Instance]]:
    """Running instances; those that still run at the end are stopped."""
    with tempfile.TemporaryDirectory(prefix="referee-") as directory:
        made = [Instance(Path(directory), workers, env, tree) for _ in range(number)]
        try:
            for each in made:
                each.start()
            yield made
        finally:
            for each in made:
                each.end()


@contextmanager
def instance(workers: int, env: Mapping[str, str], tree: Path = ROOT) -> Iterator[Instance]:
    """One of them."""
    with instances(1, workers, env, tree) as (made,):
        yield made


def read(url: str) -> str:
    """The text behind `url`."""
    with urllib.request.urlopen(url, timeout=30) as answer:
        return str(answer.read().decode())


def wait_until_ready(each: Instance, within_s: float = 30.0) -> None:
    """Until /readyz answers 200. Raises RuntimeError when it does not in time."""
    until = time.monotonic() + within_s
    while time.monotonic() < until:
        try:
            read(f"{each.base}/readyz")
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"not ready within {within_s} s:\n{each.log}")
