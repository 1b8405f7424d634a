"""Headers: ids, timing, CORS, compression."""

import gzip
import json
import re

import brotli
import pytest

from service.api.bodies import zstd
from tests.api.client import Client, named, stones_app

EXPOSED = {"Request-Id", "Retry-After", "RateLimit", "RateLimit-Policy", "ETag", "Deprecation", "Sunset"}


@pytest.mark.parametrize("given", ["a", "A.b_c-9", "x" * 64])
def test_a_request_id_comes_back(client: Client, given: str) -> None:
    for response in (
        client.get("/v1", Request_Id=given),
        client.get("/nothing", Request_Id=given),
        client.post("./states", {"players": 2}, Request_Id=given),
        client.send("OPTIONS", "/v1", headers={"Request-Id": given}),
    ):
        assert response.headers["Request-Id"] == given


@pytest.mark.parametrize("given", ["", "x" * 65, "a b", "é", "a/b", "a\t", "<script>"])
def test_a_request_id_that_does_not_fit_is_replaced(client: Client, given: str) -> None:
    first, second = (client.get("/v1", Request_Id=given).headers["Request-Id"] for _ in range(2))
    assert re.fullmatch(r"[0-9a-f]{32}", first)
    assert first not in (given, second)


def test_posts_say_where_the_time_went(client: Client) -> None:
    duration = r"dur=\d+\.\d{3}"
    timing = client.post("./states", {"players": 2}).headers["Server-Timing"]
    assert re.fullmatch(rf"validate;{duration}, engine;{duration}", timing)
    refused = client.post("./states", {"players": 0}).headers["Server-Timing"]
    assert re.fullmatch(rf"validate;{duration}", refused)
    assert "Server-Timing" not in client.get("/v1").headers


@pytest.mark.parametrize("path", ["/v1", "./states", "./rules/turn.one-take", "/openapi.json"])
def test_a_preflight_is_answered_without_a_body(client: Client, path: str) -> None:
    headers = {
        "Origin": "https://app.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type, content-encoding, request-id, authorization",
    }
    response = client.send("OPTIONS", path, headers=headers)
    assert (response.status_code, response.get_data()) == (204, b"")
    assert "Content-Type" not in response.headers
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert response.headers["Access-Control-Max-Age"] == "7200"
    assert set(response.headers["Access-Control-Expose-Headers"].split(", ")) == EXPOSED
    allowed = set(response.headers["Access-Control-Allow-Headers"].split(", "))
    assert allowed == {"content-type", "content-encoding", "request-id", "authorization"}
    assert "POST" in response.headers["Access-Control-Allow-Methods"].split(", ")
    assert "Access-Control-Allow-Credentials" not in response.headers


def test_every_answer_may_be_read_by_every_page(client: Client) -> None:
    origin = {"Origin": "https://app.example"}
    for response in (
        client.get("/v1", **origin),
        client.get("/nothing", **origin),
        client.post("./states", {"players": 2}, **origin),
        client.post("./states", {"players": 0}, **origin),
        client.send("PUT", "./states", headers=origin),
    ):
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert set(response.headers["Access-Control-Expose-Headers"].split(", ")) == EXPOSED


def test_origins_can_be_narrowed() -> None:
    client = Client(stones_app(cors_origins=("https://a.example", "https://b.example")))
    allowed = client.get("/v1", Origin="https://b.example")
    assert allowed.headers["Access-Control-Allow-Origin"] == "https://b.example"
    for origin in ("https://b.example", "https://c.example", "https://b.example.evil", ""):
        response = client.get("/v1", Origin=origin)
        assert ("Access-Control-Allow-Origin" in response.headers) == (origin == "https://b.example")
        # What a shared cache keeps for one origin it must not hand to another.
        assert "Origin" in re.split(", *", ",".join(response.headers.getlist("Vary")))


def test_options_without_a_preflight_lists_the_methods(client: Client) -> None:
    response = client.send("OPTIONS", "./states")
    assert response.status_code == 204
    assert set(response.headers["Allow"].split(", ")) == {"OPTIONS", "POST"}
    assert client.send("OPTIONS", "/nothing").status_code == 404


UNPACKERS = {"gzip": gzip.decompress, "br": brotli.decompress, "zstd": zstd.decompress}


@pytest.mark.parametrize("coding", UNPACKERS)
def test_answers_are_compressed_for_who_asks(client: Client, coding: str) -> None:
    plain = client.get("/openapi.json")
    packed = client.get("/openapi.json", Accept_Encoding=coding)
    assert packed.headers["Content-Encoding"] == coding
    assert UNPACKERS[coding](packed.get_data()) == plain.get_data()
    body = {"players": 3, "chance": {"seed": "a"}}
    ruling = client.post("./states", body, Accept_Encoding=coding)
    assert UNPACKERS[coding](ruling.get_data()) == client.post("./states", body).get_data()


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("", None),
        ("identity", None),
        ("gzip;q=0", None),
        ("gzip;q=0, zstd;q=0.0", None),
        ("bogus", None),
        ("deflate", None),
        ("gzip, br, zstd", "zstd"),
        ("gzip, br", "br"),
        ("gzip;q=1, br;q=0.5", "gzip"),
        ("*", "zstd"),
    ],
)
def test_the_coding_is_one_that_the_client_takes(client: Client, accepted: str, coding: str | None) -> None:
    response = client.get("/openapi.json", Accept_Encoding=accepted)
    assert response.headers.get("Content-Encoding") == coding
    assert response.status_code == 200


def test_small_answers_are_not_worth_it(client: Client) -> None:
    response = client.get("/healthz", Accept_Encoding="gzip")
    assert "Content-Encoding" not in response.headers
    assert json.loads(response.get_data()) == {"status": "ok"}


def test_head_tells_the_length_of_the_compressed_page(client: Client) -> None:
    headers = named({"Accept_Encoding": "gzip"})
    page, head = (client.send(method, "/openapi.json", headers=headers) for method in ("GET", "HEAD"))
    assert head.headers["Content-Length"] == page.headers["Content-Length"] == str(len(page.get_data()))
    assert head.headers["ETag"] == page.headers["ETag"]


@pytest.mark.parametrize("host", ["", ".", "a..b", "a" * 64, "a" * 300, "[::1", "xn--\xff", "localhost:x"])
def test_a_service_answers_under_any_name(client: Client, host: str) -> None:
    assert client.send("GET", "/v1/games", environ={"HTTP_HOST": host}).status_code == 200


def test_an_offer_of_another_protocol_is_ignored(client: Client) -> None:
    headers = {"Connection": "keep-alive, Upgrade", "Upgrade": "websocket"}
    assert client.send("GET", "/v1/games", headers=headers).status_code == 200
    assert client.send("PUT", "/v1/games", headers=headers).status_code == 405
