"""Small choices that tokens, Spells and abilities ask for: one Resource or one Unit at a time."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.ids import RESOURCES, EffectSource, Resource
from service.games.heroes_of_land_air_and_sea.stock import gain, lose
from service.games.heroes_of_land_air_and_sea.table import Table

Left = Annotated[int, Meta(ge=1, le=100, description="how many are still to be chosen, this one counted")]


class GainResource(Action, tag="gain-resource", frozen=True):
    """Gain one Resource of this kind."""

    resource: Resource

    @classmethod
    def candidates(cls, table: Table, step: "ChooseGain", actor: str, where: Where) -> Iterable["GainResource"]:
        return [cls(actor=actor, resource=resource) for resource in RESOURCES]

    def violations(self, table: Table, step: "ChooseGain", actor: str) -> Iterator[Violation]:
        if table.stock(actor, self.resource) >= table.pack.resource_cap and any(
            table.stock(actor, resource) < table.pack.resource_cap for resource in RESOURCES
        ):
            yield Violation(
                "capital-board.resource-cap", "{seat} can hold no more {resource}", seat=actor, resource=self.resource
            )

    def apply(self, table: Table, step: "ChooseGain", actor: str) -> None:
        if step.left > 1:
            table.push(ChooseGain(seat=actor, source=step.source, left=step.left - 1))
        gain(table, actor, {self.resource: 1}, step.rule)


class ChooseGain(Choice, tag="choose-gain"):
    """An ability gives Resources of the player's choice."""

    rule: ClassVar[str] = "heroes.ability-precedence"
    prompt: ClassVar[str] = "Choose a Resource to gain ({left} to choose)."
    actions: ClassVar[tuple[type[Action], ...]] = (GainResource,)

    source: EffectSource
    left: Left = 1

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if table.is_in(self.seat) else ()


class LoseResource(Action, tag="lose-resource", frozen=True):
    """Lose one Resource of this kind."""

    resource: Resource

    @classmethod
    def candidates(cls, table: Table, step: "ChooseResourceLoss", actor: str, where: Where) -> Iterable["LoseResource"]:
        return [cls(actor=actor, resource=resource) for resource in RESOURCES]

    def violations(self, table: Table, step: "ChooseResourceLoss", actor: str) -> Iterator[Violation]:
        if not table.stock(actor, self.resource):
            yield Violation(
                "explore-land.who-resolves:none", "{seat} has no {resource} to lose", seat=actor, resource=self.resource
            )

    def apply(self, table: Table, step: "ChooseResourceLoss", actor: str) -> None:
        lose(table, actor, {self.resource: 1}, step.rule)
        lose_resources(table, actor, step.source, step.left - 1)


class ChooseResourceLoss(Choice, tag="choose-resource-loss"):
    """A player loses Resources of the own choice."""

    rule: ClassVar[str] = "explore-land.who-resolves"
    prompt: ClassVar[str] = "Choose a Resource to lose ({left} to lose)."
    actions: ClassVar[tuple[type[Action], ...]] = (LoseResource,)

    source: EffectSource
    left: Left = 1

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if table.is_in(self.seat) else ()

    def consistency(self, table: Table) -> Iterator[Defect]:
        if not any(table.stocks(self.seat).values()):
            yield error(self.rule, "/seat", "nothing", f"{self.seat} has nothing to lose")


def lose_resources(table: Table, seat: str, source: str, number: int) -> None:
    """A player loses so many Resources of the own choice, as many as there are; asked only where there is a choice."""
    stocks = {resource: has for resource, has in table.stocks(seat).items() if has}
    if number <= 0 or not stocks:
        return
    if len(stocks) == 1 or sum(stocks.values()) <= number:
        everything = stocks if sum(stocks.values()) <= number else {next(iter(stocks)): number}
        lose(table, seat, everything, ChooseResourceLoss.rule)
        return
    table.push(ChooseResourceLoss(seat=seat, source=source, left=number))
