"""Cooperative assaults on a city: the proposal, the shares, and one fight after the other."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.action import Action, ChanceAction, Where
from service.engine.defect import Defect, error
from service.engine.shapes import CHANCE, Seat
from service.engine.step import ChanceStep, Step
from service.engine.violation import Violation
from service.games.mage_knight.bags import put
from service.games.mage_knight.beginning import act_as, leave
from service.games.mage_knight.combat import start_combat
from service.games.mage_knight.combat_actions import EFFECT_ACTIONS
from service.games.mage_knight.effects import CarryOut, asked_defects
from service.games.mage_knight.events_map import Moved
from service.games.mage_knight.events_scenarios import (
    AssaultAgreed,
    AssaultDeclined,
    AssaultProposed,
    AssaultWithdrawn,
    DefenderDealt,
    StayedOut,
    TokenFlipped,
)
from service.games.mage_knight.gains import change_reputation
from service.games.mage_knight.hand_limit import is_conquered_city
from service.games.mage_knight.ids import WOUND, Enemy, Node, Space
from service.games.mage_knight.moving import is_closed, provoked_by, remember
from service.games.mage_knight.ops_map import ChooseLanding, landings
from service.games.mage_knight.reactions import REACTIONS, WINDOWS
from service.games.mage_knight.revealing import turn_up
from service.games.mage_knight.state_joint import Assault, Shares
from service.games.mage_knight.table import Table
from service.games.mage_knight.the_map import move_cost


def assault_of(table: Table) -> Assault:
    """The cooperative assault that is proposed or fought; only asked while there is one."""
    assert table.state.assault is not None
    return table.state.assault


def defenders(table: Table, city: str) -> int:
    """How many defenders a city still has, those that nobody has seen too."""
    there = table.on(city)
    return len(there.enemies) + sum(there.hidden.values())


def is_next_to(table: Table, seat: str, space: str) -> bool:
    """Whether a figure stands next to a space."""
    at = table.player(seat).at
    return at is not None and at in table.around(space)


# --- the proposal -----------------------------------------------------------------------------------------------------


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
    if turn.deed is not None or turn.resting:
        yield Violation("coop.conditions:action", "{seat} has had the action of the turn", at="type", seat=seat)
    if table.state.ending is not None:
        yield Violation("coop.conditions:ending", "the End of the Round or of the scenario has been reached", at="type")


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


# --- the assault ------------------------------------------------------------------------------------------------------


def begin_assault(table: Table, *, jump: bool) -> None:
    """All have agreed: it is the proposer's action, the others give up their next turn, and the shares are dealt.

    What is left of the effect by which the proposer reaches the city is carried out first.
    """
    from service.games.mage_knight.turns import TakeTurn

    assault, turn = assault_of(table), table.turn
    turn.deed, assault.jump = "assault", jump
    agenda = table.state.agenda
    effects = [step for step in agenda if isinstance(step, CarryOut)]
    agenda[:] = [step for step in agenda if not isinstance(step, CarryOut)]
    for step in agenda:
        if isinstance(step, TakeTurn):
            step.over = True
    rule = "coop.is-the-action" if table.scenario.special.get("team") else "coop.by-agreement"
    table.log(AssaultAgreed(rule=rule, seat=turn.seat, space=assault.city))
    for seat in assault.order[1:]:
        table.player(seat).flipped = True
        table.log(TokenFlipped(rule="coop.flip-tokens", seat=seat))
    table.push(
        *turn_up(table, assault.city, "reveal.assault-turns-up"),
        *[DealDefender() for _ in range(sum(assault.shares.values()))],
        *[JoinAssault(seat=seat) for seat in assault.order],
        AssaultOutcome(),
        *[EndOwnPart(seat=seat) for seat in assault.order],
        CloseAssault(),
    )
    for run in effects:
        table.push(run)


class _PartOfAssault(Step):
    """A step of a cooperative assault that is being fought."""

    rule: ClassVar[str] = "coop.order"

    def consistency(self, table: Table) -> Iterator[Defect]:
        assault, seat = table.state.assault, getattr(self, "seat", None)
        if assault is None or (seat is not None and seat not in assault.order):
            yield error(self.rule, "", "no-assault", "no such cooperative assault is being fought")


class DrawDefender(ChanceAction, tag="deal-defender", frozen=True):
    """The defender that the next participant is dealt."""

    enemy: Enemy

    def apply(self, table: Table, step: "DealDefender", actor: str) -> None:
        assault = assault_of(table)
        seat = _next_dealt(assault)
        assert seat is not None
        put(assault.dealt.setdefault(seat, []), self.enemy)
        table.log(DefenderDealt(rule="coop.random-distribution", seat=seat, enemy=self.enemy))


def _next_dealt(assault: Assault) -> str | None:
    """Who is dealt the next defender."""
    return next((s for s in assault.order if len(assault.dealt.get(s, ())) < assault.shares.get(s, 0)), None)


def _undealt(table: Table) -> list[str]:
    """The defenders of the city that nobody has been dealt."""
    assault = assault_of(table)
    left = list(table.on(assault.city).enemies)
    for enemies in assault.dealt.values():
        for enemy in enemies:
            if enemy in left:
                left.remove(enemy)
    return left


class DealDefender(ChanceStep, tag="deal-defender"):
    """The tokens of the garrison are dealt at random in the agreed numbers."""

    rule: ClassVar[str] = "coop.random-distribution"
    prompt: ClassVar[str] = "Deal a token of the garrison to the next participant."
    actions: ClassVar[tuple[type[Action], ...]] = (DrawDefender,)

    def must(self, table: Table) -> Sequence[str]:
        return (CHANCE,) if _next_dealt(assault_of(table)) is not None and _undealt(table) else ()

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        left = _undealt(table)
        return [DrawDefender(actor=CHANCE, enemy=enemy, weight=left.count(enemy)) for enemy in sorted(set(left))]

    def consistency(self, table: Table) -> Iterator[Defect]:
        if table.state.assault is None:
            yield error(self.rule, "", "no-assault", "no cooperative assault is being fought")


class JoinAssault(_PartOfAssault, tag="join-assault"):
    """The next participant begins, with all that can be used at the start of a turn."""

    seat: Seat

    def run(self, table: Table) -> None:
        assault, at = assault_of(table), table.player(self.seat).at
        act_as(table, self.seat, "coop.order")
        table.turn.deed = "assault"
        table.turn.begun = True
        assert at is not None
        assault.origins[self.seat] = at
        table.push(EnterCity(seat=self.seat))


def jumps(table: Table, seat: str) -> bool:
    """Whether a participant comes into the city by Underground Attack."""
    assault = assault_of(table)
    return assault.jump and seat == assault.order[0]


def way_cost(table: Table, seat: str) -> int:
    """The Move points that the way into the city costs."""
    return 0 if jumps(table, seat) else move_cost(table, seat, assault_of(table).city) or 0


class AssaultCity(Action, tag="assault-city", frozen=True):
    """Move directly into the city and fight the own share of its defenders."""

    def violations(self, table: Table, step: "EnterCity", actor: str) -> Iterator[Violation]:
        cost = way_cost(table, actor)
        if cost > table.turn.move:
            yield Violation(
                "coop.enter-city",
                "entering the city costs {cost} Move points, {seat} has {move}",
                at="type",
                cost=cost,
                seat=actor,
                move=table.turn.move,
            )

    def apply(self, table: Table, step: "EnterCity", actor: str) -> None:
        step.over = True
        player, turn, city = table.player(actor), table.turn, assault_of(table).city
        cost, origin = way_cost(table, actor), player.at
        turn.move -= cost
        provoked = [] if jumps(table, actor) else provoked_by(table, origin, city)
        table.log(Moved(rule="coop.enter-city", seat=actor, space=city, cost=cost))
        player.at = city
        turn.moved = turn.movement_over = True
        remember(turn.path, city)
        change_reputation(table, actor, -1, "coop.reputation-and-shields")
        start_combat(table, actor, "assault", site=city, others=provoked, origin=origin)


class StayOut(Action, tag="stay-out", frozen=True):
    """Stay out of the city: the own share of its defenders is not fought."""

    def apply(self, table: Table, step: "EnterCity", actor: str) -> None:
        step.over = True
        table.log(StayedOut(rule="coop.enter-city", seat=actor))


class EnterCity(_PartOfAssault, tag="enter-city"):
    """A participant plays for the way into the city, and enters it."""

    rule: ClassVar[str] = "coop.enter-city"
    prompt: ClassVar[str] = "Move directly into the city; no other movement or action is possible."
    actions: ClassVar[tuple[type[Action], ...]] = (AssaultCity, StayOut, *EFFECT_ACTIONS)

    seat: Seat
    over: bool = False

    def must(self, table: Table) -> Sequence[str]:
        return () if self.over else (self.seat,)


class AssaultOutcome(_PartOfAssault, tag="assault-outcome"):
    """All have fought: the city is conquered, or everybody withdraws to where they came from."""

    rule: ClassVar[str] = "coop.conquered-if-all-defeated"

    def run(self, table: Table) -> None:
        assault = assault_of(table)
        if is_conquered_city(table, assault.city):
            return
        for seat in assault.order:
            origin, player = assault.origins.get(seat), table.player(seat)
            if origin is None or player.at != assault.city:
                continue
            player.at = origin
            turn = table.turn if table.turn.seat == seat else table.state.waiting.get(seat)
            if turn is not None:
                remember(turn.path, origin)
            table.log(AssaultWithdrawn(rule=self.rule, seat=seat, to=origin))


class EndOwnPart(_PartOfAssault, tag="end-own-part"):
    """A participant may still heal and use special effects, and ends the turn."""

    rule: ClassVar[str] = "coop.end-turns-in-order"

    seat: Seat

    def run(self, table: Table) -> None:
        from service.games.mage_knight.turns import TakeTurn

        act_as(table, self.seat, self.rule)
        table.turn.deed = "assault"
        table.push(TakeTurn(seat=self.seat))


class CloseAssault(_PartOfAssault, tag="close-assault"):
    """The assault is over, and the turn of the proposer with it."""

    rule: ClassVar[str] = "coop.end-turns-in-order"

    def run(self, table: Table) -> None:
        state, proposer = table.state, assault_of(table).order[0]
        if table.turn.seat != proposer:
            state.turn = state.waiting.get(proposer, state.turn)
        state.waiting, state.assault = {}, None


COOP_STEPS: tuple[type[Step], ...] = (
    AnswerProposal,
    DealDefender,
    JoinAssault,
    EnterCity,
    AssaultOutcome,
    EndOwnPart,
    CloseAssault,
)
