"""A client that never asks twice: each request on a connection of its own, and every way of failing has a name."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from hashlib import sha256

ANSWERS_WITHIN_S = 30.0


@dataclass(frozen=True, slots=True)
class Question:
    """A request and what a service that nothing has happened to answers."""

    kind: str
    """The last part of the path."""
    request: bytes
    answer: bytes
    """SHA-256 of the answer's body."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What became of one request."""

    kind: str
    at: float
    """When it was sent, in seconds of `time.monotonic`, which all processes of a machine share."""
    took_s: float
    failure: str = ""
    """Empty: a whole answer with status 200 and the bytes that were expected."""


class Failed(Exception):
    """There is no whole answer with status 200; the message says in few words what there is instead."""


def get(path: str) -> bytes:
    """The bytes of a GET request."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()


def post(path: str, body: bytes) -> bytes:
    """The bytes of a POST request with JSON."""
    return post_head(path, len(body)) + body


def post_head(path: str, size: int) -> bytes:
    """Its first part, when `size` bytes of JSON are to follow."""
    lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", "Content-Type: application/json"]
    return "\r\n".join([*lines, f"Content-Length: {size}", "", ""]).encode()


def hashed(answer: bytes) -> bytes:
    """Answers are compared by this, so that it is cheap to hold many."""
    return sha256(answer).digest()


async def ask(port: int, request: bytes) -> bytes:
    """The body of the answer. Raises Failed."""
    try:
        async with asyncio.timeout(ANSWERS_WITHIN_S):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(request)
                return body_of(await reader.read())
            finally:
                writer.close()
    except ConnectionRefusedError:
        raise Failed("refused") from None
    except TimeoutError:
        raise Failed("no answer") from None
    except OSError:
        raise Failed("reset") from None


async def ask_question(port: int, question: Question) -> Sent:
    """Asks, and compares the answer."""
    failure, began = "", time.monotonic()
    try:
        if hashed(await ask(port, question.request)) != question.answer:
            failure = "wrong answer"
    except Failed as failed:
        failure = str(failed)
    return Sent(question.kind, began, time.monotonic() - began, failure)


def body_of(answer: bytes) -> bytes:
    """The body of everything that came over a connection. Raises Failed unless it is a 200 and whole."""
    head, end, body = answer.partition(b"\r\n\r\n")
    if not end:
        raise Failed("cut off" if answer else "closed without an answer")
    status, *lines = head.split(b"\r\n")
    if not status.startswith(b"HTTP/1.1 200 "):
        raise Failed(f"status {status[9:12].decode(errors='replace')}")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(b":") for line in lines)}
    if b"content-length" not in headers:
        raise Failed("no Content-Length")
    if len(body) != int(headers[b"content-length"]):
        raise Failed("cut off")
    return body
