"""Stealing Resources: one at a time, of the thief's choice, as many as the other player has."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.shapes import RuleRef
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.battle_events import ResourcesStolen
from service.games.heroes_of_land_air_and_sea.ids import RESOURCES, Party, Resource
from service.games.heroes_of_land_air_and_sea.stock import receive, take_away
from service.games.heroes_of_land_air_and_sea.table import Table

Left = Annotated[int, Meta(ge=1, le=30, description="how many are still to be stolen, this one counted")]


def steal(table: Table, seat: str, victim: str, number: int, rule: str) -> None:
    """A player steals so many Resources, as many as there are; asked only where there is a choice."""
    stocks = {resource: has for resource, has in table.stocks(victim).items() if has}
    if number <= 0 or not stocks:
        return
    if len(stocks) == 1 or sum(stocks.values()) <= number:
        everything = stocks if sum(stocks.values()) <= number else {next(iter(stocks)): number}
        take(table, seat, victim, everything, rule)
        return
    table.push(ChooseSteal(seat=seat, victim=victim, left=number, asked_by=rule))


def take(table: Table, seat: str, victim: str, resources: dict[str, int], rule: str) -> None:
    """Resources go from one player to another, in one event; what exceeds the limit of the taker is lost."""
    stolen = take_away(table, victim, resources)
    table.log(ResourcesStolen(rule=rule, seat=seat, victim=victim, resources=stolen))
    receive(table, seat, stolen, rule)


class StealResource(Action, tag="steal-resource", frozen=True):
    """Steal one Resource of this kind."""

    resource: Resource

    @classmethod
    def candidates(cls, table: Table, step: "ChooseSteal", actor: str, where: Where) -> Iterable["StealResource"]:
        return [cls(actor=actor, resource=resource) for resource in RESOURCES]

    def violations(self, table: Table, step: "ChooseSteal", actor: str) -> Iterator[Violation]:
        if not table.stock(step.victim, self.resource):
            yield Violation(
                "heroes.ability-precedence:nothing",
                "{victim} has no {resource} to be stolen",
                at="resource",
                victim=step.victim,
                resource=self.resource,
            )

    def apply(self, table: Table, step: "ChooseSteal", actor: str) -> None:
        take(table, actor, step.victim, {self.resource: 1}, step.cites())
        steal(table, actor, step.victim, step.left - 1, step.cites())


class ChooseSteal(Choice, tag="choose-steal"):
    """A player chooses which Resource to steal from another."""

    rule: ClassVar[str] = "heroes.ability-precedence"
    also_cites: ClassVar[tuple[str, ...]] = ("tactic.bonus", "building.level-abilities", "heroes.unlock", "cast.cost")
    prompt: ClassVar[str] = "Choose a Resource to steal from {victim} ({left} to choose)."
    actions: ClassVar[tuple[type[Action], ...]] = (StealResource,)

    victim: Party
    left: Left = 1
    asked_by: RuleRef = "heroes.ability-precedence"

    def cites(self) -> str:
        return self.asked_by if self.asked_by in self.also_cites else self.rule

    def must(self, table: Table) -> Sequence[str]:
        able = table.is_in(self.seat) and any(table.stocks(self.victim).values())
        return (self.seat,) if able else ()

    def consistency(self, table: Table) -> Iterator[Defect]:
        if self.victim == self.seat:
            yield error(self.rule, "/victim", "self", f"{self.seat} cannot steal from {table.named(self.victim)}")
