"""Combat: how it begins, and its four phases."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, ChanceAction, Where
from service.engine.defect import Defect, error
from service.engine.shapes import CHANCE, Seat
from service.engine.step import ChanceStep, Step
from service.engine.violation import Violation
from service.games.mage_knight.assemblies import ASSEMBLY_ACTIONS, MakeAttack, MakeBlock
from service.games.mage_knight.attacks import ChangeTargets, OpenAttack
from service.games.mage_knight.bags import less
from service.games.mage_knight.blocks import OpenBlock
from service.games.mage_knight.combat_actions import COMBAT_ACTIONS
from service.games.mage_knight.converting_points import ConvertPoints, StrikeBack
from service.games.mage_knight.damage import AssignDamage, damage_open
from service.games.mage_knight.events_combat import CombatBegun, MonsterSummoned, NothingSummoned, PhaseBegun
from service.games.mage_knight.foes import alive, fight, in_order
from service.games.mage_knight.gains import lose_points
from service.games.mage_knight.healing import HealUnit, HealWound, points_lost
from service.games.mage_knight.ids import Back, Enemy, Space
from service.games.mage_knight.ops_force import in_force
from service.games.mage_knight.outcome import EndCombat, dismiss_summoned
from service.games.mage_knight.revealing import drawable, pile_with_tokens, turn_up
from service.games.mage_knight.state_combat import Cause, Combat, Foe, FoeId, Phase
from service.games.mage_knight.state_turn import Deed
from service.games.mage_knight.table import Table

PHASES: tuple[Phase, ...] = ("ranged", "block", "damage", "attack")
PHASE_NAME = {
    "ranged": "Ranged and Siege Attack",
    "block": "Block",
    "damage": "Assign Damage",
    "attack": "Attack",
}
Spaces = Annotated[list[Space], Meta(max_length=12)]


def start_combat(
    table: Table,
    seat: str,
    cause: Cause,
    *,
    site: str | None = None,
    others: Iterable[str] = (),
    origin: str | None = None,
    night_rules: bool = False,
    units_allowed: bool = True,
) -> None:
    """Begin a combat: with the tokens of a site, turned up first, and with rampaging enemies of other spaces.

    Where a move has led to it, rampaging enemies next to the space entered may be challenged to join.
    """
    turn, by_move = table.turn, cause in ("assault", "provoked")
    turn.deed, turn.begun = cause if cause != "enter" else "enter-site", True
    begin = BeginCombat(
        seat=seat,
        cause=cause,
        site=site,
        others=list(others),
        origin=origin,
        night_rules=night_rules,
        units_allowed=units_allowed,
    )
    table.push(
        *([JoinCombat(seat=seat)] if by_move else []),
        *(turn_up(table, site, "reveal.assault-turns-up") if site is not None else []),
        begin,
    )


def deed_of(combat: Combat) -> Deed:
    """The action of the turn in which a combat is fought."""
    if combat.cause == "enter":
        return "enter-site"
    return "attack-player" if combat.cause == "player" else combat.cause


def beginning(table: Table) -> "BeginCombat":
    """The combat that is about to begin."""
    return next(step for step in reversed(table.state.agenda) if isinstance(step, BeginCombat))


class ChallengeToo(Action, tag="challenge-too", frozen=True):
    """Challenge a rampaging enemy next to the space entered to join the combat."""

    space: Space

    @classmethod
    def candidates(cls, table: Table, step: "JoinCombat", actor: str, where: Where) -> Iterable["ChallengeToo"]:
        return [cls(actor=actor, space=space) for space in joinable(table, actor)]

    def violations(self, table: Table, step: "JoinCombat", actor: str) -> Iterator[Violation]:
        if self.space not in joinable(table, actor):
            yield Violation(
                "combat.join-adjacent-rampaging",
                "no further rampaging enemy stands on {space}, next to {seat}",
                at="space",
                space=self.space,
                seat=actor,
            )

    def apply(self, table: Table, step: "JoinCombat", actor: str) -> None:
        beginning(table).others.append(self.space)


class NoMoreJoin(Action, tag="begin-combat", frozen=True):
    """Challenge nobody else: the combat begins."""

    def apply(self, table: Table, step: "JoinCombat", actor: str) -> None:
        step.over = True


def joinable(table: Table, seat: str) -> list[str]:
    """The spaces next to a player whose rampaging enemies may still join."""
    at, begin = table.player(seat).at, beginning(table)
    near = table.around(at) if at is not None else ()
    return [space for space in near if table.has_rampaging(space) and space not in begin.others]


class JoinCombat(Step, tag="join-combat"):
    """A move has led to a combat: rampaging enemies next to the space entered may be challenged to join it."""

    rule: ClassVar[str] = "combat.join-adjacent-rampaging"
    prompt: ClassVar[str] = "Challenge further rampaging enemies to join the combat, or begin it."
    actions: ClassVar[tuple[type[Action], ...]] = (ChallengeToo, NoMoreJoin)

    seat: Seat
    over: bool = False

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if not self.over and joinable(table, self.seat) else ()

    def consistency(self, table: Table) -> Iterator[Defect]:
        if not any(isinstance(step, BeginCombat) for step in table.state.agenda):
            yield error(self.rule, "", "no-combat", "no combat is about to begin")


class BeginCombat(Step, tag="begin-combat"):
    """All enemies are known: the combat begins with its first phase."""

    rule: ClassVar[str] = "combat.reveal-first"

    seat: Seat
    cause: Cause
    site: Space | None = None
    others: Spaces = []
    origin: Space | None = None
    night_rules: bool = False
    units_allowed: bool = True

    def run(self, table: Table) -> None:
        at = table.player(self.seat).at
        assert at is not None
        combat = Combat(
            seat=self.seat,
            cause=self.cause,
            space=at,
            site=self.site,
            origin=self.origin,
            night_rules=self.night_rules,
            units_allowed=self.units_allowed,
        )
        for space in (self.site, *self.others):
            for enemy in fought_at(table, self.seat, space) if space is not None else ():
                add_foe(combat, Foe(enemy=enemy, space=space, garrison=space == self.site))  # type: ignore[arg-type]
        points_lapse(table)
        table.state.combat = combat
        table.log(CombatBegun(rule=self.rule, seat=self.seat, enemies=[foe.enemy for foe in combat.foes.values()]))
        table.push(FightCombat(seat=self.seat))

    def consistency(self, table: Table) -> Iterator[Defect]:
        if table.state.turn is None or table.state.turn.seat != self.seat:
            yield error(self.rule, "/seat", "not-the-turn", f"it is not the turn of {self.seat}")
        elif table.player(self.seat).at is None:
            yield error(self.rule, "/seat", "off-the-map", f"{self.seat} stands nowhere")
        if table.state.combat is not None:
            yield error("combat.one-per-turn", "", "combat", "a combat is being fought already")


def points_lapse(table: Table) -> None:
    """Points that no effect turns into Attack or Block are gone when a combat begins."""
    kept = {table.node(effect.node).params["from"] for effect in in_force(table, "convert")}
    lose_points(table, *(points for points in ("move", "influence") if points not in kept))
    points_lost(table)


def fought_at(table: Table, seat: str, space: str) -> list[str]:
    """The enemies on a space that a player fights: in a cooperative assault the own share of the garrison."""
    assault = table.state.assault
    if assault is not None and space == assault.city:
        return list(assault.dealt.get(seat, ()))
    return list(table.on(space).enemies)


def add_foe(combat: Combat, foe: Foe) -> str:
    """An enemy joins a combat; what it is called in it."""
    number = sum(other.enemy == foe.enemy for other in combat.foes.values()) + 1
    name = foe.enemy if number == 1 else f"{foe.enemy}.{number}"
    combat.foes[name] = foe
    return name


# --- summoning --------------------------------------------------------------------------------------------------------


class DrawMonster(ChanceAction, tag="summon-monster", frozen=True):
    """The monster that is summoned."""

    enemy: Enemy

    def apply(self, table: Table, step: "Summon", actor: str) -> None:
        pile = pile_with_tokens(table, step.back)
        less(pile.unseen, self.enemy)
        pile.count -= 1
        foe = fight(table).foes[step.foe]
        foe.summoned = self.enemy
        summoner = table.name(foe.enemy)
        table.log(MonsterSummoned(rule="block.summon-draw", foe=step.foe, summoner=summoner, enemy=self.enemy))


class Summon(ChanceStep, tag="summon"):
    """A summoner draws the token that stands in for it while the player blocks and takes Damage."""

    rule: ClassVar[str] = "block.summon-draw"
    prompt: ClassVar[str] = "Draw a {back} token for the summoning enemy."
    actions: ClassVar[tuple[type[Action], ...]] = (DrawMonster,)

    foe: FoeId
    back: Back

    def must(self, table: Table) -> Sequence[str]:
        pile = table.state.world.enemies[self.back]
        return (CHANCE,) if pile.count or pile.discarded else ()

    def run(self, table: Table) -> None:
        foe = fight(table).foes[self.foe]
        table.log(NothingSummoned(rule="setup.enemy-pile-reshuffle", back=self.back, enemy=foe.enemy))

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        weights = drawable(table, self.back)
        return [DrawMonster(actor=CHANCE, enemy=enemy, weight=weights[enemy]) for enemy in sorted(weights)]

    def consistency(self, table: Table) -> Iterator[Defect]:
        combat = table.state.combat
        if combat is None or self.foe not in combat.foes or combat.foes[self.foe].summoned is not None:
            yield error(self.rule, "/foe", "no-summoner", "no such enemy is about to summon")


def summons(table: Table) -> list[Step]:
    """The tokens that are drawn when the Block phase begins."""
    return [
        Summon(foe=name, back=attack.summon)  # type: ignore[arg-type]
        for name, foe in alive(fight(table)).items()
        for attack in table.pack.enemies[foe.enemy].attacks[:1]
        if attack.summon is not None and not foe.prevented
    ]


# --- the phases -------------------------------------------------------------------------------------------------------


class EndPhase(Action, tag="end-phase", frozen=True):
    """End the phase of the combat."""

    def violations(self, table: Table, step: "FightCombat", actor: str) -> Iterator[Violation]:
        combat = fight(table)
        if combat.assembly is not None:
            yield Violation(
                "attack.points-used-at-once:open", "an attack or block is open: close or cancel it first", at="type"
            )
        if combat.phase == "damage" and damage_open(table):
            yield Violation("damage.all-must-be-assigned:left", "Damage is still to be assigned", at="type")

    def apply(self, table: Table, step: "FightCombat", actor: str) -> None:
        combat = fight(table)
        at = PHASES.index(combat.phase)
        if at + 1 == len(PHASES) or not alive(combat):
            step.over = True
            table.push(EndCombat(seat=actor))
        else:
            begin_phase(table, PHASES[at + 1])


def begin_phase(table: Table, phase: Phase) -> None:
    """The next phase begins; Assign Damage is skipped where no Damage is dealt (``damage.skip-if-none``)."""
    combat = fight(table)
    combat.phase = phase
    if phase == "damage" and not damage_open(table):
        begin_phase(table, "attack")
        return
    table.log(PhaseBegun(rule="combat.four-phases", phase=PHASE_NAME[phase]))
    if phase == "block":
        table.push(*drawn) if (drawn := summons(table)) else None
    elif phase == "attack":
        for _, foe in in_order(combat):
            dismiss_summoned(table, foe, "block.summoner-returns")


BUNDLED: dict[type[Action], tuple[Phase, ...]] = {MakeAttack: ("ranged", "attack"), MakeBlock: ("block",)}
"""The phases of whole attacks and blocks."""


class FightCombat(Step, tag="fight-combat"):
    """The phases of a combat."""

    rule: ClassVar[str] = "combat.four-phases"
    prompt: ClassVar[str] = "Fight: open attacks and blocks, assign damage, or end the phase."
    actions: ClassVar[tuple[type[Action], ...]] = (
        OpenAttack,
        ChangeTargets,
        OpenBlock,
        *COMBAT_ACTIONS,
        ConvertPoints,
        StrikeBack,
        *ASSEMBLY_ACTIONS,
        AssignDamage,
        EndPhase,
    )

    seat: Seat
    over: bool = False

    def must(self, table: Table) -> Sequence[str]:
        return () if self.over or table.state.combat is None else (self.seat,)

    def types(self, table: Table, actor: str) -> tuple[type[Action], ...]:
        """All of them but the bundles of other phases."""
        combat = table.state.combat
        return tuple(kind for kind in self.actions if combat is None or combat.phase in BUNDLED.get(kind, PHASES))

    def misplaced(self, table: Table, action: Action) -> Violation | None:
        if isinstance(action, MakeAttack | MakeBlock):
            what = "attack" if isinstance(action, MakeAttack) else "block"
            return Violation("combat.effects-by-phase:whole", "no {what} can be made in this phase", what=what)
        if isinstance(action, HealWound | HealUnit):
            return Violation("healing.any-time-but-combat", "nobody is healed in a combat", at="type")
        return None

    def consistency(self, table: Table) -> Iterator[Defect]:
        combat = table.state.combat
        if not self.over and combat is not None and combat.seat != self.seat:
            yield error(self.rule, "/seat", "not-the-fighter", f"{combat.seat} fights, not {self.seat}")


COMBAT_STEPS: tuple[type[Step], ...] = (JoinCombat, BeginCombat, Summon, FightCombat)
