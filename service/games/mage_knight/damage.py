"""Assigning Damage: to Units one after the other, and the rest to the Hero."""

from collections.abc import Iterable, Iterator
from typing import Any

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.mage_knight.bags import put_all, put_new
from service.games.mage_knight.blocks import AttackNumber, put_number
from service.games.mage_knight.cards import discard_all_but_wounds, take_wounds
from service.games.mage_knight.combat_points import banner_of
from service.games.mage_knight.events_combat import (
    HandParalyzed,
    UnitResisted,
    UnitTookDamage,
    UnitWounded,
    WoundsToDiscard,
)
from service.games.mage_knight.foes import Strike, alive, fight, open_strikes, title
from service.games.mage_knight.ids import WOUND, UnitRef
from service.games.mage_knight.ops_force import in_force
from service.games.mage_knight.outcome import dismiss_summoned
from service.games.mage_knight.state import UnitInPlay
from service.games.mage_knight.state_combat import Combat, Dealing, Foe, FoeId
from service.games.mage_knight.table import Table
from service.games.mage_knight.units import lose_unit

RESISTED_BY = {"physical": {"physical"}, "fire": {"fire"}, "ice": {"ice"}, "cold-fire": {"fire", "ice"}}


def damage_open(table: Table) -> bool:
    """Whether Damage is still to be assigned."""
    return any(open_strikes(table, foe) for foe in fight(table).foes.values())


class AssignDamage(Action, tag="assign-damage", frozen=True):
    """Assign the Damage of an attack: to a Unit, which takes its part, or all that is left to the Hero."""

    enemy: FoeId
    attack: AttackNumber = 1
    unit: UnitRef | None = None

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["AssignDamage"]:
        combat = fight(table)
        if combat.phase != "damage":
            return
        for name, foe in alive(combat).items():
            for strike in open_strikes(table, foe):
                yield cls(actor=actor, enemy=name, attack=strike.number)
                for ref, _ in table.units(actor):
                    yield cls(actor=actor, enemy=name, attack=strike.number, unit=ref)

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        combat = fight(table)
        if combat.phase != "damage":
            yield Violation(
                "combat.effects-by-phase:damage", "Damage is assigned in the Assign Damage phase", at="type"
            )
        foe = combat.foes.get(self.enemy)
        if foe is None or all(strike.number != self.attack for strike in open_strikes(table, foe)):
            yield self._no_damage(table, foe)
            return
        dealing = combat.dealing
        if dealing is not None and (dealing.enemy, dealing.attack) != (self.enemy, self.attack):
            yield Violation(
                "damage.spread-over-units:begun",
                "{left} of the Damage of {enemy} is still to be assigned first",
                at="enemy",
                left=dealing.left,
                enemy=title(table, combat.foes[dealing.enemy]),
            )
        if self.unit is not None:
            yield from unit_violations(table, combat, actor, self.unit)

    def _no_damage(self, table: Table, foe: Foe | None) -> Violation:
        """Why there is no such Damage."""
        if foe is None or foe.defeated:
            return Violation("damage.order-by-player", "there is no such Damage to assign", at="enemy")
        enemy = title(table, foe)
        if foe.prevented:
            return Violation("block.prevented-enemy:damage", "kept from attacking: {enemy}", at="enemy", enemy=enemy)
        if self.attack in foe.blocked:
            return Violation("block.blocked-no-damage", "that attack is blocked: {enemy}", at="attack", enemy=enemy)
        if self.attack in foe.cancelled:
            return Violation(
                "block.prevented-enemy:cancelled", "that attack is cancelled: {enemy}", at="attack", enemy=enemy
            )
        if self.attack in foe.dealt:
            return Violation(
                "damage.order-by-player:dealt", "its Damage has been assigned: {enemy}", at="attack", enemy=enemy
            )
        return Violation("damage.order-by-player:attack", "no such attack: {enemy}", at="attack", enemy=enemy)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        combat = fight(table)
        foe = combat.foes[self.enemy]
        strike = next(strike for strike in open_strikes(table, foe) if strike.number == self.attack)
        left = combat.dealing.left if combat.dealing is not None else strike.damage
        combat.dealing = None
        left = hit_hero(table, actor, strike, left) if self.unit is None else hit_unit(table, actor, self, strike, left)
        if left > 0:
            combat.dealing = Dealing(enemy=self.enemy, attack=self.attack, left=left)
            return
        put_number(foe.dealt, self.attack)
        if not open_strikes(table, foe):
            dismiss_summoned(table, foe, "damage.summoned")


def unit_violations(table: Table, combat: Combat, seat: str, ref: str) -> Iterator[Violation]:
    """Why no Damage can be assigned to a Unit."""
    unit = table.player(seat).units.get(ref)
    if unit is None:
        yield Violation("damage.all-must-be-assigned:stranger", "{seat} has no such Unit", at="unit", seat=seat)
        return
    name = ref
    if unit.wounds:
        yield Violation("damage.all-must-be-assigned", "{unit} are Wounded", at="unit", unit=name)
    if ref in combat.resisted:
        yield Violation("damage.resistant-unit-once", "{unit} have resisted Damage already", at="unit", unit=name)
    if not combat.units_allowed and not unit.loyal:
        yield Violation("site.units-forbidden:damage", "Units take no Damage here", at="unit")
    if in_force(table, "no-damage-to-units"):
        yield Violation("effects.follow-card-text:no-damage", "no Damage goes to Units this turn", at="unit")


def unit_armor(table: Table, combat: Combat, ref: str, unit: UnitInPlay) -> int:
    """The Armor of a Unit with its Banner and what effects add."""
    banner = banner_of(table, unit.banner) if unit.banner is not None and combat.units_allowed else {}
    return table.unit(ref).armor + int(banner.get("unit_armor", 0)) + combat.units_armor


def unit_resistances(table: Table, combat: Combat, ref: str, unit: UnitInPlay) -> set[str]:
    """The resistances of a Unit with its Banner and what effects add."""
    found = set(table.unit(ref).resistances)
    if unit.banner is not None and combat.units_allowed:
        found |= set(banner_of(table, unit.banner).get("unit_resistances", ()))
    for effect in in_force(table, "units-resist"):
        found |= set(table.node(effect.node).params["resistances"])
    return found


def hit_unit(table: Table, seat: str, assigned: AssignDamage, strike: Strike, left: int) -> int:
    """Damage goes to a Unit; what is left of it."""
    ref, combat = assigned.unit, fight(table)
    assert ref is not None
    unit = table.player(seat).units[ref]
    armor = unit_armor(table, combat, ref, unit)
    if RESISTED_BY[strike.element] <= unit_resistances(table, combat, ref, unit):
        table.log(UnitResisted(rule="damage.resistant-unit", seat=seat, unit=ref, damage=min(left, armor)))
        left -= armor
        if left <= 0:
            put_new(combat.resisted, ref)
            return 0
    table.log(UnitTookDamage(rule="damage.unit-wound", seat=seat, unit=ref, damage=min(left, armor)))
    if "paralyze" in strike.abilities:
        lose_unit(table, seat, ref, "damage.paralyze-unit", destroyed=True)
    else:
        unit.wounds = 2 if "poison" in strike.abilities else 1
        rule = "damage.poison-unit" if unit.wounds == 2 else "damage.unit-wound"
        table.log(UnitWounded(rule=rule, seat=seat, unit=ref, wounds=unit.wounds))
    return left - armor


def hit_hero(table: Table, seat: str, strike: Strike, left: int) -> int:
    """All that is left of the Damage goes to the Hero, in Wounds; nothing is left."""
    number = -(-left // table.level(seat).armor)
    if "poison" in strike.abilities:
        put_all(table.player(seat).discard, [WOUND] * number)
        table.turn.wounds_to_discard += number
        table.log(WoundsToDiscard(rule="damage.poison-hero", seat=seat, number=number))
    take_wounds(table, seat, number, "damage.hero-wounds")
    if "paralyze" in strike.abilities:
        paralyze(table, seat)
    return 0


def paralyze(table: Table, seat: str) -> None:
    """A Hero that took a Wound of a paralyzing attack discards all cards of the hand but Wounds."""
    cards = discard_all_but_wounds(table, seat)
    if cards:
        table.log(HandParalyzed(rule="damage.paralyze-hero", seat=seat, cards=cards))
