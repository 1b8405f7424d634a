"""A gunicorn that owns its port, as one in production does, and whose output can be read."""

import http.client
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.servers import ROOT, STARTS_WITHIN_S, answers, clean_environment, die_with_parent, free_port

STOPS_WITHIN_S = 20.0
GUNICORN = (sys.executable, "-m", "gunicorn", "-c", ROOT / "deploy" / "gunicorn.conf.py")
STONES = "tests.operation.apps:stones()"


@dataclass(frozen=True)
class Service:
    """A running service: its master process, and the files that its output goes to."""

    port: int
    process: subprocess.Popen[bytes]
    directory: Path

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def output(self) -> str:
        """All that it has written so far, to both streams."""
        return (self.directory / "stdout").read_text() + (self.directory / "stderr").read_text()

    def lines(self, **members: Any) -> list[dict[str, Any]]:
        """What it has logged so far: the lines that have these members."""
        lines = [json.loads(line) for line in self.output.splitlines()]
        return [line for line in lines if members.items() <= line.items()]

    def get(self, path: str, **headers: str) -> tuple[int, Mapping[str, str], bytes]:
        """Status, headers and body of a GET; `Accept_Encoding="…"` becomes a header."""
        return self.send("GET", path, None, headers)

    def post(self, path: str, body: Any, **headers: str) -> Any:
        """The decoded answer to a POST of `body`, encoded unless it is bytes, whatever its status."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return json.loads(self.send("POST", path, data, {"Content_Type": "application/json", **headers})[2])

    def send(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> tuple[int, Mapping[str, str], bytes]:
        """One exchange over a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def workers(self) -> list[int]:
        """The processes that answer. Linux alone tells."""
        pid = self.process.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def stop(self) -> int:
        """Stops it and returns its exit code."""
        self.process.terminate()
        return self.process.wait(STOPS_WITHIN_S)


def comes_true(condition: Callable[[], bool]) -> bool:
    """Whether it does within a minute."""
    until = time.monotonic() + STARTS_WITHIN_S
    while not (met := condition()) and time.monotonic() < until:
        time.sleep(0.02)
    return met


@contextmanager
def running(
    env: Mapping[str, str] | None = None,
    workers: int = 2,
    app: str | None = STONES,
    command: Sequence[str | Path] = GUNICORN,
    ready: Callable[[], bool] | None = None,
) -> Iterator[Service]:
    """The service (with Stones alone, or another WSGI application, `module:name`) under deploy/gunicorn.conf.py, or as
    another `command` starts it.

    Yields when /healthz answers 200 (or it is `ready`) and all workers are there; raises RuntimeError with its output
    if that never comes about.
    """
    with tempfile.TemporaryDirectory(prefix="referee-") as name:
        directory, port = Path(name), free_port()
        settings = {"REFEREE_BIND": f"127.0.0.1:{port}", "REFEREE_WORKERS": str(workers), **(env or {})}
        with (directory / "stdout").open("wb") as out, (directory / "stderr").open("wb") as err:
            process = subprocess.Popen(
                [*command, *([app] if app else [])],
                cwd=ROOT,
                env={**clean_environment(), **settings},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                preexec_fn=die_with_parent,
            )
        service = Service(port, process, directory)
        try:
            up = answers(f"{service.base}/healthz", process) if ready is None else comes_true(ready)
            if not up or not comes_true(lambda: len(service.workers()) == workers):
                raise RuntimeError(f"gunicorn does not start:\n{service.output}")
            yield service
        finally:
            process.terminate()
            try:
                process.wait(STOPS_WITHIN_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
