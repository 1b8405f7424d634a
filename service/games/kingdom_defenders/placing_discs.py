"""3. Placing the Discs: requirements, the placement order and its rules, the Rule of the Wall."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from service.engine.action import Action, Where
from service.engine.shapes import Seat
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.kingdom_defenders.events import DiscPlaced, PlayerPassed
from service.games.kingdom_defenders.gains import lose_fame, pay_goods
from service.games.kingdom_defenders.ids import Space
from service.games.kingdom_defenders.state import Standing
from service.games.kingdom_defenders.table import Table


def placement_violations(table: Table, seat: str, space: str, *leaving: str) -> Iterator[Violation]:
    """Why a disc of the player may not stand on this space, whoever puts it there: the rules that outlast phase 3.

    ``leaving`` are own spaces that are being left for it. Requirements and the Rule of the Wall are not checked here.
    """
    yield from closed_violations(table, space)
    standing = table.state.discs.get(space)
    if standing is not None:
        yield Violation(
            "placement-order.no-occupied-space", "{space} is held by {holder}", space=space, holder=standing.seat
        )
    yield from limit_violations(table, seat, space, *leaving)


def closed_violations(table: Table, space: str) -> Iterator[Violation]:
    """Why nobody can stand on this space at present."""
    there = table.pack.spaces[space]
    if not table.is_in_use(space):
        yield from _not_with_this_number(table, space)
    elif table.requirement(space) is None:
        if there.area == "B2":
            yield Violation("buildings.no-peeking:face-down", "the Building on {space} is still face down", space=space)
        elif there.area == "B3":
            yield Violation("adventures.card-not-replaced-now", "no Adventure lies on {space}", space=space)
        else:
            yield Violation("placing.requirement-compulsory:nothing-there", "nothing lies on {space}", space=space)
    if there.area == "C" and not table.is_area_c_open():
        if table.state.options.variant == "family":
            yield Violation("family.no-horde", "the Family Variant does not use Area C", space=space)
        if table.state.round == 1:
            yield Violation("wall-rule.first-round-no-area-c", "Area C is closed in round 1", space=space)


def _not_with_this_number(table: Table, space: str) -> Iterator[Violation]:
    there = table.pack.spaces[space]
    if table.number == 2:
        if space == "A-P1":
            yield Violation("two-players.p1-covered", "P1 is covered with 2 players", space=space)
        elif there.area == "B3":
            yield Violation("two-players.deck-on-third-space", "{space} is not used with 2 players", space=space)
        elif there.area == "A":
            yield Violation("two-players.two-characters", "{space} is not used with 2 players", space=space)
        else:
            yield Violation("two-players.restricted-spaces", "{space} is not used with 2 players", space=space)
    if 3 in there.players:
        yield Violation("placing.spaces-3-4-players", "{space} is only for 3 or 4 players", space=space)
    else:
        yield Violation("placing.spaces-4-players", "{space} is only for 4 players", space=space)


def limit_violations(table: Table, seat: str, space: str, *leaving: str) -> Iterator[Violation]:
    """The limits of one space in each Area, Building and Adventure."""
    own = table.clash(seat, space, *leaving)
    if own is None or own == space:
        return
    area = table.pack.spaces[space].area
    if area == "A":
        facts = {"seat": seat, "own": own, "space": space}
        yield Violation("placement-order.one-space-in-area-a", "{seat} is already in Area A, on {own}", **facts)
        yield Violation("area-a.one-character-per-round", "{seat} already uses the Character on {own}", **facts)
    elif area == "B1":
        yield Violation(
            "placement-order.one-space-in-b1",
            "{seat} is already in Area B.1, on {own}",
            seat=seat,
            own=own,
            space=space,
        )
    elif area == "B2":
        yield Violation(
            "placement-order.one-space-per-building",
            "{seat} is already in this Building, on {own}",
            seat=seat,
            own=own,
            space=space,
        )
    elif area == "C":
        yield Violation(
            "placement-order.one-space-in-area-c",
            "{seat} is already in Area C, on {own}",
            seat=seat,
            own=own,
            space=space,
        )
    else:
        yield Violation(
            "placement-order.one-space-in-area-d",
            "{seat} is already in Area D, on {own}",
            seat=seat,
            own=own,
            space=space,
        )


def wall_violations(table: Table, seat: str, space: str) -> Iterator[Violation]:
    """The Rule of the Wall: from the Kingdom there is no way back to the City."""
    if table.pack.spaces[space].side != "city":
        return
    beyond = table.in_the_kingdom(seat)
    if beyond is not None and not table.is_on(seat, "P9"):
        yield Violation(
            "wall-rule.no-return-to-city",
            "{seat} already has a disc in the Kingdom, on {own}",
            seat=seat,
            own=beyond,
            space=space,
        )


def open_requirement_violations(table: Table, seat: str, space: str) -> Iterator[Violation]:
    """The part of a space's requirement that everybody can check: discs and Fame."""
    requirement, player = table.requirement(space), table.player(seat)
    if requirement is None:
        return
    if player.discs < requirement.discs:
        facts: dict[str, Any] = {"space": space, "needs": requirement.discs, "seat": seat, "has": player.discs}
        if requirement.discs == 2:
            yield Violation("placing.requirement-two-discs", "{space} needs {needs} discs, {seat} has {has}", **facts)
        yield Violation(
            "placement-order.cannot-pay-cannot-occupy:discs", "{space} needs {needs} disc(s), {seat} has {has}", **facts
        )
    if player.fame < requirement.fame:
        yield from _fame_lacking(table, seat, space)


def _fame_lacking(table: Table, seat: str, space: str) -> Iterator[Violation]:
    facts = {"space": space, "seat": seat}
    yield Violation("placing.requirement-disc-and-fame", "{space} costs 1 Fame, {seat} has none", **facts)
    yield Violation("placement-order.cannot-pay-cannot-occupy:fame", "{seat} has no Fame for {space}", **facts)
    if table.tile_on(space) == "P11":
        yield Violation("character-effects.p11-requirement", "the Thief costs 1 Fame, {seat} has none", **facts)
    if table.tile_on(space) == "P12":
        yield Violation("character-effects.p12-requirement", "the Conspirator costs 1 Fame, {seat} has none", **facts)


def coin_violations(table: Table, seat: str, space: str) -> Iterator[Violation]:
    """The part of a requirement that only the player can check: the Coin."""
    requirement = table.requirement(space)
    if requirement is not None and requirement.coin > table.stock(seat, "coin"):
        facts = {"space": space, "seat": seat}
        yield Violation("placing.requirement-disc-and-coin", "{space} costs 1 Coin, {seat} has none", **facts)
        yield Violation("placement-order.cannot-pay-cannot-occupy:coin", "{seat} has no Coin for {space}", **facts)
        if table.tile_on(space) == "P1":
            yield Violation("character-effects.p1-requirement", "the Wizard costs 1 Coin, {seat} has none", **facts)


def could_place(table: Table, seat: str) -> bool:
    """Whether the player could still occupy a space, as far as everybody can see (Coins are hidden)."""
    return any(next(_open_violations(table, seat, space), None) is None for space in table.pack.spaces)


def _open_violations(table: Table, seat: str, space: str) -> Iterator[Violation]:
    yield from placement_violations(table, seat, space)
    yield from open_requirement_violations(table, seat, space)
    yield from wall_violations(table, seat, space)


class PlaceDisc(Action, tag="place-disc", frozen=True):
    """Occupy a free space on the board, paying what the space asks for."""

    space: Space

    @classmethod
    def candidates(cls, table: Table, step: "PlaceDiscs", actor: str, where: Where) -> Iterable["PlaceDisc"]:
        return [cls(actor=actor, space=space) for space in table.pack.spaces]

    def violations(self, table: Table, step: "PlaceDiscs", actor: str) -> Iterator[Violation]:
        yield from _open_violations(table, actor, self.space)
        yield from coin_violations(table, actor, self.space)

    def apply(self, table: Table, step: "PlaceDiscs", actor: str) -> None:
        requirement = table.requirement(self.space)
        assert requirement is not None
        table.player(actor).discs -= requirement.discs
        table.state.discs[self.space] = Standing(seat=actor, discs=requirement.discs)
        table.log(DiscPlaced(rule=_asked(table, self.space), seat=actor, space=self.space, discs=requirement.discs))
        if requirement.coin:
            pay_goods(table, actor, {"coin": requirement.coin}, "placing.requirement-disc-and-coin")
        if requirement.fame:
            lose_fame(table, actor, requirement.fame, "placing.requirement-disc-and-fame")
        step.next_turn(table)


def _asked(table: Table, space: str) -> str:
    """The clause of the kind of requirement that the space has."""
    requirement = table.requirement(space)
    if requirement is not None and requirement.discs == 2:
        return "placing.requirement-two-discs"
    return "placing.requirement-one-disc"


class Pass(Action, tag="pass", frozen=True):
    """Place no more discs in this phase; what is left stays on the Hero tile."""

    def apply(self, table: Table, step: "PlaceDiscs", actor: str) -> None:
        table.player(actor).passed = True
        table.log(PlayerPassed(rule="placement-order.pass-is-final", seat=actor))
        step.next_turn(table)


class PlaceDiscs(Step, tag="place-discs"):
    """In turn order, one space at a time, until everybody has placed all discs, has passed or cannot place any more."""

    rule: ClassVar[str] = "placement-order.one-space-per-turn"
    prompt: ClassVar[str] = "Occupy a free space, or pass for the rest of the phase."
    actions: ClassVar[tuple[type[Action], ...]] = (PlaceDisc, Pass)

    next: Seat

    def must(self, table: Table) -> tuple[str, ...]:
        order = table.state.turn_order
        at = order.index(self.next)
        return tuple(seat for seat in (*order[at:], *order[:at]) if not table.player(seat).passed)[:1]

    def objection(self, table: Table, actor: str) -> Violation | None:
        if actor in table.state.seats and table.player(actor).passed:
            return Violation("placement-order.pass-is-final", "{seat} places no more discs in this phase", seat=actor)
        return None

    def next_turn(self, table: Table) -> None:
        """Hand over to the next player who can still place; whoever cannot is out without being asked."""
        order = table.state.turn_order
        at = order.index(self.next)
        for seat in [*order[at + 1 :], *order[: at + 1]]:
            player = table.player(seat)
            if player.passed:
                continue
            if could_place(table, seat):
                self.next = seat
                return
            player.passed = True
            table.log(PlayerPassed(rule="placement-order.until-all-done", seat=seat))

    def run(self, table: Table) -> None:
        for seat in table.state.turn_order:
            table.player(seat).passed = False


class BeginPlacing(Step, tag="begin-placing"):
    """The phase begins with the first player of the turn order."""

    rule: ClassVar[str] = "placing.turn-order"

    def run(self, table: Table) -> None:
        step = PlaceDiscs(next=table.state.turn_order[-1])
        for seat in table.state.turn_order:
            table.player(seat).passed = False
        step.next_turn(table)
        table.push(step)
