"""Interactive Skills: tokens that lie in the centre of the table or in the Source, and what others do with them."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from service.engine.action import Action, Where
from service.engine.shapes import Seat
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.cards import take_wounds
from service.games.mage_knight.effect_rules import Use, objections
from service.games.mage_knight.effects import CarryOut, ForEffect, op, skip, start
from service.games.mage_knight.events_rewards import PowerAdded, SkillHandedBack, SkillPlaced
from service.games.mage_knight.ids import WOUND, Mana, SkillId
from service.games.mage_knight.occasions import STAYED, hand_back, in_the_centre
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.reactions import announced
from service.games.mage_knight.state_turn import Found, Source
from service.games.mage_knight.table import Table


@op("interactive-token")
def place_token(table: Table, run: CarryOut, node: EffectNode) -> None:
    token = table.player(run.seat).skills.get(run.source.id)
    if token is None:
        skip(table, run)
        return
    token.place, token.face_up, token.hit = node.params["place"], True, []
    token.mark = run.found.gained if node.params.get("mark") else None
    place = "Source" if token.place == "source" else "centre of the table"
    table.log(SkillPlaced(rule="skills.interactive-into-centre", seat=run.seat, skill=run.source.id, place=place))


# --- handing a token back for its effect ------------------------------------------------------------------------------


def returnable(table: Table, seat: str) -> Iterator[tuple[str, str, EffectNode]]:
    """The tokens that a player may hand back for their effect: those of others, in a solo game one's own later."""
    for owner, skill, node in in_the_centre(table):
        mine = owner == seat and STAYED not in table.player(owner).skills[skill].hit
        if node.inside("return_for") and not mine:
            yield owner, skill, node


class ReturnSkill(Action, tag="return-skill", frozen=True):
    """Hand an interactive Skill token back to its owner for its effect."""

    skill: SkillId

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["ReturnSkill"]:
        return [cls(actor=actor, skill=skill) for _, skill, _ in returnable(table, actor)]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        node = next((node for _, skill, node in returnable(table, actor) if skill == self.skill), None)
        if node is None:
            yield Violation(
                "skills.interactive-affects-others:return",
                "there is no {skill} in the centre that {seat} can return",
                at="skill",
                skill=self.skill,
                seat=actor,
            )
            return
        source = Source(origin="skill", id=self.skill, half="return")
        yield from objections(table, Use.of(table, actor, source), node.inside("return_for"))

    def apply(self, table: Table, step: Any, actor: str) -> None:
        owner, _, node = next(entry for entry in returnable(table, actor) if entry[1] == self.skill)
        hand_back(table, owner, self.skill)
        table.turn.begun = True
        table.log(SkillHandedBack(rule="skills.interactive-affects-others", seat=actor, skill=self.skill, owner=owner))
        source = Source(origin="skill", id=self.skill, half="return")
        table.push(*announced(table, start(table, actor, source, node.inside("return_for"))))


# --- the first card powered with the marked colour --------------------------------------------------------------------


def power_of_mark(table: Table, seat: str, card: str, mode: str, paid: Iterable[Mana]) -> Found:
    """What a token in the centre adds to a card powered with mana of its mark; the token goes back then."""
    colors = {mana.counts_as for mana in paid}
    for owner, skill, node in list(in_the_centre(table)):
        more, token = node.params.get("first_powered_card"), table.player(owner).skills[skill]
        if more is None or token.mark not in colors or not _gives(table, card, mode, more["kinds"]):
            continue
        hand_back(table, owner, skill)
        table.log(PowerAdded(rule="skills.interactive-affects-others", seat=seat, skill=skill, bonus=more["bonus"]))
        return Found(bonus=more["bonus"], bonus_kinds=sorted(more["kinds"]))
    return Found()


def _gives(table: Table, card: str, mode: str, kinds: Iterable[str]) -> bool:
    """Whether any effect of a half of a card gives an amount of one of these kinds."""
    wanted = set(kinds)
    return any(node.op in wanted for at, node in table.pack.nodes.items() if at.startswith(f"{card}.{mode}."))


# --- a Wound for the nearest Hero -------------------------------------------------------------------------------------


def nearest_heroes(table: Table, seat: str) -> list[str]:
    """The other Heroes on the map whose spaces are nearest, counted in spaces."""
    at = table.player(seat).at
    here = table.coordinates(at) if at is not None else None
    far: dict[str, int] = {}
    for other in table.others(seat):
        space = table.player(other).at
        there = table.coordinates(space) if space is not None else None
        if here is not None and there is not None:
            q, r = there[0] - here[0], there[1] - here[1]
            far[other] = max(abs(q), abs(r), abs(q + r))
    return [other for other in far if far[other] == min(far.values())]


class ChooseHero(Action, tag="choose-nearest", frozen=True):
    """Choose which of the nearest Heroes gets the Wound."""

    hero: Seat

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["ChooseHero"]:
        return [cls(actor=actor, hero=other) for other in nearest_heroes(table, actor)]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if self.hero not in nearest_heroes(table, actor):
            yield Violation(
                "effects.follow-card-text:nearest", "{seat} is not the nearest Hero", at="hero", seat=self.hero
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        take_wounds(table, self.hero, 1, "effects.follow-card-text")


class NearestHero(ForEffect, tag="nearest-hero"):
    """Several Heroes are equally near: one of them gets the Wound."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Choose which of the nearest Heroes gets the Wound."
    actions: ClassVar[tuple[type[Action], ...]] = (ChooseHero,)
    asked_by: ClassVar[tuple[str, ...]] = ("closest-hero-wound",)

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if nearest_heroes(table, self.seat) else ()


@op("closest-hero-wound")
def closest_hero_wound(table: Table, run: CarryOut, node: EffectNode) -> None:
    nearest = nearest_heroes(table, run.seat)
    if WOUND not in run.found.thrown or not nearest:
        skip(table, run)
    elif len(nearest) == 1:
        take_wounds(table, nearest[0], 1, run.rule)
    else:
        table.push(NearestHero(seat=run.seat, node=node.id))


INTERACTIVE_STEPS: tuple[type[Step], ...] = (NearestHero,)
