"""Year Events at which every player chooses: Civil Decree and Serpens Festival."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.effect_language import Gain
from service.games.gilded_realms.effects_due import CarryOut
from service.games.gilded_realms.event_events import DecreeChosen
from service.games.gilded_realms.events import in_words
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import exhaust, gain, pay

DecreeOption = Literal["explore", "gather", "tax"]


def offered(table: Table) -> list[str]:
    """The two options on this round's Civil Decree."""
    card = table.event(table.state.round)
    return list(card.options) if card is not None else []


def cost_of(table: Table, option: str) -> dict[str, int]:
    """What an option costs."""
    cost: dict[str, int] = table.pack.event_kinds["civil-decree"]["options"][option]["cost"]
    return cost


class ResolveDecree(Action, tag="decree", frozen=True):
    """Resolve one of the two options in full."""

    option: DecreeOption

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["ResolveDecree"]:
        return [cls(actor=actor, option=option) for option in offered(table)]  # type: ignore[arg-type]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if self.option not in offered(table):
            yield Violation(
                "civil-decree.one-option:not-shown",
                "this Civil Decree does not offer {name}",
                at="option",
                name=self.option.title(),
            )
        missing = table.missing(actor, cost_of(table, self.option))
        if missing:
            yield Violation(
                "civil-decree.one-option",
                "{seat} lacks {lacks} for {name}, which has to be resolved in full",
                at="option",
                seat=actor,
                lacks=in_words(missing),
                name=self.option.title(),
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        effect = f"decree.{self.option}"
        rule = table.pack.effects[effect].rule
        table.log(DecreeChosen(rule=rule, seat=actor, option=self.option, name=self.option.title()))
        pay(table, actor, cost_of(table, self.option), rule)
        table.push(CarryOut(seat=actor, effect=effect))


class ChooseDecree(Choice, tag="choose-decree"):
    """A player resolves one option of the Civil Decree; nothing happens where neither can be."""

    rule: ClassVar[str] = "civil-decree.one-option"
    prompt: ClassVar[str] = "Resolve one option of the Civil Decree."
    actions: ClassVar[tuple[type[Action], ...]] = (ResolveDecree, *ANYTIME)

    def must(self, table: Table) -> Sequence[str]:
        payable = any(not table.missing(self.seat, cost_of(table, option)) for option in offered(table))
        return (self.seat,) if payable else ()

    def consistency(self, table: Table) -> Iterator[Defect]:
        number = table.state.round
        lies = [place.lies for place in table.state.year_events[number - 1 : number]]
        if lies != ["up"] or not offered(table):
            yield error(self.rule, "/seat", "no-decree", f"the Year Event of round {number} is no Civil Decree")


class Celebrate(Action, tag="festival", frozen=True):
    """Exhaust so much Population for 1 Gem and 1 Gold each."""

    number: Annotated[int, Meta(ge=0, le=6)]

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["Celebrate"]:
        return [cls(actor=actor, number=number) for number in range(table.player(actor).population + 1)]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        has = table.player(actor).population
        if self.number > has:
            yield Violation(
                "festival.effect",
                "{seat} can exhaust {has} Population, not {number}",
                seat=actor,
                has=has,
                number=self.number,
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        source = table.pack.effects["festival"]
        exhaust(table, actor, self.number, source.rule)
        for op in source.ops:
            assert isinstance(op, Gain)
            gain(table, actor, {kind: n * self.number for kind, n in op.resources().items()}, source.rule)


class CelebrateFestival(Choice, tag="celebrate-festival"):
    """A player may exhaust any amount of Population at the Serpens Festival."""

    rule: ClassVar[str] = "festival.effect"
    prompt: ClassVar[str] = "Exhaust any amount of your Population for the Serpens Festival."
    actions: ClassVar[tuple[type[Action], ...]] = (Celebrate, *ANYTIME)
