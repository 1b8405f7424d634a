"""Real servers for the tests: redis and gunicorn, each on a place of its own, gone when the test is."""

import ctypes
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import redis

from tests.redis_server import find_redis_server

ROOT = Path(__file__).resolve().parent.parent
STARTS_WITHIN_S = 60.0
STOPS_WITHIN_S = 15.0


class RedisProcess:
    """A redis-server on a unix socket and a free TCP port, which keeps nothing on disk.

    `start` after `kill` begins again at the same addresses, empty.
    """

    def __init__(self, directory: Path, *arguments: str) -> None:
        """`arguments` are added to the command line, as `--maxmemory 3mb`."""
        self._log = directory / "redis.log"
        self._socket = directory / "redis.sock"
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None
        self._port = 0

    @property
    def url(self) -> str:
        """Through the unix socket."""
        return f"unix://{self._socket}?db=0"

    @property
    def tcp_url(self) -> str:
        """Through 127.0.0.1."""
        return f"redis://127.0.0.1:{self._port}/0"

    def start(self) -> None:
        """Returns once it answers. Raises RuntimeError with its log when it does not."""
        for _ in range(5):
            # The first start takes a port that was free a moment ago, and another one if it no longer is.
            port = self._port or free_port()
            if self._start_at(port):
                self._port = port
                return
        raise RuntimeError(f"redis-server does not start:\n{end_of(self._log)}")

    def kill(self) -> None:
        """As a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def suspend(self) -> None:
        """It goes on taking connections (the kernel does) and answers nothing, until `resume`."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Ends `suspend`."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        assert self._process is not None, "not running"
        self._process.send_signal(number)

    def _start_at(self, port: int) -> bool:
        self._socket.unlink(missing_ok=True)
        command: list[str | Path] = [find_redis_server(), "--bind", "127.0.0.1", "--port", str(port)]
        command += ["--unixsocket", self._socket, "--dir", self._log.parent, "--save", "", "--appendonly", "no"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, *self._arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=die_with_parent,
            )
        until = time.monotonic() + STARTS_WITHIN_S
        with redis.Redis.from_url(self.url, socket_timeout=5.0) as client:
            while self._process.poll() is None and time.monotonic() < until:
                with suppress(redis.RedisError):
                    client.ping()
                    return True
                time.sleep(0.01)
        self.kill()
        return False


@contextmanager
def redis_process(*arguments: str) -> Iterator[RedisProcess]:
    """A started RedisProcess, for tests that stop it, suspend it or look at both addresses."""
    # A directory of its own with a short name: the path of a unix socket may have 107 bytes, and pytest's are long.
    with tempfile.TemporaryDirectory(prefix="redis-", ignore_cleanup_errors=True) as directory:
        server = RedisProcess(Path(directory), *arguments)
        try:
            server.start()
            yield server
        finally:
            server.kill()


@contextmanager
def redis_server(*arguments: str) -> Iterator[str]:
    """The URL of a redis-server that runs while the context lasts."""
    with redis_process(*arguments) as server:
        yield server.url


@dataclass(frozen=True)
class GunicornProcess:
    """A running gunicorn: where it listens on 127.0.0.1, and its master process."""

    port: int
    pid: int
    log: int
    """Descriptor of the file that both its outputs go to; closed when the server is gone."""

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def workers(self) -> list[int]:
        """The processes that answer. Linux alone tells."""
        return [int(pid) for pid in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]

    def output(self) -> str:
        """Everything that it has written so far."""
        return _tail(self.log, os.fstat(self.log).st_size)


@contextmanager
def gunicorn_server(env: Mapping[str, str] | None = None, workers: int = 2) -> Iterator[str]:
    """The base URL (`http://127.0.0.1:port`) of the service under deploy/gunicorn.conf.py; see `gunicorn_process`."""
    with gunicorn_process(env, workers) as server:
        yield server.base


@contextmanager
def gunicorn_process(
    env: Mapping[str, str] | None = None, workers: int = 2, app: str | None = None, port: int = 0
) -> Iterator[GunicornProcess]:
    """The service, or another WSGI application (`module:name`), under deploy/gunicorn.conf.py.

    `env` adds settings; those of the surrounding environment are not seen. It listens at a free port, or at `port`,
    where an earlier one has listened that others know of. Yields when /healthz answers 200; raises
    RuntimeError with the server's output when that takes more than a minute, or when it does not stop on SIGTERM.
    """
    with tempfile.TemporaryFile() as log, socket.create_server(("127.0.0.1", port), backlog=1024) as listener:
        # The server gets the listening socket itself, so nobody can take the port in between.
        port, number = listener.getsockname()[1], listener.fileno()
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "-c", ROOT / "deploy" / "gunicorn.conf.py", *([app] if app else [])],
            cwd=ROOT,
            env={**clean_environment(), **(env or {}), **_own_settings(number, workers)},
            pass_fds=(number,),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            preexec_fn=die_with_parent,
        )
        listener.close()
        server = GunicornProcess(port, process.pid, log.fileno())
        try:
            if not answers(f"{server.base}/healthz", process):
                raise RuntimeError(f"gunicorn does not start:\n{_tail(log.fileno())}")
            yield server
        finally:
            stopped = _terminate(process)
        if not stopped:
            raise RuntimeError(f"gunicorn did not stop within {STOPS_WITHIN_S} s:\n{_tail(log.fileno())}")


def free_port() -> int:
    """A TCP port of 127.0.0.1 that nobody listens at just now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def clean_environment() -> dict[str, str]:
    """This process's, without what sets the service up."""
    return {name: value for name, value in os.environ.items() if name != "PORT" and not name.startswith("REFEREE_")}


def _own_settings(number: int, workers: int) -> dict[str, str]:
    return {"REFEREE_BIND": f"fd://{number}", "REFEREE_WORKERS": str(workers), "PYTHONUNBUFFERED": "1"}


def answers(url: str, process: subprocess.Popen[bytes]) -> bool:
    """Whether it answers before it ends or the time is over."""
    until = time.monotonic() + STARTS_WITHIN_S
    while process.poll() is None and time.monotonic() < until:
        with suppress(OSError), urllib.request.urlopen(url, timeout=5) as answer:
            return bool(answer.status == 200)
        time.sleep(0.05)
    return False


def _terminate(process: subprocess.Popen[bytes]) -> bool:
    process.terminate()
    try:
        process.wait(STOPS_WITHIN_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return False
    return True


def die_with_parent() -> None:
    """For `preexec_fn`: the kernel stops the process when the one that started it ends."""
    # A test run that is killed outright cannot stop its servers; on Linux the kernel does it then.
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)


def _tail(descriptor: int, limit: int = 4000) -> str:
    size = os.fstat(descriptor).st_size
    return os.pread(descriptor, limit, max(0, size - limit)).decode(errors="replace")


def end_of(path: Path) -> str:
    """The last lines of a log, for a message."""
    try:
        with path.open("rb") as log:
            return _tail(log.fileno())
    except OSError:
        return "(no log)"
