"""Cooperative assaults on a city: the proposal, and the answers to it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.shapes import Seat
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.beginning import leave
from service.games.mage_knight.coop_assault import begin_assault
from service.games.mage_knight.effects import asked_defects
from service.games.mage_knight.events_scenarios import (
    AssaultDeclined,
    AssaultJoined,
    AssaultProposed,
    PartnerAgreed,
)
from service.games.mage_knight.ids import WOUND, Node, Space
from service.games.mage_knight.movement_rules import card_violations
from service.games.mage_knight.moving import is_closed
from service.games.mage_knight.ops_map import ChooseLanding, landings
from service.games.mage_knight.reactions import REACTIONS, WINDOWS
from service.games.mage_knight.state_joint import Assault, Shares
from service.games.mage_knight.table import Table


def defenders(table: Table, city: str) -> int:
    """How many defenders a city still has, those that nobody has seen too."""
    there = table.on(city)
    return len(there.enemies) + sum(there.hidden.values())


def is_next_to(table: Table, seat: str, space: str) -> bool:
    """Whether a figure stands next to a space."""
    at = table.player(seat).at
    return at is not None and at in table.around(space)


class ProposeAssault(Action, tag="propose-assault", frozen=True):
    """Propose a cooperative assault: on which city, with whom, and how many defenders each participant faces."""

    space: Space
    shares: Shares

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["ProposeAssault"]:
        at = table.player(actor).at
        if at is None or table.turn.deed is not None or table.state.ending is not None:
            return
        for city in reached(table, step, actor) if isinstance(step, ChooseLanding) else table.around(at):
            if table.site(city) != "city" or is_closed(table, city):
                continue
            near = [seat for seat in table.others(actor) if not any(_unsuitable(table, seat, city))]
            for size in range(1, len(near) + 1):
                for partners in combinations(near, size):
                    for shares in _splits(defenders(table, city), [actor, *partners]):
                        yield cls(actor=actor, space=city, shares=shares)

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        yield from _moment_violations(table, actor)
        if not isinstance(step, ChooseLanding):
            yield from _shared_violations(table, actor)
        if table.site(self.space) != "city" or not defenders(table, self.space):
            yield Violation("coop.conditions:city", "no city with defenders is there", at="space")
            return
        if is_closed(table, self.space):
            yield Violation("recon.city-closed:assault", "cities cannot be entered in this scenario", at="space")
        if isinstance(step, ChooseLanding):
            if self.space not in reached(table, step, actor):
                yield Violation("coop.underground-attack", "the city is not reached by this effect", at="space")
        elif not is_next_to(table, actor, self.space):
            yield Violation("coop.conditions:adjacent", "{seat} is not next to that city", at="space", seat=actor)
        yield from self._share_violations(table, actor)
        for seat in sorted(self.shares):
            if seat != actor:
                yield from _unsuitable(table, seat, self.space)

    def _share_violations(self, table: Table, actor: str) -> Iterator[Violation]:
        if actor not in self.shares or len(self.shares) < 2:
            yield Violation("coop.proposal", "the proposer and at least one partner take part", at="shares")
        if not all(self.shares.values()):
            yield Violation("coop.proposal:least", "each participant faces at least one defender", at="shares")
        total, needed = sum(self.shares.values()), defenders(table, self.space)
        if total != needed:
            yield Violation(
                "coop.proposal:sum",
                "the city has {needed} defenders, {total} are shared out",
                at="shares",
                needed=needed,
                total=total,
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        partners = [seat for seat in table.others(actor) if seat in self.shares]
        table.turn.begun = True
        table.state.assault = Assault(city=self.space, shares=dict(self.shares), order=[actor, *partners])
        words = [f"{seat}: {self.shares[seat]}" for seat in (actor, *partners)]
        table.log(AssaultProposed(rule="coop.proposal", seat=actor, space=self.space, shares=words))
        landing = step.node if isinstance(step, ChooseLanding) else None
        table.push(AnswerProposal(seat=actor, asked=partners, landing=landing))


def reached(table: Table, step: ChooseLanding, seat: str) -> list[str]:
    """The cities that a player reaches with Underground Attack."""
    node = table.node(step.node)
    if node.params["end"] == "safe":
        return []
    return [space for space in sorted(landings(table, seat, node)) if table.site(space) == "city"]


def _splits(total: int, seats: Sequence[str]) -> Iterator[dict[str, int]]:
    """Every way to share out so many defenders, at least one each."""
    if len(seats) == 1:
        yield {seats[0]: total}
        return
    for first in range(1, total - len(seats) + 2):
        for rest in _splits(total - first, seats[1:]):
            yield {seats[0]: first, **rest}


def _moment_violations(table: Table, seat: str) -> Iterator[Violation]:
    turn = table.turn
    if turn.resting:
        yield Violation("rest.no-move-fight-interact:joint", "{seat} rests and fights nobody", at="type", seat=seat)
    elif turn.deed is not None:
        yield Violation("coop.conditions:action", "{seat} has had the action of the turn", at="type", seat=seat)
    if table.state.ending is not None:
        yield Violation("coop.conditions:ending", "the End of the Round or of the scenario has been reached", at="type")
    yield from card_violations(table, seat)


def _shared_violations(table: Table, seat: str) -> Iterator[Violation]:
    at = table.player(seat).at
    if at is not None and table.here(at, besides=seat):
        yield Violation("coop.conditions:shared", "{seat} shares the space with others", at="type", seat=seat)


def _unsuitable(table: Table, seat: str, city: str) -> Iterator[Violation]:
    """Why a player cannot be invited, as far as everybody may know it."""
    player = table.player(seat)
    if not is_next_to(table, seat, city):
        yield Violation("coop.suitable-heroes", "{other} is not next to that city", at="shares", other=seat)
    if player.flipped:
        yield Violation(
            "coop.suitable-heroes:flipped",
            "the Round Order token of {other} lies face down",
            at="shares",
            other=seat,
        )
    if not player.hand:
        yield Violation("coop.suitable-heroes:hand", "{other} has no card in hand", at="shares", other=seat)


class AgreeToAssault(Action, tag="agree-to-assault", frozen=True):
    """Take part in the assault as proposed."""

    def violations(self, table: Table, step: "AnswerProposal", actor: str) -> Iterator[Violation]:
        if all(card == WOUND for card in table.player(actor).hand):
            yield Violation("coop.suitable-heroes:wounds", "{seat} has only Wounds in hand", at="type", seat=actor)

    def apply(self, table: Table, step: "AnswerProposal", actor: str) -> None:
        step.asked.remove(actor)
        table.log(AssaultJoined(rule="coop.proposal", seat=actor))
        table.log(PartnerAgreed(rule="coop.by-agreement", seat=actor))
        if not step.asked:
            leave(table, step)
            begin_assault(table, jump=step.landing is not None)


class DeclineAssault(Action, tag="decline-assault", frozen=True):
    """Decline to take part: nothing happens, the proposer goes on with the turn."""

    def apply(self, table: Table, step: "AnswerProposal", actor: str) -> None:
        leave(table, step)
        table.state.assault = None
        table.log(AssaultDeclined(rule="coop.refused", seat=actor))
        if step.landing is not None:
            table.push(ChooseLanding(seat=step.seat, node=step.landing))


class AnswerProposal(Step, tag="answer-proposal"):
    """Those who are invited to a cooperative assault agree or decline, one after the other.

    ``landing``: the proposer would reach the city by this effect.
    """

    rule: ClassVar[str] = "coop.proposal"
    prompt: ClassVar[str] = "{seat} invites you to a cooperative assault: agree or decline."
    actions: ClassVar[tuple[type[Action], ...]] = (AgreeToAssault, DeclineAssault, *REACTIONS)

    seat: Seat
    asked: Annotated[list[Seat], Meta(max_length=4)]
    landing: Node | None = None

    def must(self, table: Table) -> Sequence[str]:
        return self.asked[:1]

    def answers(self) -> bool:
        return True

    def consistency(self, table: Table) -> Iterator[Defect]:
        assault = table.state.assault
        invited = assault.order[-len(self.asked) :] if assault is not None else []
        if not self.asked or self.asked != invited:
            yield error(self.rule, "/asked", "no-proposal", "they have not been invited to an assault")
        if self.landing is not None:
            yield from asked_defects(table, self, self.landing, ("jump",))


WINDOWS.append(AnswerProposal)
ChooseLanding.actions = (*ChooseLanding.actions, ProposeAssault)


COOP_STEPS: tuple[type[Step], ...] = (AnswerProposal,)
