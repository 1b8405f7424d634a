"""Defects: what is wrong with a state, as ``validations`` tells it."""

from typing import Literal

from service.engine.shapes import Shape


class Defect(Shape):
    """One thing in a state that cannot be (``error``: it cannot be judged) or does not add up (``warning``)."""

    severity: Literal["error", "warning"]
    rule: str
    pointer: str
    code: str
    detail: str


def error(rule: str, pointer: str, code: str, detail: str) -> Defect:
    """A defect that keeps the referee from judging."""
    return Defect(severity="error", rule=rule, pointer=pointer, code=code, detail=detail)


def warning(rule: str, pointer: str, code: str, detail: str) -> Defect:
    """A defect that is told and judged all the same."""
    return Defect(severity="warning", rule=rule, pointer=pointer, code=code, detail=detail)
