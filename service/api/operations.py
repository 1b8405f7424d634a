"""Registering one operation: its route, how its request is read, and how it stands in the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Response
from marshmallow import Schema

from schemas.openapi import pascal
from schemas.problems import KINDS, MEDIA_TYPE
from service.api.answers import JSON
from service.api.arguments import Query, Resources
from service.api.exchange import current, refuse_unacceptable

Document = dict[str, Any]
View = Callable[..., Response]

OF_EVERY_CALL = (
    "malformed-json",
    "not-acceptable",
    "too-large",
    "unsupported-media-type",
    "invalid-body",
    "invalid-query",
)
OF_EVERY_PAGE = ("not-acceptable", "invalid-query")


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
) -> None:
    """A POST at `path`: `view` gets the loaded body. `refusals` are the slugs that this call alone may answer with."""

    def ask(loaded: dict[str, Any]) -> Response:
        current().validated_now()
        return view(loaded)

    reading = resources.arguments(body)(ask)
    document = {
        "operationId": operation_id(resources.name, name),
        "summary": summary,
        "description": described(view),
        "responses": {200: _success(answer, "The answer."), **_refused((*OF_EVERY_CALL, *refusals))},
    }
    _add(resources, path, reading, "POST", document)


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
    media_type: str = JSON,
) -> None:
    """A GET (and HEAD) at `path`: `view` gets the parts of the path by name and then the loaded query string."""

    def read(loaded: dict[str, Any], **parts: str) -> Response:
        return view(loaded, **parts)

    reading = resources.arguments(query, location="query")(read)
    document = {
        "operationId": operation_id(resources.name, name) if resources.url_prefix else name,
        "summary": summary,
        "description": described(view),
        "responses": {
            200: _success(answer, "The document.", media_type),
            304: {"description": "The client has it already (If-None-Match)."},
            **_refused((*OF_EVERY_PAGE, *refusals)),
        },
    }
    _add(resources, path, reading, "GET", document, media_type)


def described(view: View) -> str:
    """The documentation of a view, as a paragraph."""
    return " ".join((view.__doc__ or "").split())


def _add(
    resources: Resources, path: str, reading: View, method: str, document: Document, media_type: str = JSON
) -> None:
    def answer(**parts: str) -> Response:
        refuse_unacceptable(media_type)
        return reading(**parts)

    answer._apidoc = {**getattr(reading, "_apidoc", {}), "manual_doc": document}  # type: ignore[attr-defined]
    resources.add_url_rule(path, document["operationId"], answer, methods=[method])


def _success(schema: Document, description: str, media_type: str = JSON) -> Document:
    return {"description": description, "content": {media_type: {"schema": schema}}, "headers": _REQUEST_ID}


def _refused(slugs: Sequence[str]) -> Mapping[int, Document]:
    """The responses of these problems, by status, each naming its slugs."""
    by_status: dict[int, list[str]] = {}
    for slug in slugs:
        by_status.setdefault(KINDS[slug].status, []).append(slug)
    return {
        status: {
            "description": "; ".join(f"{KINDS[slug].title} (`{slug}`)" for slug in names) + ".",
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
            "headers": _REQUEST_ID,
        }
        for status, names in sorted(by_status.items())
    }


_REQUEST_ID: Document = {"Request-Id": {"$ref": "#/components/headers/RequestId"}}
