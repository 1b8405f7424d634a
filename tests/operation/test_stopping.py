"""Stopping, reloading and losing workers under load: what was accepted or has queued up is answered."""

import json
import os
import signal
import socket
import time

import pytest

from service.workers import refuse_connections
from tests.operation.load import Outcomes, loaded, outcome
from tests.operation.running import Service, comes_true, running

pytestmark = pytest.mark.gunicorn


def address(service: Service) -> tuple[str, int]:
    return "127.0.0.1", service.port


def wait_for(outcomes: Outcomes, answered: int) -> None:
    """Until so many more requests have been answered."""
    wanted = outcomes["200"] + answered
    until = time.monotonic() + 30
    while outcomes["200"] < wanted:
        assert time.monotonic() < until, outcomes
        time.sleep(0.01)


def test_sigterm_loses_no_request_that_was_accepted_or_waited() -> None:
    with running() as service, loaded(address(service)) as outcomes:
        wait_for(outcomes, 100)
        assert service.stop() == 0
    # Every client has been answered until nobody listened any more.
    assert outcomes.keys() == {"200", "refused"}, outcomes
    assert outcomes["refused"] == 24


def test_a_unix_socket_loses_none_either() -> None:
    path = f"/tmp/referee-{os.getpid()}.sock"
    with (
        running({"REFEREE_BIND": f"unix:{path}"}, ready=lambda: outcome(path) == "200") as service,
        loaded(path) as outcomes,
    ):
        wait_for(outcomes, 100)
        assert service.stop() == 0
    assert outcomes.keys() == {"200", "refused"}, outcomes


def test_while_it_drains_it_answers_and_says_that_it_is_not_ready() -> None:
    with running({"REFEREE_DRAIN_S": "2"}) as service, loaded(address(service), clients=2) as outcomes:
        assert (service.get("/readyz")[0], service.get("/healthz")[0]) == (200, 200)
        began = time.monotonic()
        service.process.terminate()
        while (answer := service.get("/readyz"))[0] == 200:
            assert time.monotonic() < began + 1.5
        status, headers, body = answer
        assert (status, headers["Retry-After"]) == (503, "5")
        assert headers["Content-Type"] == "application/problem+json"
        assert json.loads(body)["type"] == "/problems/unavailable"
        assert service.get("/healthz")[0] == 200
        wait_for(outcomes, 20)
        assert service.process.wait(20) == 0
        assert time.monotonic() - began >= 2
    assert outcomes.keys() == {"200", "refused"}, outcomes


def test_a_second_sigterm_stops_at_once() -> None:
    with running({"REFEREE_DRAIN_S": "60"}) as service:
        service.process.terminate()
        # One of the kind that supervisors send twice.
        service.process.terminate()
        time.sleep(1.2)
        assert service.get("/healthz")[0] == 200
        began = time.monotonic()
        service.process.terminate()
        assert service.process.wait(20) == 0
        assert time.monotonic() - began < 5


def test_a_worker_that_has_just_begun_stops_too() -> None:
    with running(app="tests.operation.apps:slow_to_fork()") as service:
        victim = service.workers()[0]
        os.kill(victim, signal.SIGKILL)
        assert comes_true(lambda: len(workers := service.workers()) == 2 and victim not in workers)
        began = time.monotonic()
        assert service.stop() == 0
        assert time.monotonic() - began < 10


def test_who_says_nothing_does_not_keep_those_who_wait_behind() -> None:
    with running(workers=1) as service:
        (worker,) = service.workers()
        os.kill(worker, signal.SIGSTOP)
        with socket.create_connection(address(service)) as silent, loaded(address(service), clients=4) as outcomes:
            time.sleep(0.2)
            service.process.terminate()
            time.sleep(0.3)
            os.kill(worker, signal.SIGCONT)
            assert service.process.wait(20) == 0
            assert silent.recv(1) == b""
    assert outcomes.keys() == {"200", "refused"}, outcomes
    assert outcomes["200"] >= 4


def test_workers_that_are_replaced_lose_none() -> None:
    with running({"REFEREE_MAX_REQUESTS": "40"}) as service:
        first = set(service.workers())
        with loaded(address(service)) as outcomes:
            wait_for(outcomes, 300)
            assert not first & set(service.workers())
    assert outcomes.keys() == {"200"}, outcomes


def test_a_reload_replaces_the_workers_and_loses_none() -> None:
    with running() as service:
        first = set(service.workers())
        with loaded(address(service)) as outcomes:
            wait_for(outcomes, 50)
            service.process.send_signal(signal.SIGHUP)
            until = time.monotonic() + 20
            while first & set(service.workers()):
                assert time.monotonic() < until
                time.sleep(0.05)
            wait_for(outcomes, 50)
            assert service.get("/readyz")[0] == 200
    assert outcomes.keys() == {"200"}, outcomes


def test_a_killed_worker_takes_its_own_request_along_and_no_other() -> None:
    with running() as service:
        first = set(service.workers())
        with loaded(address(service)) as outcomes:
            wait_for(outcomes, 50)
            os.kill(min(first), signal.SIGKILL)
            wait_for(outcomes, 100)
        assert len(service.workers()) == 2
        assert len(first & set(service.workers())) == 1
    lost = sum(count for result, count in outcomes.items() if result.startswith("lost"))
    assert lost <= 1, outcomes
    assert sum(outcomes.values()) == outcomes["200"] + lost


def test_no_connection_begins_while_those_that_wait_stay() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        waiting = socket.create_connection(listener.getsockname())
        assert refuse_connections(listener)
        with pytest.raises(TimeoutError):
            socket.create_connection(listener.getsockname(), timeout=0.3)
        accepted, _ = listener.accept()
        waiting.sendall(b"still here")
        assert accepted.recv(100) == b"still here"
        accepted.close()
        waiting.close()
