"""A roll to defend: against another player's Campaign, a Direct Assault or a Last Stand."""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect
from service.engine.shapes import counts
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.gilded_realms import effect_language as language
from service.games.gilded_realms.anytime import ANYTIME, can_upgrade
from service.games.gilded_realms.campaign_events import DefenceChosen
from service.games.gilded_realms.campaign_rolls import (
    PrepareRoll,
    ThrowPrepared,
    dice_of_units,
    no_roll,
    replace_dice,
    roll_abilities,
)
from service.games.gilded_realms.campaign_state import Against, Die, Roll
from service.games.gilded_realms.dice import dice_of, roll_of, set_roll
from service.games.gilded_realms.effect_language import Ability
from service.games.gilded_realms.ids import AbilityId, Piece
from service.games.gilded_realms.table import CORE_LEVELS, Table

Defenders = Annotated[dict[Piece, Annotated[int, Meta(ge=0, le=9)]], counts(9)]


def defence_roll(table: Table, seat: str, against: Against, then: Step, bonus: int = 0) -> None:
    """Let a player make a roll to defend; ``then`` takes it with ``dice.finish_roll``.

    ``bonus`` are Truemarks that the occasion itself gives (Defiance).
    """
    set_roll(table, seat, Roll(purpose="defence", against=against, bonus=bonus))
    table.push(ChooseDefence(seat=seat), PrepareRoll(seat=seat), ThrowPrepared(seat=seat), then)


def defending_dice(table: Table) -> int:
    """How many dice a defender rolls."""
    number: int = table.pack.constants["campaign"]["units"]
    return number


def other_dice(table: Table, seat: str) -> dict[str, tuple[Ability, language.DiceInstead]]:
    """The dice that may be rolled in place of those of Units (Therosid), by ability."""
    roll = roll_of(table, seat)
    if roll is None or roll.purpose != "defence":
        return {}
    found = ((a, op) for a, _ in roll_abilities(table, seat, roll) for op in a.effect)
    return {ability.id: (ability, op) for ability, op in found if isinstance(op, language.DiceInstead)}


def set_defence(table: Table, seat: str, dice: list[Die], rule: str) -> None:
    """Lay the dice of a defence ready."""
    roll = roll_of(table, seat)
    if roll is None:
        return
    roll.dice = dice
    told = [f"the {die.colour} die of {table.pack.title(die.unit)}" if die.unit else _no_unit(die) for die in dice]
    table.log(DefenceChosen(rule=rule, seat=seat, dice=told))
    replace_dice(table, seat, roll)


def _no_unit(die: Die) -> str:
    return f"a {die.colour} die"


def next_advisor_brings_units(table: Table, seat: str) -> bool:
    """Whether the Core Advisor of the next level of Influence brings Units to the Standing Army."""
    if table.player(seat).faction is None:
        return False
    higher = table.faction(seat).core[CORE_LEVELS.index(table.core_level(seat)) + 1 :]
    gained = [a for card in higher[:1] for a in table.pack.abilities_of[card] if "on-gain" in a.triggers]
    ops = [op for ability in gained for op in ability.effect]
    chosen = [op for choice in ops if isinstance(choice, language.Choose) for option in choice.options for op in option]
    return any(isinstance(op, language.AddUnit) for op in (*ops, *chosen))


class DefendWith(Action, tag="defend-with", frozen=True):
    """Defend with up to two Units; Grey dice take the place of those that are missing."""

    units: Defenders

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["DefendWith"]:
        army, most = table.player(actor).army, defending_dice(table)
        for size in range(most + 1):
            for units in itertools.combinations_with_replacement(sorted(army), size):
                chosen = {unit: units.count(unit) for unit in units}
                if all(army[unit] >= number for unit, number in chosen.items()):
                    yield cls(actor=actor, units=chosen)

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        army, most = table.player(actor).army, defending_dice(table)
        strange = [unit for unit, number in self.units.items() if number > army.get(unit, 0)]
        if strange:
            yield Violation(
                "campaign-player.defender-dice",
                "{seat} has no such {units} in the Standing Army",
                at="units",
                seat=actor,
                units=table.names(strange),
            )
        if sum(self.units.values()) > most:
            yield Violation(
                "campaign-player.defender-dice:two", "no more than {most} Units defend", at="units", most=most
            )

    def apply(self, table: Table, step: object, actor: str) -> None:
        set_units(table, actor, self.units)


def set_units(table: Table, seat: str, units: Mapping[str, int]) -> None:
    """Defend with these Units and Grey dice."""
    grey = defending_dice(table) - sum(units.values())
    rule = "campaign-player.defender-dice" if units else "army.grey-dice"
    set_defence(table, seat, [*dice_of({"grey": grey}), *dice_of_units(table, seat, units)], rule)


class DefendWithDice(Action, tag="defend-with-dice", frozen=True):
    """Defend with the dice of an Ally in place of those of Units."""

    ability: AbilityId

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["DefendWithDice"]:
        return [cls(actor=actor, ability=name) for name in other_dice(table, actor)]

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        if self.ability not in other_dice(table, actor):
            yield Violation(
                "campaign-player.defender-dice:other", "{seat} has no such dice for this roll", at="ability", seat=actor
            )

    def apply(self, table: Table, step: object, actor: str) -> None:
        ability, op = other_dice(table, actor)[self.ability]
        set_defence(table, actor, dice_of(op.dice), ability.rule)


class ChooseDefence(Choice, tag="choose-defence"):
    """The defender chooses the dice; without Units and Allies there are only Grey ones.

    Who has neither is asked only if an Upgrade of Influence can still bring Units (``upgrade.window``).
    """

    rule: ClassVar[str] = "campaign-player.defender-dice"
    prompt: ClassVar[str] = "Choose the Units that defend; they stay in your Standing Army."
    actions: ClassVar[tuple[type[Action], ...]] = (DefendWith, DefendWithDice, *ANYTIME)

    def must(self, table: Table) -> tuple[str, ...]:
        if table.player(self.seat).army or other_dice(table, self.seat):
            return (self.seat,)
        brings = next_advisor_brings_units(table, self.seat) and can_upgrade(table, self.seat, "influence")
        return (self.seat,) if brings else ()

    def run(self, table: Table) -> None:
        set_units(table, self.seat, {})

    def answers(self) -> bool:
        return True

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_roll(table, self.seat, self.rule)
