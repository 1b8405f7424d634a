"""A violation: the clause an action would break, and how."""

from typing import Any

from service.engine.catalogue import Clause
from service.engine.shapes import Shape
from service.engine.telling import PLAIN, Words, tell


class Violation:
    """One broken clause.

    ``code`` is the clause's id, with ``:variant`` where one clause is broken in several ways; ``template`` is the
    English reason, filled with ``params``; ``at`` names the parameter at fault (left out: the parameter that a fact
    equals).
    """

    __slots__ = ("at", "code", "params", "template")

    def __init__(self, code: str, template: str, *, at: str | None = None, **params: Any) -> None:
        self.code = code
        self.template = template
        self.at = at
        self.params = params

    @property
    def rule(self) -> str:
        """The id of the clause."""
        return self.code.partition(":")[0]

    @property
    def detail(self) -> str:
        """The reason as a sentence, with ids as they are."""
        return self.told(PLAIN)

    def told(self, words: Words) -> str:
        """The reason as a sentence, with the names that the pack has for ids."""
        return tell(self.template, self.params, words)


class Violated(Shape):
    """A violation as the wire shows it, with the text of its clause."""

    code: str
    rule: str
    section: str
    text: str
    detail: str
    pointer: str
    params: dict[str, Any]

    @classmethod
    def of(cls, clause: Clause, detail: str, pointer: str) -> "Violated":
        """A clause of the referee's own that a request breaks."""
        return cls(
            code=clause.id,
            rule=clause.id,
            section=clause.section,
            text=clause.text,
            detail=detail,
            pointer=pointer,
            params={},
        )
