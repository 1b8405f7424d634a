"""Effects on cards: drawing, giving up, gaining, and putting cards back into the Deed deck."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action, ChanceAction, Where
from service.engine.shapes import CHANCE, Seat
from service.engine.step import ChanceStep, Step
from service.engine.violation import Violation
from service.games.mage_knight.at_once import at_once_violations, pending, still_to_come
from service.games.mage_knight.bags import put_all
from service.games.mage_knight.cards import (
    deck_is_empty,
    discard_from_hand,
    draw_cards,
    drawn,
    take_wounds,
    throw_away_from_hand,
)
from service.games.mage_knight.effect_rules import Use, matches
from service.games.mage_knight.effects import (
    CarryOut,
    ForEffect,
    amount_of,
    check,
    clause_of,
    colors_of,
    op,
    running,
    skip,
    unpaid,
)
from service.games.mage_knight.events_effects import CardsStashed, DeckEmpty, DeckReordered, ExtraTurn, NextDrawRaised
from service.games.mage_knight.gains import gain_card
from service.games.mage_knight.ids import Card, Small
from service.games.mage_knight.offers import CardOffer, offer_of, take_from_offer
from service.games.mage_knight.ops_composite import along_violations, played_then, use_along
from service.games.mage_knight.ops_force import in_force
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.state import PlayedCard
from service.games.mage_knight.table import Table

OFFER: dict[str, CardOffer] = {"advanced-action-offer": "advanced-action", "spell-offer": "spell"}


@op("draw")
def draw(table: Table, run: CarryOut, node: EffectNode) -> None:
    number, left = amount_of(table, run, node, node.params["count"]), table.player(run.seat).deck.count
    if number > left:
        table.log(DeckEmpty(rule=clause_of(run.source), seat=run.seat, missing=number - left))
    draw_cards(table, run.seat, number, clause_of(run.source))


@op("take-wound")
def take_wound(table: Table, run: CarryOut, node: EffectNode) -> None:
    take_wounds(table, run.seat, amount_of(table, run, node, node.params["count"]), run.rule)


# --- giving cards up --------------------------------------------------------------------------------------------------


class GiveUpCard(Action, tag="give-up-card", frozen=True):
    """Discard a card of the hand, or throw it away, as an effect asks for."""

    card: Card

    @classmethod
    def candidates(cls, table: Table, step: "GiveUpCards", actor: str, where: Where) -> Iterable["GiveUpCard"]:
        return [cls(actor=actor, card=card) for card in sorted(set(table.player(actor).hand))]

    def violations(self, table: Table, step: "GiveUpCards", actor: str) -> Iterator[Violation]:
        if self.card not in table.player(actor).hand:
            yield Violation("deed.any-card-means-non-wound:hand", "{card} is not in hand", at="card", card=self.card)
        elif not matches(table, self.card, table.node(step.node).params["filter"]):
            if table.card(self.card).is_wound and step.discards(table):
                yield Violation("discard.never-wounds", "a Wound cannot be discarded for this", at="card")
            elif table.card(self.card).is_wound:
                yield Violation("deed.wounds-no-payment:wound", "a Wound cannot be given up for this", at="card")
            else:
                yield Violation(
                    "effects.follow-card-text:filter",
                    "{card} is no card that the effect asks for",
                    at="card",
                    card=self.card,
                )
        else:
            run = running(table)
            then = played_then(table, run)
            if then is not None:
                yield from along_violations(table, Use.of(table, actor, run.source), then, self.card)
                if pending(table, actor) is not None:
                    use = use_along(Use.of(table, actor, run.source), then, self.card)
                    nodes = table.card(self.card).halves[then.params["which"]]
                    yield from at_once_violations(table, actor, (), use, [*nodes, *still_to_come(table, actor)[1:]])

    def apply(self, table: Table, step: "GiveUpCards", actor: str) -> None:
        run = running(table)
        if step.discards(table):
            discard_from_hand(table, actor, self.card)
            run.found.discarded.append(self.card)
        else:
            throw_away_from_hand(table, actor, self.card)
            run.found.thrown.append(self.card)
        if step.most is None or step.given + 1 < step.most:
            table.push(
                GiveUpCards(seat=step.seat, node=step.node, given=step.given + 1, least=step.least, most=step.most)
            )


class GiveUpNoMore(Action, tag="give-up-no-more", frozen=True):
    """Give up no more cards."""

    def violations(self, table: Table, step: "GiveUpCards", actor: str) -> Iterator[Violation]:
        cards = (GiveUpCard(actor=actor, card=card) for card in sorted(set(table.player(actor).hand)))
        if step.given < step.least and any(not list(card.violations(table, step, actor)) for card in cards):
            yield Violation(
                "deed.extra-costs-must-be-paid:least",
                "cards that must be given up: {least}; given up: {given}",
                least=step.least,
                given=step.given,
            )

    def apply(self, table: Table, step: "GiveUpCards", actor: str) -> None:
        if step.given < step.least:
            unpaid(table, running(table))


class GiveUpCards(ForEffect, tag="give-up-cards"):
    """An effect has cards of the hand discarded or thrown away, one by one."""

    rule: ClassVar[str] = "deed.extra-costs-must-be-paid"
    prompt: ClassVar[str] = "Choose a card to give up for the effect."
    actions: ClassVar[tuple[type[Action], ...]] = (GiveUpCard, GiveUpNoMore)
    asked_by: ClassVar[tuple[str, ...]] = ("discard", "throw-away")

    also_cites: ClassVar[tuple[str, ...]] = ("effects.follow-card-text", "tactic.rethink")

    given: Small = 0
    least: Small = 0
    most: Small | None = None

    def cites(self) -> str:
        """What has to be given up is a price; the rest is voluntary."""
        if self.node.startswith("rethink."):
            return "tactic.rethink"
        return self.rule if self.least else "effects.follow-card-text"

    def discards(self, table: Table) -> bool:
        """Whether the cards go to the discard pile; else they are thrown away."""
        return table.node(self.node).op == "discard"


@op("discard")
@op("throw-away")
def give_up(table: Table, run: CarryOut, node: EffectNode) -> None:
    number = node.params.get("count")
    least = number if number is not None else node.params["min"]
    most = number if number is not None else node.params["max"]
    (run.found.discarded if node.op == "discard" else run.found.thrown).clear()
    table.push(GiveUpCards(seat=run.seat, node=node.id, least=least, most=most))


# --- gaining cards of an offer ----------------------------------------------------------------------------------------


class TakeOfferCard(Action, tag="take-offer-card", frozen=True):
    """Take a card of an offer for an effect."""

    card: Card

    @classmethod
    def candidates(cls, table: Table, step: "ChooseOfferCard", actor: str, where: Where) -> Iterable["TakeOfferCard"]:
        return [cls(actor=actor, card=card) for card in step.offered(table)]

    def violations(self, table: Table, step: "ChooseOfferCard", actor: str) -> Iterator[Violation]:
        if self.card not in offer_of(table, step.offer(table)):
            yield Violation("effects.follow-card-text:offer", "{card} is not in the offer", at="card", card=self.card)
        elif self.card not in step.offered(table):
            yield Violation(
                "effects.follow-card-text:offer-color",
                "{card} has not the colour that the effect asks for",
                at="card",
                card=self.card,
            )

    def apply(self, table: Table, step: "ChooseOfferCard", actor: str) -> None:
        take_from_offer(table, step.offer(table), self.card)
        gain_card(table, actor, self.card, table.node(step.node).params["to"], step.rule)


class TakeNoCard(Action, tag="take-no-card", frozen=True):
    """Take no card: the offer has none that fits."""

    def violations(self, table: Table, step: "ChooseOfferCard", actor: str) -> Iterator[Violation]:
        offered = step.offered(table)
        if offered:
            names = list(offered)
            yield Violation(
                "effects.follow-card-text:takes-card", "{names} can be taken: one of them has to be", names=names
            )

    def apply(self, table: Table, step: "ChooseOfferCard", actor: str) -> None:
        skip(table, running(table))


class ChooseOfferCard(ForEffect, tag="choose-offer-card"):
    """An effect gives a card of an offer, of a colour or any."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Choose a card of the offer."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeOfferCard, TakeNoCard)
    asked_by: ClassVar[tuple[str, ...]] = ("gain-card",)

    def offer(self, table: Table) -> CardOffer:
        """The offer from which the card comes."""
        return OFFER[table.node(self.node).params["from"]]

    def offered(self, table: Table) -> list[str]:
        """The cards that can be taken."""
        params, cards = table.node(self.node).params, offer_of(table, self.offer(table))
        if "color" not in params:
            return list(cards)
        colors = colors_of(table, running(table), params["color"])
        return [card for card in cards if table.card(card).color in colors]


@op("gain-card")
def gain_offer_card(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.push(ChooseOfferCard(seat=run.seat, node=node.id))


# --- what becomes of the card that is played --------------------------------------------------------------------------


def played_card(table: Table, run: CarryOut) -> PlayedCard | None:
    """The card in the Play area whose effect is being carried out."""
    played = table.player(run.seat).played
    return next((card for card in reversed(played) if card.card == run.source.id), None)


@op("place-self")
@op("return-self")
def later_self(table: Table, run: CarryOut, node: EffectNode) -> None:
    card = played_card(table, run)
    if card is not None:
        card.back_for = node.id


@op("set-aside-self")
def set_aside_self(table: Table, run: CarryOut, node: EffectNode) -> None:
    card = played_card(table, run)
    if card is None:
        players = {m.source.id for m in in_force(table, "play-from-offer") if m.used}
        card = next((played for played in table.player(run.seat).played if played.card in players), None)
    if card is not None:
        card.goes = "aside"


@op("return-played-cards")
def return_played_cards(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.turn.return_played = True


@op("skip-draw")
def skip_draw(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.turn.skip_draw = True


@check("extra-turn")
def _no_extra_turn_yet(table: Table, use: Use, node: EffectNode) -> Iterator[Violation]:
    if table.state.turn is not None and table.turn.extra_turn:
        yield Violation("tactic.the-right-moment:extra-turn", "an extra turn follows already", at="type")


@op("extra-turn")
def extra_turn(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.turn.extra_turn = True
    rule = clause_of(run.source)
    table.log(ExtraTurn(rule=rule, seat=run.seat))


@op("hand-limit-next-draw")
def hand_limit_next_draw(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.player(run.seat).next_draw += node.params["amount"]
    table.log(NextDrawRaised(rule=clause_of(run.source), seat=run.seat, amount=node.params["amount"]))


# --- the Deed deck ----------------------------------------------------------------------------------------------------


@op("shuffle")
def shuffle(table: Table, run: CarryOut, node: EffectNode) -> None:
    player = table.player(run.seat)
    number, place = len(player.discard), "into the Deed deck"
    if node.params["what"] == "discard-pile-into-deed-deck":
        for card in player.discard:
            player.deck.add_unseen(card)
        player.deck.count += len(player.discard)
        player.discard = []
    player.deck.shuffle()
    if node.params["what"] == "deed-deck" or not number:
        number, place = player.deck.count, "of the Deed deck in a new order"
    table.log(DeckReordered(rule=clause_of(run.source), seat=run.seat, number=number, place=place))


@op("stash")
def stash(table: Table, run: CarryOut, node: EffectNode) -> None:
    player = table.player(run.seat)
    if deck_is_empty(player):
        skip(table, run)
        return
    if player.deck.top:
        player.stash.append(player.deck.top.pop(0))
    elif player.deck.count > len(player.deck.bottom):
        player.stashed += 1
    else:
        player.stash.append(player.deck.bottom.pop(0))
    player.deck.count -= 1
    table.log(CardsStashed(rule="tactic.sparing-power", seat=run.seat))


@check("stash")
def _something_to_stash(table: Table, use: Use, node: EffectNode) -> Iterator[Violation]:
    if deck_is_empty(table.player(use.seat)):
        yield Violation("tactic.sparing-power", "the Deed deck of {seat} is empty", seat=use.seat)


@op("take-stash")
def take_stash(table: Table, run: CarryOut, node: EffectNode) -> None:
    player = table.player(run.seat)
    put_all(player.hand, (known.card for known in player.stash))
    player.stash = []
    player.tactic_down = True
    if player.stashed:
        table.push(DrawStash(seat=run.seat))


class DrawStashed(ChanceAction, tag="draw-stashed-card", frozen=True):
    """A card that lies under Sparing Power."""

    card: Card

    def apply(self, table: Table, step: "DrawStash", actor: str) -> None:
        player = table.player(step.seat)
        player.stashed -= 1
        player.deck.unseen[self.card] -= 1
        if not player.deck.unseen[self.card]:
            del player.deck.unseen[self.card]
        drawn(table, step.seat, self.card, step.rule)
        if player.stashed:
            table.push(DrawStash(seat=step.seat))


class DrawStash(ChanceStep, tag="draw-stash"):
    """The cards under Sparing Power go into the hand, one by one."""

    rule: ClassVar[str] = "tactic.sparing-power"
    prompt: ClassVar[str] = "Take the next card under Sparing Power into the hand of {seat}."
    actions: ClassVar[tuple[type[Action], ...]] = (DrawStashed,)

    seat: Seat

    def must(self, table: Table) -> Sequence[str]:
        return (CHANCE,) if table.player(self.seat).stashed else ()

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        unseen = table.player(self.seat).deck.unseen
        return [DrawStashed(actor=CHANCE, card=card, weight=unseen[card]) for card in sorted(unseen)]


CARD_OP_STEPS: tuple[type[Step], ...] = (GiveUpCards, ChooseOfferCard, DrawStash)
