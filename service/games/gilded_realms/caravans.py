"""Step 5, Resolve Caravan: in Rank Order the Caravans on this round's Year Event come home."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.counts import together
from service.engine.defect import Defect, error
from service.engine.shapes import Seat
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.gilded_realms import banquet
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.campaign_events import (
    CaravanCompleted,
    CaravanReturned,
    DamagedDice,
    GoodsSold,
    NoCoin,
    RollModified,
    RouteDeclined,
    RouteTaken,
)
from service.games.gilded_realms.campaign_state import Caravan
from service.games.gilded_realms.dice import dice_of, finish_roll, roll_of, start_roll, total
from service.games.gilded_realms.effects_due import CarryOut, effects_of, triggered
from service.games.gilded_realms.ids import Route
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import gain

ROUTE_NAMES = {
    "route-foresee": "Foresee",
    "route-fort": "Fortification",
    "route-gold": "Gold",
    "route-population": "Population",
    "route-gem": "Gem",
}


class ResolveCaravans(Step, tag="resolve-caravans"):
    """The Caravans that are due, in Rank Order."""

    rule: ClassVar[str] = "caravan.rank-order"

    def run(self, table: Table) -> None:
        due = [seat for seat in table.rank_order() if table.player(seat).caravan.due == table.state.round]
        if due:
            table.push(ResolveCaravan(seat=due[0]), ReturnCaravan(seat=due[0]), ResolveCaravans())


class OfACaravan(Step):
    """A step of a Caravan that comes home in this round."""

    seat: Seat

    def consistency(self, table: Table) -> Iterator[Defect]:
        if table.player(self.seat).caravan.due != table.state.round:
            yield error("caravan.rank-order", "/seat", "not-due", f"no Caravan of {self.seat} is due in this round")


class ResolveCaravan(OfACaravan, tag="resolve-caravan"):
    """A player's goods are discarded for dice."""

    rule: ClassVar[str] = "caravan.roll"

    def run(self, table: Table) -> None:
        caravan = table.player(self.seat).caravan
        if caravan.special is not None:
            instead = effects_of(table, self.seat, caravan.special, "special-caravan")
            if instead:
                table.push(*instead)
            return
        goods = {kind: n for kind, n in (("supply", caravan.supply), ("material", caravan.material)) if n}
        if goods:
            table.log(GoodsSold(rule=self.rule, seat=self.seat, amounts=goods))
        printed, dice = table.pack.constants["caravan"], dict[str, int]()
        for kind, number in goods.items():
            colour = table.replaced(self.seat, f"caravan_die_per_{kind}", printed[f"die_per_{kind}"])
            dice = together(dice, {colour: number})
        if caravan.damaged:
            extra = printed["damaged_extra_dice"]
            dice = together(dice, extra)
            table.log(DamagedDice(rule="caravan.damaged-dice", seat=self.seat, number=sum(extra.values())))
        bonus = caravan.supply * sum(table.modifiers(self.seat, "caravan_truemarks_per_supply_die"))
        if bonus:
            table.log(RollModified(rule="lorian.serafina", seat=self.seat, name="Serafina", amount=bonus))
        caravan.supply, caravan.material = 0, 0
        start_roll(table, self.seat, "caravan", dice_of(dice), CaravanSilver(seat=self.seat), bonus)


class CaravanSilver(OfACaravan, tag="caravan-silver"):
    """The Silver of the roll; then a Trade Route may be chosen, and the Caravan is Completed."""

    rule: ClassVar[str] = "caravan.silver"

    def run(self, table: Table) -> None:
        if roll_of(table, self.seat) is not None:
            each = table.pack.constants["caravan"]["silver_per_truemark"]
            worth = total(finish_roll(table, self.seat, self.rule))
            gain(table, self.seat, {"silver": each * worth}, self.rule)
            if not worth:
                table.log(NoCoin(rule="caravan.completes-without-coin", seat=self.seat))
        table.push(ChooseRoute(seat=self.seat), CompleteCaravan(seat=self.seat))


# --- Trade Routes -----------------------------------------------------------------------------------------------------


def routes_of(table: Table, seat: str) -> int:
    """How many Trade Route tokens a player has; Trade Route Endeavours are none."""
    return sum(table.player(seat).routes.values())


def can_take(table: Table, seat: str, route: str) -> bool:
    """Whether a player may take this Trade Route."""
    return next(route_violations(table, seat, route), None) is None


def route_violations(table: Table, seat: str, route: str) -> Iterator[Violation]:
    """Why a player cannot take this Trade Route."""
    name, has = ROUTE_NAMES[route], table.player(seat).routes.get(route, 0)
    if not table.state.routes.get(route):
        yield Violation("trade-routes.two-of-each", "no {name} Trade Route is left", at="route", name=name)
    if has >= (table.pack.routes[route].max_per_player or has + 1):
        yield Violation(
            "caravan.one-gem-route", "{seat} has a {name} Trade Route already", at="route", seat=seat, name=name
        )


class TakeRoute(Action, tag="take-route", frozen=True):
    """Take a Trade Route token from the Centre Board."""

    route: Route

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["TakeRoute"]:
        return [cls(actor=actor, route=route) for route in table.pack.routes]

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        yield from route_violations(table, actor, self.route)

    def apply(self, table: Table, step: object, actor: str) -> None:
        table.state.routes = together(table.state.routes, {self.route: -1})
        player = table.player(actor)
        player.routes = together(player.routes, {self.route: 1})
        table.log(RouteTaken(rule="caravan.choose-route", seat=actor, route=ROUTE_NAMES[self.route]))


class DeclineRoute(Action, tag="decline-route", frozen=True):
    """Take no Trade Route."""

    def apply(self, table: Table, step: object, actor: str) -> None:
        table.log(RouteDeclined(rule="caravan.choose-route", seat=actor))


class ChooseRoute(Choice, tag="choose-route"):
    """A player with an empty slot may take a Trade Route; skipped where none can be taken."""

    rule: ClassVar[str] = "caravan.choose-route"
    prompt: ClassVar[str] = "Take a Trade Route, or none."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeRoute, DeclineRoute, *ANYTIME)

    def must(self, table: Table) -> tuple[str, ...]:
        free = routes_of(table, self.seat) < table.pack.constants["caravan"]["max_trade_routes"]
        there = any(can_take(table, self.seat, route) for route in table.pack.routes)
        return (self.seat,) if free and there else ()


# --- Completing -------------------------------------------------------------------------------------------------------


class CompleteCaravan(OfACaravan, tag="complete-caravan"):
    """The benefit of every Trade Route, then what the player's cards give for a Completed Caravan."""

    rule: ClassVar[str] = "caravan.complete-effects"

    def run(self, table: Table) -> None:
        table.log(CaravanCompleted(rule=self.rule, seat=self.seat))
        player = table.player(self.seat)
        benefits: list[Step] = [
            CarryOut(seat=self.seat, effect=route)
            for route in table.pack.routes
            for _ in range(player.routes.get(route, 0))
        ]
        feast = [] if player.caravan.damaged else banquet.occasion(table, self.seat)
        steps = [*benefits, *triggered(table, self.seat, "complete-caravan"), *feast]
        if steps:
            table.push(*steps)


class ReturnCaravan(OfACaravan, tag="return-caravan"):
    """The Caravan token comes back, its damaged side down."""

    rule: ClassVar[str] = "caravan.token-returns"

    def run(self, table: Table) -> None:
        table.player(self.seat).caravan = Caravan()
        table.log(CaravanReturned(rule=self.rule, seat=self.seat))
