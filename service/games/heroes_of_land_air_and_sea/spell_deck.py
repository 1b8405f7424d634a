"""The Spell Deck: drawing, the hand limit of the Library, the discard pile and its reshuffle."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action, ChanceAction, Where
from service.engine.counts import together
from service.engine.shapes import CHANCE, RuleRef, Seat
from service.engine.step import ChanceStep, Step
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.action_events import (
    CardDiscarded,
    CardsDrawn,
    CardSeen,
    DeckReshuffled,
    DiscardSeen,
    NothingToDraw,
)
from service.games.heroes_of_land_air_and_sea.ids import Spell
from service.games.heroes_of_land_air_and_sea.table import Table


def discarded_cards(table: Table) -> dict[str, int]:
    """Everything in the discard pile; in a view, for what is hidden, whatever its viewer has not seen."""
    hidden = [spell for player in table.state.players.values() for spell in player.discarded]
    found = dict(table.state.discard_pile)
    for spell in hidden:
        if spell is not None:
            found[spell] = found.get(spell, 0) + 1
    return together(found, table.state.deck.unseen) if None in hidden else found


def discards(table: Table) -> int:
    """How many cards lie in the discard pile."""
    hidden = sum(len(player.discarded) for player in table.state.players.values())
    return sum(table.state.discard_pile.values()) + hidden


def reshuffle(table: Table) -> None:
    """The discard pile becomes the deck, in no known order."""
    state, number = table.state, discards(table)
    for spell, copies in discarded_cards(table).items():
        state.deck.add_unseen(spell, copies)
    state.deck.count += number
    state.discard_pile = {}
    for player in state.players.values():
        player.discarded = []
    table.log(DeckReshuffled(rule="research.reshuffle", number=number))


def discard_openly(table: Table, spell: str) -> None:
    """A card that everybody has seen goes to the discard pile."""
    pile = table.state.discard_pile
    pile[spell] = pile.get(spell, 0) + 1


class SpellDrawn(ChanceAction, tag="draw-spell", frozen=True):
    """The Spell Card that a player draws."""

    spell: Spell

    def apply(self, table: Table, step: "DrawSpell", actor: str) -> None:
        if not table.state.deck.count:
            reshuffle(table)
        table.state.deck.take(self.spell)
        player = table.player(step.seat)
        player.library = sorted([*player.library, self.spell])
        table.log(CardsDrawn(rule=step.asked_by, seat=step.seat))
        table.log(
            CardSeen(
                rule=step.asked_by,
                seat=step.seat,
                spell=self.spell,
                name=table.pack.spells[self.spell].name,
                seen_by=[step.seat],
            )
        )


class DrawSpell(ChanceStep, tag="draw-spell"):
    """A player draws a Spell Card; skipped while deck and discard pile are empty."""

    rule: ClassVar[str] = "research.conjure"
    also_cites: ClassVar[tuple[str, ...]] = (
        "setup.deal-spell",
        "collection.draw-spell",
        "building.level-abilities",
        "heroes.unlock",
        "explore-land.outcome",
        "cast.cost",
    )
    prompt: ClassVar[str] = "Draw a Spell Card for {seat}."
    actions: ClassVar[tuple[type[Action], ...]] = (SpellDrawn,)

    seat: Seat
    asked_by: RuleRef = "research.conjure"

    def cites(self) -> str:
        return self.asked_by if self.asked_by in self.also_cites else self.rule

    def must(self, table: Table) -> Sequence[str]:
        if not table.is_in(self.seat) or not (table.state.deck.count or discards(table)):
            return ()
        return (CHANCE,)

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        deck = table.state.deck
        draws = deck.draws() if deck.count else discarded_cards(table)
        return [SpellDrawn(actor=CHANCE, spell=spell, weight=draws[spell]) for spell in sorted(draws)]

    def run(self, table: Table) -> None:
        if table.is_in(self.seat):
            table.log(NothingToDraw(rule="research.reshuffle", seat=self.seat))


class Discard(Action, tag="discard-spell", frozen=True):
    """Discard a Spell Card from the Library face down."""

    spell: Spell

    @classmethod
    def candidates(cls, table: Table, step: "DiscardSpells", actor: str, where: Where) -> Iterable["Discard"]:
        return [cls(actor=actor, spell=spell) for spell in dict.fromkeys(table.player(actor).library)]

    def violations(self, table: Table, step: "DiscardSpells", actor: str) -> Iterator[Violation]:
        if self.spell not in table.player(actor).library:
            yield Violation("round.hand-limit:not-there", "{spell} is not in the Library", spell=self.spell)

    def apply(self, table: Table, step: "DiscardSpells", actor: str) -> None:
        player = table.player(actor)
        player.library.remove(self.spell)
        player.discarded = sorted([*player.discarded, self.spell])
        table.log(CardDiscarded(rule=step.asked_by, seat=actor))
        table.log(
            DiscardSeen(
                rule=step.asked_by,
                seat=actor,
                spell=self.spell,
                name=table.pack.spells[self.spell].name,
                seen_by=[actor],
            )
        )


class DiscardSpells(Step, tag="discard-spells"):
    """A player with more cards than the hand limit chooses what to discard, card by card."""

    rule: ClassVar[str] = "round.hand-limit"
    also_cites: ClassVar[tuple[str, ...]] = ("research.discard", "collection.discard")
    prompt: ClassVar[str] = "Discard Spell Cards down to the hand limit."
    actions: ClassVar[tuple[type[Action], ...]] = (Discard,)

    seat: Seat
    asked_by: RuleRef = "round.hand-limit"

    def cites(self) -> str:
        return self.asked_by if self.asked_by in self.also_cites else self.rule

    def must(self, table: Table) -> Sequence[str]:
        if not table.is_in(self.seat):
            return ()
        return (self.seat,) if len(table.player(self.seat).library) > table.level(self.seat).hand_limit else ()


def draw_cards(seat: str, number: int, rule: str) -> list[Step]:
    """The steps of drawing so many cards and discarding down to the hand limit."""
    return [*(DrawSpell(seat=seat, asked_by=rule) for _ in range(number)), DiscardSpells(seat=seat)]
