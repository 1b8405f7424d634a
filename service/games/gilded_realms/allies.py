"""Allies: Serpens Allies, and Advisors of Factions played earlier in the Saga."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.defect import Defect
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.effects_due import CarryOut, effects_of
from service.games.gilded_realms.ids import Ally
from service.games.gilded_realms.moments import stay
from service.games.gilded_realms.solo_events import AllyGained
from service.games.gilded_realms.solo_steps import no_solo_game
from service.games.gilded_realms.supply import enter_play
from service.games.gilded_realms.table import Table


def available(table: Table) -> list[str]:
    """The Allies to choose from: the five Serpens Allies, and those of the Factions played in this Saga."""
    played = table.saga.factions if table.saga is not None else []
    return [*table.pack.serpens_allies, *(ally for name in played for ally in table.pack.faction_allies[name])]


class GainAlly(Action, tag="gain-ally", frozen=True):
    """Gain this Ally."""

    ally: Ally

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["GainAlly"]:
        every = [*table.pack.serpens_allies, *(ally for own in table.pack.faction_allies.values() for ally in own)]
        return [cls(actor=actor, ally=ally) for ally in every]

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        if self.ally not in available(table):
            name = table.pack.title(self.ally)
            yield Violation("allies.choice", "{name} is of no Faction played in this Saga", at="ally", name=name)

    def apply(self, table: Table, step: Choice, actor: str) -> None:
        if not isinstance(step, ChooseAlly):
            stay(table, step)
        solo, rule = table.state.solo, ChooseAlly.rule
        assert solo is not None
        solo.ally = self.ally
        name = table.pack.title(self.ally)
        table.log(AllyGained(rule=rule, seat=actor, ally=self.ally, name=name))
        due = [*effects_of(table, actor, self.ally, "on-gain"), *earned_before(table, actor, self.ally)]
        if due:
            table.push(*due)
        if self.ally in table.pack.pieces:
            enter_play(table, actor, self.ally, rule)


def earned_before(table: Table, seat: str, ally: str) -> list[CarryOut]:
    """What an Ally gives for Knowledges gained before it came (Myrrha)."""
    gained = table.player(seat).knowledge_gained
    return [
        CarryOut(seat=seat, effect=ability.id)
        for ability in table.pack.abilities_of.get(ally, ())
        if ability.retroactive
        for count in ability.counts
        if count <= gained
    ]


class ChooseAlly(Choice, tag="choose-ally"):
    """The solo player gains an Ally, who takes no place of a Council Advisor."""

    rule: ClassVar[str] = "allies.gain"
    prompt: ClassVar[str] = "Choose your Ally."
    actions: ClassVar[tuple[type[Action], ...]] = (GainAlly, *ANYTIME)

    def must(self, table: Table) -> tuple[str, ...]:
        """The player, who has no Ally before: there is one Ally slot."""
        solo = table.state.solo
        return (self.seat,) if solo is None or solo.ally is None else ()

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_solo_game(table, self.rule)
