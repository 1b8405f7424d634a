"""The dummy player of solo and cooperative games."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from service.engine.action import Action, ChanceAction
from service.engine.defect import Defect, error
from service.engine.piles import Pile
from service.engine.shapes import CHANCE
from service.engine.step import ChanceStep, Step
from service.games.mage_knight.bags import put, put_new
from service.games.mage_knight.events_dummy import (
    DummyAnnounces,
    DummyCrystal,
    DummyFlips,
    DummyGains,
    DummyHero,
    DummySkillOffered,
    DummyTakesTactic,
)
from service.games.mage_knight.ids import DUMMY, Card, Hero, SkillId, Small, TacticId
from service.games.mage_knight.offers import remove_lowest
from service.games.mage_knight.state import Dummy, Ending
from service.games.mage_knight.table import Table

FLIPS = 3


def dummy_takes(table: Table) -> Literal["first", "last"] | None:
    """Whether the dummy player takes a Tactic, before the players or after them."""
    when = table.scenario.special.get("dummy_tactic")
    return None if when is None else "first" if when == "random-before-the-players" else "last"


class DrawDummyHero(ChanceAction, tag="draw-dummy-hero", frozen=True):
    """The Hero of the dummy player."""

    hero: Hero

    def apply(self, table: Table, step: "ChooseDummy", actor: str) -> None:
        sheet = table.pack.heroes[self.hero]
        crystals: dict[str, int] = {}
        for color in sheet.dummy_crystals:
            crystals[color] = crystals.get(color, 0) + 1
        deck = Pile.of({card: sheet.deck.count(card) for card in sheet.deck})
        table.state.dummy = Dummy(hero=self.hero, deck=deck, crystals=crystals)  # type: ignore[arg-type]
        table.state.dummy.skill_pile = dummy_skills(table, self.hero)
        table.log(DummyHero(rule="dummy.hero", hero=self.hero))


class ChooseDummy(ChanceStep, tag="choose-dummy"):
    """One of the Heroes that nobody plays becomes the dummy player."""

    rule: ClassVar[str] = "dummy.hero"
    prompt: ClassVar[str] = "Draw the Hero of the dummy player."
    actions: ClassVar[tuple[type[Action], ...]] = (DrawDummyHero,)

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        taken = {player.hero for player in table.state.players.values()}
        return [
            DrawDummyHero(actor=CHANCE, hero=hero, weight=1) for hero in sorted(table.pack.heroes) if hero not in taken
        ]


def dummy_skills(table: Table, hero: str) -> Pile:
    """The Skill tokens of the dummy player, without the competitive one; they are used in solo games only."""
    if len(table.state.seats) > 1:
        return Pile()
    sheet = table.pack.heroes[hero]
    return Pile.of({skill: 1 for skill in sheet.skills if skill != sheet.competitive_skill})


class DrawDummySkill(ChanceAction, tag="draw-dummy-skill", frozen=True):
    """The Skill token of the dummy player's Hero that is turned up."""

    skill: SkillId

    def apply(self, table: Table, step: "DummySkill", actor: str) -> None:
        table.dummy.skill_pile.take(self.skill)
        put_new(table.state.offers.skills, self.skill)
        table.log(DummySkillOffered(rule=step.rule, skill=self.skill))


class DummySkill(ChanceStep, tag="dummy-skill"):
    """The player has gained a Skill in a solo game: one of the dummy player's Hero joins the Common Skill offer."""

    rule: ClassVar[str] = "dummy.solo-skills"
    prompt: ClassVar[str] = "Turn up a Skill token of the dummy player."
    actions: ClassVar[tuple[type[Action], ...]] = (DrawDummySkill,)

    def must(self, table: Table) -> Sequence[str]:
        return (CHANCE,) if table.dummy.skill_pile.draws() else ()

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        draws = table.dummy.skill_pile.draws()
        return [DrawDummySkill(actor=CHANCE, skill=skill, weight=weight) for skill, weight in draws.items()]

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from _needs_dummy(table, self.rule)


def _needs_dummy(table: Table, rule: str) -> Iterator[Defect]:
    if table.state.dummy is None:
        yield error(rule, "", "no-dummy", "there is no dummy player")


def skill_was_gained(table: Table) -> None:
    """A player has gained a Skill (``dummy.solo-skills``)."""
    if table.state.dummy is not None and len(table.state.seats) == 1:
        table.push(DummySkill())


class DrawDummyTactic(ChanceAction, tag="draw-dummy-tactic", frozen=True):
    """The Tactic that the dummy player takes at random."""

    tactic: TacticId

    def apply(self, table: Table, step: "DummyTactic", actor: str) -> None:
        table.state.tactics.remove(self.tactic)
        table.dummy.tactic = self.tactic
        table.log(DummyTakesTactic(rule=step.rule, tactic=self.tactic))


class DummyTactic(ChanceStep, tag="dummy-tactic"):
    """The dummy player takes a Tactic at random."""

    rule: ClassVar[str] = "dummy.tactic-no-benefit"
    prompt: ClassVar[str] = "Draw the Tactic of the dummy player."
    actions: ClassVar[tuple[type[Action], ...]] = (DrawDummyTactic,)

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        return [DrawDummyTactic(actor=CHANCE, tactic=tactic, weight=1) for tactic in sorted(table.state.tactics)]

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from _needs_dummy(table, self.rule)


def prepare_dummy(table: Table) -> None:
    """In a new Round the lowest Advanced Action joins the dummy's deck, and the lowest Spell gives it a crystal."""
    if not table.scenario.has_dummy:
        return
    dummy, offers = table.dummy, table.state.offers
    if offers.advanced:
        card = offers.advanced.pop(0)
        dummy.deck.add_unseen(card)
        dummy.deck.count += 1
        table.log(DummyGains(rule="dummy.round-prep-advanced", card=card))
    for card in dummy.discard:
        dummy.deck.add_unseen(card)
    dummy.deck.count += len(dummy.discard)
    dummy.discard = []
    dummy.deck.shuffle()
    if offers.spells:
        color = table.card(offers.spells[0]).color
        remove_lowest(table, "spell", "round-prep.spell-offer-refresh")
        dummy.crystals[color] = dummy.crystals.get(color, 0) + 1  # type: ignore[index, call-overload]
        table.log(DummyCrystal(rule="dummy.round-prep-spell", color=str(color)))


class FlipCard(ChanceAction, tag="flip-dummy-card", frozen=True):
    """A card that the dummy player turns over."""

    card: Card

    def apply(self, table: Table, step: "FlipDummyCards", actor: str) -> None:
        dummy = table.dummy
        dummy.deck.take(self.card)
        put(dummy.discard, self.card)
        rule = "dummy.turn-extra-flips" if step.extra else step.rule
        table.log(DummyFlips(rule=rule, card=self.card))
        left = step.left - 1
        if left == 0 and not step.extra:
            left = dummy.crystals.get(table.card(self.card).color, 0)  # type: ignore[call-overload]
            if left:
                table.push(FlipDummyCards(left=left, extra=True))
        elif left:
            table.push(FlipDummyCards(left=left, extra=step.extra))


class FlipDummyCards(ChanceStep, tag="flip-dummy-cards"):
    """The dummy player turns cards over, one by one, and as many more as it has crystals of the last card's colour."""

    rule: ClassVar[str] = "dummy.turn-flip-three"
    prompt: ClassVar[str] = "Turn over a card of the dummy player; still to come: {left}."
    actions: ClassVar[tuple[type[Action], ...]] = (FlipCard,)

    left: Small
    extra: bool = False

    def must(self, table: Table) -> Sequence[str]:
        return (CHANCE,) if table.dummy.deck.count else ()

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        draws = table.dummy.deck.draws()
        return [FlipCard(actor=CHANCE, card=card, weight=weight) for card, weight in draws.items()]

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from _needs_dummy(table, self.rule)


class DummyTurn(Step, tag="dummy-turn"):
    """A turn of the dummy player: it turns cards over, or announces the End of the Round."""

    rule: ClassVar[str] = "dummy.turn-flip-three"

    def run(self, table: Table) -> None:
        state = table.state
        if table.dummy.deck.count:
            table.push(FlipDummyCards(left=FLIPS))
        elif state.ending is None:
            at = state.order.index(DUMMY)
            state.ending = Ending(by=DUMMY, cause="announced", left=[*state.order[at + 1 :], *state.order[:at]])
            table.log(DummyAnnounces(rule="dummy.turn-empty-deck"))


DUMMY_STEPS: tuple[type[Step], ...] = (ChooseDummy, DummyTactic, DummySkill, FlipDummyCards, DummyTurn)
