"""Effects outside the own turn: before it, between turns, and in reaction to what another player announces.

Whoever by public facts holds such an effect may use it first; the player whose turn it is, or begins, goes on when
nobody is asked any more, or says so.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar

from service.engine.action import Action
from service.engine.shapes import Seat
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.effects import CarryOut
from service.games.mage_knight.events_core import EffectAnnounced
from service.games.mage_knight.table import Table

Holds = Callable[[Table, str], bool]
HOLDERS: list[Holds] = []
REACTIONS: list[type[Action]] = []
WINDOWS: list[type[Step]] = []
"""The steps at which such effects may be used."""


def reaction(holds: Holds, action: type[Action]) -> None:
    """Register an effect for outside the own turn: who holds one by public facts, and the action that uses it."""
    HOLDERS.append(holds)
    if action not in REACTIONS:
        REACTIONS.append(action)
        for window in WINDOWS:
            window.actions = (*window.actions, action)


def holds_reaction(table: Table, seat: str) -> bool:
    """Whether a player holds an effect that works outside the own turn (``before-turn.labels``)."""
    return table.may_still_act(seat) and any(holds(table, seat) for holds in HOLDERS)


def reactors(table: Table, seat: str) -> list[str]:
    """The other players who hold one."""
    return [other for other in table.others(seat) if holds_reaction(table, other)]


def announced(table: Table, run: CarryOut) -> list[Step]:
    """The steps of an effect that is announced: others may react before it is carried out."""
    if table.active() != run.seat or not reactors(table, run.seat):
        return [run]
    table.log(EffectAnnounced(rule="before-turn.as-reaction", seat=run.seat, thing=run.source.id, half=run.source.half))
    return [AwaitReactions(seat=run.seat), run]


class Proceed(Action, tag="proceed", frozen=True):
    """Go on: the announced effect is carried out."""

    def apply(self, table: Table, step: "AwaitReactions", actor: str) -> None:
        step.over = True


class BeginTurn(Action, tag="begin-turn", frozen=True):
    """Begin the own turn."""

    def apply(self, table: Table, step: "TurnBorder", actor: str) -> None:
        step.over = True


class _Window(Step):
    """A moment at which others may use their effects, until whose turn it is goes on."""

    seat: Seat
    over: bool = False

    def may(self, table: Table) -> Sequence[str]:
        return () if self.over else reactors(table, self.seat)

    def objection(self, table: Table, actor: str) -> Violation | None:
        if table.may_still_act(actor):
            return None
        return Violation(
            "turns.no-effects-after-last-turn", "{seat} has had the last turn of this Round", at="actor", seat=actor
        )

    def misplaced(self, table: Table, action: Action) -> Violation | None:
        if action.actor != self.seat:
            return Violation(
                "before-turn.nothing-else-outside-turn",
                "{seat} may use only effects for other players' turns now",
                at="type",
                seat=action.actor,
            )
        return None


class AwaitReactions(_Window, tag="await-reactions"):
    """A player has announced an effect; whoever holds an effect for other players' turns may use it before."""

    rule: ClassVar[str] = "before-turn.as-reaction"
    prompt: ClassVar[str] = "{seat} has announced an effect: react, or proceed."
    actions: ClassVar[tuple[type[Action], ...]] = (Proceed,)

    def must(self, table: Table) -> Sequence[str]:
        return () if self.over or not reactors(table, self.seat) else (self.seat,)

    def types(self, table: Table, actor: str) -> tuple[type[Action], ...]:
        return (Proceed,) if actor == self.seat else tuple(REACTIONS)


class TurnBorder(_Window, tag="turn-border"):
    """Between two turns: effects before the own turn, and of others."""

    rule: ClassVar[str] = "before-turn.between-own-turns"
    prompt: ClassVar[str] = "Before the turn of {seat}: use effects for this moment, or begin the turn."
    actions: ClassVar[tuple[type[Action], ...]] = (BeginTurn,)

    def must(self, table: Table) -> Sequence[str]:
        if self.over or not (holds_reaction(table, self.seat) or reactors(table, self.seat)):
            return ()
        return (self.seat,)

    def types(self, table: Table, actor: str) -> tuple[type[Action], ...]:
        return (BeginTurn, *REACTIONS) if actor == self.seat else tuple(REACTIONS)


WINDOWS += [AwaitReactions, TurnBorder]
REACTION_STEPS: tuple[type[Step], ...] = (AwaitReactions, TurnBorder)
