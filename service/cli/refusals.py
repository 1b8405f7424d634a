"""Refusals on the command line: the web's problem reports, and the codes that a script reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import IntEnum
from typing import Any

from marshmallow import ValidationError

from schemas.fields import ViewGiven
from schemas.problems import KINDS, Problem, problem
from service import refusals
from service.engine.errors import Refused

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


class Refusal(refusals.Refusal):
    """What the web would answer with a problem; `places` says where on the command line its pointers lead."""

    def __init__(self, slug: str, detail: str, **members: Sequence[Any]) -> None:
        super().__init__(slug, detail, **members)
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


@contextmanager
def refusing(places: Mapping[str, Any], moved: Callable[[str], str] = str) -> Iterator[None]:
    """Makes a `Refusal` of what schemas and engine raise. `places`: see `given.place_of`.

    `moved` makes a pointer of the engine's one that begins at the root of the body.
    """
    try:
        yield
    except (ValidationError, ViewGiven, Refused, refusals.Refusal) as error:
        found = refusals.refusal_of(error, moved)
        if found is None:
            raise
        refusal = Refusal(found.slug, found.detail, **found.members)
        refusal.places = places
        raise refusal from error


def no_such_game(name: str, known: Sequence[str]) -> Refusal:
    """The state names a game that is not installed."""
    return Refusal("not-found", f"there is no game {name[:100]!r}; installed: {', '.join(known) or 'none'}")
