"""2. Favor of the King: the dice, from the least Fame to the most."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Bundle, ChanceAction, Where
from service.engine.defect import Defect, error
from service.engine.shapes import CHANCE, Path, Seat, a_set
from service.engine.step import ChanceStep, Choice, Step
from service.engine.violation import Violation
from service.games.kingdom_defenders.effects import carry_out
from service.games.kingdom_defenders.events import DiceLeftOut, DieRolled, DieTaken, FavorBegun
from service.games.kingdom_defenders.ids import Die, Face
from service.games.kingdom_defenders.table import Table

DIE_RULE = {
    "die-force": "favor-dice.force",
    "die-wealth": "favor-dice.wealth",
    "die-magic": "favor-dice.magic",
    "die-healing": "favor-dice.healing",
}
DICE = 4


def favored(table: Table, waiting: Iterable[str]) -> str:
    """Who comes next: the least Fame, and among equals whoever is further back in the turn order."""
    order = table.state.turn_order
    return min(waiting, key=lambda seat: (table.player(seat).fame, -order.index(seat)))


class BeginFavor(Step, tag="begin-favor"):
    """The player with the least Fame rolls as many dice as there are players."""

    rule: ClassVar[str] = "favor.least-fame-rolls"

    def run(self, table: Table) -> None:
        roller = favored(table, table.state.turn_order)
        table.log(FavorBegun(rule=self.rule, seat=roller))
        if table.number < DICE:
            table.push(LeaveOutDice(seat=roller))
        else:
            table.push(RollFavor(dice=sorted(table.pack.dice)))


class ExcludeDice(Action, tag="leave-out-dice", frozen=True):
    """Say which dice stay out of the roll."""

    dice: Annotated[list[Die], a_set(4)]

    @classmethod
    def candidates(cls, table: Table, step: "LeaveOutDice", actor: str, where: Where) -> Iterable["ExcludeDice"]:
        return [cls(actor=actor, dice=list(d)) for d in combinations(sorted(table.pack.dice), DICE - table.number)]

    def violations(self, table: Table, step: "LeaveOutDice", actor: str) -> Iterator[Violation]:
        due = DICE - table.number
        if len(self.dice) != due:
            yield Violation(
                "favor.excluded-dice", "{due} dice are left out, not {found}", at="dice", due=due, found=len(self.dice)
            )

    def apply(self, table: Table, step: "LeaveOutDice", actor: str) -> None:
        table.log(DiceLeftOut(rule=step.rule, seat=actor, dice=list(self.dice)))
        table.push(RollFavor(dice=[die for die in sorted(table.pack.dice) if die not in self.dice]))


class LeaveOutDice(Choice, tag="leave-out-dice"):
    """With fewer than 4 players whoever rolls leaves dice out, before the roll."""

    rule: ClassVar[str] = "favor.excluded-dice"
    prompt: ClassVar[str] = "Choose the dice that stay out of the roll."
    actions: ClassVar[tuple[type[Action], ...]] = (ExcludeDice,)


class RollDie(ChanceAction, tag="roll-die", frozen=True):
    """The face that one of the King's dice shows."""

    die: Die
    face: Face

    def apply(self, table: Table, step: "RollFavor", actor: str) -> None:
        table.log(DieRolled(rule=DIE_RULE[self.die], die=self.die, face=self.face))
        rolled = {**step.rolled, self.die: self.face}
        left = [die for die in step.dice if die != self.die]
        if left:
            table.push(RollFavor(dice=left, rolled=rolled))
        else:
            table.push(TakeDice(rolled=rolled, waiting=list(table.state.turn_order)))


class RollDice(Bundle, tag="roll-dice", frozen=True):
    """All the dice of the roll at once: each die with the face that it shows."""

    faces: Annotated[dict[Die, Face], Meta(min_length=1, max_length=4)]

    def violations(self, table: Table, step: "RollFavor", actor: str) -> Iterator[Violation]:
        missing = sorted(set(step.dice) - set(self.faces))
        if missing:
            yield Violation("favor.least-fame-rolls", "{missing} is rolled as well", at="faces", missing=missing)
        strange = sorted(set(self.faces) - set(step.dice))
        if strange:
            yield Violation(
                "favor.excluded-dice:not-in-roll", "{strange} is not in this roll", at="faces", strange=strange
            )

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        for die, face in sorted(self.faces.items()):
            yield RollDie(actor=actor, die=die, face=face)

    def written(self, number: int, part: Action) -> Path:
        return ("faces", part.die) if isinstance(part, RollDie) else ()


class RollFavor(ChanceStep, tag="roll-dice"):
    """The dice are rolled, one after the other."""

    rule: ClassVar[str] = "favor.least-fame-rolls"
    prompt: ClassVar[str] = "Roll the King's dice: {dice}."
    actions: ClassVar[tuple[type[Action], ...]] = (RollDie, RollDice)

    dice: Annotated[list[Die], a_set(4, 1)]
    rolled: Annotated[dict[Die, Face], Meta(max_length=4)] = {}

    def consistency(self, table: Table) -> Iterator[Defect]:
        if set(self.dice) & set(self.rolled) or len(self.dice) + len(self.rolled) != table.number:
            yield error("favor.least-fame-rolls", "/dice", "dice", "as many dice are rolled as there are players")
        yield from face_defects(table, self.rolled)

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        die = self.dice[0]
        faces = table.pack.dice[die].faces
        return [RollDie(actor=CHANCE, die=die, face=face, weight=weight) for face, (weight, _) in faces.items()]


class TakeDie(Action, tag="take-die", frozen=True):
    """Take one of the rolled dice and what it shows."""

    die: Die

    @classmethod
    def candidates(cls, table: Table, step: "TakeDice", actor: str, where: Where) -> Iterable["TakeDie"]:
        return [cls(actor=actor, die=die) for die in sorted(table.pack.dice)]

    def violations(self, table: Table, step: "TakeDice", actor: str) -> Iterator[Violation]:
        if self.die in step.used:
            yield Violation("favor.used-die-gone", "{die} is back on its tower", die=self.die)
        elif self.die not in step.rolled:
            yield Violation("favor.choose-one-result", "{die} was not rolled", die=self.die)

    def apply(self, table: Table, step: "TakeDice", actor: str) -> None:
        face = step.rolled.pop(self.die)
        step.waiting.remove(actor)
        step.used = sorted([*step.used, self.die])
        table.log(DieTaken(rule="favor.choose-one-result", seat=actor, die=self.die, face=face))
        carry_out(table, actor, table.pack.dice[self.die].faces[face][1], DIE_RULE[self.die])


class TakeDice(Step, tag="take-dice"):
    """Everybody takes one of the rolled dice, in the order of rising Fame."""

    rule: ClassVar[str] = "favor.next-least-fame"
    prompt: ClassVar[str] = "Take one of the rolled dice."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeDie,)

    rolled: Annotated[dict[Die, Face], Meta(max_length=4)]
    waiting: Annotated[list[Seat], Meta(max_length=4)]
    used: Annotated[list[Die], a_set(4)] = []

    def must(self, table: Table) -> tuple[str, ...]:
        return (favored(table, self.waiting),) if self.waiting and self.rolled else ()

    def consistency(self, table: Table) -> Iterator[Defect]:
        if len(self.rolled) != len(self.waiting):
            yield error("favor.everyone-picks", "/rolled", "dice", "there is one rolled die for each player who waits")
        yield from face_defects(table, self.rolled)


def face_defects(table: Table, rolled: Mapping[str, str]) -> Iterator[Defect]:
    """Faces that a die does not have."""
    for die, face in rolled.items():
        if face not in table.pack.dice[die].faces:
            yield error("favor.choose-one-result", f"/rolled/{die}", "face", f"{die} has no face {face}")
