"""Effects on the order of the Deed deck: recycling the discard pile, searching, shuffling cards of the hand in."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from service.engine.action import Action, ChanceAction, Where
from service.engine.defect import Defect, error
from service.engine.shapes import CHANCE, Seat
from service.engine.step import ChanceStep, Choice, Step
from service.engine.violation import Violation
from service.games.mage_knight.bags import put
from service.games.mage_knight.cards import deck_is_empty
from service.games.mage_knight.effect_rules import Use
from service.games.mage_knight.effects import CarryOut, check, op, running, skip
from service.games.mage_knight.events_effects import CardPicked, CardPlaced, CardSearched, CardSought, DeckReordered
from service.games.mage_knight.ids import Card, Node, Small
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.table import Table

# --- recycling: Long Night, Meditation --------------------------------------------------------------------------------


class RecycleRandom(ChanceAction, tag="recycle-card", frozen=True):
    """A card of the discard pile that is picked at random for the Deed deck."""

    card: Card

    def apply(self, table: Table, step: "PickRecycled", actor: str) -> None:
        step.pick(table, self.card)


class RecycleChosen(Action, tag="recycle", frozen=True):
    """Pick a card of the discard pile for the Deed deck."""

    card: Card

    @classmethod
    def candidates(cls, table: Table, step: "ChooseRecycled", actor: str, where: Where) -> Iterable["RecycleChosen"]:
        return [cls(actor=actor, card=card) for card in sorted(step.left_over(table))]

    def violations(self, table: Table, step: "ChooseRecycled", actor: str) -> Iterator[Violation]:
        if self.card not in step.left_over(table):
            yield Violation(
                "effects.follow-card-text:recycle",
                "{card} is not in the discard pile",
                at="card",
                card=self.card,
            )

    def apply(self, table: Table, step: "ChooseRecycled", actor: str) -> None:
        step.pick(table, self.card)


def picked_defects(table: Table, step: Step, seat: str, picked: list[str], at: str) -> Iterator[Defect]:
    """Cards that were picked still lie in the discard pile; nothing else is decided in the meantime."""
    pile = table.player(seat).discard
    if table.state.agenda[-1] is not step:
        yield error(CarryOut.rule, "", "order", "something else comes before cards are picked")
    for card in sorted(set(picked)):
        if picked.count(card) > pile.count(card):
            yield error(CarryOut.rule, at, "stranger", f"{table.name(card)} is not in the discard pile of {seat}")


def clause_of_node(node: str) -> str:
    """The clause of an effect: that of Long Night, else that the card text decides."""
    return "tactic.long-night" if node.startswith("long-night.") else CarryOut.rule


class _Picking(Step):
    """Cards of the discard pile are picked, one by one; ``picked`` are those so far."""

    seat: Seat
    node: Node
    picked: Annotated[list[Card], Meta(max_length=20)] = []

    def consistency(self, table: Table) -> Iterator[Defect]:
        if table.node(self.node).op != "recycle":
            yield error(CarryOut.rule, "/node", "wrong-effect", f"{self.node} does not ask for this")
        yield from picked_defects(table, self, self.seat, self.picked, "/picked")

    def left_over(self, table: Table) -> set[str]:
        """The kinds of cards still to pick from."""
        pile = list(table.player(self.seat).discard)
        for card in self.picked:
            pile.remove(card)
        return set(pile)

    def pick(self, table: Table, card: str) -> None:
        """One more is picked; after the last the cards go where the effect says."""
        picked = [*self.picked, card]
        table.log(CardPicked(rule=clause_of_node(self.node), seat=self.seat, card=card))
        params, pile = table.node(self.node).params, table.player(self.seat).discard
        if len(picked) < min(params["count"], len(pile)):
            table.push(type(self)(seat=self.seat, node=self.node, picked=picked))
        elif params["to"] == "deck":
            into_deck(table, self.seat, picked, clause_of_node(self.node))
        else:
            table.push(PlaceRecycled(seat=self.seat, left=picked))


class PickRecycled(_Picking, ChanceStep, tag="pick-recycled"):
    """Chance picks the cards."""

    rule: ClassVar[str] = "effects.follow-card-text"
    also_cites: ClassVar[tuple[str, ...]] = ("tactic.long-night",)
    prompt: ClassVar[str] = "Pick a card of the discard pile of {seat} at random."
    actions: ClassVar[tuple[type[Action], ...]] = (RecycleRandom,)
    once: ClassVar[bool] = True

    def must(self, table: Table) -> Sequence[str]:
        return (CHANCE,) if self.left_over(table) else ()

    def cites(self) -> str:
        return clause_of_node(self.node)

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        pile = table.player(self.seat).discard
        return [
            RecycleRandom(actor=CHANCE, card=card, weight=pile.count(card) - self.picked.count(card))
            for card in sorted(self.left_over(table))
        ]


class ChooseRecycled(_Picking, tag="choose-recycled"):
    """The player picks the cards."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Pick a card of the discard pile."
    actions: ClassVar[tuple[type[Action], ...]] = (RecycleChosen,)
    once: ClassVar[bool] = True

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if self.left_over(table) else ()


def into_deck(table: Table, seat: str, cards: list[str], rule: str) -> None:
    """Cards of the discard pile are shuffled into the Deed deck."""
    player = table.player(seat)
    for card in cards:
        player.discard.remove(card)
        player.deck.add_unseen(card)
    player.deck.count += len(cards)
    player.deck.shuffle()
    table.log(DeckReordered(rule=rule, seat=seat, number=len(cards), place="into the Deed deck"))


class PlaceCards(Action, tag="place-cards", frozen=True):
    """Put a card on top of the Deed deck or under it; the first names the place for all, in the order of placing."""

    card: Card
    place: Literal["top", "bottom"]

    @classmethod
    def candidates(cls, table: Table, step: "PlaceRecycled", actor: str, where: Where) -> Iterable["PlaceCards"]:
        places: tuple[Literal["top", "bottom"], ...] = (step.place,) if step.place else ("top", "bottom")
        return [cls(actor=actor, card=card, place=place) for place in places for card in sorted(set(step.left))]

    def violations(self, table: Table, step: "PlaceRecycled", actor: str) -> Iterator[Violation]:
        if self.card not in step.left:
            yield Violation("effects.follow-card-text:placed", "{card} was not picked", at="card", card=self.card)
        if step.place is not None and self.place != step.place:
            yield Violation(
                "effects.follow-card-text:place", "all cards go to the {place}", at="place", place=step.place
            )

    def apply(self, table: Table, step: "PlaceRecycled", actor: str) -> None:
        player, everybody = table.player(actor), sorted(table.state.seats)
        player.discard.remove(self.card)
        if self.place == "top":
            player.deck.put_on_top(self.card, everybody)
        else:
            player.deck.put_at_bottom(self.card, everybody)
        place = "on top of the Deed deck" if self.place == "top" else "under the Deed deck"
        table.log(CardPlaced(rule=step.rule, seat=actor, card=self.card, place=place))
        left = list(step.left)
        left.remove(self.card)
        if left:
            table.push(PlaceRecycled(seat=step.seat, left=left, place=self.place))


class PlaceRecycled(Choice, tag="place-recycled"):
    """The picked cards are put on top of the Deed deck or under it, in an order of the player's choice."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Put the picked cards on top of the Deed deck or under it."
    actions: ClassVar[tuple[type[Action], ...]] = (PlaceCards,)

    left: Annotated[list[Card], Meta(min_length=1, max_length=20)]
    place: Literal["top", "bottom"] | None = None

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from picked_defects(table, self, self.seat, self.left, "/left")


@op("recycle")
def recycle(table: Table, run: CarryOut, node: EffectNode) -> None:
    if not table.player(run.seat).discard:
        skip(table, run)
        return
    kind = PickRecycled if node.params["how"] == "random" else ChooseRecycled
    table.push(kind(seat=run.seat, node=node.id))


@check("recycle")
def _recyclable(table: Table, use: Use, node: EffectNode) -> Iterator[Violation]:
    player = table.player(use.seat)
    if node.params.get("condition") != "deck-empty":
        return
    if not deck_is_empty(player):
        yield Violation("tactic.long-night", "the Deed deck of {seat} is not empty", seat=use.seat)
    if not player.discard:
        yield Violation("tactic.long-night:nothing-discarded", "the discard pile of {seat} is empty", seat=use.seat)


# --- searching the deck -----------------------------------------------------------------------------------------------


class SearchFor(Action, tag="search-deck-for", frozen=True):
    """Take a card out of the Deed deck."""

    card: Card

    @classmethod
    def candidates(cls, table: Table, step: "SearchDeck", actor: str, where: Where) -> Iterable["SearchFor"]:
        return [cls(actor=actor, card=card) for card in step.choice(table)]

    def violations(self, table: Table, step: "SearchDeck", actor: str) -> Iterator[Violation]:
        if self.card not in step.choice(table):
            yield Violation("tactic.preparation", "{card} is not in the Deed deck", at="card", card=self.card)

    def apply(self, table: Table, step: "SearchDeck", actor: str) -> None:
        player = table.player(actor)
        deck = player.deck
        known = next((k for k in (*deck.top, *deck.bottom) if k.card == self.card), None)
        if deck.unseen.get(self.card):
            deck.unseen[self.card] -= 1
            if not deck.unseen[self.card]:
                del deck.unseen[self.card]
        elif known is not None:
            (deck.top if known in deck.top else deck.bottom).remove(known)
        deck.count -= 1
        put(player.hand, self.card)
        table.log(CardSearched(rule=step.rule, seat=actor, card=self.card, seen_by=[actor]))
        table.log(CardSought(rule=step.rule, seat=actor))


class SearchDeck(Choice, tag="search-deck"):
    """A player looks through the Deed deck and takes a card."""

    rule: ClassVar[str] = "tactic.preparation"
    prompt: ClassVar[str] = "Take a card out of the Deed deck."
    actions: ClassVar[tuple[type[Action], ...]] = (SearchFor,)

    def must(self, table: Table) -> Sequence[str]:
        return () if deck_is_empty(table.player(self.seat)) else (self.seat,)

    def choice(self, table: Table) -> list[str]:
        """The cards of the Deed deck, each kind once."""
        deck = table.player(self.seat).deck
        return sorted({*deck.unseen, *(known.card for known in (*deck.top, *deck.bottom))})


@op("search-deck")
def search_deck(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.push(SearchDeck(seat=run.seat))


# --- shuffling cards of the hand in: Midnight Meditation --------------------------------------------------------------


class ShuffleIn(Action, tag="shuffle-in", frozen=True):
    """Shuffle a card of the hand into the Deed deck."""

    card: Card

    @classmethod
    def candidates(cls, table: Table, step: "ShuffleHandIn", actor: str, where: Where) -> Iterable["ShuffleIn"]:
        return [cls(actor=actor, card=card) for card in sorted(set(table.player(actor).hand))]

    def violations(self, table: Table, step: "ShuffleHandIn", actor: str) -> Iterator[Violation]:
        if self.card not in table.player(actor).hand:
            yield Violation("tactic.midnight-meditation:hand", "{card} is not in hand", at="card", card=self.card)

    def apply(self, table: Table, step: "ShuffleHandIn", actor: str) -> None:
        player = table.player(actor)
        player.hand.remove(self.card)
        player.deck.add_unseen(self.card)
        player.deck.count += 1
        running(table).found.shuffled += 1
        if step.left > 1 and player.hand:
            table.push(ShuffleHandIn(seat=step.seat, left=step.left - 1))
        else:
            shuffled_in(table, actor)


class ShuffleNoMore(Action, tag="shuffle-no-more", frozen=True):
    """Shuffle no more cards in."""

    def apply(self, table: Table, step: "ShuffleHandIn", actor: str) -> None:
        shuffled_in(table, actor)


def shuffled_in(table: Table, seat: str) -> None:
    """The Deed deck is shuffled with the cards that came into it."""
    number = running(table).found.shuffled
    if number:
        table.player(seat).deck.shuffle()
        place = "of the hand into the Deed deck"
        table.log(DeckReordered(rule="tactic.midnight-meditation", seat=seat, number=number, place=place))


class ShuffleHandIn(Choice, tag="shuffle-hand-in"):
    """Cards of the hand are shuffled into the Deed deck, one by one."""

    rule: ClassVar[str] = "tactic.midnight-meditation"
    prompt: ClassVar[str] = "Choose a card of the hand to shuffle into the Deed deck."
    actions: ClassVar[tuple[type[Action], ...]] = (ShuffleIn, ShuffleNoMore)

    left: Small

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if table.player(self.seat).hand else ()


@op("shuffle-hand-cards-into-deck")
def shuffle_hand_in(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.push(ShuffleHandIn(seat=run.seat, left=node.params["max"]))


DECK_OP_STEPS: tuple[type[Step], ...] = (PickRecycled, ChooseRecycled, PlaceRecycled, SearchDeck, ShuffleHandIn)
