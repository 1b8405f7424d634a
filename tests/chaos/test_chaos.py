"""The cheap scenes of `make chaos`, a second or two of each; and that a load which fails is seen to fail."""

import asyncio
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from tests.chaos import material, redis_scenes, stampede_scene, worker_scene
from tests.chaos.client import Question, Sent, ask_question, get, hashed
from tests.chaos.outcome import Outcome, Wanted
from tests.chaos.scene import Run

slow = [pytest.mark.slow, pytest.mark.gunicorn]


@pytest.fixture(scope="module")
def run() -> Run:
    # Where other tests run beside this one, a redis that is well may take more than the default for an answer.
    patient = {"REFEREE_REDIS_TIMEOUT_MS": "250"}
    phases = {"before_s": 0.7, "during_s": 1.0, "after_s": 0.7, "warm_up_s": 0.3}
    return Run(material.steady(), rate=50, redis=patient, stampede=30, **phases)


def shown(outcome: Outcome) -> str:
    return "\n".join([outcome.line(), *(f"{each.what}: {each.verdict}" for each in outcome.wanted)])


@pytest.mark.parametrize(
    "scene",
    [
        pytest.param(redis_scenes.killed, marks=[*slow, pytest.mark.redis]),
        pytest.param(worker_scene.killed, marks=slow),
        pytest.param(stampede_scene.stampede, marks=[*slow, pytest.mark.redis]),
    ],
)
def test_a_scene(run: Run, scene: redis_scenes.Scene) -> None:
    outcome = scene(run)
    assert outcome.sent >= run.stampede
    assert outcome.passed, shown(outcome)
    unmet = [each.what for each in outcome.wanted if not each.met and not each.what.endswith("on average")]
    assert not unmet, shown(outcome)


WHOLE = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"


@contextmanager
def answering(answer: bytes) -> Iterator[int]:
    """The port of a server that gives this answer, whatever it is asked, once."""

    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(65536)
            connection.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve)
        thread.start()
        yield listener.getsockname()[1]
        thread.join()


@pytest.mark.parametrize(
    ("answer", "failure"),
    [
        (WHOLE, ""),
        (WHOLE[:-1], "cut off"),
        (WHOLE[:20], "cut off"),
        (WHOLE + b" ", "cut off"),
        (WHOLE.replace(b"{}", b"[]"), "wrong answer"),
        (WHOLE.replace(b"200 OK", b"503 Gone"), "status 503"),
        (b"", "closed without an answer"),
    ],
)
def test_every_failure_is_seen(answer: bytes, failure: str) -> None:
    with answering(answer) as port:
        sent = asyncio.run(ask_question(port, Question("healthz", get("/healthz"), hashed(b"{}"))))
    assert sent.failure == failure
    refused = asyncio.run(ask_question(port, Question("healthz", get("/healthz"), b"")))
    assert refused.failure == "refused"


def test_requests_count_for_the_phase_in_which_they_were_sent() -> None:
    outcome = Outcome("a scene")
    sent: Sequence[Sent] = [
        Sent("states", 0.5, 9.0),
        Sent("states", 1.5, 0.001),
        Sent("states", 2.5, 0.002),
        Sent("scores", 2.6, 7.0, "reset"),
        Sent("states", 3.5, 8.0),
        Sent("states", 4.5, 0.003),
    ]
    outcome.count(sent, [(1.0, "before"), (2.0, "during"), (3.0, ""), (4.0, "after")])
    assert (outcome.sent, outcome.failed, dict(outcome.failures)) == (6, 1, {"scores: reset": 1})
    assert outcome.times_ms == {"before": [1.0], "during": [2.0], "after": [3.0]}
    outcome.wanted.append(Wanted("something quick", met=False, binding=False))
    assert outcome.passed
    outcome.none_failed()
    assert not outcome.passed
