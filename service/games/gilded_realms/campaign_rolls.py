"""Rolls to attack and to defend: what is decided before the dice are thrown, and what changes their total.

A roll lies ready with its dice (``campaigns``, ``campaign_defence``); then come ``PrepareRoll``, in which whoever rolls
discards Determination and uses abilities, and ``ThrowPrepared``, which adds what cards give by themselves.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.shapes import Seat
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.gilded_realms import effect_language as language
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.campaign_events import DieImproved, RollModified
from service.games.gilded_realms.campaign_state import Die, Roll
from service.games.gilded_realms.dice import roll_of, throw
from service.games.gilded_realms.effect_language import Ability
from service.games.gilded_realms.effects_due import EFFECT_RULES, condition_holds
from service.games.gilded_realms.events import in_words
from service.games.gilded_realms.ids import COLOURS, AbilityId, Colour, Piece
from service.games.gilded_realms.moments import Moment
from service.games.gilded_realms.table import Table, in_silver
from service.games.gilded_realms.treasury import discard, pay


def die_colour(table: Table, seat: str, unit: str) -> Colour:
    """The colour of the die that a Unit of a player gives."""
    face = table.piece(unit).face
    colour = face.die
    for better in table.modifiers(seat, "die_of_unit_type"):
        colour = better.get(face.unit_type, colour)
    return colour  # type: ignore[return-value]


def dice_of_units(table: Table, seat: str, units: Mapping[str, int]) -> list[Die]:
    """The dice that Units give, weakest first."""
    dice = [Die(colour=die_colour(table, seat, unit), unit=unit) for unit, n in units.items() for _ in range(n)]
    return sorted(dice, key=lambda die: (COLOURS.index(die.colour), die.unit or ""))


# --- the abilities that bear on a roll --------------------------------------------------------------------------------


def of_a_unit(table: Table, ability: Ability) -> bool:
    """Whether an ability stands on a Unit, so that it counts only where that Unit gives its die."""
    face = table.pack.faces.get(ability.source)
    return face is not None and face.is_unit


def roll_abilities(table: Table, seat: str, roll: Roll) -> Iterator[tuple[Ability, Die | None]]:
    """Every ability that bears on a roll to attack or defend; that of a Unit with each die the Unit gives."""
    trigger = f"{roll.purpose}-roll"
    for ability in table.abilities(seat, trigger):
        if not of_a_unit(table, ability) and bears(table, seat, ability, roll, None):
            yield ability, None
    for die in roll.dice:
        for ability in abilities_of_die(table, die):
            if trigger in ability.triggers and bears(table, seat, ability, roll, die):
                yield ability, die


def abilities_of_die(table: Table, die: Die) -> tuple[Ability, ...]:
    """The abilities of the Unit that gives a die."""
    return table.pack.abilities_of.get(table.piece(die.unit).face.id, ()) if die.unit is not None else ()


def bears(table: Table, seat: str, ability: Ability, roll: Roll, die: Die | None) -> bool:
    """Whether the conditions of an ability hold for this roll."""
    versus = (ability.versus,) if isinstance(ability.versus, str) else ability.versus or ()
    if versus and "campaign" not in versus and roll.against not in versus:
        return False
    if roll.determination < ability.condition.get("determination_spent_on_roll_at_least", 0):
        return False
    companions = ability.condition.get("other_contributors_any_of")
    if companions is not None:
        others = [d for d in roll.dice if d is not die and d.unit is not None]
        if not any(table.piece(d.unit).face.id in companions for d in others if d.unit is not None):
            return False
    return condition_holds(table, seat, ability)


def replace_dice(table: Table, seat: str, roll: Roll) -> None:
    """Give Units that roll another die than their own in this roll that die."""
    for ability, die in list(roll_abilities(table, seat, roll)):
        for op in ability.effect:
            if isinstance(op, language.ReplaceOwnDie) and die is not None and die.colour != op.die:
                tell_die(table, die, op.die, ability.rule)


def tell_die(table: Table, die: Die, colour: str, rule: str) -> None:
    """Change the colour of a Unit's die."""
    assert die.unit is not None
    table.log(DieImproved(rule=rule, name=table.pack.title(die.unit), old=die.colour, colour=colour))
    die.colour = colour  # type: ignore[assignment]


def before_roll(table: Table, seat: str, roll: Roll) -> dict[str, Ability]:
    """The abilities that a player may use before this roll, each once."""
    trigger = f"before-{roll.purpose}-roll"
    found = {ability.id: ability for ability in table.abilities(seat, trigger)}
    for die in roll.dice:
        found |= {a.id: a for a in abilities_of_die(table, die) if trigger in a.triggers}
    return found


def improving(table: Table, seat: str, roll: Roll) -> list[tuple[str, Ability, language.UpgradeOtherDie]]:
    """The Units of a roll that improve another die of it, one entry for each."""
    return [
        (die.unit, ability, op)
        for ability, die in roll_abilities(table, seat, roll)
        for op in ability.effect
        if isinstance(op, language.UpgradeOtherDie) and die is not None and die.unit is not None
    ]


def improvements_left(table: Table, seat: str, roll: Roll) -> list[tuple[str, Ability, language.UpgradeOtherDie]]:
    """Those of them that have not improved a die yet."""
    left, used = [], list(roll.used)
    for entry in improving(table, seat, roll):
        if entry[1].id in used:
            used.remove(entry[1].id)
        else:
            left.append(entry)
    return left


USED, COST = "{name} is used for this roll already", "{seat} lacks {lacks} for {name}"
MESSAGES = {f"{rule}:roll": USED for rule in EFFECT_RULES}
"""Why an ability cannot be used once more before a roll, by the clause of the ability."""

# --- before the roll --------------------------------------------------------------------------------------------------


class SpendDetermination(Action, tag="spend-determination", frozen=True):
    """Discard so much Determination: 1 Truemark each."""

    number: Annotated[int, Meta(ge=1, le=9999)]

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["SpendDetermination"]:
        most = table.player(actor).determination
        return [cls(actor=actor, number=number) for number in range(1, max(most, 1) + 1)]

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        missing = table.missing(actor, {"determination": self.number})
        if missing:
            yield Violation(
                "determination.use", "{seat} lacks {lacks}", at="number", seat=actor, lacks=in_words(missing)
            )

    def apply(self, table: Table, step: "PrepareRoll", actor: str) -> None:
        roll = roll_of(table, actor)
        assert roll is not None
        discard(table, actor, {"determination": self.number}, "determination.use")
        roll.determination += self.number
        raise_roll(table, actor, roll, "Determination", self.number, "determination.use")
        replace_dice(table, actor, roll)


def raise_roll(table: Table, seat: str, roll: Roll, name: str, amount: int, rule: str) -> None:
    """Change the total of a roll, and tell why."""
    if amount:
        roll.bonus += amount
        table.log(RollModified(rule=rule, seat=seat, name=name, amount=amount))


class UseBeforeRoll(Action, tag="use-before-roll", frozen=True):
    """Use an ability that is for the moment before a roll."""

    ability: AbilityId

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["UseBeforeRoll"]:
        roll = roll_of(table, actor)
        return [cls(actor=actor, ability=name) for name in before_roll(table, actor, roll)] if roll else []

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        roll = roll_of(table, actor)
        ability = before_roll(table, actor, roll).get(self.ability) if roll else None
        if roll is None or ability is None:
            yield Violation(
                "campaign-card.roll-and-modify", "{seat} has nothing like that to use", at="ability", seat=actor
            )
            return
        name = table.pack.title(ability.source)
        if self.ability in roll.used:
            yield Violation(f"{ability.rule}:roll", USED, at="ability", name=name)
        missing = table.missing(actor, in_silver(ability.cost))
        if missing:
            yield Violation(f"{ability.rule}:cost", COST, at="ability", seat=actor, lacks=in_words(missing), name=name)

    def apply(self, table: Table, step: "PrepareRoll", actor: str) -> None:
        roll = roll_of(table, actor)
        assert roll is not None
        ability = table.pack.abilities[self.ability]
        roll.used = sorted([*roll.used, self.ability])
        pay(table, actor, ability.cost, ability.rule)
        worth = sum(op.amount for op in ability.effect if isinstance(op, language.Truemarks))
        raise_roll(table, actor, roll, table.pack.title(ability.source), worth, ability.rule)


class ImproveDie(Action, tag="improve-die", frozen=True):
    """Let the Gilded Knight improve the die of another Unit in the roll."""

    unit: Piece

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["ImproveDie"]:
        roll = roll_of(table, actor)
        units = sorted({die.unit for die in roll.dice if die.unit is not None}) if roll else []
        return [cls(actor=actor, unit=unit) for unit in units]

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        roll = roll_of(table, actor)
        left = improvements_left(table, actor, roll) if roll else []
        if roll is None or not left:
            yield Violation("lorian.gilded-knight:none", "no Unit of {seat} improves a die of this roll", seat=actor)
            return
        name = table.pack.title(self.unit)
        dice = [die for die in roll.dice if die.unit == self.unit]
        if not dice:
            yield Violation("lorian.gilded-knight:die", "{name} gives no die to this roll", at="unit", name=name)
        elif not any(unit != self.unit or len(dice) > 1 for unit, _, _ in left):
            yield Violation("lorian.gilded-knight:other", "{name} improves another die", at="unit", name=name)
        elif not any(die.colour in left[0][2].map for die in dice):
            yield Violation("lorian.gilded-knight", "the die of {name} is neither Green nor Blue", at="unit", name=name)

    def apply(self, table: Table, step: "PrepareRoll", actor: str) -> None:
        roll = roll_of(table, actor)
        assert roll is not None
        left = improvements_left(table, actor, roll)
        single = sum(die.unit == self.unit for die in roll.dice) == 1
        _, ability, op = next(entry for entry in left if entry[0] != self.unit or not single)
        die = next(die for die in roll.dice if die.unit == self.unit and die.colour in op.map)
        roll.used = sorted([*roll.used, ability.id])
        tell_die(table, die, op.map[die.colour], ability.rule)


class RollDice(Action, tag="roll-dice", frozen=True):
    """Throw the dice as they are."""

    def apply(self, table: Table, step: "PrepareRoll", actor: str) -> None:
        table.leave(step)


class PrepareRoll(Moment, tag="prepare-roll"):
    """Whoever rolls to attack or defend may discard Determination and use abilities; passed over by who has neither."""

    rule: ClassVar[str] = "determination.use"
    prompt: ClassVar[str] = "Discard Determination or use abilities, then roll."
    actions: ClassVar[tuple[type[Action], ...]] = (SpendDetermination, UseBeforeRoll, ImproveDie, RollDice, *ANYTIME)

    def must(self, table: Table) -> tuple[str, ...]:
        roll = roll_of(table, self.seat)
        if roll is None:
            return ()
        used = roll.determination or roll.used
        can = table.player(self.seat).determination or before_roll(table, self.seat, roll)
        return (self.seat,) if used or can or improving(table, self.seat, roll) else ()

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_roll(table, self.seat, self.rule)


def no_roll(table: Table, seat: str, rule: str) -> Iterator[Defect]:
    """The defect of a step that needs a roll to attack or defend where there is none."""
    roll = roll_of(table, seat)
    if roll is None or roll.purpose not in ("attack", "defence"):
        yield error(rule, "/seat", "no-roll", f"{seat} makes no roll to attack or defend")


class ThrowPrepared(Step, tag="throw-prepared"):
    """What cards and the Stance give by themselves is added, and the dice are thrown."""

    rule: ClassVar[str] = "campaign-card.roll-and-modify"

    seat: Seat

    def run(self, table: Table) -> None:
        roll = roll_of(table, self.seat)
        if roll is None:
            return
        for ability, _ in roll_abilities(table, self.seat, roll):
            worth = sum(truemarks_of(table, self.seat, op) for op in ability.effect)
            raise_roll(table, self.seat, roll, table.pack.title(ability.source), worth, ability.rule)
        if roll.purpose == "defence" and table.player(self.seat).stance == "defence":
            worth = table.pack.constants["defence_stance"]["defence_roll_truemarks"]
            raise_roll(table, self.seat, roll, "Defence Stance", worth, "defence-stance.defence-roll")
        throw(table, self.seat)

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_roll(table, self.seat, self.rule)


def truemarks_of(table: Table, seat: str, op: language.AnyOp) -> int:
    """What an op adds to the total of a roll."""
    if isinstance(op, language.Truemarks):
        return op.amount
    if isinstance(op, language.TruemarksPer):
        has = table.hardship(seat) if op.per == "hardship" else table.player(seat).vault_fortune
        return has // op.every * op.amount
    return 0
