"""Resolving the Battle: what Spells and abilities destroy, Damage, the Units that are saved."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.counts import together, without
from service.engine.defect import Defect, error
from service.engine.shapes import Seat
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.battle_events import SaveDeclined, UnitSaved
from service.games.heroes_of_land_air_and_sea.components import Effect
from service.games.heroes_of_land_air_and_sea.exploring import Explore
from service.games.heroes_of_land_air_and_sea.ids import ENEMY, EffectSource, Party, UnitId
from service.games.heroes_of_land_air_and_sea.occasions import happens, unit_destroyed
from service.games.heroes_of_land_air_and_sea.payment import not_fought
from service.games.heroes_of_land_air_and_sea.solo_battles import losses
from service.games.heroes_of_land_air_and_sea.stock_events import UnitsDestroyed
from service.games.heroes_of_land_air_and_sea.strength import (
    abilities_in_battle,
    army,
    comrades,
    fought,
    is_remote,
    is_side,
    of_faction,
    own_army,
    place_of_army,
)
from service.games.heroes_of_land_air_and_sea.supply import destroy, place
from service.games.heroes_of_land_air_and_sea.table import Table

Left = Annotated[int, Meta(ge=0, le=200, description="how much is still to be destroyed")]
Number = Annotated[int, Meta(ge=0, le=20)]

VICTIMS = {"battle-destroy": "rival", "battle-revenge": "rival", "lose-own-unit": "own"}
"""Whose Units an effect destroys, for each op that destroys Units in a Battle."""


def fall(table: Table, seat: str, units: Mapping[str, int], rule: str, *, moved: bool = True) -> None:
    """Units of a side are destroyed in the Battle; passengers of a Vessel outlive it (``passengers-survive``).

    ``moved``: those are lost first that came in with the attacking movement, so that they explore nothing.
    """
    for owner in comrades(table, seat):
        own = of_faction(table, owner, units)
        if own:
            _fall(table, seat, owner, own, rule, moved)


def _fall(table: Table, seat: str, owner: str, units: Mapping[str, int], rule: str, moved: bool) -> None:
    """What one player loses of a side."""
    battle = fought(table)
    side, player = battle.side(seat), table.player(owner)
    for vessel in units:
        if vessel in player.vessels:
            sunk = player.vessels[vessel]
            side.adrift = together(together(side.adrift, sunk.passengers), sunk.guests)
            sunk.passengers, sunk.guests = {}, {}
    lost = {unit: min(number, side.adrift.get(unit, 0)) for unit, number in units.items() if unit in side.adrift}
    side.adrift = without(side.adrift, lost)
    area = place_of_army(table, seat)
    if lost:
        table.log(UnitsDestroyed(rule=rule, seat=owner, units=lost, region=area))
        for unit in lost:
            unit_destroyed(table, owner, unit)
    rest = without(units, lost)
    if rest:
        destroy(table, owner, rest, area, rule, aboard=battle.remote if is_remote(battle, seat) else None)
    for step in table.state.agenda if moved else ():
        if isinstance(step, Explore) and (step.seat, step.area) == (owner, battle.area):
            step.units = without(step.units, units)
    for unit, number in units.items():
        for _ in range(number if table.unit(unit).kind == "hero" else 0):
            happens(table, battle.rival(seat), "enemy-hero-destroyed")


def is_forced(table: Table, pool: Mapping[str, int], left: int, by_strength: bool) -> bool:
    """Whether it is clear which of these Units are destroyed: all of them, or all are of one kind."""
    if len(pool) < 2:
        return True
    return sum(number * weight(table, unit, by_strength) for unit, number in pool.items()) <= left


def forced(table: Table, pool: Mapping[str, int], left: int, by_strength: bool) -> dict[str, int]:
    """The Units that are then destroyed."""
    found = {}
    for unit, number in pool.items():
        each = weight(table, unit, by_strength)
        falls = min(number, -(-left // each))
        if falls > 0:
            left -= falls * each
            found[unit] = falls
    return found


def weight(table: Table, unit: str, by_strength: bool) -> int:
    """What the loss of a Unit counts for: its Natural Strength, or one."""
    return table.unit(unit).strength if by_strength else 1


# --- what Spells and abilities destroy --------------------------------------------------------------------------------


def victims_of(table: Table, owner: str, source: str, number: int) -> "list[Step]":
    """The step in which an effect destroys Units: who chooses, and whose they are, as the effect says."""
    effect = table.pack.effects_of(source)[number]
    rival = fought(table).rival(owner)
    chooser = owner if effect["chooser"] == "self" else rival
    victim = owner if VICTIMS[effect["op"]] == "own" else rival
    left = effect.get("count") or effect["min_natural_strength"]
    return [ChooseVictims(seat=chooser, victim=victim, source=source, number=number, left=left)]


def clause_of(table: Table, source: str) -> str:
    """The clause by which a Spell or an ability destroys."""
    if source in table.pack.abilities:
        return table.pack.abilities[source].rule
    return "strength.spell-effects"


class DestroyUnit(Action, tag="destroy-unit", frozen=True):
    """Say which Unit a Spell or an ability destroys."""

    unit: UnitId

    @classmethod
    def candidates(cls, table: Table, step: "ChooseVictims", actor: str, where: Where) -> Iterable["DestroyUnit"]:
        return [cls(actor=actor, unit=unit) for unit in step.pool(table)]

    def violations(self, table: Table, step: "ChooseVictims", actor: str) -> Iterator[Violation]:
        if self.unit not in step.pool(table):
            yield Violation(
                "strength.spell-effects:unit",
                "{source} destroys one of {units}, not {unit}",
                source=step.source,
                units=step.pool(table),
                unit=self.unit,
            )

    def apply(self, table: Table, step: "ChooseVictims", actor: str) -> None:
        step.left = max(0, step.left - weight(table, self.unit, step.by_strength(table)))
        step.strike(table, {self.unit: 1})


class ChooseVictims(Step, tag="choose-victims"):
    """A Spell or an ability destroys Units in the Battle; somebody is asked only where there is a choice."""

    rule: ClassVar[str] = "strength.spell-effects"
    prompt: ClassVar[str] = "Choose a Unit in the army of {victim} that {source} destroys."
    actions: ClassVar[tuple[type[Action], ...]] = (DestroyUnit,)

    seat: Party
    victim: Party
    source: EffectSource
    number: Number = 0
    left: Left = 1

    def effect(self, table: Table) -> Effect:
        """The effect that destroys."""
        return table.pack.effects_of(self.source)[self.number]

    def by_strength(self, table: Table) -> bool:
        """Whether ``left`` is Natural Strength, not a number of Units."""
        return "min_natural_strength" in self.effect(table)

    def pool(self, table: Table) -> dict[str, int]:
        """What it may destroy."""
        effect = self.effect(table)
        there = own_army(table, self.victim) if effect["op"] == "lose-own-unit" else army(table, self.victim)
        return {unit: n for unit, n in there.items() if table.unit(unit).kind in effect["kinds"]}

    def strike(self, table: Table, units: Mapping[str, int]) -> None:
        """Destroy these Units."""
        moved = self.effect(table)["op"] != "lose-own-unit"
        fall(table, self.victim, units, clause_of(table, self.source), moved=moved)

    def must(self, table: Table) -> Sequence[str]:
        if not self.left or not is_side(table, self.victim) or not table.is_in(self.seat):
            return ()
        if self.seat == ENEMY or is_forced(table, self.pool(table), self.left, self.by_strength(table)):
            return ()
        return (self.seat,)

    def run(self, table: Table) -> None:
        if is_side(table, self.victim):
            fallen = losses if self.seat == ENEMY else forced
            units = fallen(table, self.pool(table), self.left, self.by_strength(table))
            if units:
                self.strike(table, units)

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from not_fought(table, self.seat)
        yield from not_fought(table, self.victim)
        effects = table.pack.effects_of(self.source)
        if self.number >= len(effects) or effects[self.number]["op"] not in VICTIMS:
            detail = f"{table.named(self.source)} has no effect that destroys Units in a Battle"
            yield error(self.rule, "/number", "effect", detail)


# --- Damage -----------------------------------------------------------------------------------------------------------


def damage_of(table: Table, seat: str, natural: int) -> int:
    """The Damage that a losing army of this Natural Strength takes (``battle.damage``)."""
    battle = fought(table)
    rival = battle.rival(seat)
    damage = -(-natural // 2)
    for owner, side in ((seat, "self"), (rival, "enemy")):
        damage += sum(
            ability.params["amount"]
            for ability in abilities_in_battle(table, owner, "battle-damage")
            if ability.params["side"] == side
        )
        damage += sum(e["amount"] for e in _spell_effects(table, owner, "battle-damage") if e["side"] == side)
    own = battle.side(seat)
    effects = table.pack.tactics[own.tactic].effects if own.tactic is not None and own.standing == "counts" else ()
    return 0 if any(effect["op"] == "no-damage" for effect in effects) else max(0, damage)


def _spell_effects(table: Table, seat: str, op: str) -> Iterator[dict[str, Any]]:
    for spell in fought(table).side(seat).spells:
        yield from (effect for effect in table.pack.spells[spell].effects if effect["op"] == op)


class AssignLoss(Action, tag="assign-loss", frozen=True):
    """Lose this Unit or Vessel: its Natural Strength covers so much of the Damage."""

    piece: UnitId

    @classmethod
    def candidates(cls, table: Table, step: "AssignLosses", actor: str, where: Where) -> Iterable["AssignLoss"]:
        return [cls(actor=actor, piece=unit) for unit in army(table, actor)]

    def violations(self, table: Table, step: "AssignLosses", actor: str) -> Iterator[Violation]:
        if self.piece not in army(table, actor):
            yield Violation(
                "battle.damage-choice",
                "{seat} has {units} in the Battle, not {piece}",
                seat=actor,
                units=army(table, actor),
                piece=self.piece,
            )

    def apply(self, table: Table, step: "AssignLosses", actor: str) -> None:
        step.damage = max(0, step.damage - table.unit(self.piece).strength)
        damaged(table, actor, {self.piece: 1})


def damaged(table: Table, seat: str, units: Mapping[str, int]) -> None:
    """Units are destroyed by Damage."""
    side = fought(table).side(seat)
    side.damaged = together(side.damaged, units)
    fall(table, seat, units, "battle.any-damage-destroys")


class AssignLosses(Step, tag="assign-losses"):
    """The loser assigns the Damage piece by piece; nobody is asked where there is no choice."""

    rule: ClassVar[str] = "battle.damage-sequence"
    prompt: ClassVar[str] = "Choose a Unit or Vessel to lose ({damage} Damage left)."
    actions: ClassVar[tuple[type[Action], ...]] = (AssignLoss,)

    seat: Party
    damage: Left

    def must(self, table: Table) -> Sequence[str]:
        if not self.damage or not is_side(table, self.seat):
            return ()
        if self.seat == ENEMY or is_forced(table, army(table, self.seat), self.damage, True):
            return ()
        return (self.seat,)

    def run(self, table: Table) -> None:
        if is_side(table, self.seat):
            units = (losses if self.seat == ENEMY else forced)(table, army(table, self.seat), self.damage, True)
            if units:
                damaged(table, self.seat, units)

    def consistency(self, table: Table) -> Iterator[Defect]:
        return not_fought(table, self.seat)


# --- Units that are saved ---------------------------------------------------------------------------------------------


def saves(table: Table, seat: str) -> list[Step]:
    """The steps in which a loser's abilities save Units that Damage has destroyed."""
    abilities = abilities_in_battle(table, seat, "battle-save")
    return [SaveUnits(seat=seat, source=ability.id, left=ability.params["count"]) for ability in abilities]


class SaveUnit(Action, tag="save-unit", frozen=True):
    """A Unit that Damage has destroyed goes to the Courtyard instead of the supply."""

    unit: UnitId

    @classmethod
    def candidates(cls, table: Table, step: "SaveUnits", actor: str, where: Where) -> Iterable["SaveUnit"]:
        return [cls(actor=actor, unit=unit) for unit in sorted(fought(table).side(actor).damaged)]

    def violations(self, table: Table, step: "SaveUnits", actor: str) -> Iterator[Violation]:
        if self.unit not in step.pool(table):
            yield Violation(
                "heroes.ability-precedence:save",
                "{source} saves one of {units}, not {unit}",
                source=step.source,
                units=step.pool(table),
                unit=self.unit,
            )

    def apply(self, table: Table, step: "SaveUnits", actor: str) -> None:
        side, rule = fought(table).side(actor), clause_of(table, step.source)
        side.damaged = without(side.damaged, {self.unit: 1})
        step.left -= 1
        table.log(UnitSaved(rule=rule, seat=actor, unit=self.unit))
        place(table, actor, {self.unit: 1}, table.player(actor).capital or "", rule)


class DeclineSave(Action, tag="decline-save", frozen=True):
    """Save no Unit."""

    def apply(self, table: Table, step: "SaveUnits", actor: str) -> None:
        step.left = 0
        table.log(SaveDeclined(rule=clause_of(table, step.source), seat=actor))


class SaveUnits(Step, tag="save-units"):
    """An ability of the loser saves Units; who has lost none of the kind is not asked."""

    rule: ClassVar[str] = "heroes.ability-precedence"
    prompt: ClassVar[str] = "Choose a Unit that {source} saves, or decline."
    actions: ClassVar[tuple[type[Action], ...]] = (SaveUnit, DeclineSave)

    seat: Seat
    source: EffectSource
    left: Left = 1

    def pool(self, table: Table) -> dict[str, int]:
        """The Units that it may save."""
        kinds = table.pack.effects_of(self.source)[0]["kinds"]
        lost = of_faction(table, self.seat, fought(table).side(self.seat).damaged)
        return {u: n for u, n in lost.items() if table.unit(u).kind in kinds and table.supply(self.seat, u)}

    def must(self, table: Table) -> Sequence[str]:
        if not self.left or not is_side(table, self.seat) or table.player(self.seat).capital is None:
            return ()
        return (self.seat,) if self.pool(table) else ()

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from not_fought(table, self.seat)
        if [effect["op"] for effect in table.pack.effects_of(self.source)] != ["battle-save"]:
            yield error(self.rule, "/source", "effect", f"{table.named(self.source)} saves no Units")
