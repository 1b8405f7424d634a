"""The service behind nginx, with the configuration that is deployed."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import Any, ClassVar

import pytest

from schemas.problems import KINDS, MEDIA_TYPE
from tests.proxy import POD, Proxy, nginx_in_front_of, pod, upstream
from tests.servers import ROOT, die_with_parent, free_port, gunicorn_process

pytestmark = [pytest.mark.gunicorn, pytest.mark.slow]

GAME = "/v1/games/kingdom-defenders"
NEW_GAME = json.dumps({"players": 2, "chance": {"seed": "a"}}).encode()


class Answer:
    """What came back."""

    def __init__(self, status: int, headers: Any, data: bytes) -> None:
        self.status, self.headers, self.data = status, headers, data

    @property
    def json(self) -> Any:
        return json.loads(self.data)


def ask(base: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    if body is not None:
        given["Content-Type"] = "application/json"
    try:
        with urllib.request.urlopen(urllib.request.Request(base + path, body, given), timeout=30) as answer:
            return Answer(answer.status, answer.headers, answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, error.headers, error.read())


@pytest.fixture(scope="module")
def proxy() -> Iterator[Proxy]:
    """Two instances with one worker each."""
    env = {"REFEREE_TRUSTED_PROXIES": "1"}
    with (
        gunicorn_process(env, 1) as one,
        gunicorn_process(env, 1) as two,
        nginx_in_front_of([one.port, two.port]) as running,
    ):
        yield running


def test_a_ruling_through_it(proxy: Proxy) -> None:
    position = ask(proxy.base, f"{GAME}/states", NEW_GAME, Request_Id="my-request").json
    listed = ask(proxy.base, f"{GAME}/legal-actions", json.dumps({"state": position["state"]}).encode()).json
    question = {"state": position["state"], "action": listed["decisions"][0]["actions"][0]}
    verdict = ask(proxy.base, f"{GAME}/adjudications", json.dumps(question).encode(), Request_Id="my-request")
    assert verdict.json["legal"] is True
    assert verdict.headers["Request-Id"] == "my-request"
    assert verdict.headers["Content-Type"] == "application/json"
    assert proxy.log() == ""


@pytest.mark.parametrize("coding", ["gzip", "zstd", "br", "identity"])
def test_the_service_compresses_and_the_proxy_does_not(proxy: Proxy, coding: str) -> None:
    page = ask(proxy.base, "/openapi.json", Accept_Encoding=coding)
    assert page.headers.get("Content-Encoding", "identity") == coding
    assert page.headers["ETag"].startswith('"')
    assert ask(proxy.base, "/openapi.json", Accept_Encoding=coding, If_None_Match=page.headers["ETag"]).status == 304


def test_a_body_in_chunks_and_an_answer_in_lines(proxy: Proxy) -> None:
    record = {"setup": {"players": 2}, "actions": [], "chance": {"seed": "a"}}
    with socket.create_connection(("127.0.0.1", proxy.port), timeout=30) as connection:
        data = json.dumps(record).encode()
        head = f"POST {GAME}/replays HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n"
        connection.sendall(f"{head}Accept: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
        for part in (data[:7], data[7:], b""):
            connection.sendall(b"%x\r\n%b\r\n" % (len(part), part))
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert b'"end":true' in answer.replace(b" ", b"")


def test_a_body_that_is_too_large_is_refused_in_the_words_of_the_service(proxy: Proxy) -> None:
    """By the service itself where it is a little too large, by the proxy where it is much."""
    little, much = (ask(proxy.base, f"{GAME}/states", b" " * size) for size in (1_100_000, 5_000_000))
    for answer in (little, much):
        problem = answer.json
        assert (answer.status, answer.headers["Content-Type"]) == (413, MEDIA_TYPE)
        assert problem["title"] == KINDS["too-large"].title
        assert problem["instance"] == f"urn:request:{answer.headers['Request-Id']}"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert little.json.keys() == much.json.keys()
    # Written when the client has gone, which may be after it has its answer.
    until = time.monotonic() + 30
    while not proxy.log() and time.monotonic() < until:
        time.sleep(0.01)
    (line,) = [json.loads(line) for line in proxy.log().splitlines()]
    assert (line["status"], line["request_id"], line["answered"]) == ("413", much.headers["Request-Id"], "")


def test_counts_are_not_for_everybody(proxy: Proxy) -> None:
    for path in ("/metrics", "/metrics?a=b", "//metrics", "/v1/../metrics", "/%6Detrics"):
        hidden = ask(proxy.base, path)
        assert (hidden.status, hidden.json["type"]) == (404, "/problems/not-found"), path
        assert hidden.json["title"] == KINDS["not-found"].title


def test_slow_senders_hold_no_worker(proxy: Proxy) -> None:
    """Two workers in all, and sixty clients who have sent half a request each. What they send in the end is judged."""
    head = f"POST {GAME}/states HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n"
    request = f"{head}Content-Length: {len(NEW_GAME)}\r\n\r\n".encode() + NEW_GAME
    with ExitStack() as stack:
        slow = [stack.enter_context(socket.create_connection(("127.0.0.1", proxy.port), timeout=30)) for _ in range(60)]
        for number, connection in enumerate(slow):
            # Some stop within the head, most within the body.
            connection.sendall(request[: len(request) - 1 - 3 * number])
        began = time.monotonic()
        for _ in range(20):
            assert ask(proxy.base, f"{GAME}/states", NEW_GAME).status == 200
            assert ask(proxy.base, "/readyz").status == 200
        # A worker that was held would have been so until nginx gives the sender up, after 15 s.
        assert time.monotonic() - began < 10
        for number, connection in enumerate(slow):
            connection.sendall(request[len(request) - 1 - 3 * number :])
        for connection in slow:
            assert connection.recv(15) == b"HTTP/1.1 200 OK"


class Stand(BaseHTTPRequestHandler):
    """Stands in for the service, with answers larger and slower than it has."""

    size = 8 * 1024 * 1024
    asked: ClassVar[Queue[str]]
    done: ClassVar[Queue[str]]
    go_on: ClassVar[threading.Event]

    def do_GET(self) -> None:
        self.asked.put(self.path)
        if self.path == "/slow":
            self.go_on.wait(30)
        size = self.size if self.path == "/much" else 1
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
        self.send_response(200)
        self.send_header("Content-Length", str(size))
        self.end_headers()
        self.wfile.write(b"x" * size)
        self.done.put(self.path)

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads it."""


@pytest.fixture
def stand() -> Iterator[int]:
    """The port of one."""
    Stand.asked, Stand.done, Stand.go_on = Queue(), Queue(), threading.Event()
    with ThreadingHTTPServer(("127.0.0.1", 0), Stand) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            Stand.go_on.set()
            server.shutdown()
            thread.join()


def test_a_slow_reader_holds_no_worker(stand: int) -> None:
    """The instance is free again before the client has read anything."""
    with nginx_in_front_of([stand]) as running, socket.socket() as connection:
        assert Stand.done.get(timeout=10) == "/healthz"
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(30)
        connection.connect(("127.0.0.1", running.port))
        connection.sendall(b"GET /much HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        assert Stand.done.get(timeout=10) == "/much"
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
        assert len(answer.partition(b"\r\n\r\n")[2]) == Stand.size


def test_too_many_are_told_to_come_back_later(stand: int) -> None:
    """At once, and those who wait are answered all the same."""
    behind = upstream([stand]).replace("max_conns=200", "max_conns=2")
    with nginx_in_front_of([], behind=behind) as running, ThreadPoolExecutor(4) as waiting:
        assert Stand.asked.get(timeout=10) == "/healthz"
        answers = [waiting.submit(ask, running.base, "/slow") for _ in range(4)]
        assert [Stand.asked.get(timeout=10) for _ in range(4)] == ["/slow"] * 4
        refused = ask(running.base, "/slow")
        assert (refused.status, refused.json["type"]) == (503, "/problems/unavailable")
        assert refused.headers["Retry-After"] == "1"
        Stand.go_on.set()
        assert [answer.result().status for answer in answers] == [200] * 4


def test_a_slow_sender_is_let_go_of() -> None:
    impatient = {"client_body_timeout 15s": "client_body_timeout 1s"}
    with gunicorn_process(workers=1) as one, nginx_in_front_of([one.port], impatient) as running:
        with socket.create_connection(("127.0.0.1", running.port), timeout=20) as connection:
            connection.sendall(f"POST {GAME}/states HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n".encode())
            with suppress(ConnectionResetError):
                assert not connection.recv(1)
        assert json.loads(running.log())["status"] == "408"


BROKEN = 0
"""Instead of a status: no answer, or half of one."""


class Load:
    """Requests one after the other on some threads, until it is told to stop."""

    def __init__(self, base: str) -> None:
        self.base, self._stop = base, threading.Event()
        self.statuses: list[int] = []
        self._threads = [threading.Thread(target=self._run) for _ in range(4)]

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self.statuses.append(ask(self.base, f"{GAME}/states", NEW_GAME).status)
            except (OSError, HTTPException):
                self.statuses.append(BROKEN)

    def go_on(self, requests: int) -> None:
        """Until so many more have been answered."""
        until, deadline = len(self.statuses) + requests, time.monotonic() + 60
        while len(self.statuses) < until:
            assert time.monotonic() < deadline
            time.sleep(0.01)

    def __enter__(self) -> "Load":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()


def test_one_instance_after_the_other_may_be_restarted() -> None:
    """Under load, and no request is lost."""
    ports = [free_port(), free_port()]
    with ExitStack() as first, ExitStack() as second:
        instances = [first, second]
        for stack, port in zip(instances, ports, strict=True):
            stack.enter_context(gunicorn_process(port=port))
        with nginx_in_front_of(ports) as running, Load(running.base) as load:
            load.go_on(50)
            for stack, port in zip(instances, ports, strict=True):
                stack.close()
                load.go_on(50)
                stack.enter_context(gunicorn_process(port=port))
                load.go_on(50)
        assert set(load.statuses) == {200}


def test_a_worker_that_dies_takes_no_request_with_it() -> None:
    """In a pod nginx has one gunicorn behind it, which has other workers. Only an answer that had begun already cannot
    be asked for again: nobody can take back its first bytes.
    """
    with gunicorn_process(workers=3) as one:
        behind = pod(f"127.0.0.1:{one.port}", free_port())
        with nginx_in_front_of([one.port], behind=behind) as running, Load(running.base) as load:
            for _ in range(3):
                load.go_on(50)
                os.kill(one.workers()[0], signal.SIGKILL)
            load.go_on(50)
        assert load.statuses.count(BROKEN) <= 3
        assert set(load.statuses) <= {200, BROKEN}


def test_a_pod_has_a_port_for_probes_and_prometheus() -> None:
    with gunicorn_process(workers=1) as one:
        internal = free_port()
        with nginx_in_front_of([one.port], behind=pod(f"127.0.0.1:{one.port}", internal)):
            base = f"http://127.0.0.1:{internal}"
            assert [ask(base, path).status for path in ("/healthz", "/readyz", "/nginx")] == [200, 200, 204]
            assert b"referee_request_seconds_count{" in ask(base, "/metrics").data
            assert ask(base, "/v1/games").status == 404


def test_a_pod_that_is_to_go_away_answers_until_nobody_asks_it_any_more() -> None:
    """gunicorn at a unix socket with the pod's own settings, save that it drains for less long."""
    settings = dict(line.split("=", 1) for line in (POD.parent / "settings.env").read_text().splitlines())
    directory = tempfile.mkdtemp(prefix="pod-")
    address = settings["REFEREE_BIND"] = f"unix:{directory}/gunicorn.sock"
    settings["REFEREE_DRAIN_S"] = "3"
    command = [sys.executable, "-m", "gunicorn", "-c", ROOT / "deploy" / "gunicorn.conf.py"]
    internal = free_port()
    try:
        with subprocess.Popen(command, cwd=ROOT, env={**os.environ, **settings}, preexec_fn=die_with_parent) as process:
            try:
                with nginx_in_front_of([], behind=pod(address, internal)) as running:
                    base = f"http://127.0.0.1:{internal}"
                    assert ask(base, "/readyz").json["status"] == "ok"
                    process.terminate()
                    until = time.monotonic() + 3
                    while ask(base, "/readyz").status != 503:
                        assert time.monotonic() < until
                    assert ask(running.base, f"{GAME}/states", NEW_GAME).status == 200
                    assert process.wait(30) == 0
            finally:
                process.kill()
    finally:
        shutil.rmtree(directory)


def test_a_limit_holds_for_the_address_that_the_proxy_saw() -> None:
    """Whatever a client says of itself."""
    env = {"REFEREE_TRUSTED_PROXIES": "1", "REFEREE_RATE_LIMIT": "3/day"}
    with gunicorn_process(env, 1) as one, nginx_in_front_of([one.port]) as running:
        asked = [ask(running.base, "/v1", X_Forwarded_For=f"192.0.2.{number}").status for number in range(5)]
        assert asked == [200, 200, 200, 429, 429]


def test_with_no_instance_left_it_says_so() -> None:
    with gunicorn_process(workers=1) as one, ExitStack() as stack:
        port = one.port
        running = stack.enter_context(nginx_in_front_of([port]))
        stop = stack.pop_all()
    with stop:
        answer = ask(running.base, f"{GAME}/states", NEW_GAME)
        assert (answer.status, answer.headers["Content-Type"]) == (503, MEDIA_TYPE)
        assert answer.headers["Retry-After"] == "1"
        assert (answer.json["type"], answer.json["title"]) == ("/problems/unavailable", KINDS["unavailable"].title)
        with gunicorn_process(workers=1, port=port):
            assert ask(running.base, f"{GAME}/states", NEW_GAME).status == 200
