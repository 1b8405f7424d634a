"""Council Advisors and Commanders that players gain during the game, each out of the own Faction."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.agenda import steps_to_come
from service.engine.defect import Defect, error
from service.engine.shapes import RuleRef
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.gilded_realms import effect_language as language
from service.games.gilded_realms.allies import ChooseAlly, GainAlly
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.effects_due import EFFECT_RULES, CarryOut, carries_out, effects_of
from service.games.gilded_realms.faction_events import AdvisorGained, NoAdvisorLeft
from service.games.gilded_realms.ids import AnyAdvisor
from service.games.gilded_realms.supply import enter_play
from service.games.gilded_realms.table import Table

COUNCIL_MAX = 2
"""Two of the three Advisor slots are for Council Advisors (``advisors.slots``)."""


def council_of(table: Table, seat: str) -> list[str]:
    """The Council Advisors that a player has gained."""
    return [name for name in table.player(seat).advisors if name in table.faction(seat).council]


def advisor_violations(table: Table, seat: str, advisor: str) -> Iterator[Violation]:
    """Why a player cannot gain this Advisor."""
    faction, name = table.faction(seat), table.pack.title(advisor)
    if advisor in faction.core:
        yield Violation(
            "council-advisors.choice:core", "{name} is a Core Advisor, which is never chosen", at="advisor", name=name
        )
        return
    if advisor not in (*faction.council, faction.commander):
        yield Violation(
            "council-advisors.choice",
            "{name} is no Advisor of {faction}",
            at="advisor",
            name=name,
            faction=faction.name,
        )
        return
    if advisor in table.player(seat).advisors:
        yield Violation("advisors.limit", "{seat} has gained {name} already", at="advisor", seat=seat, name=name)
    elif advisor in faction.council and len(council_of(table, seat)) >= COUNCIL_MAX:
        yield Violation(
            "council-advisors.both-taken",
            "{seat} has two Council Advisors already: {names}",
            at="advisor",
            seat=seat,
            names=table.names(council_of(table, seat)),
        )


def can_gain(table: Table, seat: str) -> bool:
    """Whether there is an Advisor that a player may still gain."""
    if table.player(seat).faction is None:
        return False
    faction = table.faction(seat)
    return any(
        next(advisor_violations(table, seat, advisor), None) is None
        for advisor in (*faction.council, faction.commander)
    )


class GainAdvisor(Action, tag="gain-advisor", frozen=True):
    """Gain this Council Advisor or the Commander."""

    advisor: AnyAdvisor

    @classmethod
    def candidates(cls, table: Table, step: "ChooseAdvisor", actor: str, where: Where) -> Iterable["GainAdvisor"]:
        faction = table.faction(actor)
        return [cls(actor=actor, advisor=advisor) for advisor in (*faction.council, faction.commander)]

    def violations(self, table: Table, step: "ChooseAdvisor", actor: str) -> Iterator[Violation]:
        yield from advisor_violations(table, actor, self.advisor)

    def apply(self, table: Table, step: "ChooseAdvisor", actor: str) -> None:
        player, name = table.player(actor), table.pack.title(self.advisor)
        player.advisors = sorted([*player.advisors, self.advisor])
        table.log(AdvisorGained(rule=step.asked_by, seat=actor, advisor=self.advisor, name=name))
        if self.advisor in table.pack.pieces:
            enter_play(table, actor, self.advisor, "commanders.unit")
        due = effects_of(table, actor, self.advisor, "on-gain")
        if due:
            table.push(*due)


class ChooseAdvisor(Choice, tag="choose-advisor"):
    """A player gains a Council Advisor or the Commander of the own Faction; passed over if there is none to gain."""

    rule: ClassVar[str] = "council-advisors.choice"
    prompt: ClassVar[str] = "Gain a Council Advisor or the Commander of your Faction."
    actions: ClassVar[tuple[type[Action], ...]] = (GainAdvisor, GainAlly, *ANYTIME)
    also_cites: ClassVar[tuple[str, ...]] = (*EFFECT_RULES, "kingdom-advancement.choose", "end-of-age.advisor")

    asked_by: RuleRef = "council-advisors.choice"

    def cites(self) -> str:
        return self.asked_by

    def types(self, table: Table, actor: str) -> tuple[type[Action], ...]:
        """Kingdom Advancement brings a solo player an Ally too, and says nothing of which is first."""
        coming = any(isinstance(step, ChooseAlly) and step.must(table) for step in steps_to_come(table))
        return self.actions if coming else tuple(kind for kind in self.actions if kind is not GainAlly)

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if can_gain(table, self.seat) else ()

    def run(self, table: Table) -> None:
        table.log(NoAdvisorLeft(rule="council-advisors.both-taken", seat=self.seat))

    def consistency(self, table: Table) -> Iterator[Defect]:
        if table.player(self.seat).faction is None:
            yield error(self.rule, "/seat", "no-faction", f"{self.seat} has no Faction whose Advisors could be gained")


@carries_out(language.GainAdvisor)
def gain_by_effect(table: Table, step: CarryOut, op: language.GainAdvisor) -> None:
    """The Knowledge Recruit Advisor."""
    table.push(ChooseAdvisor(seat=step.seat, asked_by=step.clause(table)))
