"""Changes to bytes: those that any bytes can have, and those that hit what JSON is made of."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

Noise = Callable[[random.Random, bytes, bytes], bytes]
"""Random numbers, the bytes, and other bytes of the same kind."""

NUMBER = re.compile(rb"(?<![\w.\"-])-?\d+(?![\w.\"])")
STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')
MEMBER = re.compile(rb'"[a-z_]+" ?: ?(?:\d+|"[^"\\]*"|true|false|null|\[\]|\{\})')
LITERAL = re.compile(rb"\b(?:true|false|null)\b")

NUMBERS = (b"1e999", b"-1e999", b"1E400", b"-0", b"1.0", b"01", b"0x10", b"+1", b".5", b"1e", b"9" * 400, b"9" * 5000)
NUMBERS += (b"9007199254740993", b"18446744073709551616", b"1e-999", b"-" + b"8" * 50, b"1_000", "١".encode())
WORDS = (b"NaN", b"Infinity", b"-Infinity", b"undefined", b"True", b"nul", b"{}", b"[]", b'""', b"'a'", b"/**/1")
STRINGS = (
    b"\\ud800",
    b"\\udc00\\ud800",
    b"\\ud83d\\ude00",
    b"\\u0000",
    b"\\x41",
    b"\\",
    b"\0",
    b"\n",
    b"\xff",
    b"\xc0\x80",
)
STRINGS += (b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xef\xbb\xbf", "\u2028\u202e\U0010ffff".encode(), b"A" * 100_000)
DEPTHS = (1, 30, 60, 61, 62, 63, 64, 65, 500, 1000, 100_000)
BYTES = (b"\0", b"\xff", b"\x7f", b"\r", b"\n", b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b" ", b"\t")


def flip(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """One bit is another."""
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]


def overwrite(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """One byte is another."""
    at = rng.randrange(len(data))
    return data[:at] + rng.choice([*BYTES, rng.randbytes(1)]) + data[at + 1 :]


def insert(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Some bytes too many."""
    at = rng.randint(0, len(data))
    return data[:at] + rng.choice([rng.choice(BYTES), rng.randbytes(rng.randint(1, 8))]) + data[at:]


def delete(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Some bytes too few."""
    start, end = _span(rng, data)
    return data[:start] + data[end:]


def double(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """A piece twice, or many times."""
    start, end = _span(rng, data)
    return data[:end] + data[start:end] * rng.choice([1, 1, 1, 2, 50]) + data[end:]


def splice(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """A piece of another request in place of a piece of this one."""
    (start, end), (from_, to) = _span(rng, data), _span(rng, other)
    return data[:start] + other[from_:to] + data[end:]


def join(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Begins as this one, ends as another."""
    return data[: rng.randint(0, len(data))] + other[rng.randint(0, len(other)) :]


def truncate(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """The end is missing."""
    return data[: rng.randrange(len(data))]


def swap(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Two neighbouring pieces in the other order."""
    start, end = _span(rng, data)
    middle = rng.randint(start, end)
    return data[:start] + data[middle:end] + data[start:middle] + data[end:]


def _span(rng: random.Random, data: bytes) -> tuple[int, int]:
    start = rng.randint(0, len(data))
    return start, min(len(data), start + rng.choice([1, 2, 8, 64, 1024]))


def enlarge(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """A number that JSON does not have, or nobody needs."""
    return _replaced(rng, data, NUMBER, lambda old: rng.choice([*NUMBERS, old + b"0" * 20, old + b".0", b"-" + old]))


def word(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """A literal that JSON does not have."""
    return _replaced(rng, data, rng.choice([LITERAL, NUMBER, STRING]), lambda old: rng.choice(WORDS))


def text(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Something doubtful within a string."""
    return _replaced(rng, data, STRING, lambda old: old[:-1] + rng.choice(STRINGS) + b'"')


def nest(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """A value in many brackets, closed or not; or the whole body."""
    depth = rng.choice(DEPTHS)
    left, right = rng.choice([(b"[" * depth, b"]" * depth), (b'{"a":' * depth, b"}" * depth), (b"[" * depth, b"")])
    if rng.random() < 0.2:
        return left + data + right
    return _replaced(rng, data, rng.choice([NUMBER, STRING, LITERAL]), lambda old: left + old + right)


def repeat(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """A member twice in one object."""
    return _replaced(rng, data, MEMBER, lambda old: old + b"," + old)


def spaces(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Much white space, sound or not."""
    much = rng.choice([b" ", b"\n", b"\t\r\n ", b"\0", "\u00a0".encode()]) * rng.choice([1, 1000, 300_000])
    return _replaced(rng, data, re.compile(rb"[{,\[]"), lambda old: old + much)


def _replaced(rng: random.Random, data: bytes, token: re.Pattern[bytes], new: Callable[[bytes], bytes]) -> bytes:
    # Looking for all of them in a large body would take longer than sending it.
    start = rng.randint(0, len(data))
    found = token.search(data, start) or token.search(data)
    return data[: found.start()] + new(found[0]) + data[found.end() :] if found else data


ANY: tuple[Noise, ...] = (flip, overwrite, insert, delete, double, splice, join, truncate, swap)
"""For any bytes."""

OF_JSON: tuple[Noise, ...] = (enlarge, word, text, nest, repeat, spaces)
"""For JSON."""


def noisy(rng: random.Random, data: bytes, other: bytes, ways: tuple[Noise, ...] = ANY + OF_JSON) -> bytes:
    """The bytes with one change; bytes that are gone stay gone."""
    return rng.choice(ways)(rng, data, other) if data else data
