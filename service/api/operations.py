"""Registering one operation: its route, how its request is read, and how it stands in the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Response
from marshmallow import Schema

from schemas.openapi import pascal
from schemas.problems import KINDS, MEDIA_TYPE
from service.api.answers import JSON, ruled
from service.api.arguments import Query, Resources, body_of
from service.api.exchange import Exchange, current
from service.api.negotiation import negotiated

Document = dict[str, Any]
View = Callable[..., Response]

OF_EVERY_CALL = (
    "malformed-json",
    "not-acceptable",
    "too-large",
    "unsupported-media-type",
    "invalid-body",
    "invalid-query",
    "bad-seal",
    "unauthorized",
    "rate-limited",
)
OF_EVERY_PAGE = ("not-acceptable", "invalid-query")
WITH_OR_WITHOUT_KEY: list[Document] = [{}, {"bearer": []}]
"""Whether a call needs a key is up to the operator, and the document is the same everywhere."""


def operation_id(game: str, name: str) -> str:
    """`kingdom-defenders`, `adjudicate` -> `kingdomDefendersAdjudicate`."""
    word = pascal(game)
    return word[0].lower() + word[1:] + name[0].upper() + name[1:]


def add_call(
    resources: Resources,
    path: str,
    view: View,
    *,
    name: str,
    summary: str,
    body: type[Schema],
    answer: Document,
    refusals: Sequence[str] = (),
    streams: Mapping[str, Document] | None = None,
    recall: Callable[[Exchange, bytes], bytes | None] | None = None,
) -> None:
    """A POST at `path`: `view` gets the loaded body. `refusals` are the slugs that this call alone may answer with.

    `streams` are the media types beside JSON with the schema of each line; the view looks at `current().media_type`.
    `recall` may know the answer to these very bytes: then nobody has to look into them again.
    """

    def ask() -> Response:
        exchange = current()
        if recall is not None:
            known = recall(exchange, body_of(exchange))
            if known is not None:
                exchange.validated_now(recalled=known)
                return ruled(known)
        loaded = resources.ARGUMENTS_PARSER.body_as(body, exchange)
        exchange.validated_now(loaded)
        return view(loaded)

    document = {
        "operationId": operation_id(resources.name, name),
        "summary": summary,
        "description": described(view),
        "responses": {
            200: _success({JSON: answer, **(streams or {})}, "The answer.", headers(*OF_ALL, *OF_COUNTED)),
            **_refused((*OF_EVERY_CALL, *refusals)),
        },
        "security": WITH_OR_WITHOUT_KEY,
    }
    # What this decorator documents is wanted; around each call it would do no more than `ask` does by itself.
    ask._apidoc = resources.arguments(body)(view)._apidoc  # type: ignore[attr-defined]
    _add(resources, path, ask, "POST", document, (JSON, *(streams or {})))


def add_page(
    resources: Resources,
    path: str,
    view: View,
    *,
    name: str,
    summary: str,
    answer: Document,
    query: type[Query] = Query,
    refusals: Sequence[str] = (),
    media_types: Sequence[str] = (JSON,),
    counted: bool = True,
) -> None:
    """A GET (and HEAD) at `path`: `view` gets the parts of the path by name and then the loaded query string.

    Of several `media_types`, `answer` is the schema of JSON; the view looks at `current().media_type`. `counted` says
    whether rate limits hold for it.
    """
    all_have = (*OF_ALL, "ETag", *(OF_COUNTED if counted else ()))

    def read(loaded: dict[str, Any], **parts: str) -> Response:
        return view(loaded, **parts)

    reading = resources.arguments(query, location="query")(read)
    document = {
        "operationId": operation_id(resources.name, name) if resources.url_prefix else name,
        "summary": summary,
        "description": described(view),
        "responses": {
            200: _success(
                {each: answer if each == JSON or len(media_types) == 1 else TEXT for each in media_types},
                "The document.",
                headers(*all_have),
            ),
            304: {"description": "The client has it already (If-None-Match).", "headers": headers(*all_have)},
            **_refused((*OF_EVERY_PAGE, *(("rate-limited",) if counted else ()), *refusals)),
        },
    }
    _add(resources, path, reading, "GET", document, media_types)


def described(view: View) -> str:
    """The documentation of a view, as a paragraph."""
    return " ".join((view.__doc__ or "").split())


def _add(
    resources: Resources, path: str, reading: View, method: str, document: Document, media_types: Sequence[str]
) -> None:
    def answer(**parts: str) -> Response:
        exchange = current()
        exchange.negotiates = len(media_types) > 1
        exchange.media_type = negotiated(media_types)
        return reading(**parts)

    answer._apidoc = {**getattr(reading, "_apidoc", {}), "manual_doc": document}  # type: ignore[attr-defined]
    resources.add_url_rule(path, document["operationId"], answer, methods=[method])


def _success(schemas: Mapping[str, Document], description: str, headers: Document) -> Document:
    content = {media_type: {"schema": schema} for media_type, schema in schemas.items()}
    return {"description": description, "content": content, "headers": headers}


def _refused(slugs: Sequence[str]) -> Mapping[int, Document]:
    """The responses of these problems, by status, each naming its slugs."""
    by_status: dict[int, list[str]] = {}
    for slug in slugs:
        by_status.setdefault(KINDS[slug].status, []).append(slug)
    return {
        status: {
            "description": "; ".join(f"{KINDS[slug].title} (`{slug}`)" for slug in names) + ".",
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
            "headers": headers(*OF_ALL, *OF_STATUS.get(status, ())),
        }
        for status, names in sorted(by_status.items())
    }


def headers(*names: str) -> Document:
    """The headers of a response, by the names of their components."""
    return {HEADERS[name][0]: {"$ref": f"#/components/headers/{name}"} for name in names}


TEXT: Document = {"type": "string"}
OF_ALL = ("RequestId", "CacheControl")
OF_COUNTED = ("RateLimit", "RateLimitPolicy")
OF_STATUS: Mapping[int, Sequence[str]] = {401: ("Challenge",), 429: ("RetryAfter", *OF_COUNTED), 503: ("RetryAfter",)}
"""Headers that some answers have, by the names of their components."""
HEADERS: Mapping[str, tuple[str, Document]] = {
    "RequestId": (
        "Request-Id",
        {
            "description": "Names this exchange; the client's own if it sent one that fits.",
            "required": True,
            "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"},
        },
    ),
    "CacheControl": (
        "Cache-Control",
        {
            "description": "`no-store` for every answer to a POST and every refusal.",
            "required": True,
            "schema": {"type": "string"},
        },
    ),
    "ETag": (
        "ETag",
        {
            "description": "What `If-None-Match` takes; strong, and another one for each content coding.",
            "required": True,
            "schema": {"type": "string", "pattern": '^"[^"]+"$'},
        },
    ),
    "Challenge": (
        "WWW-Authenticate",
        {
            "description": '`Bearer`; with `error="invalid_token"` where a key was sent that is not known.',
            "required": True,
            "schema": {"type": "string"},
        },
    ),
    "RetryAfter": (
        "Retry-After",
        {
            "description": "Seconds after which to try again.",
            "required": True,
            "schema": {"type": "integer", "minimum": 1},
        },
    ),
    "RateLimit": (
        "RateLimit",
        {
            "description": (
                "Where the service limits requests: for each limit how many are left (`r`) and for how many seconds "
                '(`t`), as `"50-per-1s";r=49;t=1`.'
            ),
            "schema": {"type": "string"},
        },
    ),
    "RateLimitPolicy": (
        "RateLimit-Policy",
        {
            "description": (
                "Where the service limits requests: each limit with its number (`q`) and its seconds (`w`), as "
                '`"50-per-1s";q=50;w=1`.'
            ),
            "schema": {"type": "string"},
        },
    ),
}
"""Components of the OpenAPI document: the name of each header, and what it is."""
