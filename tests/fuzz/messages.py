"""Sound requests as bytes: real questions about real positions, written and packed in several ways."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from service.api.bodies import zstd
from tests.fuzz.cases import JSON
from tests.fuzz.material import Material

Body = dict[str, Any]
Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Message:
    """One request. `body` is what is sent, packed as `headers` say."""

    method: str
    target: str
    headers: Headers
    body: bytes

    def with_header(self, name: str, value: str | None) -> Message:
        """With this value alone for a header; `None`: without it."""
        others = tuple(pair for pair in self.headers if pair[0].lower() != name.lower())
        return replace(self, headers=others if value is None else (*others, (name, value)))

    def wire(self, framing: Headers = ()) -> bytes:
        """As it goes over a connection, but for the body; `framing` says how that is delimited."""
        lines = [f"{self.method} {self.target} HTTP/1.1", "Host: localhost"]
        lines += [f"{name}: {value}" for name, value in (*self.headers, *framing)]
        return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace")


def question(rng: random.Random, materials: list[Material]) -> tuple[str, Body]:
    """A path and a sound body for it."""
    material = rng.choice(materials)
    moment = rng.choice([moment for moment in material.moments if moment.actions])
    call = rng.choice(sorted(ASK))
    return f"/v1/games/{material.game.id}/{call}", ASK[call](rng, moment)


ASK: dict[str, Callable[[random.Random, Any], Body]] = {
    "states": lambda rng, moment: rng.choice([{**moment.setup, "chance": {"seed": "ä"}}, {"state": moment.state}]),
    "legal-actions": lambda rng, moment: {
        "state": rng.choice([moment.state, *moment.views.values()]),
        "limit": rng.choice([1, 10, 1000]),
    },
    "adjudications": lambda rng, moment: {
        "state": moment.state,
        "actions": moment.actions[:2],
        "include": ["state", "scores"],
    },
    "validations": lambda rng, moment: {"state": moment.state},
    "views": lambda rng, moment: {
        "state": moment.state,
        "viewer": rng.choice(sorted(moment.views)),
        "events": moment.events,
    },
    "scores": lambda rng, moment: {"state": moment.state},
    "replays": lambda rng, moment: {"setup": moment.setup, "actions": moment.actions, "chance": {"seed": "a"}},
}
"""How each call is asked."""


def written(rng: random.Random, body: Body) -> bytes:
    """JSON as one library or another writes it."""
    style: dict[str, Any] = rng.choice([{"separators": (",", ":")}, {"indent": 1}, {}])
    return json.dumps(body, ensure_ascii=rng.random() < 0.5, **style).encode()


def packed(rng: random.Random, data: bytes) -> tuple[str | None, bytes]:
    """A content coding with the bytes in it; of several members or frames now and then."""
    middle = rng.randint(0, len(data))
    match rng.randrange(6):
        case 0:
            return "gzip", gzip.compress(data, mtime=0)
        case 1:
            return "zstd", zstd.compress(data)
        case 2:
            return "gzip", gzip.compress(data[:middle], mtime=0) + gzip.compress(data[middle:], mtime=0)
        case 3:
            return "zstd", zstd.compress(data[:middle]) + zstd.compress(data[middle:])
        case _:
            return None, data


def message(target: str, data: bytes, coding: str | None = None) -> Message:
    """A POST of JSON."""
    sound = Message("POST", target, (("Content-Type", JSON),), data)
    return sound.with_header("Content-Encoding", coding) if coding else sound


def page(rng: random.Random, materials: list[Material]) -> Message:
    """A GET."""
    game = rng.choice(materials).game
    below = [
        "",
        "/rules",
        "/rules?kind=effect",
        f"/rules/{game.catalogue.rules()[0].id}",
        "/messages",
        "/schemas/state",
    ]
    paths = ["/v1", "/v1/games", "/healthz", "/readyz", *(f"/v1/games/{game.id}{part}" for part in below)]
    return Message("GET", rng.choice(paths), (("Accept", "*/*"),), b"")


def chunks(rng: random.Random, data: bytes) -> list[bytes]:
    """The chunks of a body, framed, the last one among them."""
    pieces = []
    while data:
        size = rng.randint(1, rng.choice([3, 100, 5000]))
        piece, data = data[:size], data[size:]
        extension = rng.choice([b"", b"", b"", b";a=b", b';c="d e"'])
        pieces.append(b"%x%s\r\n%s\r\n" % (len(piece), extension, piece))
    return [*pieces, b"0\r\n\r\n"]
