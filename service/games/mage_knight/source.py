"""The Source: rolling dice for it, taking dice out and putting them back."""

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Bundle, ChanceAction
from service.engine.shapes import CHANCE, Path, RuleRef
from service.engine.step import ChanceStep, Step
from service.engine.violation import Violation
from service.games.mage_knight.bags import less, more
from service.games.mage_knight.events_core import DieRolled, SourceRerolled
from service.games.mage_knight.events_effects import DieReturned, DieTaken
from service.games.mage_knight.ids import BASIC, COLORS, Color
from service.games.mage_knight.table import Table

MOST_DICE = 10


def put_die(table: Table, color: str) -> None:
    """A die into the Source, with this face."""
    more(table.state.source, color)


def take_die(table: Table, seat: str, color: str, rule: str) -> None:
    """A die out of the Source."""
    less(table.state.source, color)
    table.log(DieTaken(rule=rule, seat=seat, color=color))


def return_die(table: Table, color: str, rule: str) -> None:
    """A die back into the Source as it is."""
    put_die(table, color)
    table.log(DieReturned(rule=rule, color=color))


def enough_basic(table: Table) -> bool:
    """Whether at least half of the dice, rounded up, show basic colours (``setup.source-half-basic``)."""
    source = table.state.source
    basic = sum(source.get(color, 0) for color in BASIC)
    return basic * 2 >= sum(source.values())


def whole_roll(table: Table, rule: str) -> list[Step]:
    """The steps that roll all dice of the Source, and black and gold ones again until enough of them are basic."""
    table.state.source = {}
    return [RollSource(left=table.number_of_dice(), rolled_by=rule), SettleSource(rolled_by=rule)]


def reroll_dice(table: Table, colors: Sequence[str], rule: str) -> None:
    """Roll dice again that lie in the Source with these faces."""
    if not colors:
        return
    for color in colors:
        less(table.state.source, color)
    table.log(SourceRerolled(rule=rule, dice=len(colors)))
    table.push(RollSource(left=len(colors), rolled_by=rule))


class RollDie(ChanceAction, tag="roll-die", frozen=True):
    """The face that a die of the Source shows."""

    color: Color

    def apply(self, table: Table, step: "RollSource", actor: str) -> None:
        put_die(table, self.color)
        table.log(DieRolled(rule=step.cites(), color=self.color))
        if step.left > 1:
            table.push(RollSource(left=step.left - 1, rolled_by=step.rolled_by))


class RollDice(Bundle, tag="roll-dice", frozen=True):
    """All dice of a roll at once."""

    colors: Annotated[list[Color], Meta(min_length=1, max_length=MOST_DICE)]

    def violations(self, table: Table, step: "RollSource", actor: str) -> Iterator[Violation]:
        if len(self.colors) > step.left:
            yield Violation(
                "referee.one-breath:roll",
                "dice to roll now: {left}, not {named}",
                at="colors",
                left=step.left,
                named=len(self.colors),
            )

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        for color in self.colors:
            yield RollDie(actor=actor, color=color)

    def written(self, number: int, part: Action) -> Path:
        return ("colors", number)


class RollSource(ChanceStep, tag="roll-source"):
    """Dice of the Source are rolled, one by one."""

    rule: ClassVar[str] = "mana.dice-rerolled-at-turn-end"
    prompt: ClassVar[str] = "Roll a die of the Source; still to come: {left}."
    actions: ClassVar[tuple[type[Action], ...]] = (RollDie, RollDice)
    also_cites: ClassVar[tuple[str, ...]] = (
        "setup.source-dice",
        "setup.source-half-basic",
        "round-prep.reroll-source",
        "effects.follow-card-text",
        "tactic.mana-search",
    )

    left: Annotated[int, Meta(ge=1, le=MOST_DICE)]
    rolled_by: RuleRef = "mana.dice-rerolled-at-turn-end"

    def cites(self) -> str:
        return self.rolled_by if self.rolled_by in self.also_cites else self.rule

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        return [RollDie(actor=CHANCE, color=color, weight=1) for color in COLORS]


class SettleSource(Step, tag="settle-source"):
    """While too few dice show basic colours, all black and gold ones are rolled again."""

    rule: ClassVar[str] = "setup.source-half-basic"

    rolled_by: RuleRef = "setup.source-dice"

    def run(self, table: Table) -> None:
        if not enough_basic(table):
            source = table.state.source
            special = [color for color in ("black", "gold") for _ in range(source.get(color, 0))]
            table.push(SettleSource(rolled_by=self.rolled_by))
            reroll_dice(table, special, self.rule)


SOURCE_STEPS: tuple[type[Step], ...] = (RollSource, SettleSource)
