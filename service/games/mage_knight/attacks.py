"""Attacks in the Ranged and Siege phase and in the Attack phase: opening one, its targets, and what it comes to."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Annotated, Any, ClassVar

from service.engine.action import Action, Where
from service.engine.shapes import a_set
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.combat_points import add, attack_violations, is_borrowed, part_of
from service.games.mage_knight.effects import CarryOut, ForEffect, amount_of, op, running, skip
from service.games.mage_knight.events_combat import (
    AttackGivenUp,
    AttackMade,
    AttackOpened,
    AttackTooWeak,
    TargetsChanged,
)
from service.games.mage_knight.foes import alive, armor_of, fight, fortifications, resistances_of, title, titles
from service.games.mage_knight.ops_force import in_force
from service.games.mage_knight.ops_gains import with_bonus
from service.games.mage_knight.outcome import defeat
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.state_combat import Assembly, Combat, FoeId
from service.games.mage_knight.table import Table

Targets = Annotated[list[FoeId], a_set(60)]


def target_violations(table: Table, targets: Sequence[str]) -> Iterator[Violation]:
    """Why enemies cannot be the targets of one attack now."""
    combat = fight(table)
    there = alive(combat)
    if combat.phase not in ("ranged", "attack"):
        yield Violation("combat.effects-by-phase:open-attack", "no attack can be made in this phase", at="type")
    if not targets:
        yield Violation("ranged.choose-targets", "an attack names at least one enemy", at="targets")
    for name in targets:
        if name not in combat.foes:
            yield Violation("ranged.choose-targets:stranger", "not in this combat: {enemy}", at="targets", enemy=name)
        elif name not in there:
            gone = title(table, combat.foes[name])
            yield Violation("attack.defeated-discarded", "defeated already: {enemy}", at="targets", enemy=gone)
        elif combat.phase == "ranged" and fortifications(table, there[name]) > 1:
            yield Violation(
                "ranged.double-fortified",
                "fortified twice and out of reach in this phase: {enemy}",
                at="targets",
                enemy=title(table, there[name]),
            )


class OpenAttack(Action, tag="open-attack", frozen=True):
    """Begin an attack on one or more enemies; cards, Units and Skills add to it until it is closed."""

    targets: Targets

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["OpenAttack"]:
        return [cls(actor=actor, targets=list(targets)) for targets in _groups(fight(table))]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if fight(table).assembly is not None:
            yield Violation("attack.several-attacks", "an attack or block is open already", at="type")
        yield from target_violations(table, self.targets)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        combat = fight(table)
        combat.assembly = Assembly(targets=sorted(self.targets))
        enemies = titles(table, combat, self.targets)
        rule = "ranged.choose-targets" if combat.phase == "ranged" else "attack-phase.same-rules"
        table.log(AttackOpened(rule=rule, seat=actor, enemies=enemies))


class ChangeTargets(Action, tag="change-targets", frozen=True):
    """Aim the open attack at other enemies."""

    targets: Targets

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["ChangeTargets"]:
        return [cls(actor=actor, targets=list(targets)) for targets in _groups(fight(table))]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        combat = fight(table)
        if combat.assembly is None or combat.assembly.attack is not None:
            yield Violation("attack.may-cancel:nothing-open", "no attack is open", at="type")
            return
        if sorted(self.targets) == combat.assembly.targets:
            yield Violation("attack.may-cancel:same", "these are its targets already", at="targets")
        yield from target_violations(table, self.targets)
        behind = [foe for name in self.targets if (foe := combat.foes.get(name)) and fortifications(table, foe)]
        if combat.phase == "ranged" and behind and any(part.kind != "siege" for part in combat.assembly.parts):
            yield Violation(
                "ranged.fortified-needs-siege:targets",
                "what was added is not Siege Attack alone, and fortified are: {enemies}",
                at="targets",
                enemies=[title(table, foe) for foe in behind],
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        combat = fight(table)
        assert combat.assembly is not None
        combat.assembly.targets = sorted(self.targets)
        enemies = titles(table, combat, self.targets)
        table.log(TargetsChanged(rule="attack.may-cancel", seat=actor, enemies=enemies))


def _groups(combat: Combat) -> Iterator[tuple[str, ...]]:
    names = sorted(alive(combat)) if combat.phase in ("ranged", "attack") else []
    for size in range(1, len(names) + 1):
        yield from combinations(names, size)


# --- what an attack comes to ------------------------------------------------------------------------------------------


def attack_total(table: Table) -> int:
    """The total of the open attack: what its targets resist is halved, rounded down (``attack.resistance-halves``)."""
    combat = fight(table)
    assert combat.assembly is not None
    foes = [combat.foes[name] for name in combat.assembly.targets]
    resisted = {word for foe in foes for word in resistances_of(table, foe)}
    cold_fire = any({"fire", "ice"} <= resistances_of(table, foe) for foe in foes)
    twice = combat.phase == "attack" and bool(in_force(table, "double-physical-attack"))
    values = dict.fromkeys(("physical", "fire", "ice", "cold-fire"), 0)
    for part in combat.assembly.parts:
        values[part.element] += part.amount * (2 if twice and part.element == "physical" else 1)
    halved = {"physical", "fire", "ice"} & resisted | ({"cold-fire"} if cold_fire else set())
    return sum(value // 2 if element in halved else value for element, value in values.items())


def attack_needed(table: Table) -> int:
    """The Armor of all targets of the open attack together."""
    combat = fight(table)
    assert combat.assembly is not None
    return sum(armor_of(table, combat.foes[name]) for name in combat.assembly.targets)


def resolve_attack(table: Table, seat: str) -> None:
    """The open attack is over: its targets are defeated, or nothing happens."""
    combat = fight(table)
    assert combat.assembly is not None
    total, needed, targets = attack_total(table), attack_needed(table), combat.assembly.targets
    combat.assembly = None
    if total < needed:
        table.log(AttackTooWeak(rule="attack.too-weak-no-effect", seat=seat, total=total, needed=needed))
        return
    table.log(AttackMade(rule="attack.total-vs-armor-sum", seat=seat, total=total, needed=needed))
    for name in targets:
        defeat(table, seat, name, "attack.total-vs-armor-sum")


# --- an Attack that is a part of another effect -----------------------------------------------------------------------


class LoseAttack(Action, tag="lose-attack", frozen=True):
    """Make no attack with these points: they are lost."""

    def apply(self, table: Table, step: Any, actor: str) -> None:
        run = running(table)
        run.todo.pop(0)
        source = run.source
        table.log(AttackGivenUp(rule=step.rule, seat=actor, thing=source.id, half=source.half))


class AimAttack(ForEffect, tag="aim-attack"):
    """An effect brings Attack points along, and no attack is open: who is attacked with them?"""

    rule: ClassVar[str] = "attack.points-used-at-once"
    prompt: ClassVar[str] = "Open the attack for which the points of this effect are."
    actions: ClassVar[tuple[type[Action], ...]] = (OpenAttack, LoseAttack)
    asked_by: ClassVar[tuple[str, ...]] = ("attack",)


@op("attack")
def attack(table: Table, run: CarryOut, node: EffectNode) -> None:
    combat, kind = table.state.combat, node.params["kind"]
    if combat is None or any(True for _ in attack_violations(table, kind)):
        skip(table, run)
    elif combat.assembly is None:
        run.first([node.id])
        table.push(AimAttack(seat=run.seat, node=node.id))
    else:
        amount = with_bonus(run, "attack", amount_of(table, run, node, node.params["amount"]))
        element = run.found.chosen if node.params["element"] == "chosen" else node.params["element"]
        part = part_of(run, amount, element, kind)  # type: ignore[arg-type]
        add(table, run.seat, part, "combat.effects-by-phase", run.source.half, plain=is_borrowed(table, run))


ATTACK_STEPS: tuple[type[Step], ...] = (AimAttack,)
