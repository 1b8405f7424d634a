"""Levels: what a Hero gains for each end of a row of the Fame track that is crossed."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, ChanceAction, Where
from service.engine.shapes import CHANCE, Seat
from service.engine.step import ChanceStep, Choice, Step
from service.engine.violation import Violation
from service.games.mage_knight.bags import put_new
from service.games.mage_knight.dummy import skill_was_gained
from service.games.mage_knight.effects import start
from service.games.mage_knight.events_rewards import LevelReached, SkillDrawn, SkillGained, SkillOffered
from service.games.mage_knight.gains import gain_card
from service.games.mage_knight.ids import Card, SkillId
from service.games.mage_knight.offers import take_from_offer
from service.games.mage_knight.state import SkillToken
from service.games.mage_knight.state_turn import Source
from service.games.mage_knight.table import Table

SKILLS_DRAWN = 2
Drawn = Annotated[list[SkillId], Meta(max_length=SKILLS_DRAWN)]


class LevelUps(Step, tag="level-ups"):
    """The levels that the Fame of this turn has brought, one after the other."""

    rule: ClassVar[str] = "level.one-per-row-crossed"

    seat: Seat

    def run(self, table: Table) -> None:
        player = table.player(self.seat)
        if player.level >= table.fame_level(player.fame):
            return
        player.level += 1
        table.push(self)
        rule = "level.odd" if player.level % 2 else "level.even"
        table.log(LevelReached(rule=rule, seat=self.seat, level=player.level))
        if player.level % 2 == 0:
            table.push(DrawSkills(seat=self.seat))


class DrawSkill(ChanceAction, tag="draw-skill", frozen=True):
    """The Skill token that is turned up."""

    skill: SkillId

    def apply(self, table: Table, step: "DrawSkills", actor: str) -> None:
        table.player(step.seat).skill_pile.take(self.skill)
        table.log(SkillDrawn(rule="level.two-skills-drawn", seat=step.seat, skill=self.skill))
        table.push(DrawSkills(seat=step.seat, drawn=[*step.drawn, self.skill]))


class DrawSkills(ChanceStep, tag="draw-skills"):
    """The top two tokens of the own Skill pile are turned up."""

    rule: ClassVar[str] = "level.two-skills-drawn"
    prompt: ClassVar[str] = "Turn up a token of the Skill pile of {seat}."
    actions: ClassVar[tuple[type[Action], ...]] = (DrawSkill,)

    seat: Seat
    drawn: Drawn = []

    def must(self, table: Table) -> Sequence[str]:
        more = len(self.drawn) < SKILLS_DRAWN and table.player(self.seat).skill_pile.draws()
        return (CHANCE,) if more else ()

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        draws = table.player(self.seat).skill_pile.draws()
        return [DrawSkill(actor=CHANCE, skill=skill, weight=weight) for skill, weight in draws.items()]

    def run(self, table: Table) -> None:
        table.push(GainSkill(seat=self.seat, drawn=list(self.drawn)))


def common_skills(table: Table, seat: str) -> list[str]:
    """The tokens of the Common Skill offer that a player can take: none of the own colour."""
    hero = table.player(seat).hero
    return [skill for skill in table.state.offers.skills if table.skill(skill).hero != hero]


class TakeSkill(Action, tag="gain-skill", frozen=True):
    """Take a Skill, and an Advanced Action of the offer with it."""

    skill: SkillId | None = None
    card: Card | None = None

    @classmethod
    def candidates(cls, table: Table, step: "GainSkill", actor: str, where: Where) -> Iterable["TakeSkill"]:
        skills: list[str | None] = [*step.drawn, *common_skills(table, actor)]
        cards: list[str | None] = [*table.state.offers.advanced]
        return [cls(actor=actor, skill=skill, card=card) for skill in skills or [None] for card in cards or [None]]

    def violations(self, table: Table, step: "GainSkill", actor: str) -> Iterator[Violation]:
        offer = table.state.offers.advanced
        if self.skill is None:
            if step.drawn or common_skills(table, actor):
                yield Violation("level.even:skill", "a Skill has to be taken", at="skill")
        elif self.skill not in step.drawn:
            yield from self._common_violations(table, actor)
        if self.card is None:
            if offer:
                yield Violation("level.even:card", "an Advanced Action has to be taken", at="card")
        elif self.card not in offer:
            yield Violation(
                "level.option-own-skill:offer",
                "{card} is not in the offer of Advanced Actions",
                at="card",
                card=self.card,
            )
        elif self.skill in table.state.offers.skills and self.card != offer[0]:
            yield Violation(
                "level.option-common-skill:card",
                "with a Skill of the Common offer comes the lowest card, {lowest}",
                at="card",
                lowest=offer[0],
            )

    def _common_violations(self, table: Table, actor: str) -> Iterator[Violation]:
        assert self.skill is not None
        if self.skill not in table.state.offers.skills:
            yield Violation(
                "level.option-own-skill",
                "{skill} has not been turned up and is not in the Common Skill offer",
                at="skill",
                skill=self.skill,
            )
        elif table.skill(self.skill).hero == table.player(actor).hero:
            yield Violation(
                "level.option-common-skill",
                "{skill} is of the own colour and cannot be taken from the Common Skill offer",
                at="skill",
                skill=self.skill,
            )

    def apply(self, table: Table, step: "GainSkill", actor: str) -> None:
        own = self.skill in step.drawn
        rule = "level.option-own-skill" if own else "level.option-common-skill"
        offered = table.state.offers.skills
        for skill in step.drawn:
            if skill != self.skill:
                put_new(offered, skill)
                table.log(SkillOffered(rule=rule, skill=skill))
        if self.card is not None:
            take_from_offer(table, "advanced-action", self.card)
            gain_card(table, actor, self.card, "deck-top", "level.card-on-deck")
        if self.skill is not None:
            if not own:
                offered.remove(self.skill)
            skill_was_gained(table)
            gain_skill(table, actor, self.skill, rule)


def gain_skill(table: Table, seat: str, skill: str, rule: str) -> None:
    """A Skill token, face up; some work at once."""
    table.player(seat).skills[skill] = SkillToken()
    table.log(SkillGained(rule=rule, seat=seat, skill=skill))
    gained = table.skill(skill).on_gain
    if gained:
        table.push(start(table, seat, Source(origin="skill", id=skill, half="on-gain"), gained))


class GainSkill(Choice, tag="gain-skill"):
    """A Skill and an Advanced Action are chosen for an even level."""

    rule: ClassVar[str] = "level.even"
    prompt: ClassVar[str] = "Choose a Skill and an Advanced Action for the new level."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeSkill,)

    drawn: Drawn


LEVEL_STEPS: tuple[type[Step], ...] = (LevelUps, DrawSkills, GainSkill)
