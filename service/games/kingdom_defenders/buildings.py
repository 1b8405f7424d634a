"""Activating Buildings: one allowed action of a Building with own discs (annex: Building Tiles)."""

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.shapes import RuleRef, a_set
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.kingdom_defenders.activation import (
    CLAUSE,
    ActivationStep,
    Payment,
    RecoverDiscs,
    payment_violations,
    payments,
)
from service.games.kingdom_defenders.effects import Use, carry_out, obstacle, obstacles, operation
from service.games.kingdom_defenders.events import ActionChosen, ExtraDiscGained
from service.games.kingdom_defenders.gains import gain_goods, pay_goods
from service.games.kingdom_defenders.ids import Space
from service.games.kingdom_defenders.ids import TileAction as TileActionId
from service.games.kingdom_defenders.pack import Effect, TileAction
from service.games.kingdom_defenders.table import Table

MAX_DISCS = 8


def use_violations(table: Table, seat: str, action: TileAction, pay: Payment, space: str) -> Iterator[Violation]:
    """Why the player cannot carry out this action of a tile for this payment, wherever the disc stands."""
    inactive = table.tile(action.tile).needs_horde and not table.is_area_c_open()
    if inactive and table.state.options.variant == "family":
        yield Violation("family.tiles-removed", "{tile} is not used in the Family Variant", tile=action.tile)
    if inactive and table.state.round == 1:
        yield Violation("wall-rule.first-round-inactive-tiles", "{tile} does nothing in round 1", tile=action.tile)
    yield from payment_violations(table, seat, action, pay)
    # What stands in the way of an effect goes by the Horde: without one there is nothing to say about it.
    if dict(pay) in payments(action) and not inactive:
        yield from obstacles(table, Use(seat, CLAUSE[action.id], space, pay), action.effects)


def carry_out_action(table: Table, seat: str, action: TileAction, pay: Payment, space: str) -> None:
    """Pay for an action of a tile and carry it out; the discs on ``space`` are recovered afterwards."""
    rule = CLAUSE[action.id]
    table.log(ActionChosen(rule=rule, seat=seat, action=action.id))
    pay_goods(table, seat, pay, rule)
    table.push(RecoverDiscs(seat=seat, space=space))
    carry_out(table, seat, action.effects, rule, space)


class ActivateBuilding(Action, tag="activate-building", frozen=True):
    """Carry out one action of a Building with own discs; ``pay`` is its price."""

    space: Space
    action: TileActionId
    pay: Payment = {}

    @classmethod
    def candidates(cls, table: Table, step: ActivationStep, actor: str, where: Where) -> Iterable["ActivateBuilding"]:
        for space, _ in table.standings(actor, "B2"):
            code = table.tile_on(space)
            for action in table.pack.buildings[code].actions if code else ():
                for pay in payments(action):
                    yield cls(actor=actor, space=space, action=action.id, pay=pay)  # type: ignore[arg-type]

    def violations(self, table: Table, step: ActivationStep, actor: str) -> Iterator[Violation]:
        yield from step.may_activate(table, actor, self.space)
        action = table.pack.actions[self.action]
        if table.tile_on(self.space) != action.tile or action.tile not in table.pack.buildings:
            yield Violation(
                "buildings.choose-one-action:other-tile",
                "{space} does not offer {action}",
                space=self.space,
                action=action.id,
            )
            return
        yield from use_violations(table, actor, action, self.pay, self.space)

    def apply(self, table: Table, step: ActivationStep, actor: str) -> None:
        carry_out_action(table, actor, table.pack.actions[self.action], self.pay, self.space)


# --- E7, and the Coin or Loot of a victory ----------------------------------------------------------------------------


class ChooseGoods(Action, tag="choose-goods", frozen=True):
    """Say which goods are gained."""

    goods: Payment

    @classmethod
    def candidates(cls, table: Table, step: "ChooseGain", actor: str, where: Where) -> Iterable["ChooseGoods"]:
        for mix in combinations_with_replacement(step.kinds, step.number):
            yield cls(actor=actor, goods={kind: mix.count(kind) for kind in step.kinds if kind in mix})

    def violations(self, table: Table, step: "ChooseGain", actor: str) -> Iterator[Violation]:
        strange = sorted(set(self.goods) - set(step.kinds))
        if strange or sum(self.goods.values()) != step.number:
            facts: dict[str, Any] = {"number": step.number, "kinds": step.kinds, "goods": dict(self.goods)}
            if step.gained_by == "victory.two-resources-coin-or-loot":
                yield Violation(
                    "victory.two-resources-coin-or-loot:choice",
                    "1 coin or 1 loot is gained, not {goods}",
                    at="goods",
                    **facts,
                )
            else:
                yield Violation(
                    "building-effects.e7-enhancement-workshop:mix",
                    "{number} of {kinds} are gained, not {goods}",
                    at="goods",
                    **facts,
                )

    def apply(self, table: Table, step: "ChooseGain", actor: str) -> None:
        gain_goods(table, actor, self.goods, step.gained_by)


class ChooseGain(Choice, tag="choose-goods"):
    """A player gains a number of goods in any mix of some kinds."""

    rule: ClassVar[str] = "building-effects.e7-enhancement-workshop"
    prompt: ClassVar[str] = "Choose the goods that you gain."
    actions: ClassVar[tuple[type[Action], ...]] = (ChooseGoods,)

    also_cites: ClassVar[tuple[str, ...]] = ("victory.two-resources-coin-or-loot",)

    number: Annotated[int, Meta(ge=1, le=9)]
    kinds: Annotated[list[Literal["weapon", "spell", "loot", "coin"]], a_set(4, 1)]
    gained_by: RuleRef

    def cites(self) -> str:
        return self.gained_by


@operation("gain-mix")
def _gain_mix(table: Table, seat: str, effect: Effect, rule: str, space: str) -> None:
    table.push(ChooseGain(seat=seat, number=effect["n"], kinds=sorted(effect["kinds"]), gained_by=rule))


# --- E8 ---------------------------------------------------------------------------------------------------------------


@operation("extra-disc")
def _extra_disc(table: Table, seat: str, effect: Effect, rule: str, space: str) -> None:
    player = table.player(seat)
    player.set_aside -= effect["n"]
    player.discs += effect["n"]
    table.log(ExtraDiscGained(rule=rule, seat=seat))


def discs_in_play(table: Table, seat: str) -> int:
    """The player's discs on the Hero tile, the board and the Wound track."""
    player = table.player(seat)
    on_board = sum(standing.discs - standing.grey for _, standing in table.standings(seat))
    return player.discs + on_board + (player.wounds > 0)


@obstacle("extra-disc")
def _no_extra_disc(table: Table, use: Use, effect: Effect) -> Iterator[Violation]:
    if table.player(use.seat).set_aside < effect["n"]:
        yield Violation(
            "building-effects.e8-extra-disc:none-left", "{seat} has no disc set aside", at="action", seat=use.seat
        )
    if discs_in_play(table, use.seat) + effect["n"] > MAX_DISCS:
        yield Violation(
            "building-effects.e8-max-8-discs",
            "{seat} already has {has} discs in play",
            at="action",
            seat=use.seat,
            has=discs_in_play(table, use.seat),
        )
