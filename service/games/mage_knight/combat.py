"""Combat: how it begins, its four phases, and what comes of it."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from service.engine.action import Action
from service.engine.shapes import Seat
from service.engine.step import Step
from service.games.mage_knight.combat_actions import COMBAT_ACTIONS
from service.games.mage_knight.events_combat import CombatBegun, CombatEnded, PhaseBegun
from service.games.mage_knight.ids import Space
from service.games.mage_knight.revealing import on_space, tidy, turn_up
from service.games.mage_knight.state_combat import Cause, Combat, Foe, Phase
from service.games.mage_knight.table import Table

PHASES: tuple[Phase, ...] = ("ranged", "block", "damage", "attack")
PHASE_NAME = {
    "ranged": "Ranged and Siege Attack",
    "block": "Block",
    "damage": "Assign Damage",
    "attack": "Attack",
}


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
    """Begin a combat: with the tokens of a site, turned up first, and with rampaging enemies of other spaces."""
    turn = table.turn
    turn.deed, turn.begun = cause if cause != "enter" else "enter-site", True
    table.push(
        *(turn_up(table, site, "reveal.assault-turns-up") if site is not None else []),
        BeginCombat(
            seat=seat,
            cause=cause,
            site=site,
            others=list(others),
            origin=origin,
            night_rules=night_rules,
            units_allowed=units_allowed,
        ),
    )


class BeginCombat(Step, tag="begin-combat"):
    """All enemies are known: the combat begins with its first phase."""

    rule: ClassVar[str] = "combat.reveal-first"

    seat: Seat
    cause: Cause
    site: Space | None = None
    others: list[Space] = []
    origin: Space | None = None
    night_rules: bool = False
    units_allowed: bool = True

    def run(self, table: Table) -> None:
        turn, at = table.turn, table.player(self.seat).at
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
            for enemy in table.on(space).enemies if space is not None else ():
                add_foe(combat, Foe(enemy=enemy, space=space, garrison=space == self.site))  # type: ignore[arg-type]
        turn.move = turn.influence = turn.healing = 0
        table.state.combat = combat
        table.log(CombatBegun(rule=self.rule, seat=self.seat, enemies=[foe.enemy for foe in combat.foes.values()]))
        table.push(FightCombat(seat=self.seat))


def add_foe(combat: Combat, foe: Foe) -> str:
    """An enemy joins a combat; what it is called in it."""
    number = sum(other.enemy == foe.enemy for other in combat.foes.values()) + 1
    name = foe.enemy if number == 1 else f"{foe.enemy}.{number}"
    combat.foes[name] = foe
    return name


class EndPhase(Action, tag="end-phase", frozen=True):
    """End the phase of the combat."""

    def apply(self, table: Table, step: "FightCombat", actor: str) -> None:
        combat = table.state.combat
        assert combat is not None
        at = PHASES.index(combat.phase)
        if at + 1 < len(PHASES) and any(not foe.defeated for foe in combat.foes.values()):
            combat.phase = PHASES[at + 1]
            table.log(PhaseBegun(rule="combat.four-phases", phase=PHASE_NAME[combat.phase]))
        else:
            step.over = True
            table.push(EndCombat(seat=actor))


class FightCombat(Step, tag="fight-combat"):
    """The phases of a combat."""

    rule: ClassVar[str] = "combat.four-phases"
    prompt: ClassVar[str] = "Fight: open attacks and blocks, assign damage, or end the phase."
    actions: ClassVar[tuple[type[Action], ...]] = (*COMBAT_ACTIONS, EndPhase)

    seat: Seat
    over: bool = False

    def must(self, table: Table) -> Sequence[str]:
        return () if self.over or table.state.combat is None else (self.seat,)


class EndCombat(Step, tag="end-combat"):
    """What comes of a combat: tokens stay or leave, sites are conquered, a failed assault withdraws."""

    rule: ClassVar[str] = "outcome.assault-failed-withdraw"

    seat: Seat

    def run(self, table: Table) -> None:
        combat = table.state.combat
        assert combat is not None
        table.state.combat = None
        player, won = table.player(self.seat), all(foe.defeated for foe in combat.foes.values() if foe.garrison)
        if combat.cause == "assault" and not won and combat.origin is not None:
            player.at = combat.origin
        elif combat.cause == "assault" and combat.site is not None:
            on_space(table, combat.site).shields = [self.seat]
        for foe in combat.foes.values():
            tidy(table, foe.space)
        table.log(CombatEnded(rule=self.rule, seat=self.seat))


COMBAT_STEPS: tuple[type[Step], ...] = (BeginCombat, FightCombat, EndCombat)
