"""What a solo player may do at the Warfront board in the Build and Action Phases."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.gilded_realms.endeavour_deck import discard_card
from service.games.gilded_realms.events import EndeavourTaken, in_words
from service.games.gilded_realms.ids import Card
from service.games.gilded_realms.moments import stay
from service.games.gilded_realms.table import Table, in_silver
from service.games.gilded_realms.treasury import discard, exhaust
from service.games.gilded_realms.warfront import Restock, hinterland, move_front, take_from_hinterland


class Cycle(Action, tag="cycle", frozen=True):
    """Discard a card of the Warfront Hinterlands; the top Endeavour takes its place."""

    card: Card

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["Cycle"]:
        return [cls(actor=actor, card=card) for card in sorted(set(hinterland(table)))]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if table.state.solo is not None and table.state.solo.cycled:
            yield Violation("cycle.effect", "the Warfront Hinterlands have been cycled in this round")
        if self.card not in hinterland(table):
            name = table.pack.title(self.card)
            yield Violation("cycle.effect:card", "{name} is not in the Warfront Hinterlands", at="card", name=name)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        stay(table, step)
        assert table.state.solo is not None
        table.state.solo.cycled = True
        take_from_hinterland(table, self.card)
        discard_card(table, actor, self.card, "cycle.effect")
        table.push(Restock())


class BuyWarfront(Action, tag="buy-warfront", frozen=True):
    """Discard 1 Gold to take a card of the Warfront Hinterlands into hand."""

    card: Card

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["BuyWarfront"]:
        return [cls(actor=actor, card=card) for card in sorted(set(hinterland(table)))]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        missing = table.missing(actor, table.pack.solo["warfront_hinterland"]["buy_cost"])
        if missing:
            yield Violation("buy-warfront.effect", "{seat} lacks {lacks}", seat=actor, lacks=in_words(missing))
        if self.card not in hinterland(table):
            name = table.pack.title(self.card)
            yield Violation(
                "buy-warfront.effect:card", "{name} is not in the Warfront Hinterlands", at="card", name=name
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        stay(table, step)
        rule, player = "buy-warfront.effect", table.player(actor)
        discard(table, actor, table.pack.solo["warfront_hinterland"]["buy_cost"], rule)
        take_from_hinterland(table, self.card)
        player.hand = sorted([*player.hand, self.card])
        table.log(EndeavourTaken(rule=rule, seat=actor, card=self.card, name=table.pack.title(self.card)))
        table.push(Restock())


def mercenary_prices(table: Table, seat: str) -> dict[int, dict[str, int]]:
    """What Mercenaries cost a player, by the positions that they lower the Warfront."""
    offers = table.replaced(seat, "hire_mercenaries_options", table.pack.solo["hire_mercenaries"])
    return {-offer["warfront"]: {k: n for k, n in offer.items() if k != "warfront"} for offer in offers}


class HireMercenaries(Action, tag="hire-mercenaries", frozen=True):
    """Discard Gold to lower the Warfront by so many positions."""

    positions: Annotated[int, Meta(ge=1, le=12)]

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["HireMercenaries"]:
        return [cls(actor=actor, positions=positions) for positions in mercenary_prices(table, actor)]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        cost = mercenary_prices(table, actor).get(self.positions)
        if cost is None:
            yield Violation(
                "mercenaries.effect:number",
                "no Mercenaries lower the Warfront by {positions}",
                positions=self.positions,
            )
            return
        missing = table.missing(actor, cost)
        if missing:
            yield Violation(
                "mercenaries.effect",
                "Mercenaries cost {cost}, and {seat} lacks {lacks}",
                cost=in_words(in_silver(cost)),
                seat=actor,
                lacks=in_words(missing),
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        discard(table, actor, mercenary_prices(table, actor)[self.positions], "mercenaries.effect")
        move_front(table, -self.positions, "mercenaries.effect")


class Conscript(Action, tag="conscript", frozen=True):
    """Exhaust 1 Population to lower the Warfront by 1."""

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if not table.player(actor).population:
            yield Violation("conscription.effect", "{seat} has no Population left to exhaust", seat=actor)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        printed = table.pack.solo["conscription"]
        exhaust(table, actor, printed["exhaust_population"], "conscription.effect")
        move_front(table, printed["warfront"], "conscription.effect")


SOLO_BUILD_ACTIONS: tuple[type[Action], ...] = (Cycle, BuyWarfront)
"""Offered in the Build Phase."""
SOLO_ACTIONS: tuple[type[Action], ...] = (Cycle, HireMercenaries, Conscript)
"""Offered in the Action Phase."""
