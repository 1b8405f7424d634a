"""Moments at which somebody decides: which windows are open there, and how an action between others leaves them."""

from typing import ClassVar

from service.engine.shapes import Seat
from service.engine.step import Choice, Step
from service.games.gilded_realms.table import Table


class Moment(Step):
    """A decision of one seat that goes on until an action says that it is over (``table.leave``).

    ``windows`` are the windows of the effect language that are open here.
    """

    windows: ClassVar[tuple[str, ...]] = ("anytime",)

    seat: Seat

    def must(self, table: Table) -> tuple[str, ...]:
        """The seat."""
        return (self.seat,)


def stay(table: Table, step: Step) -> None:
    """An action that may be done at any time leaves the decision open: one that is settled at once comes again."""
    if step.once:
        table.push(step)


def windows_of(table: Table, step: Step) -> tuple[str, ...]:
    """The windows that are open at a decision: a step whose windows differ with the table has ``windows_at``."""
    if hasattr(step, "windows_at"):
        opened: tuple[str, ...] = step.windows_at(table)
        return opened
    found: tuple[str, ...] = getattr(step, "windows", ("anytime",) if isinstance(step, Choice) else ())
    return found
