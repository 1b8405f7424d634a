"""Combat between two players: chances to attack, Blocks, and whose turn it is to attack next."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Literal

from service.engine.action import Action
from service.engine.defect import Defect, error
from service.engine.shapes import Seat
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.beginning import act_as, leave
from service.games.mage_knight.blocks import EFFICIENT
from service.games.mage_knight.combat_actions import EFFECT_ACTIONS
from service.games.mage_knight.converting_points import ConvertPoints, StrikeBack
from service.games.mage_knight.effects import start
from service.games.mage_knight.events_pvp import (
    DuelAttackMade,
    DuelBlockMade,
    DuelDrawn,
    DuelPassed,
    DuelPhase,
)
from service.games.mage_knight.foes import fight
from service.games.mage_knight.moving import remember
from service.games.mage_knight.ops_force import in_force
from service.games.mage_knight.state_combat import Assembly, Combat, Contribution
from service.games.mage_knight.state_joint import Duel
from service.games.mage_knight.state_turn import Found
from service.games.mage_knight.table import Table

OTHER = "other-player"
"""What effects that wait for a Block to succeed find as its enemy."""
BLOCKING = 1
"""The number under which the attack of the other player is blocked."""


def duel_of(table: Table) -> Duel:
    """The combat between two players; only asked while there is one."""
    assert table.state.duel is not None
    return table.state.duel


def opponent(table: Table, seat: str) -> str:
    """The other player in the combat."""
    duel = duel_of(table)
    return duel.defender if seat == duel.aggressor else duel.aggressor


def side(table: Table, seat: str) -> Combat:
    """The combat as it stands for one of the two."""
    here, there = table.state.combat, duel_of(table).combat
    found = here if here is not None and here.seat == seat else there
    assert found is not None
    return found


def act_in_duel(table: Table, seat: str) -> None:
    """The other player acts: turns and sides change."""
    duel = duel_of(table)
    act_as(table, seat, "pvp.attack-step")
    if table.state.combat is not None and table.state.combat.seat != seat:
        table.state.combat, duel.combat = duel.combat, table.state.combat
    table.memo.clear()


class DuelPart(Step):
    """A step of a combat between two players."""

    rule: ClassVar[str] = "pvp.attack-step"

    def consistency(self, table: Table) -> Iterator[Defect]:
        if table.state.duel is None:
            yield error(self.rule, "", "no-combat", "no two players fight each other")


class _Moment(DuelPart):
    """A moment at which one of the two acts with an attack or a block open."""

    block: ClassVar[bool] = False

    seat: Seat

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,)

    def answers(self) -> bool:
        return True

    def consistency(self, table: Table) -> Iterator[Defect]:
        duel, combat = table.state.duel, table.state.combat
        if duel is None or combat is None or duel.combat is None or self.seat not in (duel.aggressor, duel.defender):
            yield error(self.rule, "", "no-combat", "no two players fight each other")
            return
        assembly = combat.assembly
        if combat.seat != self.seat or assembly is None or (assembly.attack is not None) != self.block:
            yield error(self.rule, "/seat", "not-open", "no such attack or block is open")
        elif duel.parts and not self.block:
            yield error(self.rule, "", "one-too-many", "an attack has been made that nobody blocks")


def open_phase(table: Table, phase: Literal["ranged", "melee"], first: str) -> None:
    """A phase begins with a chance to attack."""
    duel = duel_of(table)
    duel.phase, duel.passes = phase, 0
    rule = "pvp.ranged-alternate" if phase == "ranged" else "pvp.melee-aggressor-first"
    table.log(DuelPhase(rule=rule, phase="Ranged and Siege" if phase == "ranged" else "Melee"))
    give_chance(table, first)


def give_chance(table: Table, seat: str) -> None:
    """A player has a chance to attack."""
    act_in_duel(table, seat)
    combat = fight(table)
    combat.phase = "ranged" if duel_of(table).phase == "ranged" else "attack"
    combat.assembly, duel_of(table).mana = Assembly(targets=[]), 0
    table.push(DuelChance(seat=seat))


def next_chance(table: Table, after: str) -> None:
    """The chance to attack goes to the other player; after two passes in a row the phase is over."""
    duel = duel_of(table)
    duel.parts, duel.left = [], 0
    if duel.passes < 2:
        give_chance(table, opponent(table, after))
    elif duel.phase == "ranged":
        open_phase(table, "melee", duel.aggressor)
    else:
        player = table.player(duel.aggressor)
        act_in_duel(table, duel.aggressor)
        player.at = duel.origin
        remember(table.turn.path, duel.origin)
        table.log(DuelDrawn(rule="pvp.draw", seat=duel.aggressor, to=duel.origin))


# --- attacking --------------------------------------------------------------------------------------------------------


class MakeDuelAttack(Action, tag="attack-with-it", frozen=True):
    """Attack with what has been put together; the other player may block."""

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if not added(table):
            yield Violation("pvp.attack-step", "nothing has been added to the attack", at="type")

    def apply(self, table: Table, step: "DuelChance", actor: str) -> None:
        duel, combat = duel_of(table), fight(table)
        assert combat.assembly is not None
        leave(table, step)
        duel.parts, duel.passes, combat.assembly = list(combat.assembly.parts), 0, None
        combat.opened = True
        total = attack_value(table, duel.parts)
        table.log(DuelAttackMade(rule="pvp.attack-step", seat=actor, total=total))
        other = opponent(table, actor)
        act_in_duel(table, other)
        table.turn.begun = True
        fight(table).phase = "block"
        fight(table).assembly = Assembly(targets=[], attack=BLOCKING)
        table.push(DuelBlock(seat=other))


class MakeNoAttack(Action, tag="make-no-attack", frozen=True):
    """Pass the chance to attack."""

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if added(table):
            yield Violation("pvp.attack-step:added", "something has been added to an attack: make it", at="type")

    def apply(self, table: Table, step: "DuelChance", actor: str) -> None:
        leave(table, step)
        fight(table).assembly = None
        duel_of(table).passes += 1
        table.log(DuelPassed(rule="pvp.attack-step", seat=actor))
        next_chance(table, actor)


class DuelChance(_Moment, tag="duel-chance"):
    """A player's chance to attack the other one."""

    rule: ClassVar[str] = "pvp.attack-step"
    prompt: ClassVar[str] = "Put an attack together and make it, or pass."
    actions: ClassVar[tuple[type[Action], ...]] = (
        *EFFECT_ACTIONS,
        ConvertPoints,
        StrikeBack,
        MakeDuelAttack,
        MakeNoAttack,
    )


def added(table: Table) -> int:
    """What the attack that is being put together comes to so far."""
    assembly = fight(table).assembly
    return attack_value(table, assembly.parts) if assembly is not None else 0


def attack_value(table: Table, parts: Sequence[Contribution]) -> int:
    """What an attack that the acting player makes comes to."""
    twice = fight(table).phase == "attack" and bool(in_force(table, "double-physical-attack"))
    return sum(part.amount * (2 if twice and part.element == "physical" else 1) for part in parts)


def attack_total(table: Table, attacker: str) -> int:
    """What the attack that was made comes to now; effects of the other player may have taken parts off."""
    acting = fight(table).seat
    act_in_duel(table, attacker)
    fight(table).phase = "ranged" if duel_of(table).phase == "ranged" else "attack"
    total = attack_value(table, duel_of(table).parts)
    act_in_duel(table, acting)
    return total


# --- blocking ---------------------------------------------------------------------------------------------------------


def elements(parts: Sequence[Contribution]) -> list[str]:
    """The elements of an attack."""
    return sorted({part.element for part in parts})


def blocked_by(duel: Duel, parts: Sequence[Contribution]) -> int:
    """How many points a Block takes off the attack: in the first phase half of them."""
    ranged, found = duel.phase == "ranged", elements(duel.parts)
    efficient, other = 0, 0
    for part in parts:
        amount = part.amount * (2 if part.swift_double and ranged else 1)
        if any(part.element in EFFICIENT[element] for element in found):
            efficient += amount
        else:
            other += amount
    total = efficient + other // 2
    return total // 2 if ranged else total


class FinishBlock(Action, tag="finish-block", frozen=True):
    """Block with what has been put together, or not at all; what is left of the attack is damage."""

    def apply(self, table: Table, step: "DuelBlock", actor: str) -> None:
        from service.games.mage_knight.pvp_damage import DuelDamage

        duel, combat = duel_of(table), fight(table)
        assembly = combat.assembly
        assert assembly is not None
        leave(table, step)
        combat.assembly = None
        blocked, attacker = blocked_by(duel, assembly.parts), opponent(table, actor)
        total = attack_total(table, attacker)
        duel.left = max(0, total - blocked)
        rule = "pvp.ranged-block-half" if duel.phase == "ranged" else "pvp.partial-block"
        table.log(DuelBlockMade(rule=rule, seat=actor, blocked=min(blocked, total), left=duel.left))
        table.push(DuelGoesOn(seat=attacker))
        if duel.left:
            act_in_duel(table, attacker)
            table.push(DuelDamage(seat=attacker))
            return
        for effect in reversed(assembly.if_blocked):
            table.push(start(table, actor, effect.source, [effect.node], Found(enemy=OTHER, chosen=effect.chosen)))


class DuelGoesOn(DuelPart, tag="duel-goes-on"):
    """An attack is over: the other player has the next chance, unless the combat has ended."""

    rule: ClassVar[str] = "pvp.attack-step"

    seat: Seat

    def run(self, table: Table) -> None:
        if not duel_of(table).over:
            next_chance(table, self.seat)

    def consistency(self, table: Table) -> Iterator[Defect]:
        duel = table.state.duel
        if duel is None or self.seat not in (duel.aggressor, duel.defender):
            yield error(self.rule, "/seat", "no-combat", "no two players fight each other")
        elif not duel.over and (table.state.combat is None or duel.combat is None):
            yield error(self.rule, "", "no-combat", "the sides of the combat are not known")


class DuelBlock(_Moment, tag="duel-block"):
    """The player who is attacked may block as much of the attack as there are points for."""

    rule: ClassVar[str] = "pvp.attack-step"
    prompt: ClassVar[str] = "Block what you can of the attack."
    actions: ClassVar[tuple[type[Action], ...]] = (*EFFECT_ACTIONS, ConvertPoints, FinishBlock)
    block: ClassVar[bool] = True


PVP_FIGHT_STEPS: tuple[type[Step], ...] = (DuelChance, DuelBlock, DuelGoesOn)
