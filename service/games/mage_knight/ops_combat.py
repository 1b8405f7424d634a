"""Effects on enemies: each is aimed at one, at several, at the one blocked, or at all that are left in the combat."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.bags import put_new
from service.games.mage_knight.blocks import AttackNumber, put_number
from service.games.mage_knight.effects import (
    CarryOut,
    ForEffect,
    amount_of,
    counter,
    modifier,
    op,
    running,
    skip,
)
from service.games.mage_knight.events_combat import (
    ArmorChanged,
    AttackCancelled,
    AttackPrevented,
    EnemyLoses,
    Unaffected,
)
from service.games.mage_knight.events_map import MovePaid
from service.games.mage_knight.foes import (
    alive,
    armor_of,
    fight,
    fortifications,
    immunity,
    is_immune,
    open_strikes,
    title,
    token_of,
)
from service.games.mage_knight.lapsing import lapse
from service.games.mage_knight.outcome import defeat
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.state_combat import Foe, FoeId
from service.games.mage_knight.table import Table

ALL_RESISTANCES = ("physical-resistance", "fire-resistance", "ice-resistance")


# --- whom an effect is aimed at ---------------------------------------------------------------------------------------


def aim_violations(table: Table, run: CarryOut, node: EffectNode, name: str) -> Iterator[Violation]:
    """Why an enemy cannot be the target of an effect."""
    foe = alive(fight(table)).get(name)
    if foe is None:
        yield Violation("attack.defeated-discarded:effect", "no such enemy is left in this combat", at="enemy")
        return
    yield from immunity(table, run.source, foe)
    if "fortified" in node.params.get("filter", {}).get("not", ()) and fortifications(table, foe):
        yield Violation("effects.follow-card-text:fortified", "fortified: {enemy}", at="enemy", enemy=title(table, foe))
    if node.op == "enemy-no-attack" and foe.prevented:
        yield Violation(
            "effects.follow-card-text:prevented",
            "kept from attacking already: {enemy}",
            at="enemy",
            enemy=title(table, foe),
        )


def possible(table: Table, run: CarryOut, node: EffectNode) -> list[str]:
    """The enemies that an effect can be aimed at."""
    names = alive(fight(table)) if table.state.combat is not None else {}
    return [name for name in names if not any(True for _ in aim_violations(table, run, node, name))]


class ChooseEnemy(Action, tag="choose-enemy", frozen=True):
    """Choose the enemy that an effect is aimed at."""

    enemy: FoeId

    @classmethod
    def candidates(cls, table: Table, step: "AimEffect", actor: str, where: Where) -> Iterable["ChooseEnemy"]:
        return [cls(actor=actor, enemy=name) for name in alive(fight(table))]

    def violations(self, table: Table, step: "AimEffect", actor: str) -> Iterator[Violation]:
        yield from aim_violations(table, running(table), table.node(step.node), self.enemy)

    def apply(self, table: Table, step: "AimEffect", actor: str) -> None:
        run, node = running(table), table.node(step.node)
        if price := step.price(table):
            table.turn.move -= price
            table.log(MovePaid(rule=step.rule, seat=actor, amount=price, thing=run.source.id, half=run.source.half))
        run.found.enemy = self.enemy
        AFFECT[node.op](table, run, node, self.enemy)
        again = AimEffect(seat=step.seat, node=step.node, chosen=step.chosen + 1)
        if again.may_go_on(table, run):
            table.push(again)


class ChooseNoMore(Action, tag="choose-no-more", frozen=True):
    """Aim the effect at no further enemy."""

    def violations(self, table: Table, step: "AimEffect", actor: str) -> Iterator[Violation]:
        node = table.node(step.node)
        if step.chosen < int(node.params.get("targets", 1)) and not node.params.get("up_to"):
            yield Violation("effects.follow-card-text:aim", "an enemy has to be chosen", at="type")

    def apply(self, table: Table, step: "AimEffect", actor: str) -> None:
        return


class AimEffect(ForEffect, tag="aim-effect"):
    """An effect is aimed at an enemy; ``chosen`` counts those that it has been aimed at before.

    It is asked for a further one only while the Move points for it are there.
    """

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Choose the enemy that the effect is aimed at."
    actions: ClassVar[tuple[type[Action], ...]] = (ChooseEnemy, ChooseNoMore)
    asked_by: ClassVar[tuple[str, ...]] = ("enemy-no-attack", "enemy-armor", "enemy-lose", "destroy-enemy")

    chosen: Annotated[int, Meta(ge=0, le=60)] = 0

    def consistency(self, table: Table) -> Iterator[Defect]:
        found = list(super().consistency(table))
        yield from found
        if not found and table.state.turn is not None and self.price(table) > table.turn.move:
            yield error(self.rule, "/chosen", "price", "nobody can pay for a further enemy")

    def price(self, table: Table) -> int:
        """Move points for this enemy, where the effect is aimed at more than it says (Wings of Night)."""
        params = table.node(self.node).params
        further = self.chosen - int(params.get("targets", 1))
        if further < 0 or "more_targets" not in params:
            return 0
        more = params["more_targets"]
        return int(more["first"]) + int(more["step"]) * further

    def may_go_on(self, table: Table, run: CarryOut) -> bool:
        """Whether a further enemy can be chosen."""
        params = table.node(self.node).params
        left = self.chosen < int(params.get("targets", 1)) or "more_targets" in params
        return left and self.price(table) <= table.turn.move and bool(possible(table, run, table.node(self.node)))


def tell_immunity(table: Table, run: CarryOut, name: str) -> bool:
    """Whether an enemy's resistance stops an effect, which is told."""
    foe = fight(table).foes[name]
    spared = next(immunity(table, run.source, foe), None)
    if spared is not None:
        enemy, source = foe.summoned or foe.enemy, run.source
        table.log(Unaffected(rule=spared.code, enemy=enemy, thing=source.id, half=source.half))
    return spared is not None


def aim(table: Table, run: CarryOut, node: EffectNode) -> None:
    """Carry an effect on enemies out on those that it names, or ask."""
    from service.games.mage_knight.pvp_effects import aim_at_units

    combat = table.state.combat
    if combat is None:
        skip(table, run)
        return
    if table.state.duel is not None:
        aim_at_units(table, run, node)
        return
    target, before = node.params.get("target", "one"), run.found.enemy
    if node.params.get("only_if_blocked") and before is None:
        if combat.assembly is not None and combat.assembly.attack is not None:
            combat.assembly.if_blocked.append(modifier(run, node))
    elif target == "one":
        if possible(table, run, node):
            table.push(AimEffect(seat=run.seat, node=node.id))
        else:
            for name in alive(combat):
                tell_immunity(table, run, name)
            skip(table, run)
    else:
        names = {"same": [before], "blocked": [before]}.get(target, [*alive(combat)])
        hit = [name for name in names if name in alive(combat) and not (target == "others" and name == before)]
        for name in hit:
            if not tell_immunity(table, run, str(name)):
                AFFECT[node.op](table, run, node, str(name))


# --- what it does to them ---------------------------------------------------------------------------------------------


def prevent(table: Table, run: CarryOut, node: EffectNode, name: str) -> None:
    """The enemy does not attack in this combat; a summoner that has not drawn draws nothing."""
    foe = fight(table).foes[name]
    foe.prevented = True
    table.log(AttackPrevented(rule="block.prevented-enemy", foe=name, enemy=foe.summoned or foe.enemy))
    lapse(table, run.seat)


def change_armor(table: Table, run: CarryOut, node: EffectNode, name: str) -> None:
    """The Armor changes, not below a minimum; of a summoned monster it changes nothing for its summoner."""
    foe, params = fight(table).foes[name], node.params
    if foe.summoned is not None:
        return
    run.found.enemy = name
    delta = amount_of(table, run, node, params["delta"])
    if "delta_if_fortified" in params and fortifications(table, foe):
        delta = params["delta_if_fortified"]
    now = armor_of(table, foe)
    least = min(now, int(params["min"]))
    foe.armor += max(least, now + delta) - now
    table.log(ArmorChanged(rule="effects.follow-card-text", foe=name, enemy=foe.enemy, armor=armor_of(table, foe)))


def lose(table: Table, run: CarryOut, node: EffectNode, name: str) -> None:
    """The enemy loses its fortifications or resistances."""
    foe = fight(table).foes[name]
    if foe.summoned is not None:
        return
    for what in node.params["what"]:
        for one in ALL_RESISTANCES if what == "resistances" else (what,):
            put_new(foe.lost, one)  # type: ignore[arg-type]
    what = [word.replace("-", " ") for word in node.params["what"]]
    table.log(EnemyLoses(rule="effects.follow-card-text", foe=name, enemy=foe.enemy, what=what))


def destroy(table: Table, run: CarryOut, node: EffectNode, name: str) -> None:
    """The enemy is destroyed, which is a defeat."""
    defeat(table, run.seat, name, "attack-phase.destroy-is-defeat")
    lapse(table, run.seat)


AFFECT = {
    "enemy-no-attack": prevent,
    "enemy-armor": change_armor,
    "enemy-lose": lose,
    "destroy-enemy": destroy,
}

for _name in AFFECT:
    op(_name)(aim)


# --- cancelling one attack --------------------------------------------------------------------------------------------


class CancelAttack(Action, tag="cancel-attack", frozen=True):
    """Cancel one attack of an enemy: it deals no Damage."""

    enemy: FoeId
    attack: AttackNumber = 1

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["CancelAttack"]:
        return [cls(actor=actor, enemy=name, attack=attack) for name, attack in _cancellable(table)]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if (self.enemy, self.attack) not in _cancellable(table):
            yield Violation("effects.follow-card-text:no-attack", "there is no such attack to cancel", at="enemy")

    def apply(self, table: Table, step: Any, actor: str) -> None:
        foe = fight(table).foes[self.enemy]
        put_number(foe.cancelled, self.attack)
        table.log(
            AttackCancelled(
                rule="effects.follow-card-text",
                foe=self.enemy,
                enemy=foe.summoned or foe.enemy,
                attack=self.attack,
            )
        )
        lapse(table, actor)


def _cancellable(table: Table) -> list[tuple[str, int]]:
    foes: dict[str, Foe] = alive(fight(table)) if table.state.combat is not None else {}
    return [
        (name, strike.number)
        for name, foe in foes.items()
        for strike in open_strikes(table, foe)
        if not is_immune(table, running(table).source, foe)
    ]


class ChooseAttack(ForEffect, tag="choose-attack"):
    """An attack of an enemy is chosen that an effect cancels."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Choose the attack that is cancelled."
    actions: ClassVar[tuple[type[Action], ...]] = (CancelAttack,)
    asked_by: ClassVar[tuple[str, ...]] = ("cancel-attack",)


@op("cancel-attack")
def cancel_attack(table: Table, run: CarryOut, node: EffectNode) -> None:
    from service.games.mage_knight.pvp_effects import aim_at_units

    if table.state.duel is not None and table.state.combat is not None:
        aim_at_units(table, run, node)
        return
    table.push(ChooseAttack(seat=run.seat, node=node.id)) if _cancellable(table) else skip(table, run)


# --- counters ---------------------------------------------------------------------------------------------------------


@counter("enemies-faced")
def _enemies_faced(table: Table, run: CarryOut, node: EffectNode) -> int:
    if table.state.duel is not None and table.state.combat is not None:
        return faced_in_duel(table, run.seat)
    return len(alive(fight(table))) if table.state.combat is not None else 0


def faced_in_duel(table: Table, seat: str) -> int:
    """The other player's Ready Unwounded Units and those in the attack, and one more (``pvp.enemy-count``)."""
    duel = table.state.duel
    assert duel is not None
    other = duel.defender if seat == duel.aggressor else duel.aggressor
    units = table.player(other).units
    ready = {ref for ref, unit in units.items() if not unit.spent and not unit.wounds}
    return len(ready | {part.id for part in duel.parts if part.origin == "unit" and part.id in units}) + 1


@counter("enemy-symbols")
def _enemy_symbols(table: Table, run: CarryOut, node: EffectNode) -> int:
    """The icons on the token that is blocked; cold fire counts as fire and ice. Of a player's attack its mana."""
    combat, duel = table.state.combat, table.state.duel
    if duel is not None:
        return duel.mana
    if combat is None or combat.assembly is None or combat.assembly.attack is None or not combat.assembly.targets:
        return 0
    token = token_of(table, combat.foes[combat.assembly.targets[0]])
    elements = {"physical": 0, "fire": 1, "ice": 1, "cold-fire": 2}
    attacks = sum(elements[attack.element] for attack in token.attacks if attack.summon is None)
    return len(token.abilities) + len(token.resistances) + attacks


@counter("resistances")
def _resistances(table: Table, run: CarryOut, node: EffectNode) -> int:
    from service.games.mage_knight.pvp_damage import unit_resistances

    combat, duel = table.state.combat, table.state.duel
    if combat is not None and duel is not None:
        other = duel.defender if run.seat == duel.aggressor else duel.aggressor
        known = run.found.unit in table.player(other).units
        return len(unit_resistances(table, other, run.found.unit)) if known and run.found.unit is not None else 0
    if combat is None or run.found.enemy not in combat.foes:
        return 0
    return len(token_of(table, combat.foes[run.found.enemy]).resistances)


AIM_STEPS: tuple[type[Step], ...] = (AimEffect, ChooseAttack)
