"""What all Areas share when their discs are activated: paying for an action, declining, recovering the discs."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.shapes import Seat, counts
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.kingdom_defenders.card_events import AdventureLapsed
from service.games.kingdom_defenders.events import Declined
from service.games.kingdom_defenders.gains import lose_fame, recover
from service.games.kingdom_defenders.ids import Amounts, Space
from service.games.kingdom_defenders.pack import TileAction
from service.games.kingdom_defenders.state import Resource
from service.games.kingdom_defenders.table import Table

Payment = Annotated[dict[Resource, Annotated[int, Meta(ge=0, le=99)]], counts(4)]

CLAUSE = {
    "E1.1": "building-effects.e1-armory-free",
    "E1.2": "building-effects.e1-armory-coin",
    "E2.1": "building-effects.e2-magic-store-free",
    "E2.2": "building-effects.e2-magic-store-coin",
    "E3.1": "building-effects.e3-arena-free",
    "E3.2": "building-effects.e3-arena-pay",
    "E4.1": "building-effects.e4-tavern-free",
    "E4.2": "building-effects.e4-tavern-coin",
    "E5.1": "building-effects.e5-market-sell",
    "E5.2": "building-effects.e5-market-heal",
    "E6.1": "building-effects.e6-weapon-to-spells",
    "E6.2": "building-effects.e6-spell-to-weapons",
    "E7.1": "building-effects.e7-enhancement-workshop",
    "E8.1": "building-effects.e8-extra-disc",
    "E8.2": "building-effects.e8-level",
    "E9.1": "building-effects.e9-one-loot",
    "E9.2": "building-effects.e9-two-loot",
    "E10.1": "building-effects.e10-gain-loot",
    "E10.2": "building-effects.e10-trade-loot",
    "E11.1": "building-effects.e11-academy",
    "E12.1": "building-effects.e12-arcane-temple",
    "E13.1": "building-effects.e13-pay-coin",
    "E14.1": "building-effects.e14-arsenal",
    "E15.1": "building-effects.e15-one-loot",
    "E15.2": "building-effects.e15-two-loot",
    "E16.1": "building-effects.e16-one-resource",
    "E16.2": "building-effects.e16-two-resources",
    "E17.1": "building-effects.e17-pay-spell",
    "E18.1": "building-effects.e18-pay-coin",
    "P3.1": "character-effects.p3-deed",
    "P4.1": "character-effects.p4-one-resource",
    "P4.2": "character-effects.p4-two-resources",
    "P5.1": "character-effects.p5-copy-building",
    "P6.1": "character-effects.p6-reward",
    "P6.2": "character-effects.p6-adventure",
    "P8.1": "character-effects.p8-first-position",
    "P10.1": "character-effects.p10-one-wound",
    "P10.2": "character-effects.p10-two-wounds",
    "P11.1": "character-effects.p11-two-from-one",
    "P11.2": "character-effects.p11-one-from-two",
    "P12.1": "character-effects.p12-swap",
    "P12.2": "character-effects.p12-replace",
}
"""The clause of each action that is carried out when its turn comes; passive Characters have none."""


def payments(action: TileAction) -> list[dict[str, int]]:
    """Every way to pay an action's price, in a fixed order."""
    ways: list[Counter[str]] = [Counter()]
    for cost in action.cost:
        mixes = [Counter(mix) for mix in combinations_with_replacement(cost.any_of, cost.n)]
        ways = [way + mix for way in ways for mix in mixes]
    unique = {tuple(sorted(way.items())): dict(sorted(way.items())) for way in ways}
    return list(unique.values())


WRONG_PRICE = "{action} costs {ways}, not {pay}"
CANNOT_PAY = "{action} costs {number} {kind}, {seat} has {has}"
PRICE_CLAUSE = {**CLAUSE, "P6.1": "character-effects.p6-cost", "P6.2": "character-effects.p6-cost"}
PRICE_MESSAGES = {
    code: template
    for clause in PRICE_CLAUSE.values()
    for code, template in ((f"{clause}:wrong-price", WRONG_PRICE), (f"{clause}:cannot-pay", CANNOT_PAY))
}
"""The refusals of a payment, one pair for each clause that names a price."""


def payment_violations(table: Table, seat: str, action: TileAction, pay: Amounts) -> Iterator[Violation]:
    """Why this is not the price of an action, or cannot be paid: the action's own clause, then the general one."""
    ways, clause = payments(action), PRICE_CLAUSE[action.id]
    facts: dict[str, Any] = {"action": action.id, "at": "pay"}
    if dict(pay) not in ways:
        yield Violation(f"{clause}:wrong-price", WRONG_PRICE, ways=ways, pay=dict(pay), **facts)
        yield from _no_such_price(table, action)
        return
    lacking = {kind: number for kind, number in pay.items() if table.stock(seat, kind) < number}
    for kind, number in lacking.items():
        has = table.stock(seat, kind)
        yield Violation(f"{clause}:cannot-pay", CANNOT_PAY, number=number, kind=kind, seat=seat, has=has, **facts)
    if lacking:
        yield from _cannot_be_chosen(table, seat, action)


def _no_such_price(table: Table, action: TileAction) -> Iterator[Violation]:
    if action.tile in table.pack.buildings:
        yield Violation(
            "buildings.choose-one-action:wrong-price", "{action} has another price", at="pay", action=action.id
        )
    else:
        yield Violation("area-a.act-and-recover:wrong-price", "{action} has another price", at="pay", action=action.id)


def _cannot_be_chosen(table: Table, seat: str, action: TileAction) -> Iterator[Violation]:
    facts = {"seat": seat, "action": action.id}
    if action.tile in table.pack.buildings:
        yield Violation(
            "buildings.choose-one-action:cannot-pay", "{seat} cannot pay for {action} in full", at="pay", **facts
        )
    else:
        yield Violation(
            "area-a.act-and-recover:cannot-pay", "{seat} cannot pay for {action} in full", at="pay", **facts
        )


def own_disc_violations(table: Table, seat: str, space: str) -> Iterator[Violation]:
    """Why the player cannot activate this space: there is no disc of theirs."""
    standing = table.state.discs.get(space)
    if standing is None or standing.seat != seat:
        yield Violation("area-b-order.declare", "{seat} has no disc on {space}", seat=seat, space=space)


class RecoverDiscs(Step, tag="recover-discs"):
    """After its action a space is cleared, unless the action has moved the discs elsewhere."""

    rule: ClassVar[str] = "area-b-order.perform-then-recover"

    seat: Seat
    space: Space

    def run(self, table: Table) -> None:
        standing = table.state.discs.get(self.space)
        if standing is None or standing.seat != self.seat:
            return
        in_area_a = table.pack.spaces[self.space].area == "A"
        recover(table, self.space, "area-a.act-and-recover" if in_area_a else self.rule)


DECLINED = {"A": "area-a.act-and-recover", "C": "area-c.act-and-recover"}


class Decline(Action, tag="decline", frozen=True):
    """Leave a space unactivated and recover its discs; on an Adventure and in Area C this costs 2 Fame."""

    space: Space

    @classmethod
    def candidates(cls, table: Table, step: Step, actor: str, where: Where) -> Iterable["Decline"]:
        return [cls(actor=actor, space=space) for space, _ in table.standings(actor, "A", "B1", "B2", "B3", "C")]

    def violations(self, table: Table, step: "ActivationStep", actor: str) -> Iterator[Violation]:
        yield from step.may_activate(table, actor, self.space)

    def apply(self, table: Table, step: "ActivationStep", actor: str) -> None:
        area = table.pack.spaces[self.space].area
        rule = DECLINED.get(area, "area-b-order.may-decline")
        table.log(Declined(rule=rule, seat=actor, space=self.space))
        recover(table, self.space, "deeds.failure-harmless" if area == "B1" else rule)
        if area == "B3":
            table.log(
                AdventureLapsed(
                    rule=lapse(table, actor, self.space), seat=actor, adventure=table.state.adventures[self.space]
                )
            )
            lose_fame(table, actor, 2, "area-b-order.declined-adventure-costs-2")
        if area == "C":
            lose_fame(table, actor, 2, "area-c.no-contribution-minus-2")


def lapse(table: Table, seat: str, space: str) -> str:
    """The clause by which an Adventure is not completed, as far as everybody can see."""
    wounds = table.pack.adventures[table.state.adventures[space]].wounds
    beyond = table.player(seat).wounds + wounds > 4 and not table.is_on(seat, "P7")
    return "adventures.wound-limit-fails-adventure" if beyond else "area-b-order.declined-adventure-costs-2"


class ActivationStep(Step):
    """An Area being activated: whose turn it is, and which spaces that player may name."""

    def may_activate(self, table: Table, seat: str, space: str) -> Iterator[Violation]:
        """Why the player may not activate this space now."""
        raise NotImplementedError
