"""The end of a turn begins with the mana dice: those that were used are rolled and return to the Source."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.shapes import Seat
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.ids import Color
from service.games.mage_knight.no_effects import no_effects_now
from service.games.mage_knight.source import RollSource, return_die
from service.games.mage_knight.table import Table


class ReturnADie(Action, tag="return-die", frozen=True):
    """Have a die that the user may decide about rolled again, or return it as it is."""

    color: Color
    reroll: bool

    @classmethod
    def candidates(cls, table: Table, step: "ReturnDice", actor: str, where: Where) -> Iterable["ReturnADie"]:
        colors = sorted({die.color for die in table.turn.dice if die.ask})
        return [cls(actor=actor, color=color, reroll=reroll) for color in colors for reroll in (True, False)]

    def violations(self, table: Table, step: "ReturnDice", actor: str) -> Iterator[Violation]:
        if not any(die.ask and die.color == self.color for die in table.turn.dice):
            yield Violation(
                "end-turn.return-dice-first", "no such die is to be decided about ({color})", color=self.color
            )

    def apply(self, table: Table, step: "ReturnDice", actor: str) -> None:
        die = next(die for die in table.turn.dice if die.ask and die.color == self.color)
        die.ask, die.reroll = False, self.reroll


class ReturnDice(Step, tag="return-dice"):
    """Dice that were used are rolled and return to the Source, others return as they are."""

    rule: ClassVar[str] = "mana.dice-rerolled-at-turn-end"
    prompt: ClassVar[str] = "Have the die rolled again, or return it as it is."
    actions: ClassVar[tuple[type[Action], ...]] = (ReturnADie,)

    seat: Seat

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if any(die.ask for die in table.turn.dice) else ()

    def misplaced(self, table: Table, action: Action) -> Violation | None:
        return no_effects_now(table, action)

    def run(self, table: Table) -> None:
        turn = table.turn
        rolled = sum(die.reroll for die in turn.dice)
        for die in turn.dice:
            if not die.reroll:
                return_die(table, die.color, "end-turn.return-dice-first")
        turn.dice = []
        if rolled:
            table.push(RollSource(left=rolled))
