"""The steps and actions of Stones."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.action import Action, ChanceAction, Where
from service.engine.event import Event
from service.engine.shapes import CHANCE, Seat
from service.engine.state import Result
from service.engine.step import ChanceStep, Step
from service.engine.violation import Violation
from tests.api.stones.table import Charm, Stones, StonesTable


class StonesTaken(Event, tag="stones-taken"):
    """A player took stones."""

    template = "{seat} takes {number}"

    seat: Seat
    number: Stones


class CharmDealt(Event, tag="charm-dealt"):
    """A player got a charm: only that player sees which."""

    template = "{seat} gets {charm}"
    reveals = True

    seat: Seat
    charm: Charm


class DealCharm(ChanceAction, tag="deal-charm", frozen=True, kw_only=True):
    """The card that is dealt."""

    charm: Charm

    def apply(self, table: StonesTable, step: "Deal", actor: str) -> None:
        """The seat has the card."""
        table.state.deck.take(self.charm)
        table.player(step.seat).charm = self.charm
        table.log(CharmDealt(rule="setup.deal", seat=step.seat, charm=self.charm, seen_by=[step.seat]))


class Deal(ChanceStep, tag="deal"):
    """A card for a seat."""

    rule: ClassVar[str] = "setup.deal"
    prompt: ClassVar[str] = "Deal a charm."
    actions: ClassVar[tuple[type[Action], ...]] = (DealCharm,)

    seat: Seat

    def outcomes(self, table: StonesTable) -> list[DealCharm]:
        """Every card that may still lie in the deck."""
        draws = table.state.deck.draws()
        return [DealCharm(actor=CHANCE, charm=charm, weight=weight) for charm, weight in draws.items()]


class Take(Action, tag="take", frozen=True, kw_only=True):
    """Take stones from the heap.

    The second line of a docstring is for programmers.
    """

    number: Annotated[int, Meta(ge=0, le=99)]

    @classmethod
    def candidates(cls, table: StonesTable, step: "Turn", actor: str, where: Where) -> "list[Take]":
        """One to three stones."""
        return [cls(actor=actor, number=number) for number in (1, 2, 3)]

    def violations(self, table: StonesTable, step: "Turn", actor: str) -> Iterator[Violation]:
        """One to three, and they must be there."""
        if not 1 <= self.number <= 3:
            yield Violation("turn.at-most-three", "{number} stones is not one to three", number=self.number)
        if self.number > table.state.heap:
            yield Violation(
                "turn.at-most-three:heap",
                "the heap has {heap}, not {number}",
                at="number",
                heap=table.state.heap,
                number=self.number,
            )

    def apply(self, table: StonesTable, step: "Turn", actor: str) -> None:
        """The stones change place."""
        step.done = True
        table.state.heap -= self.number
        table.player(actor).stones += self.number
        table.log(StonesTaken(rule="turn.one-take", seat=actor, number=self.number))


class Pass(Action, tag="pass", frozen=True):
    """Pass, once in the game."""

    def violations(self, table: StonesTable, step: "Turn", actor: str) -> Iterator[Violation]:
        """Only once."""
        if table.player(actor).passed:
            yield Violation("turn.one-pass", "{seat} has passed already", seat=actor)

    def apply(self, table: StonesTable, step: "Turn", actor: str) -> None:
        """The pass is used up."""
        step.done = True
        table.player(actor).passed = True


class Turn(Step, tag="turn"):
    """A player's turn."""

    rule: ClassVar[str] = "turn.one-take"
    prompt: ClassVar[str] = "Take one to three stones, or pass."
    actions: ClassVar[tuple[type[Action], ...]] = (Take, Pass)

    seat: Seat
    done: bool = False

    def must(self, table: StonesTable) -> Sequence[str]:
        """The seat, until it has done something."""
        return () if self.done else (self.seat,)

    def run(self, table: StonesTable) -> None:
        """The next seat is due, or the game is over."""
        if table.state.heap == 0:
            finish(table)
            return
        seats = table.state.seats
        table.push(Turn(seat=seats[(seats.index(self.seat) + 1) % len(seats)]))


def finish(table: StonesTable) -> None:
    """Nothing is left: the ranking."""
    ranking = ranked(points(table))
    table.state.result = Result(rule="end.empty-heap", reason="the heap is empty", winners=ranking[0], ranking=ranking)


def points(table: Any) -> dict[str, int]:
    """The points of every seat; a charm that the viewer does not see counts nothing."""
    values = table.pack.document["charms"]
    return {
        seat: table.player(seat).stones + (values[charm]["points"] if (charm := table.player(seat).charm) else 0)
        for seat in table.state.seats
    }


def ranked(totals: dict[str, int]) -> list[list[str]]:
    """Seats by points, best first, ties together."""
    return [[seat for seat in totals if totals[seat] == total] for total in sorted(set(totals.values()), reverse=True)]
