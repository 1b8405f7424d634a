"""The service as it is deployed: what only a real server and a real connection can get wrong."""

import gzip
import http.client
import json
import socket
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest

from schemas.problems import MEDIA_TYPE
from tests.servers import gunicorn_server, redis_server

pytestmark = pytest.mark.gunicorn
MIB = 1024 * 1024


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: Mapping[str, str]
    data: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.data)


class Server:
    """A running service."""

    def __init__(self, base: str) -> None:
        self.address = urlsplit(base).netloc
        (game, *_) = self.send("GET", "/v1/games").json["games"]
        self.links, self.players = game["links"], game["players"]["min"]

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """One exchange on a connection of its own. A body that is an iterator is sent in chunks."""
        connection = http.client.HTTPConnection(self.address, timeout=30)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named, encode_chunked=not isinstance(body, bytes | None))
            response = connection.getresponse()
            return Answer(response.status, dict(response.getheaders()), response.read())
        finally:
            connection.close()

    def post(self, call: str, body: Any, **headers: str) -> Answer:
        """A POST of JSON."""
        data = json.dumps(body).encode() if isinstance(body, dict) else body
        return self.send("POST", self.links[call], data, **{"Content_Type": "application/json", **headers})


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with gunicorn_server() as base:
        yield Server(base)


def test_a_first_ruling(server: Server) -> None:
    position = server.post("states", {"players": server.players, "chance": {"seed": "a"}}).json
    listed = server.post("legal-actions", {"state": position["state"]}).json
    action = listed["decisions"][0]["actions"][0]
    assert server.post("adjudications", {"state": position["state"], "action": action}).json["legal"] is True


@pytest.mark.parametrize("size", [2 * MIB, 8 * MIB])
def test_a_body_that_is_too_large_is_told_so(server: Server, size: int) -> None:
    """The client is still sending when the answer is known: it must get to read it."""
    for _ in range(5):
        answer = server.post("states", b" " * size)
        assert (answer.status, answer.headers["Content-Type"]) == (413, MEDIA_TYPE)
        assert server.send("POST", "/nothing", b"x" * size).status == 404
        assert server.send("PUT", "/v1", b"x" * size).status == 405
        assert server.post("states", b"x" * size, Content_Type="text/plain").status == 415


def pieces(size: int) -> Iterator[bytes]:
    """A body of `size` bytes, in pieces."""
    body = b'{"players": 0}'
    for _ in range((size - len(body)) // 1000):
        yield b" " * 1000
    yield b" " * ((size - len(body)) % 1000) + body


def test_bodies_in_chunks(server: Server) -> None:
    assert server.post("states", pieces(5000)).status == 422
    assert server.post("states", pieces(MIB)).status == 422
    assert server.post("states", pieces(MIB + 1)).status == 413
    assert server.post("states", pieces(4 * MIB)).status == 413


@pytest.mark.parametrize(
    "chunks",
    [
        b"zz\r\n{}\r\n0\r\n\r\n",
        b"2\r\n{}",
        b"2\r\n{}xx0\r\n\r\n",
        b"ffffffffffffffffff\r\n{}\r\n0\r\n\r\n",
        b"2;=\0\r\n{}\r\n0\r\n\r\n",
        b"2\r\n{}\r\n0\r\nno trailer\r\n\r\n",
    ],
)
@pytest.mark.parametrize(("call", "status"), [("/states", 400), ("/nothing", 404)])
def test_malformed_chunks_are_the_clients_mistake(server: Server, chunks: bytes, call: str, status: int) -> None:
    """Whether the body is read or, refused unread, only drained."""
    path = server.links["states"].removesuffix("/states") + call
    head = f"POST {path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    host, _, port = server.address.partition(":")
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(head.encode() + chunks)
        connection.shutdown(socket.SHUT_WR)
        response = http.client.HTTPResponse(connection)
        response.begin()
        assert (response.status, response.headers["Content-Type"]) == (status, MEDIA_TYPE)
        assert json.loads(response.read())["status"] == status


def test_compressed_both_ways(server: Server) -> None:
    data = gzip.compress(json.dumps({"players": server.players}).encode())
    answer = server.post("states", data, Content_Encoding="gzip", Accept_Encoding="gzip")
    assert answer.status == 200
    assert json.loads(gzip.decompress(answer.data))["seats"]


def test_head_and_conditional_get(server: Server) -> None:
    page = server.send("GET", "/v1/games")
    head = server.send("HEAD", "/v1/games")
    assert (head.status, head.data, head.headers["Content-Length"]) == (200, b"", str(len(page.data)))
    again = server.send("GET", "/v1/games", If_None_Match=page.headers["ETag"])
    assert (again.status, again.data) == (304, b"")


def test_a_preflight(server: Server) -> None:
    answer = server.send("OPTIONS", "/v1", Origin="https://app.example", Access_Control_Request_Method="POST")
    assert (answer.status, answer.data) == (204, b"")
    assert answer.headers["Access-Control-Max-Age"] == "7200"


def test_noise_never_breaks_it(server: Server) -> None:
    bodies = [
        b"",
        b"{",
        b"[" * 100_000,
        b'{"state":' * 50_000,
        b"\xff" * 1000,
        b'{"state":{"x":1e999}}',
        b"\0",
        b'{"a":NaN}',
    ]
    for call in ("states", "legal-actions", "adjudications", "validations", "views", "scores", "replays"):
        for body in bodies:
            answer = server.post(call, body)
            assert answer.status == 400, (call, body[:20])
            assert answer.json["type"] == "/problems/malformed-json"


def record(server: Server) -> list[bytes]:
    """A short game's answers."""
    position = server.post("states", {"players": server.players, "chance": {"seed": "same"}})
    answers = [position.data]
    for number in range(12):
        state = json.loads(answers[-1])["state"]
        listed = server.post("legal-actions", {"state": state})
        actions = listed.json["decisions"][0]["actions"]
        action = {name: value for name, value in actions[number % len(actions)].items() if name != "probability"}
        body = {"state": state, "action": action, "chance": {"seed": "same"}}
        answers += [listed.data, server.post("adjudications", body).data]
    return answers


@pytest.mark.redis
def test_all_workers_answer_alike_with_redis_and_without(server: Server) -> None:
    alone = record(server)
    # A busy machine may take longer over a look-up than redis is usually given.
    settings = {"REFEREE_CACHE_MIN_MS": "0", "REFEREE_REDIS_TIMEOUT_MS": "2000"}
    with redis_server() as url, gunicorn_server({"REFEREE_REDIS_URL": url, **settings}, 3) as base:
        shared = Server(base)
        with ThreadPoolExecutor(4) as crowd:
            for answers in crowd.map(lambda _: record(shared), range(8)):
                assert answers == alone
        assert shared.send("GET", "/readyz").json == {"status": "ok"}
