"""What goes over a connection: requests that are sound, nearly so, or not at all, and how they are sent."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from tests.fuzz.material import Material
from tests.fuzz.messages import Message, chunks, message, packed, page, question, written
from tests.fuzz.noise import ANY, noisy


@dataclass(frozen=True)
class Wire:
    """Bytes to send, and whether the client waits for the answer."""

    message: Message
    """What it was before anything was done to it."""
    data: bytes
    sound: bool = False
    """Whether nothing is wrong with it, so that the application has to answer 200."""
    pauses: tuple[int, ...] = ()
    """Where the sender stops for a moment."""
    leaves: bool = False
    """Whether the client closes the connection without reading."""


Framing = Callable[[random.Random, bytes], tuple[tuple[tuple[str, str], ...], bytes]]
"""The headers that delimit a body, and the body as it is sent."""


def by_length(rng: random.Random, body: bytes) -> tuple[tuple[tuple[str, str], ...], bytes]:
    """Content-Length."""
    return (("Content-Length", str(len(body))),), body


def by_chunks(rng: random.Random, body: bytes) -> tuple[tuple[tuple[str, str], ...], bytes]:
    """Transfer-Encoding: chunked."""
    return (("Transfer-Encoding", "chunked"),), b"".join(chunks(rng, body))


def broken_chunks(rng: random.Random, body: bytes) -> tuple[tuple[tuple[str, str], ...], bytes]:
    """A chunk too many, one too few, in another order, or one that is none."""
    pieces = chunks(rng, body)
    for _ in range(rng.choice([1, 1, 3])):
        at = rng.randrange(len(pieces))
        match rng.randrange(5):
            case 0:
                pieces.insert(at, pieces[at])
            case 1 if len(pieces) > 1:
                del pieces[at]
            case 2:
                rng.shuffle(pieces)
            case 3:
                pieces[at] = noisy(rng, pieces[at], pieces[0], ANY)
            case _:
                pieces.insert(at, rng.choice(CHUNKS))
    return (("Transfer-Encoding", "chunked"),), b"".join(pieces)


CHUNKS = (
    b"zz\r\na\r\n",
    b"-1\r\na\r\n",
    b"ffffffffffffffffff\r\na\r\n",
    b"7fffffff\r\na\r\n",
    b"+2\r\n{}\r\n",
    b"0x2\r\n{}\r\n",
    b" 2 \r\n{}\r\n",
    b"2\n{}\n",
    b"2\r\n{}",
    b"2;" + b"a" * 10_000 + b"\r\n{}\r\n",
    b"2;a=\0\r\n{}\r\n",
    b"0\r\nTrailer: a\r\n\r\n",
    b"0\r\nno trailer\r\n\r\n",
    b"0\r\n" + b"A: b\r\n" * 5000 + b"\r\n",
    b"\r\n",
    "２\r\n{}\r\n".encode(),
)


def conflicting(rng: random.Random, body: bytes) -> tuple[tuple[tuple[str, str], ...], bytes]:
    """Lengths that contradict each other or the body: what smuggles requests past a proxy."""
    length = len(body)
    lengths = [str(length - 1), str(length + 1), "0", "-1", "+1", f" {length}", f"{length},{length}", "1e3", "0x10", ""]
    lengths += ["9" * 30, "18446744073709551616", f"{length} ", f"0{length}", "٣", f"{length}\x0b", "1048577"]
    codings = ["chunked", "Chunked", "xchunked", "chunked, chunked", "gzip, chunked", "chunked, gzip", "identity", " "]
    codings += ["chunked\x0b", ",chunked", "chunked;q=1", '"chunked"', "deflate", "x" * 9000]
    framing: list[tuple[str, str]] = []
    for _ in range(rng.choice([1, 2, 2, 3])):
        lengthy = rng.choice([("Content-Length", rng.choice([*lengths, str(length)])), ("content_length", "5")])
        framing.append(rng.choice([lengthy, ("Transfer-Encoding", rng.choice(codings))]))
    return tuple(framing), rng.choice([body, b"".join(chunks(rng, body))])


FRAMINGS: tuple[Framing, ...] = (by_length, by_length, by_chunks, broken_chunks, conflicting)

HEADS = (
    b"",
    b"\r\n\r\n",
    b"\0" * 20,
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)),
    b"PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET /v1\r\n\r\n",
    b"GET /v1 HTTP/0.9\r\n\r\n",
    b"GET /v1 HTTP/1.0\r\n\r\n",
    b"GET /v1 HTTP/9.9\r\nHost: a\r\n\r\n",
    b"GET /v1 HTTP/1.1\r\n\r\n",
    b"GET /v1 HTTP/1.1\nHost: a\n\n",
    b"get /v1 HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET  /v1  HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET http://a.example/v1 HTTP/1.1\r\nHost: b\r\n\r\n",
    b"GET //v1/..;/%2e%2e/%00 HTTP/1.1\r\nHost: b\r\n\r\n",
    b"CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET /v1 HTTP/1.1\r\nHost: a\r\n" + b"A: b\r\n" * 200 + b"\r\n",
    b"GET /v1 HTTP/1.1\r\nHost: a\r\nA: " + b"b" * 9000 + b"\r\n\r\n",
    b"GET /v1 HTTP/1.1\r\nHost: a\r\nA: b\r\n c\r\n\r\n",
    b"GET /v1 HTTP/1.1\r\nHost: a\r\nA : b\r\n\r\n",
    b"GET /v1 HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
    b"GET /v1 HTTP/1.1\r\nHost: a\r\nRequest-Id: a\0b\r\n\r\n",
    b"GET /v1 HTTP/1.1\r\nHost: a\r\nRequest-Id: a\r\r\n\r\n",
    b"GET /v1 HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET /v1 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n",
    b"GET /v1 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: YQ==\r\n\r\n",
    b"GET /v1 HTTP/1.1\r\nHost: a\r\nScript-Name: /v1\r\n\r\n",
    b"POST /v1/games HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nabcde",
    b"POST /v1/games HTTP/1.1\r\nHost: a\r\nExpect: something\r\nContent-Length: 5\r\n\r\nabcde",
    b"POST /v1/games HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\nabcde",
)
"""What has little to do with a question but reaches the port all the same."""


def wire(rng: random.Random, materials: list[Material]) -> Wire:
    """Something to send."""
    target, body = question(rng, materials)
    data = written(rng, body)
    if rng.random() < 0.2:
        data = noisy(rng, data, written(rng, question(rng, materials)[1]))
        asked = message(target, data)
        sound = False
    else:
        coding, data = packed(rng, data)
        asked, sound = message(target, data, coding), True
    if rng.random() < 0.1:
        asked = page(rng, materials)
    framing = by_length if not asked.body else rng.choice(FRAMINGS)
    headers, sent = framing(rng, asked.body)
    sound &= framing in (by_length, by_chunks)
    extra = rng.choice([(), (), (), (("Expect", "100-continue"),), (("Connection", "keep-alive"),)])
    head = asked.wire((*extra, *headers))
    match rng.randrange(12):
        case 0 | 1:
            head, sound = noisy(rng, head, asked.wire(), ANY), False
        case 2:
            return Wire(asked, rng.choice(HEADS) + rng.choice([b"", head + sent]))
        case 3:
            # The next one comes before the answer; of very many a server need not even read the first to its end.
            times = rng.choice([2, 2, 50])
            return Wire(asked, (head + sent) * times, sound and times == 2)
        case 4:
            whole = head + sent
            return Wire(asked, whole[: rng.randrange(len(whole))], leaves=rng.random() < 0.5)
        case 5:
            return Wire(asked, noisy(rng, head + sent, head, ANY))
        case 6:
            whole = head + sent
            return Wire(asked, whole, sound, tuple(sorted(rng.randrange(len(whole)) for _ in range(3))))
        case 7:
            return Wire(asked, rng.choice([rng.randbytes(rng.choice([1, 100, 20_000])), head + sent]), leaves=True)
    return Wire(asked, head + sent, sound)
