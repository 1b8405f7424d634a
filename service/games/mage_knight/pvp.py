"""Combat between two players: when it can begin, how the defender attends, and how it is over."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.shapes import Seat
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.beginning import act_as
from service.games.mage_knight.combat import points_lapse
from service.games.mage_knight.events_pvp import Attends, DuelBegun
from service.games.mage_knight.events_scenarios import TokenFlipped
from service.games.mage_knight.gains import change_reputation
from service.games.mage_knight.ids import WOUND
from service.games.mage_knight.moving import keep_with_owner
from service.games.mage_knight.pvp_fight import DuelPart, duel_of, open_phase
from service.games.mage_knight.reactions import REACTIONS, WINDOWS
from service.games.mage_knight.state_combat import Combat
from service.games.mage_knight.state_joint import Duel
from service.games.mage_knight.state_turn import Turn
from service.games.mage_knight.table import Table
from service.games.mage_knight.team import forbidden
from service.games.mage_knight.the_map import opponents_on


def must_fight(table: Table, seat: str) -> list[str]:
    """Whom a player has to fight before the turn may end (``turn.mandatory-pvp``)."""
    turn, at = table.turn, table.player(seat).at
    if at is None or turn.deed is not None or not turn.moved or len(turn.path) < 2:
        return []
    return [other for other in opponents_on(table, seat, at) if not any(True for _ in forbidden(table, other))]


def duty_violations(table: Table, seat: str) -> Iterator[Violation]:
    """Why a turn cannot end on the space of another player without a fight."""
    others = must_fight(table, seat)
    if others:
        yield Violation(
            "turn.mandatory-pvp",
            "{seat} has stopped on the space of {others} and must fight",
            at="type",
            seat=seat,
            others=others,
        )


class AttackPlayer(Action, tag="attack-player", frozen=True):
    """Attack the player with whom the figure shares a space just entered: the action of the turn."""

    defender: Seat

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["AttackPlayer"]:
        at = table.player(actor).at
        others = opponents_on(table, actor, at) if at is not None else []
        return [cls(actor=actor, defender=other) for other in others]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        turn, at = table.turn, table.player(actor).at
        if turn.resting:
            yield Violation("rest.no-move-fight-interact:player", "{seat} rests and attacks nobody", seat=actor)
        elif turn.deed is not None:
            yield Violation("turn.one-action-only:player", "{seat} has had the action of the turn", seat=actor)
        if at is None or self.defender not in opponents_on(table, actor, at):
            yield Violation(
                "pvp.conditions",
                "{other} does not stand on the same space, or it is a portal or a city",
                at="defender",
                other=self.defender,
            )
        elif not turn.moved or len(turn.path) < 2:
            yield Violation("pvp.conditions:entered", "{seat} has not entered the space this turn", seat=actor)
        yield from forbidden(table, self.defender)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        turn, at = table.turn, table.player(actor).at
        assert at is not None
        if keep_with_owner(table, actor, at):
            change_reputation(table, actor, -1, "combat.assault-foreign-keep")
        turn.deed, turn.begun, turn.movement_over = "attack-player", True, True
        points_lapse(table)
        duel = Duel(aggressor=actor, defender=self.defender, space=at, origin=turn.path[-2])
        table.state.duel = duel
        table.log(DuelBegun(rule="pvp.roles", seat=actor, defender=self.defender, space=at))
        table.push(Attend(seat=self.defender))


# --- how the defender attends -----------------------------------------------------------------------------------------


class AttendFully(Action, tag="attend-fully", frozen=True):
    """Attend fully: play the next turn in advance."""

    def violations(self, table: Table, step: "Attend", actor: str) -> Iterator[Violation]:
        if all(card == WOUND for card in table.player(actor).hand):
            yield Violation(
                "pvp.fully-needs-card", "{seat} has no card in hand that is no Wound", at="type", seat=actor
            )

    def apply(self, table: Table, step: "Attend", actor: str) -> None:
        step.over = True
        table.player(actor).flipped = True
        table.log(Attends(rule="pvp.fully-attend", seat=actor, how="fully"))
        table.log(TokenFlipped(rule="pvp.fully-attend", seat=actor))
        duel_of(table).fully = True
        act_as(table, actor, "pvp.fully-start-of-turn")
        begin_duel(table)


class AttendPartially(Action, tag="attend-partially", frozen=True):
    """Attend partially: keep the next turn."""

    def apply(self, table: Table, step: "Attend", actor: str) -> None:
        step.over = True
        table.log(Attends(rule="pvp.partially-attend", seat=actor, how="partially"))
        duel_of(table).fully = False
        at = table.player(actor).at
        assert at is not None
        table.state.waiting[actor] = Turn(seat=actor, path=[at], no_die=True)
        act_as(table, actor, "pvp.partially-attend")
        begin_duel(table)


class Attend(DuelPart, tag="attend"):
    """The defender may use effects for other players' turns, and attends fully or partially."""

    rule: ClassVar[str] = "pvp.defender-options"
    prompt: ClassVar[str] = "You are attacked: attend fully, which costs your next turn, or partially."
    actions: ClassVar[tuple[type[Action], ...]] = (AttendFully, AttendPartially, *REACTIONS)

    seat: Seat
    over: bool = False

    def must(self, table: Table) -> Sequence[str]:
        return () if self.over else (self.seat,)

    def answers(self) -> bool:
        return True

    def consistency(self, table: Table) -> Iterator[Defect]:
        duel = table.state.duel
        if duel is None or duel.defender != self.seat:
            yield error(self.rule, "/seat", "no-combat", "nobody attacks this player")
        elif table.state.ending is not None:
            yield error("pvp.conditions", "", "ending", "no player is attacked in the last turns")


WINDOWS.append(Attend)


def begin_duel(table: Table) -> None:
    """Both sides are ready: the phase of Ranged and Siege Attacks begins, and the combat ends with both turns."""
    duel = duel_of(table)
    table.turn.deed = "attack-player"
    table.turn.begun = True
    points_lapse(table)
    table.state.combat = Combat(seat=duel.defender, cause="player", space=duel.space)
    duel.combat = Combat(seat=duel.aggressor, cause="player", space=duel.space)
    table.push(EndOfDuel())
    open_phase(table, "ranged", duel.defender)


# --- the end ----------------------------------------------------------------------------------------------------------


class EndOfDuel(DuelPart, tag="end-of-duel"):
    """The combat is over: a defender who attended fully ends the turn, then the aggressor goes on."""

    rule: ClassVar[str] = "pvp.fully-attend"

    def run(self, table: Table) -> None:
        from service.games.mage_knight.turns import TakeTurn

        duel = duel_of(table)
        table.state.combat = duel.combat = None
        duel.over, duel.parts, duel.left = True, [], 0
        table.push(CloseDuel())
        if duel.fully:
            act_as(table, duel.defender, self.rule)
            table.push(TakeTurn(seat=duel.defender))


class CloseDuel(DuelPart, tag="close-duel"):
    """The turn of the aggressor goes on."""

    rule: ClassVar[str] = "pvp.two-phases"

    def run(self, table: Table) -> None:
        act_as(table, duel_of(table).aggressor, self.rule)
        table.state.waiting, table.state.duel = {}, None
        table.memo.clear()


PVP_STEPS: tuple[type[Step], ...] = (Attend, EndOfDuel, CloseDuel)
