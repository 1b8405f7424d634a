"""Answers: everything leaves as bytes that msgspec wrote; nothing is dumped through marshmallow."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Request, Response
from werkzeug.datastructures import Headers

from service.asking import as_written, encode

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

JSON = "application/json"
A_WHILE = "public, max-age=300"
FOR_EVER = "public, max-age=31536000, immutable"
NO_STORE = "no-store"


class Document(NamedTuple):
    """What a GET serves: finished bytes with their strong entity tag (without the quotes)."""

    data: bytes
    etag: str
    media_type: str = JSON


def document(value: Any) -> Document:
    """The document of `value`: encoded, its members in the order that they have."""
    return document_of(as_written(value))


def document_of(data: bytes, media_type: str = JSON) -> Document:
    """The document that these bytes are."""
    return Document(data, hashlib.sha256(data).hexdigest()[:32], media_type)


def served(request: Request, page: Document, cache_control: str = A_WHILE) -> Response:
    """The answer to a GET or HEAD of `page`: 304 where the client has it already."""
    known = known_tag(request, page.etag)
    response = Response(status=304) if known else Response(page.data, content_type=page.media_type)
    response.headers["ETag"] = known or f'"{page.etag}"'
    response.headers["Cache-Control"] = cache_control
    return response


def known_tag(request: Request, etag: str) -> str | None:
    """The tag of If-None-Match that names `etag`, in whatever content coding (`"tag:gzip"`) the client has it."""
    header = request.environ.get("HTTP_IF_NONE_MATCH")
    if not header:
        return None
    if header.strip() == "*":
        return f'"{etag}"'
    for candidate in header.split(","):
        tag = candidate.strip().removeprefix("W/")
        if tag.strip('"').partition(":")[0] == etag:
            return str(tag)
    return None


class Finished(Response):
    """An answer of finished bytes, which has all its headers: nothing is left to be worked out as it leaves."""

    def __init__(self, data: bytes, content_type: str) -> None:
        # Passed through: there is nothing to be encoded, and nothing to be closed at the end.
        super().__init__([data], content_type=content_type, direct_passthrough=True)
        self.headers.add("Content-Length", str(len(data)))

    def get_wsgi_headers(self, environ: WSGIEnvironment) -> Headers:
        """The headers as they are (werkzeug's own method, which copies them to look for what it could add)."""
        return self.headers


def ruled(data: bytes) -> Response:
    """The answer to a POST: a ruling as finished bytes, which nobody may store."""
    response = Finished(data, JSON)
    response.headers.add("Cache-Control", NO_STORE)
    return response


def joined(answer: bytes, more: Mapping[str, bytes]) -> bytes:
    """`answer`, a JSON object, with further members whose values are encoded already."""
    if not more:
        return answer
    parts = [answer[:-1]]
    for name, value in more.items():
        parts.append(b"," if len(parts) > 1 or len(answer) > 2 else b"")
        parts.append(encode(name) + b":" + value)
    parts.append(b"}")
    return b"".join(parts)
