"""Combat between two players: what the damage of an attack is spent on."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.shapes import Seat
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.bags import put
from service.games.mage_knight.beginning import leave
from service.games.mage_knight.cards import take_wounds
from service.games.mage_knight.combat_points import banner_of
from service.games.mage_knight.events_pvp import (
    ArtifactStolen,
    DamageUnassigned,
    DuelWithdrawn,
    ForcedToRetreat,
    HeroHit,
    UnitHit,
)
from service.games.mage_knight.gains import gain_fame
from service.games.mage_knight.ids import WOUND, Card, Space, UnitRef
from service.games.mage_knight.moving import remember
from service.games.mage_knight.pvp_fight import DuelPart, act_in_duel, duel_of, elements, opponent, side
from service.games.mage_knight.revealing import arrive
from service.games.mage_knight.table import Table
from service.games.mage_knight.the_map import is_friendly, is_safe, plain_cost

STEALING = 5
RESISTED = {"physical": {"physical"}, "fire": {"fire"}, "ice": {"ice"}, "cold-fire": {"fire", "ice"}}
"""Which resistances count against an element."""


# --- what it costs ----------------------------------------------------------------------------------------------------


def unit_armor(table: Table, seat: str, ref: str) -> int:
    """The Armor of a Unit of a player, with its Banner and effects; never below 1 (``pvp.effects-on-units-only``)."""
    unit, combat = table.player(seat).units[ref], side(table, seat)
    banner = banner_of(table, unit.banner) if unit.banner is not None else {}
    changed = duel_of(table).armor.get(seat, {}).get(ref, 0)
    return max(1, table.unit(ref).armor + int(banner.get("unit_armor", 0)) + combat.units_armor + changed)


def unit_resistances(table: Table, seat: str, ref: str) -> set[str]:
    """The resistances of a Unit of a player, with its Banner and effects."""
    unit = table.player(seat).units[ref]
    found = set(table.unit(ref).resistances)
    if unit.banner is not None:
        found |= set(banner_of(table, unit.banner).get("unit_resistances", ()))
    turn = table.turn if table.turn.seat == seat else table.state.waiting.get(seat)
    for effect in turn.in_force if turn is not None else ():
        node = table.node(effect.node)
        if node.op == "units-resist":
            found |= set(node.params["resistances"])
    return found - set(duel_of(table).lost.get(seat, {}).get(ref, ()))


def works_for(table: Table, seat: str) -> set[str]:
    """The operations of the effects that go on working for one of the two."""
    turn = table.turn if table.turn.seat == seat else table.state.waiting.get(seat)
    return {table.node(effect.node).op for effect in turn.in_force} if turn is not None else set()


def unit_cost(table: Table, seat: str, ref: str) -> int:
    """The damage that Wounds a Unit: its Armor, twice that if it resists any element of the attack."""
    resisted = unit_resistances(table, seat, ref)
    twice = any(RESISTED[element] <= resisted for element in elements(duel_of(table).parts))
    return unit_armor(table, seat, ref) * (2 if twice else 1)


def too_little(table: Table, needed: int, at: str) -> Iterator[Violation]:
    """Why the damage left does not do for something."""
    left = duel_of(table).left
    if left < needed:
        yield Violation(
            "pvp.unassigned-damage", "that takes {needed} damage, {left} is left", at=at, needed=needed, left=left
        )


# --- spending it ------------------------------------------------------------------------------------------------------


class HitHero(Action, tag="hit-hero", frozen=True):
    """Give the other Hero a Wound, for as much damage as the Hero's Armor."""

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        armor = table.level(opponent(table, actor)).armor
        yield from too_little(table, armor, "type")

    def apply(self, table: Table, step: Any, actor: str) -> None:
        duel, other = duel_of(table), opponent(table, actor)
        armor = table.level(other).armor
        duel.left -= armor
        table.log(HeroHit(rule="pvp.hero-repeatedly", seat=other, damage=armor))
        act_in_duel(table, other)
        take_wounds(table, other, 1, "pvp.hero-repeatedly")
        act_in_duel(table, actor)
        over_without_damage(table, step)


class HitUnit(Action, tag="hit-unit", frozen=True):
    """Wound a Unit of the other player."""

    unit: UnitRef

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["HitUnit"]:
        return [cls(actor=actor, unit=ref) for ref, _ in table.units(opponent(table, actor))]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        other = opponent(table, actor)
        unit = table.player(other).units.get(self.unit)
        if unit is None:
            yield Violation("pvp.attacker-assigns:stranger", "{seat} has no such Unit", at="unit", seat=other)
            return
        if unit.wounds:
            yield Violation("pvp.hero-repeatedly:unit", "{unit} are Wounded already", at="unit", unit=self.unit)
        if "no-damage-to-units" in works_for(table, other):
            yield Violation("pvp.effects-last:no-damage", "no Damage goes to Units of {seat}", at="unit", seat=other)
        yield from too_little(table, unit_cost(table, other, self.unit), "unit")

    def apply(self, table: Table, step: Any, actor: str) -> None:
        duel, other = duel_of(table), opponent(table, actor)
        cost = unit_cost(table, other, self.unit)
        duel.left -= cost
        table.player(other).units[self.unit].wounds = 1
        twice = cost > unit_armor(table, other, self.unit)
        rule = "pvp.resistant-unit-double" if twice else "pvp.attacker-assigns"
        table.log(UnitHit(rule=rule, seat=other, unit=self.unit, damage=cost))
        over_without_damage(table, step)


class StealArtifact(Action, tag="steal-artifact", frozen=True):
    """Steal an Artifact of the other player for 5 damage."""

    card: Card

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["StealArtifact"]:
        return [cls(actor=actor, card=card) for card in sorted(set(in_reach(table, opponent(table, actor))))]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        other = opponent(table, actor)
        if duel_of(table).phase != "melee":
            yield Violation("pvp.steal-artifact:phase", "Artifacts are stolen in the Melee phase", at="type")
        if self.card not in in_reach(table, other):
            yield Violation(
                "pvp.steal-artifact",
                "no such Artifact lies in the discard pile or Play area of {seat} or on a Wounded Unit",
                at="card",
                seat=other,
            )
        yield from too_little(table, STEALING, "type")

    def apply(self, table: Table, step: Any, actor: str) -> None:
        duel, other = duel_of(table), opponent(table, actor)
        duel.left -= STEALING
        take_artifact(table, other, self.card)
        put(table.player(actor).discard, self.card)
        table.log(ArtifactStolen(rule="pvp.steal-artifact", seat=actor, victim=other, card=self.card))
        over_without_damage(table, step)


def in_reach(table: Table, seat: str) -> list[str]:
    """The Artifacts of a player that can be stolen."""
    player = table.player(seat)
    cards = [*player.discard, *(played.card for played in player.played)]
    cards += [unit.banner for unit in player.units.values() if unit.banner is not None and unit.wounds]
    return [card for card in cards if card != WOUND and table.card(card).kind == "artifact"]


def take_artifact(table: Table, seat: str, card: str) -> None:
    """An Artifact leaves its owner."""
    player = table.player(seat)
    if card in player.discard:
        player.discard.remove(card)
        return
    for number, played in enumerate(player.played):
        if played.card == card:
            del player.played[number]
            return
    for unit in player.units.values():
        if unit.banner == card and unit.wounds:
            unit.banner, unit.banner_down = None, False
            return


class ForceRetreat(Action, tag="force-retreat", frozen=True):
    """Force the other player to retreat to an adjacent safe space, which ends the combat."""

    space: Space

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["ForceRetreat"]:
        return [cls(actor=actor, space=space) for space in table.around(duel_of(table).space)]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        other = opponent(table, actor)
        if duel_of(table).phase != "melee":
            yield Violation("pvp.force-retreat:phase", "a retreat is forced in the Melee phase", at="type")
        cost = plain_cost(table, self.space)
        if self.space not in table.around(duel_of(table).space):
            yield Violation("pvp.force-retreat", "that space is not adjacent", at="space")
        elif cost is None or not is_safe(table, other, self.space):
            yield Violation("pvp.force-retreat:unsafe", "that space is not safe for {seat}", at="space", seat=other)
        else:
            yield from too_little(table, cost, "space")

    def apply(self, table: Table, step: Any, actor: str) -> None:
        duel, other = duel_of(table), opponent(table, actor)
        duel.left, duel.parts, duel.over = 0, [], True
        leave(table, step)
        table.player(other).at = self.space
        turn = table.turn if table.turn.seat == other else table.state.waiting.get(other)
        if turn is not None:
            remember(turn.path, self.space)
        table.log(ForcedToRetreat(rule="pvp.retreat-free", seat=other, to=self.space))
        gain_fame(table, actor, retreat_fame(table, actor, other), "pvp.fame")
        arrive(table, other)
        if actor == duel.aggressor and not is_friendly(table, actor, duel.space):
            withdraw(table, "pvp.force-retreat")


def withdraw(table: Table, rule: str) -> None:
    """The aggressor goes back to the space of origin, which is no Forced Withdrawal."""
    duel = duel_of(table)
    table.player(duel.aggressor).at = duel.origin
    remember(table.turn.path, duel.origin)
    table.log(DuelWithdrawn(rule=rule, seat=duel.aggressor, to=duel.origin))


def retreat_fame(table: Table, winner: str, loser: str) -> int:
    """The Fame for forcing a retreat: only against a player who is further on."""
    one, other = table.player(winner), table.player(loser)
    if one.level < other.level:
        return 1 + 2 * (other.level - one.level)
    return 1 if one.level == other.level and one.fame < other.fame else 0


class LeaveUnassigned(Action, tag="leave-damage", frozen=True):
    """Leave the rest of the damage unassigned."""

    def apply(self, table: Table, step: Any, actor: str) -> None:
        table.log(DamageUnassigned(rule="pvp.unassigned-damage", damage=duel_of(table).left))
        duel_of(table).left = 0
        leave(table, step)


def over_without_damage(table: Table, step: Step) -> None:
    """Once no damage is left the assigning is over."""
    if not duel_of(table).left:
        leave(table, step)


class DuelDamage(DuelPart, tag="duel-damage"):
    """The attacker assigns the damage that was not blocked."""

    rule: ClassVar[str] = "pvp.attacker-assigns"
    prompt: ClassVar[str] = "Assign the damage that is left: to the Hero, to Units, or leave it."
    actions: ClassVar[tuple[type[Action], ...]] = (HitHero, HitUnit, StealArtifact, ForceRetreat, LeaveUnassigned)

    seat: Seat

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,)

    def answers(self) -> bool:
        return True

    def consistency(self, table: Table) -> Iterator[Defect]:
        duel, combat = table.state.duel, table.state.combat
        if duel is None or combat is None or duel.combat is None or self.seat not in (duel.aggressor, duel.defender):
            yield error(self.rule, "", "no-combat", "no two players fight each other")
        elif combat.seat != self.seat or combat.assembly is not None or not duel.left:
            yield error(self.rule, "/seat", "no-damage", "there is no damage to assign")


PVP_DAMAGE_STEPS: tuple[type[Step], ...] = (DuelDamage,)
