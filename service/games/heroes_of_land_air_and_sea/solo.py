"""Solo play: a round of the automated Enemy, whose Heroes act by cards.

The Enemy is no seat and never an actor: chance draws its cards, rules move its pieces, and where something is left to
decide the player does. What a card makes a Hero do stands in ``solo_actions``, how the Enemy moves in ``solo_moves``,
how it fights in ``solo_battles``.
"""

from collections.abc import Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, ChanceAction
from service.engine.shapes import CHANCE
from service.engine.step import ChanceStep, Step
from service.games.heroes_of_land_air_and_sea import ids
from service.games.heroes_of_land_air_and_sea.components import SoloCard
from service.games.heroes_of_land_air_and_sea.ids import ENEMY, CapitalAction
from service.games.heroes_of_land_air_and_sea.solo_actions import ENEMY_ACTIONS
from service.games.heroes_of_land_air_and_sea.solo_deck import after_draw, discard, drawable, solo
from service.games.heroes_of_land_air_and_sea.solo_events import EnemyCannotAct, EnemyHeroCardDrawn, SoloCardsDiscarded
from service.games.heroes_of_land_air_and_sea.solo_moves import move
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.taxes import AdvanceTaxTrack

HeroNumber = Annotated[int, Meta(ge=1, le=3, description="which of the Enemy's three Heroes")]

FOLLOWED: dict[str, CapitalAction] = {
    "recruit": "recruit",
    "build-capital-track": "build",
    "build-towers-vessels": "build",
    "research": "research",
    "tax": "tax",
}
"""The Capital Action with which the player follows each action of the Enemy."""


def hero(table: Table, number: int) -> str:
    """The Enemy's Hero of this number."""
    return table.pack.solo_boards[table.faction(ENEMY).id][number - 1].unit


class EnemyTurn(Step, tag="enemy-turn"):
    """A Hero of the Enemy acts: a card is drawn for it, and carried out."""

    rule: ClassVar[str] = "solo.sequence"

    number: HeroNumber

    def run(self, table: Table) -> None:
        if table.is_in(ENEMY):
            table.push(DrawSoloCard(number=self.number), EnemyAction(number=self.number))


class SoloCardDrawn(ChanceAction, tag="draw-solo-card", frozen=True):
    """The Solo Enemy Card for a Hero."""

    card: ids.SoloCard

    def apply(self, table: Table, step: "DrawSoloCard", actor: str) -> None:
        unit = hero(table, step.number)
        solo(table).slots[unit] = self.card
        action = table.pack.solo_cards[self.card].action
        table.log(EnemyHeroCardDrawn(rule=step.rule, hero=unit, card=self.card, action=action))
        after_draw(table)


class DrawSoloCard(ChanceStep, tag="draw-solo-card"):
    """A Solo Enemy Card is drawn for a Hero of the Enemy and laid into its slot."""

    rule: ClassVar[str] = "solo.sequence"
    prompt: ClassVar[str] = "Draw the Solo Enemy Card for Hero {number} of the Enemy."
    actions: ClassVar[tuple[type[Action], ...]] = (SoloCardDrawn,)

    number: HeroNumber

    def must(self, table: Table) -> Sequence[str]:
        return (CHANCE,) if table.is_in(ENEMY) and drawable(table) else ()

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        return [SoloCardDrawn(actor=CHANCE, card=card, weight=1) for card in drawable(table)]


class EnemyAction(Step, tag="enemy-action"):
    """A Hero of the Enemy carries its card out, or else moves; then the player may follow."""

    rule: ClassVar[str] = "solo.must-perform"

    number: HeroNumber

    def run(self, table: Table) -> None:
        unit = hero(table, self.number)
        drawn = solo(table).slots.get(unit)
        if drawn is None or not table.is_in(ENEMY) or table.place_of(ENEMY, unit) is None:
            return
        card = table.pack.solo_cards[drawn]
        table.push(*after_action(table, card))
        if not ENEMY_ACTIONS[card.action](table, unit, card):
            table.log(EnemyCannotAct(rule=self.rule, hero=unit, action=card.action))
            move(table, unit, card.compass)


def after_action(table: Table, card: SoloCard) -> list[Step]:
    """What follows on what a card has made the Enemy do: the player may Follow, and after Tax the track advances."""
    from service.games.heroes_of_land_air_and_sea.turns import FollowWindow

    asked_by = "solo.no-enemy-follow"
    seats = table.in_turn() if card.followable else []
    follows: list[Step] = [FollowWindow(seat=seat, action=FOLLOWED[card.action], asked_by=asked_by) for seat in seats]
    return [*follows, AdvanceTaxTrack()] if card.action == "tax" else follows


def discard_slots(table: Table) -> None:
    """In Collection the cards in the Hero slots go to the discard pile (``solo.collection``)."""
    found = solo(table)
    if found.slots:
        cards, found.slots = sorted(found.slots.values()), {}
        table.log(SoloCardsDiscarded(rule="solo.collection", cards=cards))
        discard(table, cards)
