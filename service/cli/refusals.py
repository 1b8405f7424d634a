"""Refusals on the command line: the web's problem reports, and the codes that a script reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import IntEnum
from typing import Any

import msgspec
from marshmallow import ValidationError

from schemas.fields import ViewGiven
from schemas.limits import MAX_ERRORS
from schemas.pointers import flatten
from schemas.problems import KINDS, Problem, problem
from service.engine import errors
from service.engine.errors import MalformedAction, Refused, UnknownPack

INSTANCE = "urn:request:command-line"


class Code(IntEnum):
    """How `referee` ends."""

    YES = 0
    """Answered: legal, valid, found."""
    NO = 1
    """Answered: illegal, not valid, nothing found."""
    MALFORMED = 2
    """Not asked: the command line, a file or the JSON in it is not what the command takes."""
    REFUSED = 3
    """Asked, and not answered: an impossible state, an illegal setup, a view where the full state is needed."""
    OUR_MISTAKE = 70
    INTERRUPTED = 130
    NOBODY_READS = 141


MALFORMED = ("malformed-json", "invalid-body", "not-found")


class Refusal(Exception):
    """What the web would answer with a problem. `slug` is one of `KINDS`, `members` are its own further members."""

    def __init__(self, slug: str, detail: str, **members: Sequence[Any]) -> None:
        super().__init__(detail)
        self.slug = slug
        self.detail = detail
        self.members = members
        self.places: Mapping[str, Any] = {}

    @property
    def code(self) -> Code:
        return Code.MALFORMED if self.slug in MALFORMED else Code.REFUSED

    @property
    def title(self) -> str:
        return KINDS[self.slug].title

    def problem(self) -> Problem:
        """The report that `--json` prints."""
        return problem(self.slug, self.detail, INSTANCE, **self.members)


def invalid_body(flaws: Sequence[Any]) -> Refusal:
    """The call, or what it names, does not fit. `flaws` have pointers from the root of its body."""
    count = len(flaws)
    detail = "the body has 1 error" if count == 1 else f"the body has {count} errors"
    return Refusal("invalid-body", detail, errors=flaws[:MAX_ERRORS])


def _flaw(pointer: str, code: str, detail: str, **params: Any) -> dict[str, Any]:
    return {"pointer": pointer, "code": code, "detail": detail, "params": params}


FROM_ENGINE: Mapping[type[Refused], Callable[[Any], Refusal]] = {
    errors.ImpossibleState: lambda error: Refusal("impossible-state", error.detail, defects=error.defects),
    errors.IllegalSetup: lambda error: Refusal("illegal-setup", error.detail, violations=error.violations),
    errors.HiddenValue: lambda error: Refusal("hidden-value", error.detail),
    errors.RulesVersion: lambda error: Refusal("rules-version", error.detail, accepts=error.accepts),
    errors.BadCursor: lambda error: Refusal("bad-cursor", error.detail),
    errors.TooMuchWork: lambda error: Refusal("too-much-work", error.detail, narrow_by=error.narrow_by),
}
"""Every refusal of the engine that has no pointers into the body."""


@contextmanager
def refusing(places: Mapping[str, Any], moved: Callable[[str], str] = str) -> Iterator[None]:
    """Makes a `Refusal` of what schemas and engine raise. `places`: see `given.place_of`.

    `moved` makes a pointer of the engine's one that begins at the root of the body.
    """
    try:
        yield
    except (ValidationError, ViewGiven, Refused, Refusal) as error:
        refusal = _refusal_of(error, moved)
        refusal.places = places
        raise refusal from error


def _refusal_of(error: Exception, moved: Callable[[str], str]) -> Refusal:
    match error:
        case Refusal():
            return error
        case ValidationError():
            return invalid_body(flatten(error.messages))
        case ViewGiven():
            return Refusal("hidden-value", "a view hides what this call needs; send the full state")
        case MalformedAction():
            return invalid_body([msgspec.structs.replace(f, pointer=moved(f.pointer)) for f in error.errors])
        case UnknownPack():
            return invalid_body([_flaw(moved("/pack"), "unknown-id", error.detail, kind="pack")])
        case Refused():
            return FROM_ENGINE[type(error)](error)
    raise TypeError(f"{type(error).__name__} is no refusal")


def no_such_game(name: str, known: Sequence[str]) -> Refusal:
    """The state names a game that is not installed."""
    return Refusal("not-found", f"there is no game {name[:100]!r}; installed: {', '.join(known) or 'none'}")
