"""Blocks: against one attack of one enemy."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.mage_knight.bags import put_new
from service.games.mage_knight.effects import start
from service.games.mage_knight.events_combat import BlockMade, BlockOpened, BlockTooWeak
from service.games.mage_knight.foes import Strike, alive, fight, open_strikes, strikes, title
from service.games.mage_knight.outcome import dismiss_summoned
from service.games.mage_knight.state_combat import Assembly, Contribution, Foe, FoeId
from service.games.mage_knight.state_turn import Found
from service.games.mage_knight.table import Table

EFFICIENT = {
    "physical": ("physical", "fire", "ice", "cold-fire"),
    "fire": ("ice", "cold-fire"),
    "ice": ("fire", "cold-fire"),
    "cold-fire": ("cold-fire",),
}
"""Which Blocks are efficient against an attack (``block.efficiency``)."""
AttackNumber = Annotated[int, Meta(ge=1, le=8)]


class OpenBlock(Action, tag="open-block", frozen=True):
    """Begin to block one attack of an enemy; cards, Units and Skills add to the block until it is closed."""

    enemy: FoeId
    attack: AttackNumber = 1

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["OpenBlock"]:
        return [
            cls(actor=actor, enemy=name, attack=strike.number)
            for name, foe in alive(fight(table)).items()
            for strike in strikes(table, foe)
        ]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        combat = fight(table)
        if combat.phase != "block":
            yield Violation("combat.effects-by-phase:open-block", "blocks are made in the Block phase", at="type")
        if combat.assembly is not None:
            yield Violation("block.one-enemy-at-a-time", "an attack or block is open already", at="type")
        foe = combat.foes.get(self.enemy)
        if foe is None:
            yield Violation("block.one-enemy-at-a-time:stranger", "that enemy is not in this combat", at="enemy")
        else:
            yield from self._attack_violations(table, foe)

    def _attack_violations(self, table: Table, foe: Foe) -> Iterator[Violation]:
        enemy = title(table, foe)
        if foe.defeated:
            yield Violation("attack.defeated-discarded:block", "defeated already: {enemy}", at="enemy", enemy=enemy)
        elif foe.prevented:
            yield Violation("block.prevented-enemy", "kept from attacking: {enemy}", at="enemy", enemy=enemy)
        elif self.attack in foe.blocked:
            yield Violation("block.blocked-no-damage", "that attack is blocked: {enemy}", at="attack", enemy=enemy)
        elif self.attack in foe.cancelled:
            yield Violation(
                "block.prevented-enemy:cancelled", "that attack is cancelled: {enemy}", at="attack", enemy=enemy
            )
        elif all(strike.number != self.attack for strike in strikes(table, foe)):
            yield Violation("block.undefeated-attack", "{enemy} make no such attack", at="attack", enemy=enemy)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        combat = fight(table)
        combat.assembly = Assembly(targets=[self.enemy], attack=self.attack)
        enemy = title(table, combat.foes[self.enemy])
        table.log(BlockOpened(rule="block.one-enemy-at-a-time", seat=actor, enemy=enemy, attack=self.attack))


def open_strike(table: Table) -> Strike:
    """The attack that is being blocked."""
    combat = fight(table)
    assert combat.assembly is not None
    foe = combat.foes[combat.assembly.targets[0]]
    return next(strike for strike in open_strikes(table, foe) if strike.number == combat.assembly.attack)


def block_total(parts: Iterable[Contribution], strike: Strike) -> int:
    """The total of a block: what is not efficient is added up and halved, rounded down."""
    efficient, other = 0, 0
    for part in parts:
        amount = part.amount * (2 if part.swift_double and "swift" in strike.abilities else 1)
        if part.element in EFFICIENT[strike.element]:
            efficient += amount
        else:
            other += amount
    return efficient + other // 2


def resolve_block(table: Table, seat: str) -> None:
    """The open block is over: the attack is blocked, or nothing happens."""
    combat = fight(table)
    assembly, strike = combat.assembly, open_strike(table)
    assert assembly is not None
    total, needed, name = block_total(assembly.parts, strike), strike.to_block, assembly.targets[0]
    combat.assembly = None
    if total < needed:
        table.log(BlockTooWeak(rule="block.all-or-nothing", seat=seat, total=total, needed=needed))
        return
    foe = combat.foes[name]
    put_number(foe.blocked, strike.number)
    table.log(BlockMade(rule="block.success", seat=seat, total=total, needed=needed))
    for effect in reversed(assembly.if_blocked):
        found = Found(enemy=name, chosen=effect.chosen)
        table.push(start(table, seat, effect.source, [effect.node], found))
    if not assembly.if_blocked and not open_strikes(table, foe):
        dismiss_summoned(table, foe, "block.summoned-blocked")


def put_number(numbers: list[int], number: int) -> None:
    """Add to a set of numbers."""
    put_new(numbers, number)  # type: ignore[arg-type]
