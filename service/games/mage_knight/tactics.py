"""Tactics: taking them at the start of a Round, the Round Order that follows, and using them."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from service.engine.action import Action, Where
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.mage_knight.dummy import DummyTactic, dummy_takes
from service.games.mage_knight.effect_rules import Use, objections
from service.games.mage_knight.effects import start
from service.games.mage_knight.events_core import (
    ReactionUsed,
    RoundOrderSet,
    TacticsSetAside,
    TacticTaken,
    TacticUsed,
)
from service.games.mage_knight.ids import DUMMY, TacticId
from service.games.mage_knight.reactions import announced, reaction
from service.games.mage_knight.skills import UseSkill
from service.games.mage_knight.state_turn import Source
from service.games.mage_knight.table import Table

ON_OWN_TURN = ("once-on-own-turn", "once-when-deck-empty", "once-per-turn-before-source")
BEFORE_OWN_TURN = ("once-before-own-turn", "before-each-own-turn")
TURNED_DOWN = ("once-on-own-turn", "once-when-deck-empty", "once-before-own-turn")


def picking_order(table: Table) -> list[str]:
    """Who takes first: the lowest Fame, and of those alike the one whose Round Order token lies lower."""
    order = [party for party in table.state.order if party != DUMMY]
    return sorted(order, key=lambda seat: (table.player(seat).fame, -order.index(seat)))


class ChooseTactics(Step, tag="choose-tactics"):
    """Everybody takes a Tactic; then the Round Order follows from their numbers."""

    rule: ClassVar[str] = "tactics.each-takes-one"

    def run(self, table: Table) -> None:
        steps: list[Step] = [TakeTactic(seat=seat) for seat in picking_order(table)]
        dummy = dummy_takes(table)
        if dummy is not None:
            steps.insert(0 if dummy == "first" else len(steps), DummyTactic())
        table.push(*steps, SetRoundOrder())


class ChooseTactic(Action, tag="take-tactic", frozen=True):
    """Take one of the Tactics that lie open."""

    tactic: TacticId

    @classmethod
    def candidates(cls, table: Table, step: "TakeTactic", actor: str, where: Where) -> Iterable["ChooseTactic"]:
        return [cls(actor=actor, tactic=tactic) for tactic in sorted(table.state.tactics)]

    def violations(self, table: Table, step: "TakeTactic", actor: str) -> Iterator[Violation]:
        if self.tactic not in table.state.tactics:
            yield Violation("tactics.each-takes-one", "{tactic} does not lie open", at="tactic", tactic=self.tactic)

    def apply(self, table: Table, step: "TakeTactic", actor: str) -> None:
        player, tactic = table.player(actor), table.pack.tactics[self.tactic]
        table.state.tactics.remove(self.tactic)
        player.tactic = self.tactic
        player.tactic_down = player.tactic_used = False
        table.log(TacticTaken(rule="tactics.each-takes-one", seat=actor, tactic=self.tactic))
        if tactic.when == "when-taken":
            source = Source(origin="tactic", id=self.tactic, half="effect")
            table.push(start(table, actor, source, tactic.nodes))


class TakeTactic(Choice, tag="take-tactic"):
    """A player takes a Tactic."""

    rule: ClassVar[str] = "tactics.lowest-fame-first"
    prompt: ClassVar[str] = "Take a Tactic."
    actions: ClassVar[tuple[type[Action], ...]] = (ChooseTactic,)

    def misplaced(self, table: Table, action: Action) -> Violation | None:
        if isinstance(action, UseSkill):
            return Violation(
                "before-turn.not-before-tactics-done", "not all Tactics of the Round have been taken", at="type"
            )
        return None


class SetRoundOrder(Step, tag="set-round-order"):
    """The Round Order tokens are rearranged by the numbers of the Tactics, the lowest on top."""

    rule: ClassVar[str] = "tactics.reorder-round-order"

    def run(self, table: Table) -> None:
        state = table.state

        def number(party: str) -> int:
            tactic = table.dummy.tactic if party == DUMMY else table.player(party).tactic
            return table.pack.tactics[tactic].number if tactic is not None else 0

        state.order = sorted(state.order, key=number)
        table.log(RoundOrderSet(rule=self.rule, order=list(state.order)))
        if state.tactics:
            state.tactics = []
            table.log(TacticsSetAside(rule="tactics.set-unclaimed-aside"))


class UseTactic(Action, tag="use-tactic", frozen=True):
    """Use the own Tactic."""

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["UseTactic"]:
        return [cls(actor=actor)] if table.player(actor).tactic is not None else []

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        player = table.player(actor)
        if player.tactic is None:
            yield Violation("tactics.each-takes-one:none", "{seat} has no Tactic", seat=actor)
            return
        if not table.pack.tactics[player.tactic].nodes:
            yield Violation(
                "tactic.number-one-no-effect", "{tactic} has no effect but its number", tactic=player.tactic
            )
            return
        tactic, own_turn = table.pack.tactics[player.tactic], table.active() == actor
        if tactic.when not in (ON_OWN_TURN if own_turn else BEFORE_OWN_TURN):
            yield Violation("effects.follow-card-text:tactic-moment", "{tactic} cannot be used now", tactic=tactic.name)
            return
        if player.tactic_down or player.tactic_used:
            yield Violation("effects.follow-card-text:tactic-used", "{tactic} has been used", tactic=tactic.name)
        if tactic.when == "once-per-turn-before-source" and (table.turn.source_rerolled or _source_used(table)):
            yield Violation(
                "tactic.mana-search",
                "{tactic} can be used once per turn, before the Source is used",
                tactic=tactic.name,
            )
        source = Source(origin="tactic", id=player.tactic, half="effect")
        yield from objections(table, Use.of(table, actor, source), tactic.nodes)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        player = table.player(actor)
        assert player.tactic is not None
        tactic = table.pack.tactics[player.tactic]
        if tactic.when in TURNED_DOWN:
            player.tactic_down = True
        elif tactic.when == "before-each-own-turn":
            player.tactic_used = True
        else:
            table.turn.source_rerolled = True
        if table.active() == actor:
            table.turn.begun = True
        if table.active() not in (None, actor):
            table.log(ReactionUsed(rule="before-turn.both-labels-same", seat=actor, thing=tactic.id))
        table.log(TacticUsed(rule="effects.sources", seat=actor, tactic=tactic.id))
        source = Source(origin="tactic", id=tactic.id, half="effect")
        table.push(*announced(table, start(table, actor, source, tactic.nodes)))


def _source_used(table: Table) -> bool:
    """Whether a die of the Source has been used as mana this turn."""
    return table.turn.die_used or any(die.reroll for die in table.turn.dice)


def _holds_tactic(table: Table, seat: str) -> bool:
    """Whether a player's Tactic works before the own turn and has not been used yet."""
    player = table.player(seat)
    if player.tactic is None or player.tactic_down or player.tactic_used:
        return False
    return table.pack.tactics[player.tactic].when in BEFORE_OWN_TURN


reaction(_holds_tactic, UseTactic)

TACTIC_STEPS: tuple[type[Step], ...] = (ChooseTactics, TakeTactic, SetRoundOrder)
