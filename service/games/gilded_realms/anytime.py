"""What a player may do at any own decision: Buy Goods, a Province Upgrade, and abilities whose window is open."""

from collections.abc import Iterable, Iterator
from typing import Any

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.gilded_realms.abilities import UseAbility
from service.games.gilded_realms.events import in_words
from service.games.gilded_realms.ids import Goods
from service.games.gilded_realms.moments import stay
from service.games.gilded_realms.payment import is_payable
from service.games.gilded_realms.table import Table, in_silver
from service.games.gilded_realms.treasury import discard, gain
from service.games.gilded_realms.upgrade import StartUpgrade, UpgradeWith
from service.games.gilded_realms.upgrade_reasons import level_violations


def goods_cost(table: Table, seat: str) -> dict[str, int]:
    """What one Resource costs this player."""
    cost: dict[str, int] = table.replaced(seat, "buy_goods_cost", table.pack.constants["buy_goods_cost"])
    return cost


def price_rule(table: Table, seat: str) -> str:
    """The clause of the price: that of the Knowledge Buy Goods for whoever has it."""
    return "k-township.buy-goods" if table.modifiers(seat, "buy_goods_cost") else "buy-goods.cost"


GOODS_PRICE = "buying goods costs {cost}, and {seat} lacks {lacks}"
MESSAGES = dict.fromkeys(("buy-goods.cost", "k-township.buy-goods"), GOODS_PRICE)
"""What is said of the price of goods, by the clause that sets it."""


class BuyGoods(Action, tag="buy-goods", frozen=True):
    """Discard 2 Gold to take 1 Material or 1 Supply."""

    good: Goods

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["BuyGoods"]:
        return [cls(actor=actor, good=good) for good in table.pack.constants["buy_goods_gain_one_of"]]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        cost = goods_cost(table, actor)
        missing = table.missing(actor, cost)
        if missing:
            yield Violation(
                price_rule(table, actor),
                GOODS_PRICE,
                cost=in_words(in_silver(cost)),
                seat=actor,
                lacks=in_words(missing),
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        stay(table, step)
        discard(table, actor, goods_cost(table, actor), price_rule(table, actor))
        gain(table, actor, {self.good: 1}, "buy-goods.cost")


def can_upgrade(table: Table, seat: str, province: str) -> bool:
    """Whether a player can Upgrade a Province now; one who can buy goods, with goods that its cards would cost."""
    if next(level_violations(table, seat, province), None) is not None:
        return False
    buys = not table.missing(seat, goods_cost(table, seat))
    return is_payable(table, seat, province, in_action_phase=False, free=buys)


ANYTIME: tuple[type[Action], ...] = (BuyGoods, StartUpgrade, UpgradeWith, UseAbility)
"""Offered at every own decision (abilities as their windows say).

Not while thrown dice are unresolved, or another action of several parts.
"""
