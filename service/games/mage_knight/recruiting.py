"""Recruiting Units of the Unit offer, for Influence points or by an effect."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from service.engine.action import Action, Where
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.at_once import option_violations, spends, uses_it
from service.games.mage_knight.effect_rules import Use, objections
from service.games.mage_knight.effects import CarryOut, ForEffect, check, op, running, skip, start
from service.games.mage_knight.events_effects import UnitActivated
from service.games.mage_knight.ids import Price, UnitKind, UnitRef
from service.games.mage_knight.interacting import pay_influence, price_in_influence, selling
from service.games.mage_knight.mana import Purse, pay, price_options, price_violations, spend_all
from service.games.mage_knight.offers import DealUnit
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.state_turn import Source
from service.games.mage_knight.table import Table
from service.games.mage_knight.units import AbilityName, disband_violations, has_free_command_token, join, lose_unit


def offered_units(table: Table) -> list[str]:
    """The Units of the Unit offer, each kind once."""
    return sorted({unit for unit in table.state.offers.units if unit in table.pack.units})


def ways_to_join(table: Table, seat: str) -> Sequence[str | None]:
    """Which Unit may be given up for a new one: none while a Command token is free."""
    return [None] if has_free_command_token(table, seat) else [ref for ref, _ in table.units(seat)]


def not_offered(table: Table, unit: str) -> Iterator[Violation]:
    """Why a Unit cannot be taken from the offer."""
    if unit not in table.state.offers.units:
        yield Violation(
            "interact.recruit-matching-site:offer", "{unit} are not in the Unit offer", at="unit", unit=unit
        )


def take_unit(table: Table, seat: str, unit: str, disband: str | None, *, loyal: bool = False) -> str:
    """A Unit leaves the offer, which is not filled, and enters the Unit area; what it is called there."""
    if disband is not None:
        lose_unit(table, seat, disband, "units.disband-when-full")
    table.state.offers.units.remove(unit)
    return join(table, seat, unit, loyal=loyal)


def loyal_token(table: Table, seat: str) -> EffectNode | None:
    """The token of Bonds of Loyalty, while no Unit stands under it."""
    if any(unit.loyal for unit in table.player(seat).units.values()):
        return None
    for skill in table.command_skills(seat):
        for at in table.skill(skill).nodes:
            if table.node(at).op == "command-token":
                return table.node(at)
    return None


def place_violations(table: Table, seat: str, disband: str | None, *, loyal: bool) -> Iterator[Violation]:
    """Why a new Unit has no place: neither a Command token of its own nor, where it is meant, Bonds of Loyalty."""
    if not loyal:
        yield from disband_violations(table, seat, disband)
    elif loyal_token(table, seat) is None:
        yield Violation("effects.follow-card-text:bonds", "{seat} has no free Bonds of Loyalty", seat=seat)
    elif disband is not None:
        yield Violation("units.disband-when-full:bonds", "no Unit has to be given up for it", at="disband")


def places(table: Table, seat: str) -> list[tuple[str | None, bool]]:
    """Where a new Unit may stand: which Unit is given up for it, and whether under Bonds of Loyalty."""
    found: list[tuple[str | None, bool]] = [(ref, False) for ref in ways_to_join(table, seat)]
    return [*found, (None, True)] if loyal_token(table, seat) is not None else found


class Recruit(Action, tag="recruit", frozen=True):
    """Recruit a Unit of the offer; ``loyal`` under the token of Bonds of Loyalty."""

    unit: UnitKind
    disband: UnitRef | None = None
    loyal: bool = False

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["Recruit"]:
        if not table.turn.interacting:
            return
        for unit in offered_units(table):
            for ref, loyal in places(table, actor):
                yield cls(actor=actor, unit=unit, disband=ref, loyal=loyal)

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        sold, name = selling(table, actor), self.unit
        yield from not_offered(table, self.unit)
        if sold.icon is None:
            yield Violation("interact.is-the-action", "Units are recruited in an interaction only", at="type")
        elif not sold.any_unit and sold.icon not in table.pack.units[self.unit].recruit_at:
            yield Violation("interact.recruit-matching-site", "{unit} cannot be recruited here", at="unit", unit=name)
        yield from price_in_influence(table, actor, self._cost(table, actor), name)
        yield from place_violations(table, actor, self.disband, loyal=self.loyal)

    def _cost(self, table: Table, actor: str) -> int:
        cost, token = table.pack.units[self.unit].cost, loyal_token(table, actor) if self.loyal else None
        if token is None:
            return cost
        return max(int(token.params["minimum"]), cost - int(token.params["recruit_discount"]))

    def apply(self, table: Table, step: Any, actor: str) -> None:
        rule = "interact.recruit-matching-site"
        pay_influence(table, actor, self._cost(table, actor), table.name(self.unit), rule)
        take_unit(table, actor, self.unit, self.disband, loyal=self.loyal)


# --- by an effect -----------------------------------------------------------------------------------------------------


class RecruitFree(Action, tag="recruit-free", frozen=True):
    """Recruit any Unit of the offer by an effect; ``loyal`` under the token of Bonds of Loyalty."""

    unit: UnitKind
    disband: UnitRef | None = None
    loyal: bool = False

    @classmethod
    def candidates(cls, table: Table, step: "ChooseRecruit", actor: str, where: Where) -> Iterable["RecruitFree"]:
        return [
            cls(actor=actor, unit=unit, disband=ref, loyal=loyal)
            for unit in offered_units(table)
            for ref, loyal in places(table, actor)
        ]

    def violations(self, table: Table, step: "ChooseRecruit", actor: str) -> Iterator[Violation]:
        yield from not_offered(table, self.unit)
        yield from place_violations(table, actor, self.disband, loyal=self.loyal)

    def apply(self, table: Table, step: "ChooseRecruit", actor: str) -> None:
        run = running(table)
        run.found.unit = take_unit(table, actor, self.unit, self.disband, loyal=self.loyal)


class RecruitNobody(Action, tag="recruit-nobody", frozen=True):
    """Recruit nobody: no Unit can be taken."""

    def violations(self, table: Table, step: "ChooseRecruit", actor: str) -> Iterator[Violation]:
        if offered_units(table):
            yield Violation("effects.follow-card-text:recruit", "a Unit can be recruited, and has to be", at="type")

    def apply(self, table: Table, step: "ChooseRecruit", actor: str) -> None:
        skip(table, running(table))


class ChooseRecruit(ForEffect, tag="choose-recruit"):
    """An effect gives a Unit of the offer, whatever the site and the price."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Choose the Unit that you recruit."
    actions: ClassVar[tuple[type[Action], ...]] = (RecruitFree, RecruitNobody)
    asked_by: ClassVar[tuple[str, ...]] = ("recruit-free",)


@op("recruit-free")
def recruit_free(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.push(ChooseRecruit(seat=run.seat, node=node.id))


@op("add-to-unit-offer")
def add_to_unit_offer(table: Table, run: CarryOut, node: EffectNode) -> None:
    deal = [DealUnit(deck=node.params["deck"], dealt_by=run.rule) for _ in range(node.params["count"])]
    table.push(*deal)


# --- the ability of a Unit of the offer -------------------------------------------------------------------------------


class BorrowUnit(Action, tag="borrow-unit", frozen=True):
    """Use an ability of a Unit of the offer, which stays there."""

    unit: UnitKind
    ability: AbilityName
    mana: Price = []

    @classmethod
    def candidates(cls, table: Table, step: "ChooseBorrowed", actor: str, where: Where) -> Iterable["BorrowUnit"]:
        yield from borrowings(table, Purse(table, actor), actor)

    def violations(self, table: Table, step: "ChooseBorrowed", actor: str) -> Iterator[Violation]:
        yield from not_offered(table, self.unit)
        yield from borrowing_violations(table, self, Purse(table, actor))
        ability = table.unit(self.unit).abilities.get(self.ability)
        if ability is not None and not any(uses_it(table, mana) for mana in self.mana):
            source = Source(origin="unit", id=self.unit, half=self.ability)  # type: ignore[arg-type]
            yield from option_violations(table, actor, ability.nodes, source)

    def apply(self, table: Table, step: "ChooseBorrowed", actor: str) -> None:
        ability = table.unit(self.unit).abilities[self.ability]
        table.log(UnitActivated(rule=step.rule, seat=actor, unit=self.unit, ability=self.ability))
        pay(table, actor, self.mana, ["effect"] * len(ability.mana))
        source = Source(origin="unit", id=self.unit, half=self.ability)  # type: ignore[arg-type]
        table.push(start(table, actor, source, ability.nodes))


def borrowings(table: Table, purse: Purse, seat: str) -> Iterator[BorrowUnit]:
    """Every ability of a Unit of the offer with every way to pay it."""
    for unit in offered_units(table):
        for ability in table.unit(unit).abilities.values():
            for price in price_options(purse, ability.mana, ["effect"] * len(ability.mana)):
                yield BorrowUnit(actor=seat, unit=unit, ability=ability.name, mana=list(price))


def borrowing_violations(table: Table, borrowing: BorrowUnit, purse: Purse) -> Iterator[Violation]:
    """Why an ability of a Unit of the offer cannot be used now."""
    ability, combat = table.unit(borrowing.unit).abilities.get(borrowing.ability), table.state.combat
    if ability is None:
        yield Violation(
            "units.one-ability-per-activation:offer",
            "{unit} have no such ability",
            at="ability",
            unit=borrowing.unit,
        )
        return
    if combat is not None and not combat.units_allowed:
        yield Violation("site.units-forbidden:offer", "no abilities of Units can be used here", at="unit")
    what = ["effect"] * len(ability.mana)
    left = purse.copy()
    wrong = list(price_violations(left, ability.mana, borrowing.mana, what, "units.ability-mana-cost"))  # type: ignore[arg-type]
    yield from wrong
    if not wrong:
        spend_all(left, borrowing.mana, what)  # type: ignore[arg-type]
    source = Source(origin="unit", id=borrowing.unit, half=borrowing.ability)  # type: ignore[arg-type]
    yield from objections(table, Use.of(table, borrowing.actor, source).with_purse(left), ability.nodes)


class BorrowNobody(Action, tag="borrow-nobody", frozen=True):
    """Use no Unit: none has an ability that can be used."""

    def violations(self, table: Table, step: "ChooseBorrowed", actor: str) -> Iterator[Violation]:
        if can_borrow(table, Purse(table, actor), actor):
            yield Violation("effects.follow-card-text:borrow", "an ability can be used, and has to be", at="type")

    def apply(self, table: Table, step: "ChooseBorrowed", actor: str) -> None:
        skip(table, running(table))


@spends("use-offer-unit")
def _borrowing_spends(table: Table, use: Use, node: EffectNode) -> bool:
    return any(
        any(uses_it(table, mana) for mana in borrowing.mana)
        and not any(True for _ in borrowing_violations(table, borrowing, use.purse))
        for borrowing in borrowings(table, use.purse, use.seat)
    )


def can_borrow(table: Table, purse: Purse, seat: str) -> bool:
    """Whether any ability of a Unit of the offer can be used now."""
    return any(
        not any(True for _ in borrowing_violations(table, borrowing, purse))
        for borrowing in borrowings(table, purse, seat)
    )


class ChooseBorrowed(ForEffect, tag="choose-borrowed"):
    """An effect uses an ability of a Unit of the offer."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Choose a Unit of the offer and its ability."
    actions: ClassVar[tuple[type[Action], ...]] = (BorrowUnit, BorrowNobody)
    asked_by: ClassVar[tuple[str, ...]] = ("use-offer-unit",)


@op("use-offer-unit")
def use_offer_unit(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.push(ChooseBorrowed(seat=run.seat, node=node.id))


@check("use-offer-unit")
def _somebody_to_borrow(table: Table, use: Use, node: EffectNode) -> Iterator[Violation]:
    if not can_borrow(table, use.purse, use.seat):
        yield Violation("effects.follow-card-text:nobody", "no Unit of the offer has an ability for now", at="type")


RECRUITING_STEPS: tuple[type[Step], ...] = (ChooseRecruit, ChooseBorrowed)
