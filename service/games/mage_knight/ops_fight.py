"""Effects on the own side of a fight: stronger Units, changed attacks, and Wounds that are taken off afterwards."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Literal

from service.engine.action import Action, Where
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.effects import CarryOut, ForEffect, modifier, op, skip
from service.games.mage_knight.events_combat import AttacksChanged, UnitsStronger, UnitWounded
from service.games.mage_knight.events_effects import CardThrownAway
from service.games.mage_knight.ids import WOUND
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.table import Table


@op("units-bonus")
def units_bonus(table: Table, run: CarryOut, node: EffectNode) -> None:
    combat = table.state.combat
    if combat is None:
        skip(table, run)
        return
    combat.units_attack += node.params.get("attack", 0)
    combat.units_block += node.params.get("block", 0)
    combat.units_armor += node.params.get("armor", 0)
    table.log(UnitsStronger(rule="effects.follow-card-text", seat=run.seat))


@op("attack-transform")
def attack_transform(table: Table, run: CarryOut, node: EffectNode) -> None:
    combat = table.state.combat
    if combat is None:
        skip(table, run)
    elif "element" in node.params:
        combat.attack_element = node.params["element"]
        what = f"{node.params['element'].replace('-', ' ').title()} Attacks"
        table.log(AttacksChanged(rule="effects.follow-card-text", seat=run.seat, what=what))
    else:
        combat.attack_as_siege = True
        table.log(AttacksChanged(rule="effects.follow-card-text", seat=run.seat, what="Siege Attacks too"))


@op("swift-double")
def swift_double(table: Table, run: CarryOut, node: EffectNode) -> None:
    combat = table.state.combat
    parts = combat.assembly.parts if combat is not None and combat.assembly is not None else []
    for part in parts[-1:]:
        if part.id == run.source.id and part.kind is None:
            part.swift_double = True


@op("wound-self")
def wound_self(table: Table, run: CarryOut, node: EffectNode) -> None:
    unit = table.player(run.seat).units.get(run.source.id)
    if unit is None:
        skip(table, run)
        return
    unit.wounds = max(unit.wounds, 1)
    table.log(UnitWounded(rule="effects.follow-card-text", seat=run.seat, unit=run.source.id, wounds=unit.wounds))


# --- Wounds that are thrown away at the end of the turn ---------------------------------------------------------------


class ThrowWoundAway(Action, tag="throw-wound-away", frozen=True):
    """Throw away a Wound received this turn, from hand or discard pile."""

    where: Literal["hand", "discard-pile"]

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["ThrowWoundAway"]:
        return [cls(actor=actor, where="hand"), cls(actor=actor, where="discard-pile")]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if not _received(table, actor, self.where):
            yield Violation("effects.follow-card-text:no-wound", "no Wound received this turn is there", at="where")

    def apply(self, table: Table, step: "ThrowWoundsAway", actor: str) -> None:
        player, turn = table.player(actor), table.turn
        if self.where == "hand":
            player.hand.remove(WOUND)
            turn.wounds_to_hand -= 1
        else:
            player.discard.remove(WOUND)
            turn.wounds_to_discard -= 1
        table.log(CardThrownAway(rule="throw-away.wound", seat=actor, card=WOUND))
        ask(table, step.seat, step.node)


class KeepWounds(Action, tag="keep-wounds", frozen=True):
    """Throw no further Wound away."""

    def apply(self, table: Table, step: Any, actor: str) -> None:
        return


class ThrowWoundsAway(ForEffect, tag="throw-wounds-away"):
    """Wounds received this turn may be thrown away."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Throw Wounds away that you received this turn, or keep them."
    actions: ClassVar[tuple[type[Action], ...]] = (ThrowWoundAway, KeepWounds)
    asked_by: ClassVar[tuple[str, ...]] = ("remove-wounds-received",)


def _received(table: Table, seat: str, where: str) -> int:
    player, turn = table.player(seat), table.turn
    if where == "hand":
        return min(turn.wounds_to_hand, player.hand.count(WOUND))
    return min(turn.wounds_to_discard, player.discard.count(WOUND))


def ask(table: Table, seat: str, node: str) -> None:
    """Ask for a Wound to throw away, as long as there is one."""
    if _received(table, seat, "hand") or _received(table, seat, "discard-pile"):
        table.push(ThrowWoundsAway(seat=seat, node=node))


@op("remove-wounds-received")
def remove_wounds(table: Table, run: CarryOut, node: EffectNode) -> None:
    if run.at_end:
        ask(table, run.seat, node.id)
    else:
        table.turn.at_end.append(modifier(run, node))


FIGHT_OP_STEPS: tuple[type[Step], ...] = (ThrowWoundsAway,)
