"""`POST replays` line by line: the same as in one answer, as it comes about."""

import gzip
import http.client
import json
import zlib
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import brotli
import pytest
from werkzeug.test import TestResponse

from service.api.bodies import zstd
from service.api.examples import read_examples
from service.api.streams import NDJSON
from service.engine.errors import TooMuchWork
from service.engine.rulings import Run
from tests.api.client import JSON, Client, take
from tests.servers import gunicorn_server

SEED = {"seed": "a"}


def deal(number: int) -> dict[str, Any]:
    """The charm that chance deals."""
    return {"type": "deal-charm", "actor": "chance", "charm": f"charm-{number}"}


def lines_of(response: TestResponse) -> list[Any]:
    """The lines of an answer."""
    assert (response.status_code, response.content_type) == (200, NDJSON)
    assert response.headers["Cache-Control"] == "no-store"
    text = response.get_data(as_text=True)
    assert text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def replayed(client: Client, body: Any) -> list[Any]:
    """The lines of a replay, after a look at whether they say what the one answer says."""
    lines, whole = lines_of(client.post("./replays", body, Accept=NDJSON)), client.ask("./replays", body)
    *told, end = lines
    assert end == {"end": True, "position": whole["position"]}
    assert [line["index"] for line in told] == list(range(len(told)))
    failed = [line for line in told if not line["legal"]]
    assert [line["index"] for line in failed] == ([] if whole["legal"] else [whole["failed_at"]])
    assert [line["violations"] for line in failed] == ([] if whole["legal"] else [whole["violations"]])
    assert all("violations" not in line for line in told if line["legal"])
    if told:
        assert [event for line in told for event in line["events"]] == whole["position"]["events"]
        assert told[-1]["digest"] == whole["position"]["digest"]
    return lines


def test_a_line_for_each_action_and_one_for_the_end(client: Client) -> None:
    record = [deal(3), deal(4), take(3), take(2, "blue")]
    lines = replayed(client, {"setup": {"players": 2}, "actions": record})
    assert [line.get("legal") for line in lines] == [True, True, True, True, None]
    assert [[event["type"] for event in line["events"]] for line in lines[:-1]] == [
        ["charm-dealt"],
        ["charm-dealt"],
        ["stones-taken"],
        ["stones-taken"],
    ]
    state = client.ask("./states", {"players": 2})["state"]
    for line, action in zip(lines, record, strict=False):
        verdict = client.play(state, action)
        assert (line["digest"], line["events"]) == (verdict["digest"], verdict["events"])
        state = verdict["state"]


def test_no_action_is_only_the_end(client: Client) -> None:
    (end,) = replayed(client, {"setup": {"players": 2}, "actions": []})
    assert end["position"]["digest"] == client.ask("./states", {"players": 2})["digest"]


def test_an_illegal_action_in_the_middle(client: Client) -> None:
    state = client.position()["state"]
    lines = replayed(client, {"state": state, "actions": [take(3), take(3), take(1)]})
    assert [line.get("legal") for line in lines] == [True, False, None]
    assert lines[1]["violations"][0]["rule"] == "turn.one-take"
    assert lines[0]["digest"] == lines[1]["digest"] == lines[2]["position"]["digest"]


def test_seeded_chance_is_settled_as_it_comes_due(client: Client) -> None:
    """After each action the digest is the one that an adjudication with the same seed has answered."""
    seeded = client.position()
    lines = replayed(client, {"setup": {"players": 2}, "actions": [take(3)], "chance": SEED})
    assert [event["type"] for event in lines[0]["events"]] == ["charm-dealt", "charm-dealt", "stones-taken"]
    assert lines[0]["digest"] == client.play(seeded["state"], take(3))["digest"]
    (end,) = replayed(client, {"setup": {"players": 2}, "actions": [], "chance": SEED})
    assert end["position"]["digest"] == seeded["digest"]


def test_chance_in_the_record_wins_over_the_seed(client: Client) -> None:
    by_seed = [player["charm"] for player in client.position()["state"]["players"].values()]
    other = next(number for number in range(1, 10) if f"charm-{number}" not in by_seed)
    start: Any = {"state": client.ask("./states", {"players": 2})["state"]}
    expected = client.play(start["state"], deal(other), chance=SEED)
    assert expected["state"]["players"]["red"]["charm"] == f"charm-{other}"
    for begun in (start, {"setup": {"players": 2}}):
        for record in ([deal(other)], [deal(other), take(1)]):
            dealt, *_, end = replayed(client, {**begun, "actions": record, "chance": SEED})
            assert dealt["digest"] == expected["digest"]
            assert end["position"]["state"]["players"]["red"]["charm"] == f"charm-{other}"
    applied = client.ask("./adjudications", {**start, "actions": [deal(other), take(1)], "chance": SEED})["applied"]
    assert [action["type"] for action in applied] == ["deal-charm", "deal-charm", "take"]
    assert replayed(client, {**start, "actions": applied})[-1]["position"]["state"]["players"]["red"]["stones"] == 1


@pytest.mark.parametrize(
    ("body", "slug"),
    [
        ({"setup": {"players": 2}, "actions": [{"type": "take"}]}, "invalid-body"),
        ({"setup": {"players": 2}, "actions": [deal(1), take(1, "green")]}, "invalid-body"),
        ({"setup": {"players": 9}, "actions": []}, "illegal-setup"),
        ({"actions": []}, "invalid-body"),
    ],
)
def test_what_is_wrong_before_the_first_line_is_a_plain_problem(client: Client, body: Any, slug: str) -> None:
    # `post` has seen to it that the refusal is problem details.
    response = client.post("./replays", body, Accept=NDJSON)
    assert response.status_code == 422
    assert response.get_json()["type"] == f"/problems/{slug}"


@pytest.mark.parametrize(
    ("error", "slug"), [(TooMuchWork(["number"]), "too-much-work"), (ZeroDivisionError("a secret"), "internal-error")]
)
def test_a_problem_in_mid_stream_is_the_last_line(
    client: Client, monkeypatch: pytest.MonkeyPatch, error: Exception, slug: str
) -> None:
    iterate = Run.__iter__

    def broken(self: Run) -> Iterator[Any]:
        for index, violated in iterate(self):
            if index == 2:
                raise error
            yield index, violated

    monkeypatch.setattr(Run, "__iter__", broken)
    body = {"state": client.position()["state"], "actions": [take(1), take(1, "blue"), take(1)]}
    *told, last = lines_of(client.post("./replays", body, Accept=NDJSON, Request_Id="find-me"))
    assert [line["index"] for line in told] == [0, 1]
    assert list(last) == ["problem"]
    assert last["problem"]["type"] == f"/problems/{slug}"
    assert last["problem"]["instance"] == "urn:request:find-me"
    assert "secret" not in json.dumps(last)


def test_a_line_leaves_before_the_next_is_worked_out(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    iterate, taken = Run.__iter__, []

    def watched(self: Run) -> Iterator[Any]:
        for index, violated in iterate(self):
            taken.append(index)
            yield index, violated

    monkeypatch.setattr(Run, "__iter__", watched)
    body = {"state": client.position()["state"], "actions": [take(1), take(1, "blue"), take(1)]}
    response = client.app.test_client().post(
        "/v1/games/stones/replays", json=body, headers={"Accept": NDJSON}, buffered=False
    )
    pieces = response.iter_encoded()
    assert taken == [0]
    for index in range(3):
        assert json.loads(next(iter(pieces)))["index"] == index
        assert taken == list(range(index + 1))


def unpacked(coding: str, data: bytes) -> bytes:
    """Plain bytes again."""
    return {"gzip": gzip.decompress, "br": brotli.decompress, "zstd": zstd.decompress}[coding](data)


@pytest.mark.parametrize("coding", ["gzip", "br", "zstd"])
def test_lines_are_compressed_for_who_asks(client: Client, coding: str) -> None:
    body = {"state": client.position()["state"], "actions": [take(1), take(1, "blue"), take(9)]}
    plain = client.post("./replays", body, Accept=NDJSON)
    packed = client.post("./replays", body, Accept=NDJSON, Accept_Encoding=coding)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == coding
    assert unpacked(coding, packed.get_data()) == plain.get_data()
    unwanted = client.post("./replays", body, Accept=NDJSON, Accept_Encoding=f"{coding};q=0")
    assert unwanted.get_data() == plain.get_data()


def test_a_compressed_line_can_be_read_as_it_comes(client: Client) -> None:
    body = {"state": client.position()["state"], "actions": [take(1), take(1, "blue")]}
    response = client.app.test_client().post(
        "/v1/games/stones/replays", json=body, headers={"Accept": NDJSON, "Accept-Encoding": "gzip"}
    )
    unpacker = zlib.decompressobj(16 + zlib.MAX_WBITS)
    texts = [unpacker.decompress(piece) for piece in response.iter_encoded()]
    assert [text.count(b"\n") for text in texts] == [1, 1, 1, 0]


@pytest.mark.gunicorn
def test_a_real_server_sends_lines() -> None:
    """In chunks, and to go away in the middle does no harm."""
    with gunicorn_server(workers=1) as base:
        example = read_examples()["kingdomDefendersReplay"]["lines"]["request"]

        def begin(accept: str) -> http.client.HTTPResponse:
            connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=30)
            headers = {"Content-Type": JSON, "Accept": accept}
            connection.request("POST", example["path"], json.dumps(example["body"]), headers)
            return connection.getresponse()

        plain = json.loads(begin(JSON).read())
        response = begin(NDJSON)
        assert (response.status, response.headers["Transfer-Encoding"]) == (200, "chunked")
        lines = [json.loads(line) for line in response]
        assert lines[-1] == {"end": True, "position": plain["position"]}
        assert [line["index"] for line in lines[:-1]] == list(range(plain["failed_at"] + 1))
        for _ in range(3):
            left = begin(NDJSON)
            left.readline()
            left.close()
        assert begin(JSON).status == 200


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        (NDJSON, NDJSON),
        (JSON, JSON),
        ("*/*", JSON),
        (f"{NDJSON}, {JSON};q=0.5", NDJSON),
        (f"{NDJSON};q=0.5, {JSON}", JSON),
        (f"{NDJSON}, {JSON}", JSON),
        ("application/*", JSON),
        ("", JSON),
    ],
)
def test_the_client_says_which_it_wants(client: Client, accept: str, media_type: str) -> None:
    response = client.post("./replays", {"setup": {"players": 2}, "actions": []}, Accept=accept)
    assert (response.status_code, response.content_type) == (200, media_type)
    assert "Accept" in response.headers["Vary"].split(", ")


def test_other_calls_have_no_lines(client: Client) -> None:
    response = client.post("./scores", {"state": client.position()["state"]}, Accept=NDJSON)
    assert response.status_code == 406
    assert client.post("./replays", {"actions": []}, Accept="text/html").status_code == 406
