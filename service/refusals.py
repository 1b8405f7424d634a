"""What a request is refused with, whoever asks: every exception of schemas and engine as a type of problem."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any

import msgspec
from marshmallow import ValidationError

from schemas.body import MalformedJson
from schemas.fields import ViewGiven
from schemas.limits import MAX_ERRORS
from schemas.pointers import flatten
from service.engine import errors
from service.engine.shapes import Flaw


class Refusal(Exception):
    """A request that is refused. `slug` is one of `schemas.problems.KINDS`, `members` are its own further members."""

    def __init__(self, slug: str, detail: str, **members: Sequence[Any]) -> None:
        super().__init__(detail)
        self.slug = slug
        self.detail = detail
        self.members = members


def refusal_of(error: Exception, moved: Callable[[str], str] = str) -> Refusal | None:
    """What an exception refuses, or None for one that refuses nothing.

    `moved` makes a pointer of the engine's one that begins at the root of the body.
    """
    match error:
        case Refusal():
            return error
        case errors.MalformedAction():
            return invalid_body([msgspec.structs.replace(f, pointer=moved(f.pointer)) for f in error.errors])
        case errors.UnknownPack():
            params = {"kind": "pack"}
            return invalid_body([Flaw(pointer=moved("/pack"), code="unknown-id", detail=error.detail, params=params)])
        case errors.Refused():
            return FROM_ENGINE[type(error)](error)
        case MalformedJson():
            return Refusal("malformed-json", error.detail)
        case ValidationError():
            return invalid_body(flatten(error.messages))
        case ViewGiven():
            return Refusal("hidden-value", "a view hides what this call needs; send the full state")
    return None


class pointing:
    """`with pointing(moved):` refuses what the engine finds malformed, its pointers `moved` to the root of the body."""

    __slots__ = ("_moved",)

    def __init__(self, moved: Callable[[str], str]) -> None:
        self._moved = moved

    def __enter__(self) -> None:
        """Nothing yet."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, errors.MalformedAction | errors.UnknownPack):
            raise refusal_of(error, self._moved) or error from error


def invalid_body(flaws: Sequence[Any]) -> Refusal:
    """The body, or what it names, does not fit. `flaws` have pointers from the body's root."""
    count = len(flaws)
    detail = "the body has 1 error" if count == 1 else f"the body has {count} errors"
    return Refusal("invalid-body", detail, errors=flaws[:MAX_ERRORS])


FROM_ENGINE: Mapping[type[errors.Refused], Callable[[Any], Refusal]] = {
    errors.ImpossibleState: lambda error: Refusal("impossible-state", error.detail, defects=error.defects),
    errors.IllegalSetup: lambda error: Refusal("illegal-setup", error.detail, violations=error.violations),
    errors.HiddenValue: lambda error: Refusal("hidden-value", error.detail),
    errors.RulesVersion: lambda error: Refusal("rules-version", error.detail, accepts=error.accepts),
    errors.BadCursor: lambda error: Refusal("bad-cursor", error.detail),
    errors.TooMuchWork: lambda error: Refusal("too-much-work", error.detail, narrow_by=error.narrow_by),
}
"""Every refusal of the engine that has no pointers into the body."""
