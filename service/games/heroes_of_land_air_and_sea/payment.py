"""Sacrificing Units in Battle: what a Tactic Card costs, and how Resources and Units can pay for it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Bundle, Where
from service.engine.counts import together, without
from service.engine.defect import Defect, error
from service.engine.shapes import Path, Seat
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.battle_events import TacticIgnored, UnitSacrificed
from service.games.heroes_of_land_air_and_sea.ids import RESOURCES, Resource, UnitId, Units
from service.games.heroes_of_land_air_and_sea.stock import pay
from service.games.heroes_of_land_air_and_sea.strength import (
    abilities_in_battle,
    fought,
    is_side,
    own_army,
    serfs_in_slots,
    serfs_on_buildings,
)
from service.games.heroes_of_land_air_and_sea.table import Table, mixes

Paid = Annotated[int, Meta(ge=0, le=100)]


def tactic_cost(table: Table, seat: str, card: str) -> dict[str, int]:
    """What a Tactic Card costs a side, after the abilities that change it; never below 0."""
    change = sum(ability.params["amount"] for ability in abilities_in_battle(table, seat, "tactic-cost"))
    cost = {resource: number + change for resource, number in table.pack.tactics[card].cost.items()}
    return {resource: number for resource, number in cost.items() if number > 0}


def sacrificable(table: Table, seat: str) -> dict[str, int]:
    """The Units of a side that could be sacrificed: no Vessel, no Serf in the Action Bar or on a Building."""
    left = without(own_army(table, seat), fought(table).side(seat).sacrificed)
    return {unit: number for unit, number in left.items() if not table.unit(unit).is_vessel}


def bonus(table: Table, seat: str) -> int:
    """How much more each sacrificed Unit of a side pays."""
    return sum(ability.params["amount"] for ability in abilities_in_battle(table, seat, "sacrifice-bonus"))


def pays(table: Table, units: Mapping[str, int], extra: int) -> int:
    """What Units pay together when they are sacrificed."""
    return sum((table.unit(unit).strength + extra) * number for unit, number in units.items())


def has_excess(table: Table, units: Mapping[str, int], extra: int, cost: int) -> bool:
    """Whether a Unit is sacrificed without which the others would already cover the cost (``sacrifice.no-excess``)."""
    if not units:
        return False
    weakest = min(table.unit(unit).strength for unit in units) + extra
    return pays(table, units, extra) - weakest >= cost


def from_stock(table: Table, seat: str, cost: Mapping[str, int]) -> int:
    """How much of a cost a player's Resources can pay."""
    return sum(min(number, table.stock(seat, resource)) for resource, number in cost.items())


def can_finish(table: Table, seat: str, cost: Mapping[str, int], units: Mapping[str, int]) -> bool:
    """Whether a cost can be paid when at least these Units are sacrificed, with Resources and further Units."""
    total, stock, extra = sum(cost.values()), from_stock(table, seat, cost), bonus(table, seat)
    if pays(table, units, extra) + stock >= total:
        return True
    left = without({unit: n for unit, n in own_army(table, seat).items() if not table.unit(unit).is_vessel}, units)
    if pays(table, units, extra) + pays(table, left, extra) + stock < total:
        return False
    for more in mixes(left, total):
        every = together(units, more)
        if pays(table, every, extra) + stock >= total and not has_excess(table, every, extra, total):
            return True
    return False


def sacrifice_violations(
    table: Table, step: "PayTactic", seat: str, units: Mapping[str, int], at: str
) -> Iterator[Violation]:
    """Why a side cannot sacrifice these Units as well: every clause in the way; ``at`` is where they are named."""
    there = sacrificable(table, seat)
    named = {unit: number for unit, number in units.items() if not table.unit(unit).is_vessel}
    for unit in units:
        if unit not in named:
            yield Violation("sacrifice.not-vessels", "{unit} is a Vessel", at=at, unit=unit)
    missing = [unit for unit, number in named.items() if number > there.get(unit, 0)]
    for unit in missing:
        yield _not_there(table, seat, unit, named[unit], at)
    # Units that are not there at all leave nothing to say of the cost.
    if all(unit not in there for unit in named):
        return
    cost, extra = step.cost(table), bonus(table, seat)
    every = together(fought(table).side(seat).sacrificed, named)
    if has_excess(table, every, extra, sum(cost.values())):
        yield Violation(
            "sacrifice.no-excess",
            "{units} pay {paid}, and without the weakest of them they cover the cost of {cost} as well",
            at=at,
            units=every,
            paid=pays(table, every, extra),
            cost=cost,
        )
    elif not missing and not can_finish(table, seat, cost, every):
        yield Violation(
            "tactic.must-afford:stuck",
            "after sacrificing {units} {seat} could not pay the rest of {cost} exactly",
            at=at,
            units=every,
            seat=seat,
            cost=cost,
        )


def _not_there(table: Table, seat: str, unit: str, number: int, at: str) -> Violation:
    there, fixed = sacrificable(table, seat).get(unit, 0), serfs_in_slots(table, seat) + serfs_on_buildings(table, seat)
    if unit == table.faction(seat).serf and fixed:
        return Violation(
            "sacrifice.not-bar-or-building",
            "but for those in the Action Bar and on Buildings {seat} has {there} in the Battle",
            at=at,
            seat=seat,
            there={unit: there},
        )
    if there:
        return Violation(
            "sacrifice.bystanders:number",
            "{seat} has {there} to sacrifice in the Battle, not {number}",
            at=at,
            seat=seat,
            there={unit: there},
            number=number,
        )
    return Violation(
        "sacrifice.bystanders", "{unit} of {seat} takes no part in the Battle", at=at, unit=unit, seat=seat
    )


class Sacrifice(Action, tag="sacrifice", frozen=True):
    """Sacrifice one Unit of the army to pay for the Tactic Card."""

    unit: UnitId

    @classmethod
    def candidates(cls, table: Table, step: "PayTactic", actor: str, where: Where) -> Iterable["Sacrifice"]:
        return [cls(actor=actor, unit=unit) for unit in own_army(table, actor)]

    def violations(self, table: Table, step: "PayTactic", actor: str) -> Iterator[Violation]:
        return sacrifice_violations(table, step, actor, {self.unit: 1}, "unit")

    def apply(self, table: Table, step: "PayTactic", actor: str) -> None:
        side = fought(table).side(actor)
        side.sacrificed = together(side.sacrificed, {self.unit: 1})
        table.log(UnitSacrificed(rule="sacrifice.allowed", seat=actor, unit=self.unit))
        if pays(table, side.sacrificed, bonus(table, actor)) >= sum(step.cost(table).values()):
            step.done = True


class PayRest(Action, tag="pay-rest", frozen=True):
    """Pay what the sacrificed Units do not cover with Resources."""

    def violations(self, table: Table, step: "PayTactic", actor: str) -> Iterator[Violation]:
        left = step.left(table)
        stock = from_stock(table, actor, step.cost(table))
        if stock < left:
            yield Violation(
                "tactic.must-afford:resources",
                "{left} of {cost} is still to be paid, {seat} has {stock} in Resources",
                left=left,
                cost=step.cost(table),
                seat=actor,
                stock=stock,
            )

    def apply(self, table: Table, step: "PayTactic", actor: str) -> None:
        step.settle(table)


class PayWhole(Bundle, tag="pay-tactic", frozen=True):
    """Pay a Tactic Card in one breath: with these Units, and the rest in Resources."""

    listed: ClassVar[bool] = True

    sacrificed: Units = {}
    resources: dict[Resource, Paid] | None = None

    @classmethod
    def candidates(cls, table: Table, step: "PayTactic", actor: str, where: Where) -> Iterable["PayWhole"]:
        total, done = sum(step.cost(table).values()), sum(fought(table).side(actor).sacrificed.values())
        for units in mixes(sacrificable(table, actor), max(0, total - done)):
            yield cls(actor=actor, sacrificed=units, resources=step.rest(table, units))

    def violations(self, table: Table, step: "PayTactic", actor: str) -> Iterator[Violation]:
        yield from sacrifice_violations(table, step, actor, self.sacrificed, "sacrificed")
        due = step.rest(table, {unit: n for unit, n in self.sacrificed.items() if not table.unit(unit).is_vessel})
        said = {resource: number for resource, number in (self.resources or {}).items() if number}
        if self.resources is not None and said != due:
            yield Violation(
                "sacrifice.no-excess:resources",
                "with {sacrificed} sacrificed exactly {due} is to be paid, not {said}",
                at="resources",
                sacrificed=self.sacrificed,
                due=due,
                said=said,
            )

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        step = table.state.agenda[-1]
        for unit, number in self.sacrificed.items():
            for _ in range(number):
                yield Sacrifice(actor=actor, unit=unit)
        if isinstance(step, PayTactic) and not step.done:
            yield PayRest(actor=actor)

    def written(self, number: int, part: Action) -> Path:
        return ("sacrificed",) if isinstance(part, Sacrifice) else ("resources",)


class PayTactic(Step, tag="pay-tactic"):
    """A side pays for its Tactic Card: Units one by one, the rest in Resources.

    Nobody is asked who has no Unit to sacrifice or nothing to pay.
    """

    rule: ClassVar[str] = "sacrifice.timing-choice"
    prompt: ClassVar[str] = "Pay for your Tactic Card: sacrifice Units, or pay the rest with Resources."
    actions: ClassVar[tuple[type[Action], ...]] = (Sacrifice, PayRest, PayWhole)

    seat: Seat
    done: bool = False

    def cost(self, table: Table) -> dict[str, int]:
        """What is to be paid in all; nothing for a card that does not count."""
        side = fought(table).side(self.seat)
        if side.tactic is None or side.standing != "counts":
            return {}
        return tactic_cost(table, self.seat, side.tactic)

    def left(self, table: Table) -> int:
        """What the Units sacrificed so far do not cover."""
        sacrificed = fought(table).side(self.seat).sacrificed
        return max(0, sum(self.cost(table).values()) - pays(table, sacrificed, bonus(table, self.seat)))

    def rest(self, table: Table, more: Mapping[str, int]) -> dict[Resource, int]:
        """The Resources that are to be paid when these Units are sacrificed as well."""
        left = max(0, self.left(table) - pays(table, more, bonus(table, self.seat)))
        cost, found = self.cost(table), dict.fromkeys(RESOURCES, 0)
        for resource in RESOURCES:
            found[resource] = min(cost.get(resource, 0), left, table.stock(self.seat, resource))
            left -= found[resource]
        return {resource: number for resource, number in found.items() if number}

    def must(self, table: Table) -> Sequence[str]:
        if self.done or not is_side(table, self.seat):
            return ()
        cost, sacrificed = self.cost(table), fought(table).side(self.seat).sacrificed
        if not cost or not sacrificable(table, self.seat) or not can_finish(table, self.seat, cost, sacrificed):
            return ()
        return (self.seat,)

    def run(self, table: Table) -> None:
        if self.done or not is_side(table, self.seat) or not self.cost(table):
            return
        if from_stock(table, self.seat, self.cost(table)) >= self.left(table):
            self.settle(table)
        else:
            side = fought(table).side(self.seat)
            side.standing = "ignored"
            card = side.tactic or ""
            name = table.pack.tactics[card].name
            table.log(TacticIgnored(rule="tactic.unpayable", seat=self.seat, card=card, name=name))

    def settle(self, table: Table) -> None:
        """Pay what is left in Resources."""
        self.done = True
        pay(table, self.seat, {str(r): n for r, n in self.rest(table, {}).items()}, "tactic.must-afford")

    def consistency(self, table: Table) -> Iterator[Defect]:
        return not_fought(table, self.seat)


def not_fought(table: Table, seat: str) -> Iterator[Defect]:
    """A step of a Battle in which the player is no side."""
    if not is_side(table, seat):
        yield error("battle.two-sides", "/seat", "no-battle", f"{table.named(seat)} is not in a Battle")
