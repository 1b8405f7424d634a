"""Requests with noise in them, as an application gets to see them: what a server's own parser lets through."""

from __future__ import annotations

import json
import random

from tests.fuzz.cases import JSON
from tests.fuzz.material import Material
from tests.fuzz.messages import Message, message, packed, page, question, written
from tests.fuzz.noise import ANY, noisy

CHANGES = (0, 1, 1, 1, 1, 2, 3, 8)

HEADERS = {
    "Content-Type": ("", "text/json", "application/json;charset=utf-16", 'application/json; charset="utf-8', "a/b;;=;"),
    "Content-Encoding": ("", "gzip", "zstd", "br", "deflate", "gzip, gzip", "identity", "GZIP ", "x-gzip", "*"),
    "Content-Length": ("0", "1", "-1", "+5", "1e3", "٣", "999999999999999999999", "1048577", " 7", "7,7"),
    "Transfer-Encoding": ("chunked", "CHUNKED", "gzip", "identity"),
    "Accept": ("", "text/html", "*/*;q=0", "application/json;q=x", "a", "application/*;q=0.0001", ",,,;;;===", "*"),
    "Accept-Encoding": ("", "gzip", "zstd", "br", "*;q=0", "identity;q=0", "gzip;q=2", ",,;q=", "br;q=nan", "x" * 3000),
    "Accept-Language": ("de", "*;q=0", "x" * 500),
    "Request-Id": ("", "a" * 64, "a" * 65, "a b", "ä", "../..", "%0d%0a"),
    "If-None-Match": ("*", '"0"', 'W/"0"', '"', ",,", '"a", W/"b", *'),
    "If-Modified-Since": ("x", "Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 99 Jan 99999 99:99:99 GMT"),
    "Range": ("bytes=0-0", "bytes=-1", "x"),
    "Origin": ("null", "https://a.example", "\xe4://", "*", ""),
    "Access-Control-Request-Method": ("POST", "DELETE", "\xff"),
    "Access-Control-Request-Headers": ("a, b", ",,", "\xff"),
    "Authorization": ("Bearer", "Bearer \xe4", "Basic !!", "Digest a=", "Bearer a b", ""),
    "Cookie": ("a=b", "a", ";;;=", 'a="\\', "\xff" * 50),
    "traceparent": ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "00-0-0-0", "ff-", ""),
    "tracestate": ("a=b", ",,,", "=" * 600),
    "X-Forwarded-For": ("1.2.3.4", "::1, a", ",,,,", "\xff", "1.2.3.4:99999"),
    "X-Forwarded-Proto": ("https", "x", ""),
    "Host": ("", "a b", "[::1", "localhost:99999", "\xe4", "a" * 300),
    "Upgrade": ("h2c", "websocket"),
    "Date": ("x",),
}
"""Values that a server lets through and an application may stumble over."""

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "QUERY", "\xe4")
TARGETS = (
    "//",
    "/v1//games",
    "/v1/games/",
    "/v1/games/%00",
    "/v1/games/../..",
    "/%ff%fe",
    "/v1?a=1&a=2",
    "/v1?%ff",
    "/",
)
TARGETS += ("/v1/games?" + "a=1&" * 500, "/v1/games/nothing/scores", "*", "", "/problems/%e4", "/openapi.json?game=%00")


def request(rng: random.Random, materials: list[Material]) -> Message:
    """A sound request with noise in one or more of its parts."""
    if rng.random() < 0.08:
        sound = page(rng, materials)
    else:
        target, body = question(rng, materials)
        data, other = written(rng, body), written(rng, question(rng, materials)[1])
        for _ in range(rng.choice(CHANGES)):
            data = noisy(rng, data, other)
        coding, data = packed(rng, data)
        if coding and rng.random() < 0.4:
            data = noisy(rng, data, packed(rng, other)[1], ANY)
        sound = message(target, data, coding)
    if rng.random() < 0.15:
        for _ in range(rng.choice((1, 1, 3))):
            name = rng.choice(sorted(HEADERS))
            value = rng.choice([*HEADERS[name], rng.randbytes(6).decode("latin-1").strip("\r\n\0")])
            sound = sound.with_header(name, rng.choice([value, value, None]))
    if rng.random() < 0.05:
        method, target = rng.choice(METHODS), rng.choice([*TARGETS, _bent(rng, sound.target)])
        sound = rng.choice(
            [Message(method, sound.target, sound.headers, sound.body)] * 2
            + [Message(sound.method, target, sound.headers, sound.body)]
        )
    return sound


def _bent(rng: random.Random, target: str) -> str:
    data = noisy(rng, target.encode("latin-1"), b"%2f/%00..;?&=#", ANY)
    return "/" + data.decode("latin-1").replace("\r", "").replace("\n", "")


def is_plain(message: Message) -> bool:
    """Whether a call gets to see the body as it is, and only what is in that may be wrong."""
    return "?" not in message.target and message.headers == (("Content-Type", JSON),)


def is_json(data: bytes) -> bool:
    """What Python takes for JSON: more than the service does."""
    try:
        json.loads(data.decode())
    except (ValueError, RecursionError):
        return False
    return True
