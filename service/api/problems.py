"""Refusals as problem details: the exception that the web raises, and what becomes of every other one."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from schemas.problems import MEDIA_TYPE, problem
from schemas.problems import Problem as ProblemDetails
from service.api.answers import NO_STORE
from service.asking import encode
from service.logs import exchange_fields
from service.refusals import Refusal, refusal_of

log = logging.getLogger("service.api")

SLUG_OF_STATUS = {
    400: "malformed-json",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "too-large",
    415: "unsupported-media-type",
}


class Problem(Refusal):
    """A request that is refused for what only the web knows, perhaps with headers of its own."""

    def __init__(
        self, slug: str, detail: str, *, headers: Mapping[str, str] | None = None, **members: Sequence[Any]
    ) -> None:
        super().__init__(slug, detail, **members)
        self.headers = dict(headers or {})


def respond(error: Exception) -> Response:
    """The response that tells of an exception. One that is nobody's refusal is our mistake: logged, not shown."""
    # The exchange always has its id by now; this module cannot import it without a circle.
    details = details_of(error, request.request_id)  # type: ignore[attr-defined]
    request.problem = slug_of(details)  # type: ignore[attr-defined]
    response = Response(encode(details), status=details.status, content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = NO_STORE
    if isinstance(error, Problem):
        response.headers.update(error.headers)
    return response


def details_of(error: Exception, request_id: str) -> ProblemDetails:
    """The problem details of an exception; logs one that is nobody's refusal."""
    refusal = refusal_of(error)
    if refusal is None:
        about = exchange_fields(request) if request else {"request_id": request_id}  # type: ignore[arg-type]
        log.error("request %s failed", request_id, exc_info=error, extra=about)
        refusal = Problem("internal-error", "the service made a mistake; it has been logged")
    return problem(refusal.slug, refusal.detail, f"urn:request:{request_id}", **refusal.members)


def slug_of(details: ProblemDetails) -> str:
    """`not-found`."""
    return details.type.rpartition("/")[2]


def install(app: Flask) -> None:
    """Makes every exception of `app` a problem."""
    app.register_error_handler(HTTPException, _from_http)
    app.register_error_handler(Exception, respond)


def _from_http(error: HTTPException) -> Response:
    slug = SLUG_OF_STATUS.get(error.code or 500)
    if slug is None:
        return respond(error)
    if slug == "not-found":
        return respond(Problem(slug, _what_is_missing(request.path)))
    if isinstance(error, MethodNotAllowed):
        allowed = ", ".join(sorted(error.valid_methods or ()))
        return respond(Problem(slug, f"this path answers {allowed}", headers={"Allow": allowed}))
    return respond(Problem(slug, error.description or slug))


def _what_is_missing(path: str) -> str:
    known: list[str] = current_app.extensions["referee"]["games"]
    game = path.removeprefix("/v1/games/").split("/")[0]
    if path.startswith("/v1/games/") and game and game not in known:
        return f"there is no game {game[:100]!r}; GET /v1/games lists the games"
    return f"there is nothing at {path[:200]}"
