"""Names in the cache: everything that what is stored depends on, and nothing else.

In a redis cluster the part in braces alone decides where a key lives: an answer and its lease are neighbours.
"""

import hashlib
from typing import Any

import msgspec

CONTRACT = "v1"
PREFIX = f"referee:{CONTRACT}:"


def answer_key(
    *, build: str, game: str, rules_version: str, pack: str, digest: str, call: str, question: dict[str, Any]
) -> str:
    """The key of one answer: `referee:v1:` and 64 hex digits in braces.

    `digest` is that of the state or view asked about (a view names its viewer, so its digest is its own), `pack` the
    pack's pinned name, `call` the last part of the path, and `question` every other field of the body that can change
    the answer. Equal questions have equal keys whatever the order of their fields; the order within lists counts.
    `digest` has to be computed here, never read from the client: a wrong one would store an answer under a foreign key.
    """
    return _named([CONTRACT, build, game, rules_version, pack, digest, call, question])


def mark_key(found_with: str, content: bytes) -> str:
    """The key of the mark that a state was found good. `content` is the hash of its canonical JSON."""
    return f"{PREFIX}{found_with}:{{{content.hex()}}}"


def found_with(*, build: str, game: str, rules_version: str, budget: int, pack: str) -> str:
    """With what a state was found good, as the first half of the key of its mark: the same for most states.

    `budget` is how many steps the check may take to find out that somebody can do something.
    """
    return hashlib.sha256(msgspec.json.encode([build, game, rules_version, budget, pack])).hexdigest()[:32]


def lease_key(key: str) -> str:
    """The key under which somebody says that they are computing the answer."""
    return f"{key}:lease"


def _named(parts: list[Any]) -> str:
    return PREFIX + "{" + hashlib.sha256(msgspec.json.encode(parts, order="sorted")).hexdigest() + "}"
