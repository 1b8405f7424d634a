"""What is logged, that every line is JSON, and that nothing is in it that was meant for the service alone."""

import hashlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from service.logs import trace_of
from tests.operation.running import Service, running
from tests.servers import ROOT, clean_environment, free_port

GAME = "/v1/games/stones"
ID = "0af7651916cd43dd8448eb211c80319c"
SPAN = "b7ad6b7169203331"
KEY, SEAL_KEY = "wonderful-key", "5ec7e7" * 11
SECRETS = ("xyzzy", KEY, SEAL_KEY, "open-sesame")
"""Every marker that a test sends or sets; none may be in the output."""

pytestmark = pytest.mark.gunicorn


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    """A service that logs all it can, with secrets of every kind and a redis that is not there."""
    env = {
        "REFEREE_ACCESS_LOG": "1",
        "REFEREE_LOG_LEVEL": "debug",
        "REFEREE_API_KEYS": f"alice:{hashlib.sha256(KEY.encode()).hexdigest()}",
        "REFEREE_SEAL_KEYS": f"one:{SEAL_KEY}",
        "REFEREE_REDIS_URL": f"redis://:open-sesame@127.0.0.1:{free_port()}/0",
    }
    with running(env, app="tests.operation.apps:failing()") as service:
        yield service
        service.stop()
        check_discretion(service)


def check_discretion(service: Service) -> None:
    """Whether every line is a JSON object with what each has, and without any secret."""
    for line in service.lines():
        assert {"timestamp", "level", "event", "logger", "pid"} <= line.keys()
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", line["timestamp"])
    for secret in SECRETS:
        assert secret not in service.output


def logged(service: Service, request_id: str, event: str = "request") -> dict[str, object]:
    """The line about a request, which is written after its answer has been sent."""
    for _ in range(500):
        if lines := service.lines(request_id=request_id, event=event):
            assert len(lines) == 1
            return lines[0]
        time.sleep(0.01)
    raise AssertionError(f"no line about {request_id}:\n{service.output}")


def position(service: Service) -> dict[str, object]:
    """A first position whose state has a secret salt."""
    asked = {"players": 2, "salt": "xyzzy-salt", "chance": {"seed": "xyzzy-seed"}}
    answer: dict[str, object] = service.post(f"{GAME}/states", asked, Authorization=f"Bearer {KEY}")
    return answer


def test_the_line_of_a_ruling(service: Service) -> None:
    told = position(service)
    body = json.dumps({"state": told["state"]}).encode()
    headers = {"Content_Type": "application/json", "Authorization": f"Bearer {KEY}", "Request_Id": "ruling"}
    status, _, answer = service.send("POST", f"{GAME}/legal-actions", body, headers)
    line = logged(service, "ruling")
    assert {
        name: line[name] for name in ("method", "route", "game", "digest", "key", "status", "bytes_in", "bytes_out")
    } == {
        "method": "POST",
        "route": "/v1/games/{game}/legal-actions",
        "game": "stones",
        "digest": told["digest"],
        "key": "alice",
        "status": status,
        "bytes_in": len(body),
        "bytes_out": len(answer),
    }
    timings = [line[name] for name in ("validate_ms", "engine_ms", "total_ms")]
    assert all(isinstance(timing, float) and timing > 0 for timing in timings)
    assert line["level"] == "info"
    assert "problem" not in line
    assert "trace_id" not in line
    # More often than there are workers, so that one of them knows the answer to these bytes already.
    for again in ("a", "b", "c"):
        service.send("POST", f"{GAME}/legal-actions", body, {**headers, "Request_Id": again})
        assert logged(service, again)["digest"] == told["digest"]


def test_refusals_are_told_with_their_problem_and_nothing_that_was_sent(service: Service) -> None:
    bearer = {"Authorization": f"Bearer {KEY}"}
    state = position(service)["state"]
    service.post(f"{GAME}/scores", {"state": state, "xyzzy": 1}, Request_Id="member", **bearer)
    service.post(f"{GAME}/scores", {"state": {"xyzzy": 1}}, Request_Id="state", **bearer)
    service.post(f"{GAME}/scores", b'{"state": xyzzy}', Request_Id="json", **bearer)
    service.post(f"{GAME}/scores", {"state": state, "seal": "one.xyzzy.xyzzy"}, Request_Id="seal", **bearer)
    service.get("/v1/games/xyzzy/rules/xyzzy?q=xyzzy", Request_Id="path")
    service.get(f"{GAME}/rules/xyzzy?q=xyzzy", Request_Id="rule", Cookie="xyzzy", Referer="http://xyzzy/")
    service.send("XYZZY", "/xyzzy", None, {"Request_Id": "method"})
    told = {
        name: (logged(service, name)["route"], logged(service, name).get("problem"))
        for name in ("member", "state", "json", "seal", "path", "rule", "method")
    }
    scores = "/v1/games/{game}/scores"
    assert told == {
        "member": (scores, "invalid-body"),
        "state": (scores, "invalid-body"),
        "json": (scores, "malformed-json"),
        "seal": (scores, "bad-seal"),
        "path": ("unmatched", "not-found"),
        "rule": ("/v1/games/{game}/rules/{rule}", "invalid-query"),
        "method": ("unmatched", "not-found"),
    }
    assert logged(service, "method")["method"] == "other"


def test_what_is_not_http_is_told_without_what_it_said(service: Service) -> None:
    for sent in (
        b"GET /xyzzy HTTP/1.1\r\nAuthorization xyzzy\r\n\r\n",
        b"GET /xyzzy HTTP/1.1\r\nAuthorization : xyzzy\r\n\r\n",
        b"xyzzy\r\n\r\n",
        b"GET /v1?xyzzy HTTP/1.1\r\nHost: xyz",
    ):
        with socket.create_connection(("127.0.0.1", service.port), timeout=10) as connection:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(4096):
                pass
    invalid = service.lines(event="Invalid request from ip=127.0.0.1", level="warning")
    assert [line["error"] for line in invalid][:2] == ["InvalidHeader", "InvalidHeaderName"]


def test_a_mistake_of_ours_is_told_with_where_it_happened(service: Service) -> None:
    trace = f"00-{ID}-{SPAN}-01"
    status, _, answer = service.get("/fails/xyzzy", Request_Id="mistake", traceparent=trace)
    assert status == 500
    assert b"xyzzy" not in answer
    line = logged(service, "mistake", "request mistake failed")
    assert (line["level"], line["route"], line["trace_id"]) == ("error", "/fails/{word}", ID)
    first, cause = line["exception"]  # type: ignore[misc]
    assert (first["type"], cause["type"]) == ("ValueError", "KeyError")
    assert re.fullmatch(r".*/tests/operation/apps.py:\d+ fail", first["frames"][-1])
    assert "message" not in first
    assert logged(service, "mistake")["problem"] == "internal-error"


def test_traceparent_is_honoured_and_a_malformed_one_ignored(service: Service) -> None:
    service.get("/v1", Request_Id="traced", traceparent=f"00-{ID}-{SPAN}-01")
    service.get("/v1", Request_Id="untraced", traceparent=f"00-{ID}-{SPAN}-xyzzy")
    line = logged(service, "traced")
    assert (line["trace_id"], line["parent_id"]) == (ID, SPAN)
    assert "trace_id" not in logged(service, "untraced")


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (f"00-{ID}-{SPAN}-01", (ID, SPAN)),
        (f"00-{ID}-{SPAN}-00", (ID, SPAN)),
        (f"cc-{ID}-{SPAN}-01-what-the-future-brings", (ID, SPAN)),
        (f"00-{ID}-{SPAN}-01-more", None),
        (f"ff-{ID}-{SPAN}-01", None),
        (f"00-{ID.upper()}-{SPAN}-01", None),
        (f"00-{'0' * 32}-{SPAN}-01", None),
        (f"00-{ID}-{'0' * 16}-01", None),
        (f"00-{ID}-{SPAN}", None),
        (f" 00-{ID}-{SPAN}-01", None),
        ("", None),
        (None, None),
    ],
)
def test_traceparent(header: str | None, expected: tuple[str, str] | None) -> None:
    assert trace_of(header) == expected


def test_without_the_access_log_requests_leave_no_line() -> None:
    with running({"REFEREE_LOG_LEVEL": "warning"}) as service:
        service.get("/v1")
        service.get("/fails")
        service.stop()
        assert service.output == ""


def test_a_worker_that_hangs_is_told_about_in_json_too() -> None:
    env = {"REFEREE_TIMEOUT_S": "1", "REFEREE_WORK_BUDGET": "1000"}
    with running(env, workers=1, app="tests.operation.apps:failing()") as service:
        status, _, _ = service.get("/hangs?xyzzy")
        assert status == 500
        service.stop()
        check_discretion(service)
        assert service.lines(level="critical")
        (line,) = service.lines(event="Error handling request", level="error")
        assert line["exception"][0]["type"] == "SystemExit"
        assert line["exception"][0]["frames"][-1].endswith(" handle_abort")


def test_a_start_that_fails_is_told_in_json_and_bad_settings_in_plain_words() -> None:
    def started(app: str, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "gunicorn", "-c", ROOT / "deploy" / "gunicorn.conf.py", app],
            cwd=ROOT,
            env={**clean_environment(), "REFEREE_BIND": f"127.0.0.1:{free_port()}", **env},
            capture_output=True,
            text=True,
            timeout=60,
        )

    failed = started("tests.operation.apps:broken()")
    assert failed.returncode != 0
    (line,) = [json.loads(line) for line in failed.stderr.splitlines() if "fatal" in line]
    assert (line["level"], line["exception"][0]["message"]) == ("critical", "nothing there")
    refused = started("service.app:create_app()", REFEREE_TIMEOUT_S="soon")
    assert refused.returncode != 0
    assert refused.stderr.startswith("tabletop-referee cannot start:\nREFEREE_TIMEOUT_S=soon: must be")
    assert "Traceback" not in refused.stderr


def test_a_worker_that_is_killed_is_told(service: Service) -> None:
    victim = service.workers()[0]
    os.kill(victim, signal.SIGKILL)
    for _ in range(500):
        if [line for line in service.lines(level="error") if str(victim) in line["event"]]:
            return
        time.sleep(0.01)
    raise AssertionError(service.output)
