"""Effects that steer others: choices, conditions, prices, repetitions."""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.at_once import (
    at_once_violations,
    option_violations,
    pending,
    still_to_come,
    uses_it,
)
from service.games.mage_knight.effect_rules import Use, objections
from service.games.mage_knight.effects import (
    CarryOut,
    ForEffect,
    amount_of,
    condition,
    modifier,
    op,
    running,
    skip,
    unpaid,
    when,
)
from service.games.mage_knight.events_effects import OptionChosen
from service.games.mage_knight.ids import Color, Mana, Small
from service.games.mage_knight.mana import Purse, pay, price_violations
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.state_turn import Found
from service.games.mage_knight.table import Table

TAKE, LEAVE = "take", "leave"
Key = Annotated[str, Meta(min_length=1, max_length=64)]


# --- choices ----------------------------------------------------------------------------------------------------------


class ChooseOption(Action, tag="choose-option", frozen=True):
    """Choose one of the options that an effect offers."""

    option: Key

    @classmethod
    def candidates(cls, table: Table, step: "ChooseEffect", actor: str, where: Where) -> Iterable["ChooseOption"]:
        return [cls(actor=actor, option=key) for key in step.keys(table)]

    def violations(self, table: Table, step: "ChooseEffect", actor: str) -> Iterator[Violation]:
        keys = step.keys(table)
        if self.option not in keys:
            yield Violation(
                "effects.follow-card-text:option", "{option} is none of {keys}", option=self.option, keys=keys
            )
            return
        yield from step.obstacles(table, self.option)

    def apply(self, table: Table, step: "ChooseEffect", actor: str) -> None:
        table.log(OptionChosen(rule=step.rule, seat=actor, option=self.option))
        running(table).first(step.chosen(table, self.option))


class SkipEffect(Action, tag="skip-effect", frozen=True):
    """Leave out a part of an effect that cannot be carried out."""

    def violations(self, table: Table, step: "ChooseEffect", actor: str) -> Iterator[Violation]:
        possible = [key for key in step.keys(table) if not list(step.obstacles(table, key))]
        if possible:
            yield Violation(
                "effects.follow-card-text:possible",
                "{possible} can be chosen: one of them has to be",
                possible=possible,
            )

    def apply(self, table: Table, step: "ChooseEffect", actor: str) -> None:
        skip(table, running(table))


class ChooseEffect(ForEffect, tag="choose-effect"):
    """One of the options of an effect is chosen."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Choose what the effect does."
    actions: ClassVar[tuple[type[Action], ...]] = (ChooseOption, SkipEffect)
    asked_by: ClassVar[tuple[str, ...]] = ("choose", "optional")

    def keys(self, table: Table) -> list[str]:
        """The words for the options."""
        return list(table.node(self.node).keys)

    def chosen(self, table: Table, key: str) -> tuple[str, ...]:
        """The effects of an option."""
        node = table.node(self.node)
        return node.options[node.keys.index(key)]

    def obstacles(self, table: Table, key: str) -> Iterator[Violation]:
        """Why an option cannot be chosen."""
        run, chosen = running(table), self.chosen(table, key)
        yield from objections(table, Use.of(table, self.seat, run.source, run.found), chosen)
        yield from option_violations(table, self.seat, chosen)


class DecideOptional(ChooseEffect, tag="decide-optional"):
    """A voluntary part of an effect is carried out or left."""

    prompt: ClassVar[str] = "Carry the voluntary part of the effect out, or leave it."

    def keys(self, table: Table) -> list[str]:
        return [TAKE, LEAVE]

    def chosen(self, table: Table, key: str) -> tuple[str, ...]:
        return table.node(self.node).inside("do") if key == TAKE else ()

    def obstacles(self, table: Table, key: str) -> Iterator[Violation]:
        if key == TAKE:
            yield from super().obstacles(table, key)
        else:
            yield from option_violations(table, self.seat, ())


@op("choose")
def choose(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.push(ChooseEffect(seat=run.seat, node=node.id))


@op("optional")
def optional(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.push(DecideOptional(seat=run.seat, node=node.id))


@op("if")
def if_(table: Table, run: CarryOut, node: EffectNode) -> None:
    run.first(node.inside("then" if when(table, run.seat, node.params["when"], run.found) else "else"))


@op("cost")
def cost(table: Table, run: CarryOut, node: EffectNode) -> None:
    run.first((*node.inside("pay"), *node.inside("then")))


@op("by-paid-color")
def by_paid_color(table: Table, run: CarryOut, node: EffectNode) -> None:
    if run.found.paid is not None:
        run.first(node.inside(run.found.paid))


@op("repeat-per")
def repeat_per(table: Table, run: CarryOut, node: EffectNode) -> None:
    if node.params["when"] == "end-of-turn" and not run.at_end:
        table.turn.at_end.append(modifier(run, node))
        return
    run.first(node.inside("do") * amount_of(table, run, node, node.params["per"]))


# --- conditions -------------------------------------------------------------------------------------------------------


@condition("round")
def _round(table: Table, seat: str, value: str, found: Found) -> bool:
    return ("night" if table.by_night() else "day") == value


@condition("on_terrain")
def _on_terrain(table: Table, seat: str, value: str, found: Found) -> bool:
    at = table.player(seat).at
    return at is not None and table.space(at).terrain == value and table.site(at) != "city"


@condition("used_during")
def _used_during(table: Table, seat: str, value: str, found: Found) -> bool:
    return table.turn.interacting


@condition("not")
def _not(table: Table, seat: str, value: str, found: Found) -> bool:
    return table.state.combat is None


@condition("fame")
def _fame(table: Table, seat: str, value: str, found: Found) -> bool:
    others = table.others(seat)
    fame = table.player(seat).fame
    return bool(others) and all(fame < table.player(other).fame for other in others)


@condition("readied")
def _readied(table: Table, seat: str, value: bool, found: Found) -> bool:
    return found.readied


# --- paying mana ------------------------------------------------------------------------------------------------------


class PayMana(Action, tag="pay-mana", frozen=True):
    """Pay one mana that an effect asks for."""

    mana: Mana

    @classmethod
    def candidates(cls, table: Table, step: "PayForEffect", actor: str, where: Where) -> Iterable["PayMana"]:
        options = Purse(table, actor).payments(step.colors(table), "effect")
        return [cls(actor=actor, mana=option) for option in options]

    def violations(self, table: Table, step: "PayForEffect", actor: str) -> Iterator[Violation]:
        colors = step.colors(table)
        if self.mana.counts_as not in colors:
            yield Violation(
                "effects.follow-card-text:color",
                "the effect takes {colors} mana, not {color}",
                at="mana",
                colors=colors,
                color=self.mana.counts_as,
            )
            return
        purse, wanted = Purse(table, actor), [self.mana.counts_as]
        wrong = list(price_violations(purse, wanted, [self.mana], ["effect"], "deed.extra-costs-must-be-paid"))
        yield from wrong
        yield from _useless(table, actor, self.mana.counts_as)
        if not wrong:
            yield from self._at_once(table, actor)

    def _at_once(self, table: Table, actor: str) -> Iterator[Violation]:
        """Why the mana that has to be used at once cannot be used any more, once this is paid."""
        if pending(table, actor) is not None and not uses_it(table, self.mana):
            run, left = running(table), Purse(table, actor)
            left.spend(self.mana, "effect")
            use = Use.of(table, actor, run.source, run.found).with_purse(left)
            yield from at_once_violations(table, actor, (), use, still_to_come(table, actor))

    def apply(self, table: Table, step: "PayForEffect", actor: str) -> None:
        run = running(table)
        run.found.paid = self.mana.counts_as
        pay(table, actor, [self.mana], ["effect"])
        if step.left > 1:
            table.push(PayForEffect(seat=step.seat, node=step.node, left=step.left - 1, color=self.mana.counts_as))


def _useless(table: Table, seat: str, color: str) -> Iterator[Violation]:
    """Why what this colour would be paid for cannot be used now: its branch of the effect."""
    run = running(table)
    for at in run.todo[:1]:
        if table.node(at).op == "by-paid-color":
            use = Use.of(table, seat, run.source, run.found)
            yield from objections(table, use, table.node(at).inside(color))


class CannotPay(Action, tag="cannot-pay", frozen=True):
    """Give the effect up: nothing is left to pay it with."""

    def violations(self, table: Table, step: "PayForEffect", actor: str) -> Iterator[Violation]:
        for mana in Purse(table, actor).payments(step.colors(table), "effect"):
            if not list(PayMana(actor=actor, mana=mana).violations(table, step, actor)):
                yield Violation("deed.extra-costs-must-be-paid:possible", "{seat} can pay, and has to", seat=actor)
                return

    def apply(self, table: Table, step: "PayForEffect", actor: str) -> None:
        unpaid(table, running(table))


class PayForEffect(ForEffect, tag="pay-for-effect"):
    """An effect asks for mana: one of several colours, or the colour already begun with."""

    rule: ClassVar[str] = "deed.extra-costs-must-be-paid"
    prompt: ClassVar[str] = "Pay one mana for the effect."
    actions: ClassVar[tuple[type[Action], ...]] = (PayMana, CannotPay)
    asked_by: ClassVar[tuple[str, ...]] = ("pay-mana",)

    left: Small = 1
    color: Color | None = None

    def colors(self, table: Table) -> list[str]:
        """The colours that can be paid."""
        return [self.color] if self.color is not None else list(table.node(self.node).params["colors"])


@op("pay-mana")
def pay_mana(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.push(PayForEffect(seat=run.seat, node=node.id, left=node.params["count"]))


# --- colours, elements, numbers ---------------------------------------------------------------------------------------


class ChooseNumber(Action, tag="choose-number", frozen=True):
    """Choose a number for an effect."""

    number: Small

    @classmethod
    def candidates(cls, table: Table, step: "DecideNumber", actor: str, where: Where) -> Iterable["ChooseNumber"]:
        params = table.node(step.node).params
        return [cls(actor=actor, number=number) for number in range(params["min"], params["max"] + 1)]

    def violations(self, table: Table, step: "DecideNumber", actor: str) -> Iterator[Violation]:
        params = table.node(step.node).params
        if not params["min"] <= self.number <= params["max"]:
            yield Violation(
                "effects.follow-card-text:number",
                "the number is from {least} to {most}, not {number}",
                least=params["min"],
                most=params["max"],
                number=self.number,
            )

    def apply(self, table: Table, step: "DecideNumber", actor: str) -> None:
        name = table.node(step.node).params["name"]
        running(table).found.numbers[name] = self.number
        table.log(OptionChosen(rule=step.rule, seat=actor, option=str(self.number)))


class DecideNumber(ForEffect, tag="decide-number"):
    """A number is chosen for an effect."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Choose a number."
    actions: ClassVar[tuple[type[Action], ...]] = (ChooseNumber,)
    asked_by: ClassVar[tuple[str, ...]] = ("choose-number",)


@op("choose-number")
def choose_number(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.push(DecideNumber(seat=run.seat, node=node.id))


class ChooseWord(Action, tag="choose-word", frozen=True):
    """Choose a colour or an element that later parts of an effect ask for."""

    word: Key

    @classmethod
    def candidates(cls, table: Table, step: "DecideWord", actor: str, where: Where) -> Iterable["ChooseWord"]:
        return [cls(actor=actor, word=word) for word in step.words(table)]

    def violations(self, table: Table, step: "DecideWord", actor: str) -> Iterator[Violation]:
        words = step.words(table)
        if self.word not in words:
            yield Violation("effects.follow-card-text:word", "{word} is none of {words}", word=self.word, words=words)

    def apply(self, table: Table, step: "DecideWord", actor: str) -> None:
        run = running(table)
        run.found.chosen = self.word
        table.log(OptionChosen(rule=step.rule, seat=actor, option=self.word))
        run.first(table.node(step.node).inside("do"))


class DecideWord(ForEffect, tag="decide-word"):
    """A colour or an element is chosen for later parts of an effect."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Choose a colour or an element."
    actions: ClassVar[tuple[type[Action], ...]] = (ChooseWord,)
    asked_by: ClassVar[tuple[str, ...]] = ("choose-color", "choose-one-element")

    def words(self, table: Table) -> list[str]:
        """What there is to choose from."""
        params = table.node(self.node).params
        return list(params.get("colors", params.get("elements", ())))


@op("choose-color")
@op("choose-one-element")
def choose_word(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.push(DecideWord(seat=run.seat, node=node.id))


FLOW_STEPS: tuple[type[Step], ...] = (ChooseEffect, DecideOptional, PayForEffect, DecideNumber, DecideWord)
