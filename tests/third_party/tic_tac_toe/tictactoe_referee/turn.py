"""Turns: one mark on an empty space."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.step import Choice
from service.engine.violation import Violation
from tictactoe_referee.end_of_game import ended
from tictactoe_referee.events import Marked
from tictactoe_referee.state import Space
from tictactoe_referee.table import Table, other


class Mark(Action, tag="mark", frozen=True):
    """Put the own mark on an empty space."""

    space: Space

    @classmethod
    def candidates(cls, table: Table, step: "Turn", actor: str, where: Where) -> Iterable["Mark"]:
        return (cls(actor=actor, space=space) for space in table.pack.spaces)

    def violations(self, table: Table, step: "Turn", actor: str) -> Iterator[Violation]:
        holder = table.state.board.get(self.space)
        if holder is not None:
            yield Violation("turn.empty-space", "{space} has a mark of {holder}", space=self.space, holder=holder)

    def apply(self, table: Table, step: "Turn", actor: str) -> None:
        table.state.board[self.space] = actor
        table.log(Marked(rule="turn.one-mark", seat=actor, space=self.space))
        if not ended(table):
            table.push(Turn(seat=other(actor)))


class Turn(Choice, tag="turn"):
    """A player's turn: one mark settles it."""

    rule: ClassVar[str] = "turn.one-mark"
    prompt: ClassVar[str] = "Put your mark on an empty space."
    actions: ClassVar[tuple[type[Action], ...]] = (Mark,)

    def consistency(self, table: Table) -> Iterator[Defect]:
        due = table.whose_turn()
        if due not in (None, self.seat):
            yield error("setup.x-begins", "/seat", "wrong-turn", f"by the marks on the board it is the turn of {due}")
