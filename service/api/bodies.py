"""Request bodies: from what the socket gives to the bytes of one JSON document, within the size limit.

Nothing here looks inside the JSON; `schemas.body` does. Everything that is refused is raised as a `Problem`.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from flask import Request
from werkzeug.http import parse_options_header

from service.api.problems import Problem

try:
    from compression import zstd as zstd  # type: ignore[import-not-found, unused-ignore]
except ImportError:  # before Python 3.14
    from backports import zstd as zstd

JSON = "application/json"
CODINGS = "gzip, zstd"
# The largest window that RFC 8878 asks every decoder to support: a frame cannot make us reserve more than 8 MiB.
ZSTD_WINDOW_LOG = 23
CHUNK = 65536
# A body may be several gzip members or zstd frames. Each costs a copy of the rest, so there is an end to it.
MEMBERS = 64
# What is read and thrown away of a body that was refused unread, so that the client gets to see the refusal: a server
# that closes a connection with unread input resets it.
DRAIN = 16 * 1024 * 1024


class Inflater(Protocol):
    """What zlib's and zstd's decompressors have in common."""

    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


def require_json(request: Request) -> None:
    """Refuses (415) a Content-Type other than JSON in UTF-8; a missing one too."""
    content_type = request.environ.get("CONTENT_TYPE", "")
    if content_type == JSON:
        return
    media_type, options = parse_options_header(content_type)
    charset = options.get("charset", "utf-8").lower()
    if media_type.lower() != JSON or charset not in ("utf-8", "utf8"):
        detail = f"send {JSON} in UTF-8" + (
            f", not {content_type[:200]}" if content_type else "; there is no Content-Type"
        )
        raise Problem("unsupported-media-type", detail, headers={"Accept-Post": JSON})


def read_bytes(request: Request, limit: int) -> bytes:
    """The body, inflated. Raises `too-large`, `unsupported-media-type` (its coding) or `malformed-json` (broken)."""
    coding = request.environ.get("HTTP_CONTENT_ENCODING", "").strip().lower()
    inflater = inflater_for(coding)
    data = read_limited(request, limit)
    return data if inflater is None else inflate(data, coding, inflater, limit)


def inflater_for(coding: str) -> Callable[[], Inflater] | None:
    if coding in ("", "identity"):
        return None
    if coding in ("gzip", "x-gzip"):
        return gunzip
    if coding == "zstd":
        return unzstd
    raise Problem(
        "unsupported-media-type",
        f"Content-Encoding may be identity, gzip or zstd, not {coding[:200]}",
        headers={"Accept-Encoding": CODINGS},
    )


def gunzip() -> Inflater:
    return zlib.decompressobj(16 + zlib.MAX_WBITS)


def unzstd() -> Inflater:
    inflater: Inflater = zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: ZSTD_WINDOW_LOG})
    return inflater


def declared_length(environ: Mapping[str, Any]) -> int | None:
    """Content-Length, or None where the length is not declared (chunked) or not a number."""
    if environ.get("HTTP_TRANSFER_ENCODING", "").lower() == "chunked":
        return None
    text = environ.get("CONTENT_LENGTH") or ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 20 else None


def read_limited(request: Request, limit: int) -> bytes:
    """The body as sent. Raises `too-large` beyond `limit` bytes, whatever the headers say."""
    environ = request.environ
    length = declared_length(environ)
    if length is not None and length > limit:
        raise too_large(limit)
    if length is None and not environ.get("wsgi.input_terminated"):
        return b""
    wanted = limit + 1 if length is None else length
    stream = environ["wsgi.input"]
    try:
        data: bytes = stream.read(wanted)
        while len(data) < wanted and (more := stream.read(wanted - len(data))):
            data += more
    except Exception as error:
        # Chunks that are none, or a connection that has ended. What a server raises then is its own affair; it is
        # never our mistake, and there is nothing left that could be drained.
        environ["referee.body_read"] = True
        raise Problem("malformed-json", "the body ends too early, or its chunks are malformed") from error
    if len(data) > limit:
        raise too_large(limit)
    environ["referee.body_read"] = True
    if length is not None and len(data) < length:
        raise Problem("malformed-json", f"the body ends after {len(data)} of {length} bytes")
    return data


def inflate(data: bytes, coding: str, start: Callable[[], Inflater], limit: int) -> bytes:
    """Inflates all members of `data`, never more than `limit` bytes and one."""
    inflated = b""
    try:
        for _ in range(MEMBERS):
            inflater = start()
            inflated += inflater.decompress(data, limit + 1 - len(inflated))
            if len(inflated) > limit:
                raise too_large(limit)
            if not inflater.eof:
                raise Problem("malformed-json", f"the {coding} body ends too early")
            data = inflater.unused_data
            if not data:
                return inflated
        raise Problem("malformed-json", f"the {coding} body has more than {MEMBERS} members")
    except (zlib.error, zstd.ZstdError) as error:
        raise Problem("malformed-json", f"the body is not {coding}") from error


def too_large(limit: int) -> Problem:
    return Problem("too-large", f"a body has at most {limit} bytes, inflated")


def drain(request: Request) -> None:
    """Reads what is left of a refused body (see `DRAIN`)."""
    environ = request.environ
    if environ.get("referee.body_read") or request.method in ("GET", "HEAD", "OPTIONS"):
        return
    length = declared_length(environ)
    if length is None and not environ.get("wsgi.input_terminated"):
        return
    left = DRAIN if length is None else min(length, DRAIN)
    stream = environ["wsgi.input"]
    try:
        while left > 0 and (chunk := stream.read(min(left, CHUNK))):
            left -= len(chunk)
    except Exception:
        # As in `read_limited`.
        return
