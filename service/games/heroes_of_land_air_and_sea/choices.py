"""Small choices that tokens, Spells and abilities ask for: one Resource or one Unit at a time."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.shapes import RuleRef
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.ids import RESOURCES, EffectSource, Resource
from service.games.heroes_of_land_air_and_sea.spell_events import ExchangeEnded, ResourceExchanged
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
    """A player loses Resources of the own choice; skipped where nothing is left to lose."""

    rule: ClassVar[str] = "explore-land.who-resolves"
    prompt: ClassVar[str] = "Choose a Resource to lose ({left} to lose)."
    actions: ClassVar[tuple[type[Action], ...]] = (LoseResource,)

    source: EffectSource
    left: Left = 1

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if table.is_in(self.seat) and any(table.stocks(self.seat).values()) else ()


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


def _no_exchange_for_itself(step: "ChooseExchange", resource: str) -> Violation:
    if step.asked_by == "heroes.unlock":
        return Violation("heroes.unlock:same", "{resource} is not exchanged for itself", at="get", resource=resource)
    return Violation("cast.cost:same", "{resource} is not exchanged for itself", at="get", resource=resource)


def _nothing_to_give(step: "ChooseExchange", seat: str, give: str) -> Violation:
    if step.asked_by == "heroes.unlock":
        return Violation("heroes.unlock:nothing", "{seat} has no {give} to give", seat=seat, give=give)
    return Violation("cast.cost:nothing", "{seat} has no {give} to give", seat=seat, give=give)


class ExchangeResource(Action, tag="exchange-resource", frozen=True):
    """Give one Resource back and take another for it."""

    give: Resource
    get: Resource

    @classmethod
    def candidates(cls, table: Table, step: "ChooseExchange", actor: str, where: Where) -> Iterable["ExchangeResource"]:
        for give in RESOURCES:
            yield from (cls(actor=actor, give=give, get=get) for get in RESOURCES)

    def violations(self, table: Table, step: "ChooseExchange", actor: str) -> Iterator[Violation]:
        if self.give == self.get:
            yield _no_exchange_for_itself(step, self.get)
        if not table.stock(actor, self.give):
            yield _nothing_to_give(step, actor, self.give)
        wanted = got_kind(table, step.source)
        if wanted not in (None, self.get):
            yield Violation(
                "heroes.ability-precedence:kind", "{source} gives {wanted}", at="get", source=step.source, wanted=wanted
            )
        if table.stock(actor, self.get) >= table.pack.resource_cap:
            yield Violation(
                "capital-board.resource-cap:exchange", "{seat} can hold no more {get}", seat=actor, get=self.get
            )

    def apply(self, table: Table, step: "ChooseExchange", actor: str) -> None:
        if step.left > 1:
            table.push(ChooseExchange(seat=actor, source=step.source, left=step.left - 1, asked_by=step.asked_by))
        player = table.player(actor)
        setattr(player, self.give, table.stock(actor, self.give) - 1)
        setattr(player, self.get, table.stock(actor, self.get) + 1)
        table.log(ResourceExchanged(rule=step.cites(), seat=actor, give=self.give, get=self.get))


class StopExchanging(Action, tag="stop-exchanging", frozen=True):
    """Exchange no more."""

    def apply(self, table: Table, step: "ChooseExchange", actor: str) -> None:
        table.log(ExchangeEnded(rule=step.cites(), seat=actor))


class ChooseExchange(Choice, tag="choose-exchange"):
    """A Spell or an ability lets a player exchange Resources, one for one; skipped where nothing can be exchanged."""

    rule: ClassVar[str] = "cast.cost"
    also_cites: ClassVar[tuple[str, ...]] = ("heroes.unlock",)
    prompt: ClassVar[str] = "Exchange a Resource (up to {left}), or stop."
    actions: ClassVar[tuple[type[Action], ...]] = (ExchangeResource, StopExchanging)

    source: EffectSource
    left: Left = 1
    asked_by: RuleRef = "cast.cost"

    def cites(self) -> str:
        return self.asked_by if self.asked_by in self.also_cites else self.rule

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if table.is_in(self.seat) and exchangeable(table, self.seat, self.source) else ()

    def consistency(self, table: Table) -> Iterator[Defect]:
        if all(effect["op"] != "exchange-resources" for effect in table.pack.effects_of(self.source)):
            yield error(self.cites(), "/source", "effect", f"{table.named(self.source)} exchanges nothing")
            return
        ability = table.pack.abilities.get(self.source)
        rule = ability.rule if ability is not None else self.rule
        if self.asked_by != rule:
            detail = f"{table.named(self.source)} exchanges by {rule}, not by {self.asked_by}"
            yield error(rule, "/asked_by", "rule", detail)


def got_kind(table: Table, source: str) -> str | None:
    """The only kind of Resource that an exchange gives, or None."""
    effects = table.pack.effects_of(source)
    found: str | None = next((e.get("get_kind") for e in effects if e["op"] == "exchange-resources"), None)
    return found


def exchangeable(table: Table, seat: str, source: str) -> bool:
    """Whether a player has anything to exchange, and room for what comes."""
    step = ChooseExchange(seat=seat, source=source)
    candidates = ExchangeResource.candidates(table, step, seat, {})
    return any(next(iter(action.violations(table, step, seat)), None) is None for action in candidates)
