"""Dice: throwing them one at a time, and throwing again those that show a re-roll.

A roll lies on the table while it is under way: with the player who rolls, or (Add To Threat, the Sarrukar's dice) with
nobody. ``start_roll`` is called with the step that uses the result; that step takes it with ``finish_roll``.
"""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from service.engine.action import Action, Bundle, ChanceAction, Where
from service.engine.agenda import due
from service.engine.defect import Defect, error
from service.engine.shapes import CHANCE, Path, Seat, counts
from service.engine.step import ChanceStep, Choice, Step
from service.engine.violation import Violation
from service.games.gilded_realms.campaign_state import Die, Purpose, Roll
from service.games.gilded_realms.dice_events import DiceTotal, DieThrown
from service.games.gilded_realms.effect_language import RerollUnitDice
from service.games.gilded_realms.ids import COLOURS, Colour, DieFace, Thrown
from service.games.gilded_realms.table import Table

Permission = Literal["icon", "unit"]
SARRUKAR = "the Sarrukar"


def truemarks(face: str | None) -> int:
    """The Truemarks that a face shows."""
    return int(face[0]) if face else 0


def roll_of(table: Table, seat: str | None) -> Roll | None:
    """The roll that a player has under way, or the one that belongs to nobody."""
    return table.state.roll if seat is None else table.player(seat).roll


def dice_of(numbers: Mapping[str, int]) -> list[Die]:
    """Dice by colour that no Unit gives."""
    return [Die(colour=colour) for colour in COLOURS for _ in range(numbers.get(colour, 0))]


def start_roll(table: Table, seat: str | None, purpose: Purpose, dice: list[Die], then: Step, bonus: int = 0) -> None:
    """Begin a roll; ``then`` is the step that uses it. Without dice the total is the bonus alone."""
    roll = Roll(purpose=purpose, dice=dice, bonus=bonus)
    set_roll(table, seat, roll)
    throw(table, seat, then)


def set_roll(table: Table, seat: str | None, roll: Roll | None) -> None:
    """Lay a roll on the table, or take it away."""
    if seat is None:
        table.state.roll = roll
    else:
        table.player(seat).roll = roll


def throw(table: Table, seat: str | None, *then: Step) -> None:
    """Throw the dice of the roll that lies ready, with the re-rolls of whoever rolls; ``then`` follows, if given."""
    roll = roll_of(table, seat)
    assert roll is not None
    again: list[Step] = [OfferRerolls(seat=seat)] if seat is not None else []
    dice: list[Step] = [ThrowDie(seat=seat)] if any(die.face is None for die in roll.dice) else []
    if dice or again or then:
        table.push(*dice, *again, *then)


def finish_roll(table: Table, seat: str | None, rule: str) -> Roll:
    """Take a roll off the table once it is done, and tell its total."""
    roll = roll_of(table, seat)
    assert roll is not None
    table.log(DiceTotal(rule=rule, who=seat or SARRUKAR, total=total(roll)))
    set_roll(table, seat, None)
    return roll


def total(roll: Roll) -> int:
    """The Truemarks of a roll with what is added; never below 0 (``campaign-card.total-floor``)."""
    return max(0, sum(truemarks(die.face) for die in roll.dice) + roll.bonus)


class ThrownDie(ChanceAction, tag="throw-die", frozen=True):
    """What a die shows."""

    colour: Colour
    face: DieFace

    def apply(self, table: Table, step: "ThrowDie", actor: str) -> None:
        roll = roll_of(table, step.seat)
        assert roll is not None
        die = next(die for die in roll.dice if die.face is None)
        die.face, die.throws = self.face, die.throws + 1
        table.log(DieThrown(rule=step.rule, who=step.seat or SARRUKAR, colour=self.colour, face=self.face))
        if any(other.face is None for other in roll.dice):
            table.push(ThrowDie(seat=step.seat))


class ThrowAll(Bundle, tag="throw-dice", frozen=True):
    """What all dice show, in the order in which they lie."""

    faces: Annotated[list[DieFace], Meta(min_length=1, max_length=40)]

    def violations(self, table: Table, step: "ThrowDie", actor: str) -> Iterator[Violation]:
        left = step.left(table)
        if len(self.faces) != len(left):
            yield Violation(
                "dice.results:number",
                "{dice} dice are to be thrown, not {named}",
                at="faces",
                dice=len(left),
                named=len(self.faces),
            )

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        step = due(table)[0].step
        for face, die in zip(self.faces, step.left(table) if isinstance(step, ThrowDie) else (), strict=False):
            yield ThrownDie(actor=actor, colour=die.colour, face=face)

    def written(self, number: int, part: Action) -> Path:
        return ("faces", number)


class ThrowDie(ChanceStep, tag="throw-die"):
    """The next die of a roll is thrown."""

    rule: ClassVar[str] = "dice.results"
    prompt: ClassVar[str] = "Throw the next die."
    actions: ClassVar[tuple[type[Action], ...]] = (ThrownDie, ThrowAll)

    seat: Seat | None = None

    def left(self, table: Table) -> list[Die]:
        """The dice not thrown yet."""
        roll = roll_of(table, self.seat)
        return [die for die in roll.dice if die.face is None] if roll else []

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        left = self.left(table)
        if not left:
            return []
        faces = table.pack.dice[left[0].colour]
        return [ThrownDie(actor=CHANCE, colour=left[0].colour, face=f, weight=n) for f, n in faces.items()]  # type: ignore[arg-type]

    def consistency(self, table: Table) -> Iterator[Defect]:
        if not self.left(table):
            yield error(self.rule, "/seat", "no-dice", "there are no dice to throw")


def permissions(table: Table, seat: str, roll: Roll) -> Iterator[Permission]:
    """The ways in which this player may throw dice of the roll again."""
    yield "icon"
    units = {die.unit for die in roll.dice if die.unit is not None}
    for unit in sorted(units):
        abilities = table.pack.abilities_of.get(table.piece(unit).face.id, ())
        if any(isinstance(op, RerollUnitDice) for ability in abilities for op in ability.effect):
            yield "unit"
            return


def again(roll: Roll, permission: Permission) -> dict[str, int]:
    """The dice that may be thrown again by a permission, by colour and face; none is thrown a third time."""
    found: Counter[str] = Counter()
    for die in roll.dice:
        if die.face is not None and die.throws == 1:
            allowed = die.face.endswith("r") if permission == "icon" else die.unit is not None
            found[f"{die.colour}-{die.face}"] += allowed
    return {key: number for key, number in sorted(found.items()) if number}


class OfferRerolls(Step, tag="offer-rerolls"):
    """The thrown dice lie there: whoever rolls may throw some again, once for each permission."""

    rule: ClassVar[str] = "dice.one-reroll-step"

    seat: Seat

    def run(self, table: Table) -> None:
        roll = roll_of(table, self.seat)
        if roll is None:
            return
        for permission in permissions(table, self.seat, roll):
            if permission not in roll.asked and again(roll, permission):
                table.push(ChooseRerolls(seat=self.seat), OfferRerolls(seat=self.seat))
                return


class RerollDice(Action, tag="reroll", frozen=True):
    """Throw these dice again, named by colour and face (``blue-1r``)."""

    by: Permission
    dice: Annotated[dict[Thrown, Annotated[int, Meta(ge=0, le=200)]], counts(40)]

    @classmethod
    def candidates(cls, table: Table, step: "ChooseRerolls", actor: str, where: Where) -> Iterable["RerollDice"]:
        roll = roll_of(table, actor)
        for permission in permissions(table, actor, roll) if roll else ():
            if roll is None or permission in roll.asked:
                continue
            dice = again(roll, permission)
            for numbers in itertools.product(*(range(number + 1) for number in dice.values())):
                chosen = {key: n for key, n in zip(dice, numbers, strict=True) if n}
                if chosen:
                    yield cls(actor=actor, by=permission, dice=chosen)

    def violations(self, table: Table, step: "ChooseRerolls", actor: str) -> Iterator[Violation]:
        roll = roll_of(table, actor)
        if roll is None or self.by not in permissions(table, actor, roll):
            yield Violation("dice.one-reroll-step:permission", "no Unit lets {seat} throw any die again", seat=actor)
            return
        if self.by in roll.asked:
            yield Violation("dice.one-reroll-step", "{seat} has thrown dice again in this way already", seat=actor)
        yield from self._wrong_dice(roll)
        if not self.dice:
            yield Violation("dice.one-reroll-step:none", "no die is named", at="dice")

    def _wrong_dice(self, roll: Roll) -> Iterator[Violation]:
        """Dice that are not there, have been thrown twice, or are not what the permission is for."""
        allowed = again(roll, self.by)
        there = Counter(f"{die.colour}-{die.face}" for die in roll.dice)
        once = Counter(f"{die.colour}-{die.face}" for die in roll.dice if die.throws == 1)
        wrong = [die for die, number in self.dice.items() if number > allowed.get(die, 0)]
        absent = [die for die in wrong if self.dice[die] > there[die]]
        twice = [die for die in wrong if die not in absent and self.dice[die] > once[die]]
        others = [die for die in wrong if die not in absent and die not in twice]
        if absent:
            yield Violation("dice.one-reroll-step:absent", "not in this roll: {dice}", at="dice", dice=absent)
        if twice:
            yield Violation("dice.max-two-rolls-per-die", "thrown twice already: {dice}", at="dice", dice=twice)
        if others and self.by == "icon":
            yield Violation("dice.one-reroll-step:icon", "without a re-roll icon: {dice}", at="dice", dice=others)
        elif others:
            yield Violation("dice.one-reroll-step:unit", "given by no Unit: {dice}", at="dice", dice=others)

    def apply(self, table: Table, step: "ChooseRerolls", actor: str) -> None:
        roll = roll_of(table, actor)
        assert roll is not None
        roll.asked = sorted([*roll.asked, self.by])
        for key, number in self.dice.items():
            colour, _, face = key.partition("-")
            for _ in range(number):
                die = next(
                    d
                    for d in roll.dice
                    if (d.colour, d.face, d.throws) == (colour, face, 1) and (self.by == "icon" or d.unit is not None)
                )
                die.face = None
        table.push(ThrowDie(seat=actor))


class KeepDice(Action, tag="keep-dice", frozen=True):
    """Throw no die again."""

    def apply(self, table: Table, step: "ChooseRerolls", actor: str) -> None:
        roll = roll_of(table, actor)
        assert roll is not None
        roll.asked = ["icon", "unit"]


class ChooseRerolls(Choice, tag="choose-rerolls"):
    """Whoever rolls may throw dice again."""

    rule: ClassVar[str] = "dice.one-reroll-step"
    prompt: ClassVar[str] = "Choose dice to throw again, or keep them."
    actions: ClassVar[tuple[type[Action], ...]] = (RerollDice, KeepDice)

    def consistency(self, table: Table) -> Iterator[Defect]:
        if roll_of(table, self.seat) is None:
            yield error(self.rule, "/seat", "no-roll", f"{self.seat} rolls no dice")
