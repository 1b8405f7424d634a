"""Buying in an interaction: Healing, Spells, Advanced Actions, Artifacts, and Elite Units for the offer."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.action import Action, ChanceAction, Where
from service.engine.shapes import CHANCE, Seat
from service.engine.step import ChanceStep, Step
from service.engine.violation import Violation
from service.games.mage_knight.at_once import at_once_violations
from service.games.mage_knight.events_sites import CardTurnedUp
from service.games.mage_knight.gains import gain_card, gain_points
from service.games.mage_knight.ids import Card, Mana
from service.games.mage_knight.interacting import (
    Services,
    pay_influence,
    price_in_influence,
    selling,
)
from service.games.mage_knight.mana import Purse, pay, price_options, price_violations
from service.games.mage_knight.offers import DealUnit, take_from_offer
from service.games.mage_knight.state_turn import Reward
from service.games.mage_knight.table import Table

Points = Annotated[int, Meta(ge=1, le=100)]


class BuyHealing(Action, tag="buy-healing", frozen=True):
    """Buy Healing points in a village or monastery."""

    points: Points

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["BuyHealing"]:
        price = selling(table, actor).heal
        most = table.turn.influence // price if price else 0
        return [cls(actor=actor, points=points) for points in range(1, min(most, 100) + 1)]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        price = selling(table, actor).heal
        if price is None:
            yield Violation(
                "interact.healing-where",
                "Healing is sold in an interaction in a village or monastery only",
                at="type",
            )
        else:
            yield from price_in_influence(table, actor, price * self.points, f"Healing {self.points}")

    def apply(self, table: Table, step: Any, actor: str) -> None:
        price, at = selling(table, actor).heal or 0, table.player(actor).at
        village = at is not None and table.site(at) == "village"
        rule = "site.village-recruit-heal" if village else "site.monastery-services"
        pay_influence(table, actor, price * self.points, f"Healing {self.points}", rule)
        gain_points(table, actor, "healing", self.points, rule)


class BuySpell(Action, tag="buy-spell", frozen=True):
    """Buy a Spell of the offer, for Influence points and one mana of its colour."""

    card: Card
    mana: Mana

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["BuySpell"]:
        if selling(table, actor).spell is None:
            return
        purse = Purse(table, actor)
        for card in table.state.offers.spells:
            for (mana,) in price_options(purse, [str(table.card(card).color)], ["effect"]):
                yield cls(actor=actor, card=card, mana=mana)

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        price = selling(table, actor).spell
        if price is None:
            yield Violation("site.mage-tower-services", "no Spells are sold here now", at="type")
        if self.card not in table.state.offers.spells:
            yield Violation(
                "site.mage-tower-services:offer",
                "{card} is not in the Spell offer",
                at="card",
                card=self.card,
            )
        elif price is not None:
            yield from price_in_influence(table, actor, price, table.name(self.card))
            wanted, rule = [str(table.card(self.card).color)], "site.mage-tower-services:mana"
            yield from price_violations(Purse(table, actor), wanted, [self.mana], ["effect"], rule)
        yield from at_once_violations(table, actor, [self.mana])

    def apply(self, table: Table, step: Any, actor: str) -> None:
        at = table.player(actor).at
        city = at is not None and table.site(at) == "city"
        rule = "interact.city-blue" if city else "site.mage-tower-services"
        pay_influence(table, actor, selling(table, actor).spell or 0, table.name(self.card), rule)
        pay(table, actor, [self.mana], ["effect"])
        take_from_offer(table, "spell", self.card)
        gain_card(table, actor, self.card)


class LearnAction(Action, tag="learn", frozen=True):
    """Learn an Advanced Action: of the Unit offer in a monastery, of its offer or the top of its deck in a city.

    ``card`` is left out for the unseen top card of the deck.
    """

    card: Card | None = None

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["LearnAction"]:
        sold = selling(table, actor)
        if sold.train is not None:
            return [cls(actor=actor, card=card) for card in taught(table)]
        if sold.advanced is not None:
            return [*(cls(actor=actor, card=card) for card in table.state.offers.advanced), cls(actor=actor)]
        return []

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        sold = selling(table, actor)
        price = _price(sold)
        if price is None:
            yield Violation("site.monastery-services", "no Advanced Actions are taught here now", at="type")
            return
        what = "an Advanced Action" if self.card is None else table.name(self.card)
        yield from price_in_influence(table, actor, price, what)
        if sold.train is not None:
            if self.card not in taught(table):
                yield Violation(
                    "site.monastery-services:offer", "{what} is not taught in the Unit offer", at="card", what=what
                )
        elif self.card is None:
            if not table.state.decks.advanced.count:
                yield Violation("interact.city-green:deck", "the deck of Advanced Actions is empty", at="card")
        elif self.card not in table.state.offers.advanced:
            yield Violation("interact.city-green", "{what} is not in the offer", at="card", what=what)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        sold = selling(table, actor)
        rule = "interact.city-green" if sold.train is None else "site.monastery-services"
        what = "an unseen Advanced Action" if self.card is None else table.name(self.card)
        pay_influence(table, actor, _price(sold) or 0, what, rule)
        if self.card is None:
            table.push(DrawAdvanced(seat=actor))
            return
        if sold.train is None:
            take_from_offer(table, "advanced-action", self.card)
        else:
            table.state.offers.units.remove(self.card)
        gain_card(table, actor, self.card)


def taught(table: Table) -> list[str]:
    """The Advanced Actions that monasteries have put into the Unit offer."""
    return sorted({card for card in table.state.offers.units if card not in table.pack.units})


def _price(sold: Services) -> int | None:
    return sold.train if sold.train is not None else sold.advanced


class TopAdvanced(ChanceAction, tag="reveal-advanced-action", frozen=True):
    """The card on top of the deck of Advanced Actions."""

    card: Card

    def apply(self, table: Table, step: "DrawAdvanced", actor: str) -> None:
        table.state.decks.advanced.take(self.card)
        table.log(CardTurnedUp(rule=step.rule, card=self.card))
        gain_card(table, step.seat, self.card)


class DrawAdvanced(ChanceStep, tag="draw-advanced-action"):
    """The unseen top card of the deck of Advanced Actions goes on a Deed deck."""

    rule: ClassVar[str] = "interact.city-green"
    prompt: ClassVar[str] = "Turn up the top card of the Advanced Action deck."
    actions: ClassVar[tuple[type[Action], ...]] = (TopAdvanced,)

    seat: Seat

    def must(self, table: Table) -> Sequence[str]:
        return (CHANCE,) if table.state.decks.advanced.count else ()

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        draws = table.state.decks.advanced.draws()
        return [TopAdvanced(actor=CHANCE, card=card, weight=weight) for card, weight in draws.items()]


class BuyArtifact(Action, tag="buy-artifact", frozen=True):
    """Buy an Artifact in the red city; it is drawn at the end of the turn."""

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        price = selling(table, actor).artifact
        if price is None:
            yield Violation("interact.city-red", "no Artifacts are sold here now", at="type")
        else:
            yield from price_in_influence(table, actor, price, "an Artifact")

    def apply(self, table: Table, step: Any, actor: str) -> None:
        rule, rewards = "interact.city-red", table.turn.rewards
        pay_influence(table, actor, selling(table, actor).artifact or 0, "an Artifact", rule)
        bought = next((reward for reward in rewards if reward.rule == rule), None)
        if bought is not None:
            bought.count += 1
        else:
            rewards.append(Reward(kind="artifact", rule=rule))


class AddElite(Action, tag="add-elite", frozen=True):
    """Have an Elite Unit added to the Unit offer in the white city."""

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        price = selling(table, actor).elite
        if price is None:
            yield Violation("interact.city-white", "no Elite Units can be added here now", at="type")
            return
        yield from price_in_influence(table, actor, price, "an Elite Unit for the offer")
        if not table.state.decks.elite.count:
            yield Violation("interact.city-white:deck", "the deck of Elite Units is empty", at="type")

    def apply(self, table: Table, step: Any, actor: str) -> None:
        rule = "interact.city-white"
        pay_influence(table, actor, selling(table, actor).elite or 0, "an Elite Unit for the offer", rule)
        table.push(DealUnit(deck="elite", dealt_by=rule))


BUYING_ACTIONS: tuple[type[Action], ...] = (BuyHealing, BuySpell, LearnAction, BuyArtifact, AddElite)
BUYING_STEPS: tuple[type[Step], ...] = (DrawAdvanced,)
