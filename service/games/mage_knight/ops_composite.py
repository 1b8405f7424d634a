"""Composite effects: a card that plays the effect of another card, or a Spell of the offer, as one single effect."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Literal

from service.engine.action import Action, Where
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.at_once import can_spend, option_violations, spends
from service.games.mage_knight.bags import more
from service.games.mage_knight.effect_rules import Use, matches, objections, usable_violations
from service.games.mage_knight.effects import CarryOut, ForEffect, check, colors_of, modifier, op, running, skip, start
from service.games.mage_knight.events_effects import CardPlayed
from service.games.mage_knight.ids import Card, Mode, Price
from service.games.mage_knight.mana import Purse, pay, price_options
from service.games.mage_knight.ops_force import goes_on, in_force
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.playing_rules import card_moment, purposes
from service.games.mage_knight.reactions import announced
from service.games.mage_knight.state import PlayedCard
from service.games.mage_knight.state_turn import Found, Modifier, Source
from service.games.mage_knight.table import Table

# --- another card of the hand, or the card thrown away ----------------------------------------------------------------


def along_violations(table: Table, use: Use, node: EffectNode, card: str) -> Iterator[Violation]:
    """Why the effect of a card cannot be played as a part of this effect."""
    inner, info, which = use_along(use, node, card), table.card(card), node.params["which"]
    yield from usable_violations(table, use.seat, info.usable[which], info.called(which))
    yield from objections(table, inner, info.halves[which])


def use_along(use: Use, node: EffectNode, card: str) -> Use:
    """The use of a card as a part of an effect."""
    source = Source(origin="card", id=card, half=node.params["which"])
    inner = Use(use.seat, source, use.purse, use.hand, Found())
    return inner.without_card(card) if node.params["from"] == "hand" or not use.found.thrown else inner


def playable_along(table: Table, use: Use, node: EffectNode) -> list[str]:
    """The cards whose effect can be played as a part of this effect."""
    if node.params["from"] == "thrown" and use.found.thrown:
        cards = {use.found.thrown[-1]}
    else:
        wanted = node.params.get("filter", {"kind": ["basic-action", "advanced-action"]})
        cards = {card for card in use.hand if matches(table, card, wanted)}
    return sorted(card for card in cards if not any(True for _ in along_violations(table, use, node, card)))


def played_then(table: Table, run: CarryOut) -> EffectNode | None:
    """The effect that plays the card which is thrown away for it, where that comes next."""
    node = table.node(run.todo[0]) if run.todo else None
    return node if node is not None and node.op == "play-other" and node.params["from"] == "thrown" else None


@check("play-other")
def _something_to_play(table: Table, use: Use, node: EffectNode) -> Iterator[Violation]:
    if not playable_along(table, use, node):
        yield Violation("composite.limits-respected", "no effect could be played with it now", at="type")


@spends("play-other")
def _played_along_spends(table: Table, use: Use, node: EffectNode) -> bool:
    which = node.params["which"]
    return any(
        can_spend(table, use_along(use, node, card), table.card(card).halves[which])
        for card in playable_along(table, use, node)
    )


class PlayAlong(Action, tag="play-along", frozen=True):
    """Play the effect of a card of the hand as a part of this effect, without its mana."""

    card: Card

    @classmethod
    def candidates(cls, table: Table, step: "ChooseAlong", actor: str, where: Where) -> Iterable["PlayAlong"]:
        return [cls(actor=actor, card=card) for card in table.playable_in_hand(actor)]

    def violations(self, table: Table, step: "ChooseAlong", actor: str) -> Iterator[Violation]:
        node, run, name = table.node(step.node), running(table), self.card
        if self.card not in table.player(actor).hand:
            yield Violation("deed.play-from-hand:along", "{card} is not in hand", at="card", card=name)
        elif not matches(table, self.card, node.params["filter"]):
            yield Violation("composite.play-another-effect", "{card} is no Action card", at="card", card=name)
        else:
            yield from along_violations(table, Use.of(table, actor, run.source, run.found), node, self.card)
            which = node.params["which"]
            source = Source(origin="card", id=self.card, half=which)
            yield from option_violations(table, actor, table.card(self.card).halves[which], source)

    def apply(self, table: Table, step: "ChooseAlong", actor: str) -> None:
        node, player, card = table.node(step.node), table.player(actor), table.card(self.card)
        which: Mode = node.params["which"]
        player.hand.remove(self.card)
        player.played.append(PlayedCard(card=self.card, mode=which))
        table.turn.cards_used += 1
        table.log(
            CardPlayed(
                rule="composite.play-another-effect",
                seat=actor,
                card=self.card,
                mode=which,
                name=card.called(which),
                purpose=f"its {which} effect, as a part of another",
            )
        )
        source = Source(origin="card", id=self.card, half=which)
        table.push(start(table, actor, source, card.halves[which], with_bonuses(running(table), node)))


def with_bonuses(run: CarryOut, node: EffectNode) -> Found:
    """What the effect that is played begins with: the bonus of this one, and those of the effects around it."""
    bonus = node.params.get("bonus", {"amount": 0, "applies_to": []})
    kinds = sorted({*bonus["applies_to"], *run.found.bonus_kinds})
    found = Found(bonus=bonus["amount"] + run.found.bonus, bonus_kinds=kinds)
    run.found.bonus, run.found.bonus_kinds = 0, []
    return found


class PlayNothingAlong(Action, tag="play-nothing-along", frozen=True):
    """Play no card along: none can be played."""

    def violations(self, table: Table, step: "ChooseAlong", actor: str) -> Iterator[Violation]:
        run = running(table)
        cards = playable_along(table, Use.of(table, actor, run.source, run.found), table.node(step.node))
        if cards:
            names = list(cards)
            yield Violation(
                "composite.one-single-effect:possible", "{names} can be played: one of them has to be", names=names
            )

    def apply(self, table: Table, step: "ChooseAlong", actor: str) -> None:
        skip(table, running(table))


class ChooseAlong(ForEffect, tag="choose-along"):
    """A card of the hand is chosen whose effect is played as a part of this one."""

    rule: ClassVar[str] = "composite.play-another-effect"
    prompt: ClassVar[str] = "Choose the card whose effect is played with it."
    actions: ClassVar[tuple[type[Action], ...]] = (PlayAlong, PlayNothingAlong)
    asked_by: ClassVar[tuple[str, ...]] = ("play-other",)


@op("play-other")
def play_other(table: Table, run: CarryOut, node: EffectNode) -> None:
    if node.params["from"] == "hand":
        table.push(ChooseAlong(seat=run.seat, node=node.id))
        return
    use = Use.of(table, run.seat, run.source, run.found)
    if not run.found.thrown or not playable_along(table, use, node):
        skip(table, run)
        return
    card, which = run.found.thrown[-1], node.params["which"]
    nodes = table.card(card).halves[which] * node.params["times"]
    source = Source(origin="card", id=card, half=which)
    table.push(start(table, run.seat, source, nodes, with_bonuses(run, node)))


# --- a Spell of the offer ---------------------------------------------------------------------------------------------


@op("play-from-offer")
def play_from_offer(table: Table, run: CarryOut, node: EffectNode) -> None:
    colors = colors_of(table, run, node.params["color"])
    if not colors:
        skip(table, run)
        return
    noted = modifier(run, node)
    noted.chosen = colors[0]
    table.turn.in_force.append(noted)
    goes_on(table, run, node, run.rule)


def offer_licence(table: Table, card: str) -> Modifier | None:
    """The effect by which a Spell of the offer can be played now."""
    color = table.card(card).color
    return next((m for m in in_force(table, "play-from-offer") if not m.used and m.chosen == color), None)


class PlayOfferSpell(Action, tag="play-offer-spell", frozen=True):
    """Play a Spell of the offer as if it were in hand; it stays in the offer."""

    card: Card
    mode: Literal["basic", "strong"]
    mana: Price = []

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["PlayOfferSpell"]:
        if not in_force(table, "play-from-offer"):
            return
        purse = Purse(table, actor)
        modes: Sequence[Literal["basic", "strong"]] = ("basic", "strong")
        for name in table.state.offers.spells:
            card = table.card(name)
            for mode in modes:
                for price in price_options(purse, card.costs[mode], purposes(card, mode)):
                    yield cls(actor=actor, card=name, mode=mode, mana=list(price))

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        card = table.card(self.card)
        if self.card not in table.state.offers.spells:
            yield Violation(
                "composite.play-another-effect:offer", "{card} is not in the Spell offer", at="card", card=card.name
            )
            return
        if offer_licence(table, self.card) is None:
            yield Violation(
                "composite.play-another-effect:licence", "no effect lets {card} be played", at="card", card=card.name
            )
        yield from card_moment(table, actor, card, self.mode, self.mana)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        card, licence = table.card(self.card), offer_licence(table, self.card)
        assert licence is not None
        licence.used += 1
        table.log(
            CardPlayed(
                rule="composite.play-another-effect",
                seat=actor,
                card=self.card,
                mode=self.mode,
                name=card.called(self.mode),
                purpose=f"its {self.mode} effect, from the offer",
            )
        )
        pay(table, actor, self.mana, purposes(card, self.mode))
        if card.color is not None:
            more(table.turn.spells_cast, card.color)
        source = Source(origin="card", id=self.card, half=self.mode)
        table.push(*announced(table, start(table, actor, source, card.halves[self.mode])))


COMPOSITE_STEPS: tuple[type[Step], ...] = (ChooseAlong,)
