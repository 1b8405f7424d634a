"""Playing Deed cards: basic, strong, or sideways."""

from collections.abc import Iterable, Iterator
from typing import Any

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.mage_knight.at_once import at_once_violations
from service.games.mage_knight.bags import more
from service.games.mage_knight.combat_points import sideways_fight_violations
from service.games.mage_knight.effects import start
from service.games.mage_knight.events_effects import CardPlayed
from service.games.mage_knight.ids import POINTS, WOUND, Card, Mode, Points, Price
from service.games.mage_knight.interactive import power_of_mark
from service.games.mage_knight.mana import Purse, pay, price_options
from service.games.mage_knight.ops_sideways import give_sideways, wounds_playable
from service.games.mage_knight.playing_rules import card_moment, purposes
from service.games.mage_knight.reactions import announced
from service.games.mage_knight.state import PlayedCard
from service.games.mage_knight.state_turn import Source
from service.games.mage_knight.table import Table

FULL = {"move": "Move", "influence": "Influence", "attack": "Attack", "block": "Block"}


class PlayCard(Action, tag="play-card", frozen=True):
    """Play a card of the hand for its basic or strong effect, or sideways for one point of ``points``."""

    card: Card
    mode: Mode
    points: Points | None = None
    mana: Price = []

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["PlayCard"]:
        purse = Purse(table, actor)
        for card in sorted(set(table.player(actor).hand)):
            if where.get("card") in (None, card):
                yield from _ways(table, actor, card, purse)

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if self.card not in table.player(actor).hand:
            yield Violation(
                "deed.play-from-hand",
                "{card} is not in the hand of {seat}",
                at="card",
                seat=actor,
                card=self._name(table),
            )
            return
        if self.mode == "sideways":
            yield from self._sideways_violations(table, actor)
            return
        card = table.card(self.card)
        if card.is_wound:
            yield Violation("deed.wounds-not-playable", "a Wound cannot be played", at="card")
            return
        if self.points is not None:
            yield Violation(
                "deed.sideways-gives-one:not-sideways",
                "{points} is named for a card played sideways only",
                at="points",
                points=self.points,
            )
        if self.mode == "basic" and card.is_banner:
            yield Violation(
                "units.banner-basic-only:assign",
                "{card} gives its basic effect to a Unit to which it is assigned",
                at="mode",
                card=card.name,
            )
            return
        yield from card_moment(table, actor, card, self.mode, self.mana)

    def _name(self, table: Table) -> str:
        return table.name(self.card)

    def _sideways_violations(self, table: Table, actor: str) -> Iterator[Violation]:
        yield from at_once_violations(table, actor, ())
        if self.card == WOUND and not wounds_playable(table):
            yield Violation("deed.sideways-any-non-wound", "a Wound cannot be played sideways", at="card")
        if self.mana:
            yield Violation("deed.sideways-gives-one:mana", "a card played sideways takes no mana", at="mana")
        if self.points is None:
            yield Violation("deed.sideways-gives-one", "what the card gives has to be named", at="points")
        elif self.points in ("attack", "block"):
            yield from sideways_fight_violations(table, actor, self.points)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        player, card = table.player(actor), table.card(self.card)
        player.hand.remove(self.card)
        table.turn.cards_used += 1
        table.turn.begun = True
        played = PlayedCard(card=self.card, mode=self.mode)
        player.played.append(played)
        purpose = f"{FULL[self.points]}, sideways" if self.points else f"its {self.mode} effect"
        if card.kind == "artifact" and self.mode == "strong":
            purpose = f"{purpose}, and throws it away at the end of the turn"
        rule = "deed.sideways-any-non-wound" if self.mode == "sideways" else "deed.play-into-play-area"
        if card.is_wound:
            rule = "deed.wounds-not-playable"
        table.log(
            CardPlayed(
                rule=rule, seat=actor, card=self.card, mode=self.mode, name=card.called(self.mode), purpose=purpose
            )
        )
        if self.mode == "sideways":
            assert self.points is not None
            give_sideways(table, actor, self.card, self.points)
            return
        pay(table, actor, self.mana, purposes(card, self.mode))
        if card.kind == "artifact" and self.mode == "strong":
            played.goes = "box"
        if card.kind == "spell" and card.color is not None:
            more(table.turn.spells_cast, card.color)
        source = Source(origin="card", id=self.card, half=self.mode)
        found = power_of_mark(table, actor, self.card, self.mode, self.mana)
        table.push(*announced(table, start(table, actor, source, card.halves[self.mode], found)))


def _ways(table: Table, actor: str, name: str, purse: Purse) -> Iterator[PlayCard]:
    card = table.card(name)
    if not card.is_wound:
        modes: tuple[Mode, ...] = ("basic", "strong")
        for mode in modes:
            for price in price_options(purse, card.costs[mode], purposes(card, mode)):
                yield PlayCard(actor=actor, card=name, mode=mode, mana=list(price))
    for points in POINTS:
        yield PlayCard(actor=actor, card=name, mode="sideways", points=points)
