"""Closing the attack or block that is open, or taking it back; and a whole one said in one breath."""

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta

from service.engine.action import Action, Bundle
from service.engine.shapes import Path, Shape
from service.engine.violation import Violation
from service.games.mage_knight.attacks import OpenAttack, Targets, resolve_attack
from service.games.mage_knight.blocks import AttackNumber, OpenBlock, resolve_block
from service.games.mage_knight.events_combat import AssemblyCancelled
from service.games.mage_knight.foes import fight
from service.games.mage_knight.ids import Card, Mode, Points, Price, SkillId, UnitRef
from service.games.mage_knight.ops_flow import ChooseOption
from service.games.mage_knight.playing import PlayCard
from service.games.mage_knight.reactions import AwaitReactions, Proceed
from service.games.mage_knight.skills import UseSkill
from service.games.mage_knight.state_combat import FoeId
from service.games.mage_knight.table import Table
from service.games.mage_knight.units import AbilityName, ActivateUnit


class CloseAssembly(Action, tag="close-assembly", frozen=True):
    """Resolve the attack or block that is open with what has been added to it."""

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        assembly = fight(table).assembly
        if assembly is None:
            yield Violation("attack.total-vs-armor-sum:nothing-open", "no attack or block is open", at="type")
        elif not assembly.parts:
            yield Violation("attack.total-vs-armor-sum:empty", "nothing has been added; cancel it instead", at="type")

    def apply(self, table: Table, step: Any, actor: str) -> None:
        assembly = fight(table).assembly
        assert assembly is not None
        if assembly.attack is None:
            resolve_attack(table, actor)
        else:
            resolve_block(table, actor)


class CancelAssembly(Action, tag="cancel-assembly", frozen=True):
    """Take the open attack or block back before anything has been added to it."""

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        assembly = fight(table).assembly
        if assembly is None:
            yield Violation("attack.may-cancel:nothing-to-cancel", "no attack or block is open", at="type")
        elif assembly.parts:
            yield Violation(
                "attack.points-used-at-once:added",
                "something has been added: close it, or go back to an earlier state",
                at="type",
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        fight(table).assembly = None
        table.log(AssemblyCancelled(rule="attack.may-cancel", seat=actor))


# --- a whole attack or block ------------------------------------------------------------------------------------------


class Effort(Shape, kw_only=True):
    """One thing that is used for an attack or block: a card, a Unit's ability or a Skill.

    ``mode``, ``points`` and ``mana`` are those of ``play-card``, ``ability`` and ``mana`` those of ``activate-unit``;
    ``options`` answers the choices that its effect asks for, in order.
    """

    card: Card | None = None
    mode: Mode = "basic"
    points: Points | None = None
    unit: UnitRef | None = None
    ability: AbilityName = "ability-1"
    skill: SkillId | None = None
    mana: Price = []
    options: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=8)] = []


Efforts = Annotated[list[Effort], Meta(min_length=1, max_length=40)]


def _parts(effort: Effort, actor: str) -> Iterator[Action]:
    if effort.card is not None:
        yield PlayCard(actor=actor, card=effort.card, mode=effort.mode, points=effort.points, mana=effort.mana)
    elif effort.unit is not None:
        yield ActivateUnit(actor=actor, unit=effort.unit, ability=effort.ability, mana=effort.mana)
    elif effort.skill is not None:
        yield UseSkill(actor=actor, skill=effort.skill)
    for option in effort.options:
        yield ChooseOption(actor=actor, option=option)


def _used(table: Table, efforts: list[Effort], actor: str) -> Iterator[Action]:
    """Everything that is used, one after the other; where others might react to it the player goes on."""
    for effort in efforts:
        for part in _parts(effort, actor):
            yield part
            if isinstance(table.state.agenda[-1], AwaitReactions):
                yield Proceed(actor=actor)


def _empty(efforts: list[Effort]) -> Iterator[Violation]:
    for effort in efforts:
        if sum(thing is not None for thing in (effort.card, effort.unit, effort.skill)) != 1:
            yield Violation("combat.effects-by-phase:effort", "name one card, Unit or Skill in each place", at="using")


def _place(efforts: list[Effort], number: int, part: Action) -> Path:
    """In which of the efforts the part with this number stands; the first part opens, the last closes.

    Where going on comes in between, the number is too high: then it is the last place before with such a part.
    """
    at, found = 0, None
    for place, effort in enumerate(efforts):
        if number > at and part in _parts(effort, part.actor):
            found = place
        at += 1 + len(effort.options)
    return ("using", found) if found is not None else ()


class MakeAttack(Bundle, tag="make-attack", frozen=True):
    """A whole attack: its targets and everything that is used for it."""

    targets: Targets
    using: Efforts

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        yield from _empty(self.using)

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        yield OpenAttack(actor=actor, targets=self.targets)
        yield from _used(table, self.using, actor)
        yield CloseAssembly(actor=actor)

    def written(self, number: int, part: Action) -> Path:
        return _place(self.using, number, part)


class MakeBlock(Bundle, tag="make-block", frozen=True):
    """A whole block: the attack that is blocked and everything that is used for it."""

    enemy: FoeId
    using: Efforts
    attack: AttackNumber = 1

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        yield from _empty(self.using)

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        yield OpenBlock(actor=actor, enemy=self.enemy, attack=self.attack)
        yield from _used(table, self.using, actor)
        yield CloseAssembly(actor=actor)

    def written(self, number: int, part: Action) -> Path:
        return _place(self.using, number, part)


ASSEMBLY_ACTIONS: tuple[type[Action], ...] = (CloseAssembly, CancelAssembly, MakeAttack, MakeBlock)
