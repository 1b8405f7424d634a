"""What is refused before anything is ruled on: paths, methods, media types, codings, sizes, and JSON that is none."""

import gzip
import io
import json
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from service.api.bodies import zstd
from tests.api.client import JSON, Client, stones_app, take

CALLS = ["states", "legal-actions", "adjudications", "validations", "views", "scores", "replays"]


# --- 404, 405, 406 ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/v2",
        "/v1/",
        "/v1/games/",
        "/v1/games/chess",
        "/v1/games/chess/rules",
        "/v1/games/Stones",
        "/v1/games/stones/",
        "/v1//games",
        "//v1/games",
        "/v1/games/stones/rules/no.such-rule",
        "/v1/games/stones/rules/turn.one-take/",
        "/v1/games/stones/components/deluxe",
        "/v1/games/stones/schemas/secret",
        "/v1/games/stones/nothing",
        "/problems/no-such-problem",
        "/v1/games/stones/rules/%00",
        "/v1/games/%ff",
        "/static/x",
    ],
)
def test_what_is_not_there(client: Client, path: str) -> None:
    for method in ("GET", "HEAD", "POST", "DELETE"):
        response = client.send(method, path)
        assert response.status_code in ((404,) if method in ("GET", "HEAD") else (404, 405)), (method, path)


@pytest.mark.parametrize("call", CALLS)
def test_a_game_that_nobody_knows(client: Client, call: str) -> None:
    problem = client.post(f"/v1/games/chess/{call}", {}).get_json()
    assert problem["type"] == "/problems/not-found"
    assert "no game 'chess'" in problem["detail"]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "PATCH", "DELETE", "TRACE", "BREW"])
def test_calls_are_post(client: Client, call: str, method: str) -> None:
    response = client.send(method, f"./{call}", b"{}")
    assert response.status_code == 405
    assert response.headers["Allow"] == "OPTIONS, POST"


@pytest.mark.parametrize(
    "path", ["/v1", "/v1/games", "/v1/games/stones", "./rules", "./rules/turn.one-take", "/openapi.json"]
)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_pages_are_get(client: Client, path: str, method: str) -> None:
    response = client.send(method, path, b"{}")
    assert response.status_code == 405
    assert response.headers["Allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize(
    "accept",
    ["text/html", "application/xml;q=1", "application/json;q=0", "application/json;q=0, */*", "image/*", "nonsense"],
)
def test_what_the_client_will_not_take(client: Client, accept: str) -> None:
    assert client.get("/v1", Accept=accept).status_code == 406
    assert client.post("./states", {"players": 2}, Accept=accept).status_code == 406
    assert client.get("/nothing", Accept=accept).status_code == 404


@pytest.mark.parametrize(
    "accept",
    ["*/*", "application/*", "application/json", "text/html, application/json;q=0.1", "text/html, */*;q=0.1", ""],
)
def test_what_the_client_will_take(client: Client, accept: str) -> None:
    assert client.get("/v1", Accept=accept).status_code == 200
    assert client.post("./states", {"players": 2}, Accept=accept).status_code == 200


# --- 415 --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content_type",
    [
        "",
        "text/plain",
        "text/plain; charset=utf-8",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=latin-1",
        "application/json; charset=utf-16",
        "application/json; charset=bogus",
        "application/problem+json",
        "application/jsonx",
        "json",
        ";",
    ],
)
def test_bodies_are_json(client: Client, content_type: str) -> None:
    for call in CALLS:
        headers = {"Content-Type": content_type} if content_type else {}
        response = client.send("POST", f"./{call}", b'{"players": 2}', headers)
        assert response.status_code == 415
        assert response.headers["Accept-Post"] == JSON


@pytest.mark.parametrize(
    "content_type", [JSON, "Application/JSON", f"{JSON}; charset=utf-8", f'{JSON};charset="UTF-8"', f"{JSON}; v=1"]
)
def test_json_by_any_name(client: Client, content_type: str) -> None:
    response = client.send("POST", "./states", b'{"players": 2}', {"Content-Type": content_type})
    assert response.status_code == 200


@pytest.mark.parametrize("coding", ["br", "deflate", "compress", "gzip, gzip", "gzip, identity", "bogus", "*"])
def test_codings_that_are_not_taken(client: Client, coding: str) -> None:
    response = client.post("./states", {"players": 2}, Content_Encoding=coding)
    assert response.status_code == 415
    assert response.headers["Accept-Encoding"] == "gzip, zstd"


# --- compressed bodies ------------------------------------------------------------------------------------------------

Packer = Callable[[bytes], bytes]
PACKERS: dict[str, Packer] = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "zstd": zstd.compress,
    "GZIP": gzip.compress,
}


@pytest.mark.parametrize("coding", PACKERS)
def test_bodies_may_be_compressed(client: Client, coding: str) -> None:
    data = json.dumps({"players": 2, "chance": {"seed": "a"}}).encode()
    plain = client.post("./states", data)
    packed = client.post("./states", PACKERS[coding](data), Content_Encoding=coding)
    assert (packed.status_code, packed.get_data()) == (200, plain.get_data())
    half = len(data) // 2
    in_two = PACKERS[coding](data[:half]) + PACKERS[coding](data[half:])
    assert client.post("./states", in_two, Content_Encoding=coding).get_data() == plain.get_data()


@pytest.mark.parametrize("coding", ["gzip", "zstd"])
def test_broken_codings(client: Client, coding: str) -> None:
    packed = PACKERS[coding](b'{"players": 2}' * 50)
    for broken in (b"", b"{}", packed[:-3], packed[:10], packed + b"x", b"\0" * 100, packed[:8] + b"\xff" * 20):
        problem = client.post("./states", broken, Content_Encoding=coding).get_json()
        assert problem["type"] == "/problems/malformed-json", broken
    many = PACKERS[coding](b"") * 5000
    assert client.post("./states", many, Content_Encoding=coding).status_code == 400


def bomb(coding: str, size: int) -> bytes:
    """`size` spaces and a body."""
    data = b" " * size + b'{"players": 2}'
    if coding == "zstd":
        return zstd.compress(data, level=19)
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize("coding", ["gzip", "zstd"])
def test_the_limit_counts_inflated_bytes(client: Client, coding: str) -> None:
    limit = 1024 * 1024
    assert client.post("./states", bomb(coding, limit - 14), Content_Encoding=coding).status_code == 200
    assert client.post("./states", bomb(coding, limit - 13), Content_Encoding=coding).status_code == 413
    huge = bomb(coding, 200 * limit)
    assert len(huge) < limit
    assert client.post("./states", huge, Content_Encoding=coding).status_code == 413


def test_a_window_that_would_take_much_memory(client: Client) -> None:
    parameter = zstd.CompressionParameter
    options: dict[int, int] = {parameter.window_log: 27, parameter.content_size_flag: 0}
    packer = zstd.ZstdCompressor(options=options)
    frame = packer.compress(b'{"players": 2}', mode=packer.FLUSH_BLOCK) + packer.flush()
    assert client.post("./states", frame, Content_Encoding="zstd").status_code == 400


# --- 413 --------------------------------------------------------------------------------------------------------------


def padded(size: int) -> bytes:
    """A body of `size` bytes that sets a game up."""
    body = b'{"players": 2}'
    return b" " * (size - len(body)) + body


def test_the_size_limit(client: Client) -> None:
    limit = 1024 * 1024
    assert client.post("./states", padded(limit)).status_code == 200
    problem = client.post("./states", padded(limit + 1)).get_json()
    assert problem["type"] == "/problems/too-large"
    assert str(limit) in problem["detail"]
    assert client.post("./states", padded(2 * limit)).status_code == 413
    assert client.post("./states", b"x" * 2 * limit).status_code == 413


def test_the_size_limit_is_a_setting() -> None:
    client = Client(stones_app(max_body_bytes=2048))
    assert client.get("/v1").get_json()["limits"]["body_bytes"] == 2048
    assert client.post("./states", padded(2048)).status_code == 200
    assert client.post("./states", padded(2049)).status_code == 413


def chunked(client: Client, data: bytes) -> Any:
    """A body of undeclared length, as a server that ends the stream hands it on."""
    environ = {
        "wsgi.input": io.BytesIO(data),
        "wsgi.input_terminated": True,
        "CONTENT_LENGTH": "",
        "HTTP_TRANSFER_ENCODING": "chunked",
    }
    return client.send("POST", "./states", headers={"Content-Type": JSON}, environ=environ)


def test_bodies_of_undeclared_length(client: Client) -> None:
    assert chunked(client, padded(100)).status_code == 200
    assert chunked(client, padded(1024 * 1024)).status_code == 200
    assert chunked(client, padded(1024 * 1024 + 1)).status_code == 413
    assert chunked(client, b"").status_code == 400


@pytest.mark.parametrize(
    ("declared", "status"),
    [("20", 400), ("14", 200), ("5", 400), ("9999999999", 413), ("-1", 400), ("x", 400), ("", 400)],
)
def test_lengths_that_lie(client: Client, declared: str, status: int) -> None:
    environ = {"wsgi.input": io.BytesIO(b'{"players": 2}'), "CONTENT_LENGTH": declared}
    response = client.send("POST", "./states", headers={"Content-Type": JSON}, environ=environ)
    assert response.status_code == status


def test_a_refused_body_is_read_to_its_end(client: Client) -> None:
    """A server that closes a connection with unread input resets it, and the client never sees why."""
    for path, headers in (("./nothing", {}), ("./rules", {}), ("./states", {"Content-Type": "text/plain"})):
        stream = io.BytesIO(b"x" * 3_000_000)
        environ = {"wsgi.input": stream, "CONTENT_LENGTH": "3000000"}
        assert client.send("POST", path, headers=headers, environ=environ).status_code in (404, 405, 415)
        assert stream.read() == b""


# --- 400 --------------------------------------------------------------------------------------------------------------

NOT_JSON = [
    b"",
    b" ",
    b"{",
    b'{"players": 2',
    b'{"players": 2}}',
    b'{"players": 2} x',
    b"{'players': 2}",
    b'{"players": 2,}',
    b'{"players": NaN}',
    b'{"players": Infinity}',
    b'{"players": -Infinity}',
    b'{"players": 1e999}',
    b'{"players": 02}',
    b'{"players": 2, "players": 2}',
    b'{"players": 2, "\\u0070layers": 3}',
    b'{"players": 2, "options": {"heap": 1, "heap": 2}}',
    b'{"salt": "\\ud800", "players": 2}',
    b'{"\\udc00": 1}',
    b'{"salt": "\xff", "players": 2}',
    b'\xef\xbb\xbf{"players": 2}',
    '{"players": 2}'.encode("utf-16"),
    b'{"salt": "\n", "players": 2}',
    b'{"players": ' + b"1" * 5000 + b"}",
    b"[" * 10_000 + b"]" * 10_000,
    b'{"x": ' * 10_000 + b"1" + b"}" * 10_000,
    b'{"options": ' + b"[" * 64 + b"]" * 64 + b"}",
    b"[" * 100_000,
]


@pytest.mark.parametrize("data", NOT_JSON, ids=range(len(NOT_JSON)))
def test_what_is_not_json(client: Client, data: bytes) -> None:
    assert client.post("./states", data).get_json()["type"] == "/problems/malformed-json"


def test_json_within_a_state_is_no_less_strict(client: Client) -> None:
    """A state is first looked up by its bytes and read later: by the same rules."""
    state = json.dumps(client.position()["state"]).encode()
    ways = [
        (b'"heap": 12', b'"heap": 12, "heap": 12'),
        (b'"heap": 12', b'"heap": 1e999'),
        (b'"heap": 12', b'"heap": NaN'),
        (b'"heap": 12', b'"heap": "\\ud800"'),
        (b'"heap": 12', b'"heap": ' + b"[" * 63 + b"]" * 63),
        (b'"heap": 12', b'"heap": ' + b"[" * 9_000 + b"]" * 9_000),
    ]
    for old, new in ways:
        broken = state.replace(old, new, 1)
        assert broken != state
        for call, rest in (("adjudications", {"action": take(1)}), ("validations", {}), ("states", {}), ("scores", {})):
            rest_of_body = json.dumps(rest).encode()[1:-1]
            data = b'{"state": ' + broken + (b", " + rest_of_body if rest else b"") + b"}"
            response = client.post(f"./{call}", data)
            assert response.get_json()["type"] == "/problems/malformed-json", (call, new[:40])


@pytest.mark.parametrize("value", [2**80, -(2**80), 10**4000, 1e300, 2.5, -0.0, 2**53])
def test_huge_numbers_are_out_of_range(client: Client, value: float) -> None:
    state = {**client.position()["state"], "heap": value}
    if isinstance(value, int) or value == 1e300 or value == 2.5:
        client.refused("./adjudications", {"state": state, "action": take(1)}, "invalid-body")
    assert client.ask("./validations", {"state": state})["valid"] in (False, True)


@pytest.mark.parametrize("body", [b"[]", b"1", b'"x"', b"null", b"true", b"[{}]"])
@pytest.mark.parametrize("call", CALLS)
def test_a_body_is_an_object(client: Client, call: str, body: bytes) -> None:
    problem = client.post(f"./{call}", body).get_json()
    assert (problem["type"], problem["errors"][0]["pointer"]) == ("/problems/invalid-body", "")


@pytest.mark.parametrize("call", CALLS)
def test_unknown_members_are_refused(client: Client, call: str) -> None:
    problem = client.post(f"./{call}", {"colour": 1, "~/": 2}).get_json()
    pointers = [error["pointer"] for error in problem["errors"] if error["code"] == "unknown-field"]
    assert pointers == ["/colour", "/~0~1"]


@pytest.mark.parametrize("call", CALLS)
def test_calls_take_no_query(client: Client, call: str) -> None:
    problem = client.post(f"./{call}?colour=red", {}).get_json()
    assert problem["type"] == "/problems/invalid-query"


def test_what_is_checked_first(client: Client) -> None:
    """The path, the method, Accept, the type, the coding, the size, the syntax, the schema: each before the next."""
    wrong: dict[str, Any] = {"Accept": "text/html", "Content-Type": "text/plain", "Content-Encoding": "br"}
    body = b"x" * 2_000_000
    assert client.send("POST", "./nothing", body, wrong).status_code == 404
    assert client.send("PUT", "./states", body, wrong).status_code == 405
    assert client.send("POST", "./states", body, wrong).status_code == 406
    del wrong["Accept"]
    assert client.send("POST", "./states", body, wrong).status_code == 415
    wrong["Content-Type"] = JSON
    assert client.send("POST", "./states", body, wrong).status_code == 415
    del wrong["Content-Encoding"]
    assert client.send("POST", "./states", body, wrong).status_code == 413
    assert client.send("POST", "./states", body[:100], wrong).status_code == 400
