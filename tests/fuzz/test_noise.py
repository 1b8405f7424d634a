"""That noise is noise, that answers to it are looked at, and that a failure is told so that it can be repeated."""

import gzip
import json
import random
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from schemas.problems import KINDS
from service.api.bodies import zstd
from service.app import create_app
from service.settings import Settings
from tests.engine.harbour.game import GAME
from tests.fuzz import failures, noise
from tests.fuzz.connection import look_at
from tests.fuzz.documents import served
from tests.fuzz.failures import retold
from tests.fuzz.gateway import put
from tests.fuzz.material import Material, gather
from tests.fuzz.messages import Message, chunks, message, packed, question, written
from tests.fuzz.promises import Answer, Promises
from tests.fuzz.spoilt import request
from tests.fuzz.wires import Wire, wire

APP = create_app(Settings(build="test"), {GAME.id: GAME})
PROMISES = Promises(served(APP))
BASE = f"/v1/games/{GAME.id}"


@pytest.fixture(scope="module")
def materials() -> list[Material]:
    return [gather(GAME)]


@pytest.mark.parametrize("way", [*noise.ANY, *noise.OF_JSON])
def test_every_noise_changes_bytes(materials: list[Material], way: noise.Noise) -> None:
    rng = random.Random(1)
    data, other = (written(rng, question(rng, materials)[1]) for _ in range(2))
    assert sum(way(rng, data, other) != data for _ in range(50)) > 25


def test_sound_questions_are_answered(materials: list[Material]) -> None:
    rng = random.Random(1)
    for _ in range(100):
        target, body = question(rng, materials)
        coding, data = packed(rng, written(rng, body))
        answer = put(APP, message(target, data, coding))
        PROMISES.look_at("POST", target, answer)
        assert answer.status == 200
        assert (zstd.decompress if coding == "zstd" else gzip.decompress if coding else bytes)(data).strip()


def test_noise_gets_past_the_parser_and_not(materials: list[Material]) -> None:
    seen: Counter[int] = Counter()
    for number in range(1500):
        spoilt = request(random.Random(number), materials)
        answer = put(APP, spoilt)
        PROMISES.look_at(spoilt.method, spoilt.target, answer)
        seen[answer.status] += 1
    assert {200, 400, 404, 405, 406, 413, 415, 422} <= set(seen)
    assert min(seen[200], seen[400], seen[422]) >= 50


def test_chunks_make_up_the_body() -> None:
    rng = random.Random(1)
    data = rng.randbytes(3000)
    *pieces, end = chunks(rng, data)
    assert end == b"0\r\n\r\n"
    assert b"".join(piece.partition(b"\r\n")[2][:-2] for piece in pieces) == data


def told(slug: str, status: int, **headers: str) -> Answer:
    """A problem with these headers beside the usual ones."""
    kind = KINDS[slug]
    problem = {"type": kind.type, "title": kind.title, "status": kind.status, "detail": "", "instance": ""}
    usual = {"request-id": "a", "content-type": "application/problem+json"}
    return Answer(status, {**usual, **headers}, json.dumps(problem).encode())


@pytest.mark.parametrize(
    ("method", "target", "answer", "found"),
    [
        ("POST", f"{BASE}/scores", told("internal-error", 500), "500"),
        ("POST", f"{BASE}/scores", told("unavailable", 503), "503"),
        ("POST", f"{BASE}/scores", told("not-found", 404), "404 is not documented"),
        ("POST", f"{BASE}/scores", told("bad-cursor", 422), "bad-cursor"),
        ("POST", f"{BASE}/scores", told("invalid-body", 400), "400|422"),
        ("POST", f"{BASE}/score%73", told("not-found", 404), "404 is not documented"),
        ("GET", f"{BASE}/rules/a.b", told("invalid-body", 422), "invalid-body"),
        ("POST", "/nothing", told("invalid-body", 422), "a path or a method that there is not"),
        ("POST", f"{BASE}/scores", told("invalid-body", 422, **{"content-type": "text/html"}), "text/html"),
        ("POST", f"{BASE}/scores", Answer(200, {}, b"{}"), "no Request-Id"),
    ],
)
def test_what_is_not_promised_is_found(method: str, target: str, answer: Answer, found: str) -> None:
    with pytest.raises(AssertionError, match=found):
        PROMISES.look_at(method, target, answer)


def test_a_failure_can_be_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sent = Message("POST", "/v1?a='b", (("Content-Type", "it's"),), b"\0\xff'")
    with pytest.raises(AssertionError) as failure, retold("bytes-7", sent):
        raise LookupError("gone")
    first, command, body = str(failure.value).splitlines()
    assert first == f"bytes-7 of seed {failures.SEED}: gone"
    said = subprocess.run(["sh", "-c", f"printf '%s\\n' {command}"], capture_output=True, check=True, text=True)
    *_, header, flag, data = said.stdout.splitlines()
    assert (header, flag) == ("Content-Type: it's", "--data-binary")
    assert Path(data.removeprefix("@")).read_bytes() == sent.body
    assert body == repr(sent.body)


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", "no answer"),
        (b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\n\r\n", "refuses a sound request"),
        (b"HTTP/1.1 500 Internal Server Error\r\nContent-Type: text/html\r\n\r\n", "gunicorn says"),
        (b"HTTP/1.1 500 INTERNAL SERVER ERROR\r\nRequest-Id: a\r\n\r\n{}", "500 INTERNAL"),
        (b"HTTP/1.1 404 NOT FOUND\r\nRequest-Id: a\r\n\r\n{}", "no kind of problem"),
    ],
)
def test_a_wrong_answer_over_a_connection_is_found(data: bytes, found: str) -> None:
    sound = Wire(message(f"{BASE}/scores", b"{}"), b"", sound=True)
    with pytest.raises(AssertionError, match=found):
        look_at(PROMISES, sound, data)


def test_wires_are_sound_and_not(materials: list[Material]) -> None:
    sent = [wire(random.Random(number), materials) for number in range(300)]
    assert 50 < sum(one.sound for one in sent) < 250
    assert any(one.pauses for one in sent)
    assert any(one.leaves for one in sent)
    assert wire(random.Random(7), materials) == sent[7]
