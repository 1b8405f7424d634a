"""Skills: using tokens, and the interactive ones that lie in the centre of the table."""

from collections.abc import Iterable, Iterator
from typing import Any

from service.engine.action import Action, Where
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.at_once import at_once_violations
from service.games.mage_knight.bags import put
from service.games.mage_knight.effect_rules import Use, objections, usable_violations
from service.games.mage_knight.effects import start
from service.games.mage_knight.events_core import ReactionUsed, SkillReturned
from service.games.mage_knight.events_effects import SkillUsed
from service.games.mage_knight.ids import SkillId
from service.games.mage_knight.occasions import STAYED, hand_back, in_the_centre
from service.games.mage_knight.reactions import announced, reaction
from service.games.mage_knight.state_turn import Source
from service.games.mage_knight.table import Table


class UseSkill(Action, tag="use-skill", frozen=True):
    """Use a Skill."""

    skill: SkillId

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["UseSkill"]:
        return [cls(actor=actor, skill=skill) for skill in sorted(table.player(actor).skills)]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        token = table.player(actor).skills.get(self.skill)
        skill = table.skill(self.skill)
        if token is None:
            yield Violation(
                "skills.face-up-in-front", "{seat} does not have {skill}", at="skill", seat=actor, skill=skill.name
            )
            return
        if skill.frequency == "permanent":
            yield Violation("skills.three-kinds", "{skill} always works and is not used", at="skill", skill=skill.name)
            return
        own_turn = table.active() == actor
        if table.attends_partially(actor) and skill.usable != "any-turn":
            yield Violation(
                "pvp.partially-attend:skill", "{seat} attends partially and uses no Skills", at="skill", seat=actor
            )
        if not own_turn and skill.usable != "any-turn":
            yield Violation(
                "skills.once-per-round:own-turn", "{skill} works on the own turn only", at="skill", skill=skill.name
            )
        if not token.face_up or token.place is not None:
            if skill.interactive:
                yield Violation(
                    "skills.interactive-once-per-round",
                    "{skill} has been used in this Round",
                    at="skill",
                    skill=skill.name,
                )
            else:
                yield Violation(
                    "skills.once-per-round", "{skill} has been used in this Round", at="skill", skill=skill.name
                )
        elif own_turn and self.skill in table.turn.skills_used:
            yield Violation(
                "skills.no-symbol-once-per-turn", "{skill} has been used this turn", at="skill", skill=skill.name
            )
        if skill.limit == "one-motivation" and table.player(actor).motivated:
            yield Violation(
                "effects.follow-card-text:one-motivation",
                "{seat} has used a Motivation since the last turn",
                at="skill",
                seat=actor,
            )
        if own_turn:
            yield from usable_violations(table, actor, None if skill.usable == "any-turn" else skill.usable, skill.name)
        source = Source(origin="skill", id=self.skill, half="effect")
        use = Use.of(table, actor, source)
        yield from at_once_violations(table, actor, (), use, skill.nodes)
        yield from objections(table, use, skill.nodes)

    def _rule(self, table: Table) -> str:
        """How often such a Skill can be used: interactive ones, those that are turned face down, and all others."""
        skill = table.skill(self.skill)
        if any(table.node(at).op == "interactive-token" for at in skill.nodes):
            return "skills.interactive-once-per-round"
        return "skills.once-per-round-flip" if skill.frequency == "once-per-round" else "skills.no-symbol-once-per-turn"

    def apply(self, table: Table, step: Any, actor: str) -> None:
        player, skill = table.player(actor), table.skill(self.skill)
        if skill.frequency == "once-per-round":
            player.skills[self.skill].face_up = False
        else:
            put(table.turn.skills_used, self.skill)
        if skill.limit == "one-motivation":
            player.motivated = 2 if table.active() == actor else 1
        if table.active() == actor:
            table.turn.begun = True
        if table.active() not in (None, actor):
            table.log(ReactionUsed(rule="before-turn.both-labels-same", seat=actor, thing=self.skill))
        table.log(SkillUsed(rule=self._rule(table), seat=actor, skill=self.skill))
        source = Source(origin="skill", id=self.skill, half="effect")
        table.push(*announced(table, start(table, actor, source, skill.nodes)))


def _holds_motivation(table: Table, seat: str) -> bool:
    """Whether a player has a Motivation face up and none was used since the last own turn."""
    player = table.player(seat)
    return not player.motivated and any(
        token.face_up and table.skill(skill).usable == "any-turn" for skill, token in player.skills.items()
    )


reaction(_holds_motivation, UseSkill)


def take_tokens_back(table: Table, seat: str, *, for_turn: bool = False) -> list[Step]:
    """The interactive tokens of a player that still lie out come back, face down.

    ``for_turn``: at the start of the owner's turn. What the owner does then is returned, to be carried out in that
    turn; in a solo game a token may stay for it instead.
    """
    player, due = table.player(seat), []
    for owner, skill, node in list(in_the_centre(table)):
        if owner != seat:
            continue
        token = player.skills[skill]
        if for_turn and len(table.state.seats) == 1 and node.params.get("solo_owner_return") and not token.hit:
            token.hit = [STAYED]
            continue
        hand_back(table, seat, skill)
        table.log(SkillReturned(rule="skills.interactive-take-back", seat=seat, skill=skill))
        owed = node.inside("owner_next_turn")
        if for_turn and owed and not player.flipped:
            due.append(start(table, seat, Source(origin="skill", id=skill, half="owner"), owed))
    table.state.lasting = [
        lasting for lasting in table.state.lasting if not (lasting.owner == seat and lasting.until == "own-next-turn")
    ]
    return list(due)
