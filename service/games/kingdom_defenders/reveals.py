"""Turning up a card or a tile: the same draw, whatever phase asks for it."""

from service.engine.shapes import RuleRef
from service.engine.step import ChanceStep


class Reveal(ChanceStep):
    """A draw that lies open. ``asked_by`` is the clause that wants it; without, the step's own."""

    asked_by: RuleRef | None = None

    def cites(self) -> str:
        return self.asked_by or self.rule
