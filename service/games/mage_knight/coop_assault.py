"""Cooperative assaults on a city, once all have agreed: the shares, and one fight after the other."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action, ChanceAction
from service.engine.defect import Defect, error
from service.engine.shapes import CHANCE, Seat
from service.engine.step import ChanceStep, Step
from service.engine.violation import Violation
from service.games.mage_knight.bags import put
from service.games.mage_knight.beginning import act_as
from service.games.mage_knight.combat import start_combat
from service.games.mage_knight.combat_actions import EFFECT_ACTIONS
from service.games.mage_knight.effects import CarryOut
from service.games.mage_knight.events_map import Moved, Provoked
from service.games.mage_knight.events_scenarios import (
    AssaultAgreed,
    AssaultWithdrawn,
    DefenderDealt,
    StayedOut,
    TokenFlipped,
)
from service.games.mage_knight.gains import change_reputation
from service.games.mage_knight.hand_limit import is_conquered_city
from service.games.mage_knight.ids import Enemy
from service.games.mage_knight.movement_rules import card_violations
from service.games.mage_knight.moving import provoked_by, remember
from service.games.mage_knight.revealing import turn_up
from service.games.mage_knight.state_joint import Assault
from service.games.mage_knight.table import Table
from service.games.mage_knight.the_map import move_cost


def assault_of(table: Table) -> Assault:
    """The cooperative assault that is proposed or fought; only asked while there is one."""
    assert table.state.assault is not None
    return table.state.assault


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
        *[EndOwnPart(seat=seat) for seat in table.state.order if seat in assault.order],
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
        yield from card_violations(table, actor)

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
        if provoked:
            enemies = [enemy for near in provoked for enemy in table.on(near).enemies]
            table.log(Provoked(rule="move.provoking", seat=actor, enemies=enemies))
        start_combat(table, actor, "assault", site=city, others=provoked, origin=origin)


class StayOut(Action, tag="stay-out", frozen=True):
    """Stay out of the city, which cannot be entered: the own share of its defenders is not fought."""

    def violations(self, table: Table, step: "EnterCity", actor: str) -> Iterator[Violation]:
        if not any(True for _ in AssaultCity(actor=actor).violations(table, step, actor)):
            yield Violation(
                "coop.enter-city:possible", "{seat} has agreed and can move into the city", at="type", seat=actor
            )

    def apply(self, table: Table, step: "EnterCity", actor: str) -> None:
        step.over = True
        table.log(StayedOut(rule="coop.enter-city", seat=actor))
        change_reputation(table, actor, -1, "coop.reputation-and-shields")


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


ASSAULT_STEPS: tuple[type[Step], ...] = (
    DealDefender,
    JoinAssault,
    EnterCity,
    AssaultOutcome,
    EndOwnPart,
    CloseAssault,
)
