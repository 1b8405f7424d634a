"""Battling: how a Battle begins, goes from step to step, and ends.

The defender always acts first: abilities, Combat Spell, payment, Conscripts. What Units and cards add to Strength
stands in ``strength``, the Tactic Cards in ``tactics`` and ``payment``, what is lost in ``losses`` and ``retreating``.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.battle_events import (
    BattleBegun,
    BattleDecided,
    BattleEndsEarly,
    BattleOver,
    CombatSpellWorks,
    DamageDealt,
    NoCombatSpell,
    StrengthTotalled,
)
from service.games.heroes_of_land_air_and_sea.capital_battles import destroy_capital
from service.games.heroes_of_land_air_and_sea.costs import combat_cost
from service.games.heroes_of_land_air_and_sea.ids import ENEMY, Area, Party, Spell, Vessel
from service.games.heroes_of_land_air_and_sea.losses import (
    AssignLosses,
    damage_of,
    fall,
    saves,
    victims_of,
)
from service.games.heroes_of_land_air_and_sea.occasions import happens
from service.games.heroes_of_land_air_and_sea.payment import not_fought
from service.games.heroes_of_land_air_and_sea.retreating import Retreat
from service.games.heroes_of_land_air_and_sea.solo_battles import DrawBattleCard, EnemyRetreat, put_card_away
from service.games.heroes_of_land_air_and_sea.state import Battle
from service.games.heroes_of_land_air_and_sea.stealing import steal
from service.games.heroes_of_land_air_and_sea.stock import score
from service.games.heroes_of_land_air_and_sea.strength import (
    abilities_in_battle,
    capital_owner,
    comrades,
    fought,
    is_empty,
    is_side,
    leader_of,
    natural_strength,
    role_of,
    strength,
    tower_owner,
    tower_strength,
)
from service.games.heroes_of_land_air_and_sea.supply import destroy_tower
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.tactics import ChooseTactic, RevealTactics
from service.games.heroes_of_land_air_and_sea.teams import ChooseLeader


def start_battle(table: Table, attacker: str, area: str, remote: str | None = None) -> None:
    """Push the Battle of a player against whoever has pieces in a Region; the attacking pieces are there already.

    ``remote``: the Vessel that fights from a neighbouring Region.
    """
    table.push(BeginBattle(seat=attacker, area=area, remote=remote))


class BeginBattle(Step, tag="begin-battle"):
    """A Battle begins: a point for the attacker, then everything in its order, the defender first."""

    rule: ClassVar[str] = "battle.start"

    seat: Party
    area: Area
    remote: Vessel | None = None
    defender: Party | None = None

    def run(self, table: Table) -> None:
        defenders = table.enemies_at(self.seat, self.area)
        if not defenders:
            return
        defender = self.defender if self.defender in defenders else defenders[0]
        if len(defenders) > 1 and self.defender is None:
            table.push(ChooseLeader(seat=defender, attacker=self.seat, area=self.area, remote=self.remote))
            return
        table.state.battle = Battle(area=self.area, attacker=self.seat, defender=defender, remote=self.remote)
        table.log(BattleBegun(rule=self.rule, attacker=self.seat, defender=defender, area=self.area))
        score(table, self.seat, table.pack.constants["vp"]["start_battle"], "battle.attacker-vp")
        seats = (defender, self.seat)
        table.push(
            *(UseBattleAbilities(seat=seat) for seat in seats),
            *(CombatSpell(seat=seat) for seat in seats if seat != ENEMY),
            BeginTactics(),
            EndBattle(),
        )
        happens(table, self.seat, "battle-started")

    def consistency(self, table: Table) -> Iterator[Defect]:
        if table.state.battle is not None:
            yield error(self.rule, "/area", "battle", "a Battle is being fought already")
        if self.remote is not None and self.remote not in table.player(self.seat).vessels:
            detail = f"{table.named(self.remote)} of {table.named(self.seat)} is not in play"
            yield error(self.rule, "/remote", "gone", detail)


class UseBattleAbilities(Step, tag="use-battle-abilities"):
    """The abilities of one side add their Strength; those that destroy Units act (``strength.ability-bonuses``)."""

    rule: ClassVar[str] = "strength.ability-bonuses"

    seat: Party

    def run(self, table: Table) -> None:
        if not is_side(table, self.seat):
            return
        table.log(StrengthTotalled(rule=self.rule, seat=self.seat, strength=strength(table, self.seat)))
        abilities = [a for a in abilities_in_battle(table, self.seat, "battle-destroy") if a.timing == "before-tactics"]
        table.push(*(step for ability in abilities for step in victims_of(table, self.seat, ability.id, 0)))

    def consistency(self, table: Table) -> Iterator[Defect]:
        return not_fought(table, self.seat)


# --- Combat Spells ----------------------------------------------------------------------------------------------------


class CastCombatSpell(Action, tag="combat-spell", frozen=True):
    """Cast a Combat Spell from the Library."""

    spell: Spell

    @classmethod
    def candidates(cls, table: Table, step: "CombatSpell", actor: str, where: Where) -> Iterable["CastCombatSpell"]:
        return [cls(actor=actor, spell=spell) for spell in dict.fromkeys(table.player(actor).library)]

    def violations(self, table: Table, step: "CombatSpell", actor: str) -> Iterator[Violation]:
        if self.spell not in table.player(actor).library:
            yield Violation(
                "cast.source:not-in-library", "{spell} is not in the Library of {seat}", spell=self.spell, seat=actor
            )
        spell = table.pack.spells[self.spell]
        if spell.label != "combat":
            yield Violation(
                "strength.one-combat-spell:label",
                "{spell} is labelled {label}, not COMBAT",
                spell=self.spell,
                label=spell.label.upper(),
            )
        role = role_of(fought(table), actor)
        for requirement in spell.requires:
            if requirement != role:
                yield Violation(
                    "strength.spell-effects:role",
                    "only the {role} may cast {spell}",
                    role=requirement,
                    spell=self.spell,
                )
        cost = combat_cost(table, actor, self.spell)
        missing = table.missing(actor, cost)
        if missing:
            yield Violation(
                "cast.cost",
                "{spell} costs {cost}; {seat} lacks {missing}",
                at="spell",
                spell=self.spell,
                cost=cost,
                seat=actor,
                missing=missing,
            )

    def apply(self, table: Table, step: "CombatSpell", actor: str) -> None:
        from service.games.heroes_of_land_air_and_sea.spells import announce

        announce(table, actor, self.spell, paid=combat_cost(table, actor, self.spell))


class NoSpell(Action, tag="no-combat-spell", frozen=True):
    """Declare that you cast no Combat Spell; that is final."""

    def apply(self, table: Table, step: "CombatSpell", actor: str) -> None:
        table.log(NoCombatSpell(rule=step.rule, seat=actor))


class CombatSpell(Choice, tag="combat-spell"):
    """A side casts a Combat Spell or declares not to; whoever has an empty Library is not asked."""

    rule: ClassVar[str] = "strength.spell-order"
    prompt: ClassVar[str] = "Cast a Combat Spell, or declare that you cast none."
    actions: ClassVar[tuple[type[Action], ...]] = (CastCombatSpell, NoSpell)

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if is_side(table, self.seat) and table.player(self.seat).library else ()

    def answers(self) -> bool:
        return True

    def run(self, table: Table) -> None:
        if is_side(table, self.seat):
            table.log(NoCombatSpell(rule=self.rule, seat=self.seat))

    def consistency(self, table: Table) -> Iterator[Defect]:
        return not_fought(table, self.seat)


def combat_spell_took_effect(table: Table, seat: str, spell: str) -> None:
    """A COMBAT Spell takes effect for a side of the Battle: it changes Strength from now on, or destroys Units.

    Nothing happens where this player is no side.
    """
    if not is_side(table, seat):
        return
    side = fought(table).side(seat)
    side.spells = sorted([*side.spells, spell])
    table.log(
        CombatSpellWorks(rule="strength.spell-effects", seat=seat, spell=spell, name=table.pack.spells[spell].name)
    )
    for number, effect in enumerate(table.pack.spells[spell].effects):
        if effect["op"] == "battle-destroy":
            table.push(*victims_of(table, seat, spell, number))


# --- Tactic Cards and the comparison ----------------------------------------------------------------------------------


class BeginTactics(Step, tag="begin-tactics"):
    """The Battle ends if nothing is left of a side; else both choose a Tactic Card."""

    rule: ClassVar[str] = "tactic.early-end"

    def run(self, table: Table) -> None:
        battle = table.state.battle
        if battle is None:
            return
        seats = (battle.defender, battle.attacker)
        empty = [seat for seat in seats if is_empty(table, seat)]
        if not empty:
            lanes = table.lanes({seat: [ChooseTactic(seat=seat)] for seat in seats if seat != ENEMY})
            cards = [DrawBattleCard()] if ENEMY in seats else []
            table.push(lanes, *cards, RevealTactics(), CompareStrength())
            return
        table.log(BattleEndsEarly(rule=self.rule, empty=empty))
        if len(empty) == 1:
            battle.winner = battle.rival(empty[0])
            table.push(WinnerGains(seat=battle.winner))
            happens(table, empty[0], "battle-lost")


class CompareStrength(Step, tag="compare-strength"):
    """The higher Strength wins, a tie goes to the defender; sacrificed Units are removed, then the loser suffers."""

    rule: ClassVar[str] = "battle.higher-wins"

    def run(self, table: Table) -> None:
        battle = table.state.battle
        if battle is None:
            return
        attacking, defending = strength(table, battle.attacker), strength(table, battle.defender)
        battle.winner = battle.attacker if attacking > defending else battle.defender
        table.log(BattleDecided(rule=self.rule, winner=battle.winner, attacking=attacking, defending=defending))
        table.push(SufferDefeat(seat=battle.rival(battle.winner)))
        for seat in (battle.defender, battle.attacker):
            side = battle.side(seat)
            if side.sacrificed:
                fall(table, seat, side.sacrificed, "sacrifice.removed")
                side.sacrificed = {}


class SufferDefeat(Step, tag="suffer-defeat"):
    """The loser takes Damage and leaves; a Capital City that loses is destroyed."""

    rule: ClassVar[str] = "battle.damage"

    seat: Party

    def run(self, table: Table) -> None:
        if not is_side(table, self.seat):
            return
        winner = fought(table).rival(self.seat)
        revenge = [
            step
            for ability in abilities_in_battle(table, self.seat, "battle-revenge")
            for step in victims_of(table, self.seat, ability.id, 0)
        ]
        army_of = comrades(table, self.seat)
        owner = capital_owner(table, self.seat)
        if owner is not None:
            visitors = [Retreat(seat=visitor) for visitor in army_of if visitor != owner]
            table.push(*revenge, *visitors, WinnerGains(seat=winner), LoseCapital(seat=winner, victim=owner))
            happens(table, self.seat, "battle-lost")
            return
        natural = natural_strength(table, self.seat)
        damage = damage_of(table, self.seat, natural)
        table.log(DamageDealt(rule=self.rule, seat=self.seat, natural=natural, damage=damage))
        rescue = saves(table, self.seat)
        tower = tower_owner(table, self.seat)
        if tower is not None:
            rule = "battle.tower-first" if damage else "battle.tower-lost-always"
            destroy_tower(table, tower, fought(table).area, rule)
            damage = max(0, damage - tower_strength(table))
        table.push(
            AssignLosses(seat=self.seat, damage=damage),
            *rescue,
            *revenge,
            *(EnemyRetreat() if member == ENEMY else Retreat(seat=member) for member in army_of),
            WinnerGains(seat=winner),
        )
        happens(table, self.seat, "battle-lost")

    def consistency(self, table: Table) -> Iterator[Defect]:
        return not_fought(table, self.seat)


class WinnerGains(Step, tag="winner-gains"):
    """What the winner's card, Spells and abilities give for the victory, and what they cost."""

    rule: ClassVar[str] = "battle.winner-stays"

    seat: Party

    def run(self, table: Table) -> None:
        if not is_side(table, self.seat):
            return
        battle = fought(table)
        side, rival = battle.side(self.seat), battle.rival(self.seat)
        for spell in side.spells:
            for number, effect in enumerate(table.pack.spells[spell].effects):
                if effect["op"] == "lose-own-unit":
                    table.push(*victims_of(table, self.seat, spell, number))
        if side.tactic is not None and side.standing == "counts" and self.seat != ENEMY:
            for effect in table.pack.tactics[side.tactic].effects:
                if effect.get("on") == "battle-won":
                    steal(table, self.seat, rival, effect["count"], "tactic.bonus")
        happens(table, self.seat, "battle-won")

    def consistency(self, table: Table) -> Iterator[Defect]:
        return not_fought(table, self.seat)


class LoseCapital(Step, tag="lose-capital"):
    """A Capital City that has lost its Battle is destroyed, and its owner eliminated."""

    rule: ClassVar[str] = "capital-battle.loss-destroys"

    seat: Party
    victim: Party

    def run(self, table: Table) -> None:
        if leader_of(table, self.victim) is not None and table.is_in(self.victim):
            destroy_capital(table, self.seat, self.victim)

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from not_fought(table, self.seat)
        yield from not_fought(table, leader_of(table, self.victim) or self.victim)
        if self.seat == self.victim or leader_of(table, self.victim) == self.seat:
            detail = f"{table.named(self.seat)} cannot be both winner and loser"
            yield error("battle.two-sides", "/victim", "self", detail)


class EndBattle(Step, tag="end-battle"):
    """The Battle is over."""

    rule: ClassVar[str] = "battle.outcome"

    def run(self, table: Table) -> None:
        battle = table.state.battle
        if battle is not None:
            put_card_away(table)
            table.log(BattleOver(rule=self.rule, area=battle.area))
            table.state.battle = None
