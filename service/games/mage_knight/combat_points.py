"""Points for a fight: what an effect adds to the attack or block that is being put together."""

from collections.abc import Iterator

from service.engine.violation import Violation
from service.games.mage_knight.effect_rules import Use
from service.games.mage_knight.effects import CarryOut, amount_of, check, op
from service.games.mage_knight.ops_gains import with_bonus
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.state_combat import Contribution
from service.games.mage_knight.table import Table


def add(table: Table, part: Contribution) -> None:
    """Add to the attack or block that is open."""
    combat = table.state.combat
    assert combat is not None
    if combat.assembly is not None:
        combat.assembly.parts.append(part)


def add_sideways(table: Table, seat: str, card: str, points: str, value: int) -> None:
    """A card played sideways for Attack or Block, always physical."""
    kind = "melee" if points == "attack" else None
    add(table, Contribution(amount=value, kind=kind, origin="card", id=card))  # type: ignore[arg-type]


def sideways_fight_violations(table: Table, seat: str, points: str) -> Iterator[Violation]:
    """Why a card cannot be played sideways for Attack or Block now."""
    combat = table.state.combat
    if combat is None:
        yield Violation(
            "combat.effects-need-combat:sideways", "{points} counts in a combat only", at="points", points=points
        )
        return
    if points == "attack" and combat.phase != "attack":
        yield Violation(
            "ranged.only-ranged-and-siege:sideways", "a sideways card attacks in the Attack phase only", at="points"
        )
    if points == "block" and combat.phase != "block":
        yield Violation("block.sideways", "a sideways card blocks in the Block phase only", at="points")
    yield from _open(table, points)


def _open(table: Table, points: str) -> Iterator[Violation]:
    combat = table.state.combat
    assert combat is not None
    if points == "attack" and (combat.assembly is None or combat.assembly.attack is not None):
        yield Violation("attack.points-used-at-once", "no attack has been opened", at="type")
    if points == "block" and (combat.assembly is None or combat.assembly.attack is None):
        yield Violation("block.points-not-stored", "no block has been opened", at="type")


@check("attack")
def _may_attack(table: Table, use: Use, node: EffectNode) -> Iterator[Violation]:
    combat = table.state.combat
    assert combat is not None
    if combat.phase == "ranged" and node.params["kind"] == "melee":
        yield Violation(
            "ranged.only-ranged-and-siege", "a melee attack cannot be used in the Ranged and Siege phase", at="type"
        )
    elif combat.phase not in ("ranged", "attack"):
        yield Violation("combat.effects-by-phase:attack", "no attack can be made in this phase", at="type")
    yield from _open(table, "attack")


@check("block")
def _may_block(table: Table, use: Use, node: EffectNode) -> Iterator[Violation]:
    combat = table.state.combat
    assert combat is not None
    if combat.phase != "block":
        yield Violation("combat.effects-by-phase:block", "no block can be made in this phase", at="type")
    yield from _open(table, "block")


@op("attack")
def attack(table: Table, run: CarryOut, node: EffectNode) -> None:
    params = node.params
    amount = with_bonus(run, "attack", amount_of(table, run, node, params["amount"]))
    element = run.found.chosen if params["element"] == "chosen" else params["element"]
    add(
        table,
        Contribution(
            amount=max(0, amount),
            element=element,  # type: ignore[arg-type]
            kind=params["kind"],
            origin=run.source.origin,
            id=run.source.id,
        ),
    )


@op("block")
def block(table: Table, run: CarryOut, node: EffectNode) -> None:
    amount = with_bonus(run, "block", amount_of(table, run, node, node.params["amount"]))
    element = run.found.chosen if node.params["element"] == "chosen" else node.params["element"]
    add(
        table,
        Contribution(amount=max(0, amount), element=element, origin=run.source.origin, id=run.source.id),  # type: ignore[arg-type]
    )
