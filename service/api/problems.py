"""Refusals as problem details: the exception that the web raises, and what becomes of every other one."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from flask import Flask, Response, current_app, request
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from schemas.body import MalformedJson
from schemas.fields import ViewGiven
from schemas.limits import MAX_ERRORS
from schemas.pointers import flatten
from schemas.problems import MEDIA_TYPE, problem
from schemas.problems import Problem as ProblemDetails
from service.api.answers import NO_STORE
from service.asking import encode
from service.engine import errors as refusals

log = logging.getLogger("service.api")

SLUG_OF_STATUS = {
    400: "malformed-json",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "too-large",
    415: "unsupported-media-type",
}


class Problem(Exception):
    """A request that is refused. `slug` is one of `schemas.problems.KINDS`, `members` are its own further members."""

    def __init__(
        self, slug: str, detail: str, *, headers: Mapping[str, str] | None = None, **members: Sequence[Any]
    ) -> None:
        super().__init__(detail)
        self.slug = slug
        self.detail = detail
        self.headers = dict(headers or {})
        self.members = members


def respond(error: Exception) -> Response:
    """The response that tells of an exception. One that is nobody's refusal is our mistake: logged, not shown."""
    # The exchange always has its id by now; this module cannot import it without a circle.
    details = details_of(error, request.request_id)  # type: ignore[attr-defined]
    response = Response(encode(details), status=details.status, content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = NO_STORE
    if isinstance(error, Problem):
        response.headers.update(error.headers)
    return response


def details_of(error: Exception, request_id: str) -> ProblemDetails:
    """The problem details of an exception; logs one that is nobody's refusal."""
    refusal = refusal_of(error)
    if refusal is None:
        log.error("request %s failed", request_id, exc_info=error)
        refusal = Problem("internal-error", "the service made a mistake; it has been logged")
    return problem(refusal.slug, refusal.detail, f"urn:request:{request_id}", **refusal.members)


def refusal_of(error: Exception) -> Problem | None:
    """What an exception refuses, or None for one that refuses nothing."""
    match error:
        case Problem():
            return error
        case refusals.Refused():
            return FROM_ENGINE[type(error)](error)
        case MalformedJson():
            return Problem("malformed-json", error.detail)
        case ValidationError():
            return invalid_body(flatten(error.messages))
        case ViewGiven():
            return Problem("hidden-value", "a view hides what this call needs; send the full state")
    return None


def invalid_body(errors: Sequence[Any]) -> Problem:
    """422: the body, or what it names, does not fit. `errors` have pointers from the body's root."""
    count = len(errors)
    detail = "the body has 1 error" if count == 1 else f"the body has {count} errors"
    return Problem("invalid-body", detail, errors=errors[:MAX_ERRORS])


def moved(flaws: Sequence[Any], pointer: Callable[[str], str]) -> list[Any]:
    """The engine's flaws with their pointers made to begin at the body's root."""
    return [msgspec.structs.replace(flaw, pointer=pointer(flaw.pointer)) for flaw in flaws]


def _unknown_pack(error: refusals.UnknownPack) -> Problem:
    return invalid_body(
        [{"pointer": "/pack", "code": "unknown-id", "detail": error.detail, "params": {"kind": "pack"}}]
    )


FROM_ENGINE: dict[type[refusals.Refused], Callable[[Any], Problem]] = {
    refusals.MalformedAction: lambda error: invalid_body(error.errors),
    refusals.ImpossibleState: lambda error: Problem("impossible-state", error.detail, defects=error.defects),
    refusals.IllegalSetup: lambda error: Problem("illegal-setup", error.detail, violations=error.violations),
    refusals.HiddenValue: lambda error: Problem("hidden-value", error.detail),
    refusals.RulesVersion: lambda error: Problem("rules-version", error.detail, accepts=error.accepts),
    refusals.BadCursor: lambda error: Problem("bad-cursor", error.detail),
    refusals.TooMuchWork: lambda error: Problem("too-much-work", error.detail, narrow_by=error.narrow_by),
    refusals.UnknownPack: _unknown_pack,
}
"""Every refusal of the engine and the problem that tells of it."""


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
