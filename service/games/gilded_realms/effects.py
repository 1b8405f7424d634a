"""The effects that need no chapter of their own: gains, draws, and choosing between lists of effects.

Each function carries one op of the effect language out (``effects_due``); the other ops are registered by the chapter
that they belong to.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.counts import together
from service.engine.defect import Defect, error
from service.engine.shapes import RuleRef, Seat
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.gilded_realms import effect_language as language
from service.games.gilded_realms import foresee
from service.games.gilded_realms.campaign_state import Roll
from service.games.gilded_realms.dice import dice_of, finish_roll, roll_of, start_roll, total
from service.games.gilded_realms.effects_due import EFFECT_RULES, CarryOut, carries_out, stranger
from service.games.gilded_realms.endeavour_deck import DrawEndeavours
from service.games.gilded_realms.events import EffectChosen, NoWildcardLeft
from service.games.gilded_realms.faction_events import StoredOnCard
from service.games.gilded_realms.ids import EffectId
from service.games.gilded_realms.shrouds import choose_foreseen
from service.games.gilded_realms.supply import add_to_queue, enter_play, set_aside
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import gain, recover, set_fortune


@carries_out(language.Gain)
def gain_resources(table: Table, step: CarryOut, op: language.Gain) -> None:
    """Resources from the Bank."""
    gain(table, step.seat, op.resources(), step.clause(table), op.ignore_max)
    if op.vault_fortune:
        fortune = table.player(step.seat).vault_fortune + op.vault_fortune
        set_fortune(table, step.seat, fortune, step.clause(table))


@carries_out(language.GainPer)
def gain_per(table: Table, step: CarryOut, op: language.GainPer) -> None:
    """Silver for each Gem token."""
    gain(table, step.seat, {"silver": op.silver * table.player(step.seat).gem}, step.clause(table))


@carries_out(language.Recover)
def recover_population(table: Table, step: CarryOut, op: language.Recover) -> None:
    """Hardship becomes Population again, as far as there is any."""
    recover(table, step.seat, op.population, step.clause(table))


@carries_out(language.Draw)
def draw_endeavours(table: Table, step: CarryOut, op: language.Draw) -> None:
    """Draw Endeavours into hand."""
    table.push(DrawEndeavours(seat=step.seat, number=op.endeavours, asked_by=step.clause(table)))


@carries_out(language.AddUnit)
def add_unit(table: Table, step: CarryOut, op: language.AddUnit) -> None:
    """A set-aside Unit comes into the Standing Army; a Serpens Cavalry out of the pile, if one is left."""
    if _out_of_pile(table, step.seat, op.unit):
        enter_play(table, step.seat, op.unit, step.clause(table))


@carries_out(language.AddBuilding)
def add_building(table: Table, step: CarryOut, op: language.AddBuilding) -> None:
    """A set-aside card comes into the Territory."""
    if _out_of_pile(table, step.seat, op.card):
        enter_play(table, step.seat, op.card, step.clause(table))


@carries_out(language.Queue)
def put_into_queue(table: Table, step: CarryOut, op: language.Queue) -> None:
    """A set-aside card comes into the Build Queue; a Serpens Artisan out of the pile, if one is left."""
    if _out_of_pile(table, step.seat, op.card):
        add_to_queue(table, step.seat, op.card, op.position, step.clause(table))


def _out_of_pile(table: Table, seat: str, piece: str) -> bool:
    """Take a Serpens Wildcard out of its pile; whether the card can be had (``wildcard.pile-empty``)."""
    if not table.pack.is_wildcard(piece):
        return set_aside(table, seat, piece) > 0
    if not table.state.wildcards:
        table.log(NoWildcardLeft(rule="wildcard.pile-empty", seat=seat))
        return False
    table.state.wildcards -= 1
    return True


@carries_out(language.NextEndHarvest)
def owe_at_harvest(table: Table, step: CarryOut, op: language.NextEndHarvest) -> None:
    """Delivered in the End Harvest of this round."""
    player = table.player(step.seat)
    player.owed = together(player.owed, op.gain)  # type: ignore[assignment]


@carries_out(language.StoreOnCard)
def store_on_card(table: Table, step: CarryOut, op: language.StoreOnCard) -> None:
    """Goods from the Bank are put on the card, if the player has it."""
    player, card = table.player(step.seat), table.pack.effects[step.effect].source
    if card not in player.advisors:
        return
    goods = together({"supply": op.supply, "material": op.material})
    player.stored[card] = together(player.stored.get(card, {}), goods)  # type: ignore[assignment]
    name = table.pack.title(card)
    table.log(StoredOnCard(rule=step.clause(table), seat=step.seat, advisor=card, name=name, amounts=goods))


@carries_out(language.SetVaultFortune)
def begin_fortune(table: Table, step: CarryOut, op: language.SetVaultFortune) -> None:
    """Vault Fortune begins at this value."""
    set_fortune(table, step.seat, op.value, step.clause(table))


@carries_out(language.Foresee)
def foresee_events(table: Table, step: CarryOut, op: language.Foresee) -> None:
    """Foresee Year Events; where the owner may choose which, the chapter of the Shrouds asks."""
    if op.scope == "choice":
        choose_foreseen(table, step, op)
        return
    scope: foresee.Scope = "next-after-current" if op.scope == "next-after-current" else "default"
    table.push(foresee.Foresee(seat=step.seat, number=op.events, scope=scope, asked_by=step.clause(table)))


# --- choosing ---------------------------------------------------------------------------------------------------------


class ChooseOption(Action, tag="choose-option", frozen=True):
    """Choose what a card does."""

    option: EffectId

    @classmethod
    def candidates(cls, table: Table, step: "ChooseEffect", actor: str, where: Where) -> Iterable["ChooseOption"]:
        return [cls(actor=actor, option=option) for option in step.options(table)]

    def violations(self, table: Table, step: "ChooseEffect", actor: str) -> Iterator[Violation]:
        if self.option not in step.options(table):
            name = table.pack.words.name(step.effect)
            yield Violation(
                "player-setup.starting-advisor-active:option",
                "{option} is nothing that {name} offers",
                option=self.option,
                name=name,
            )

    def apply(self, table: Table, step: "ChooseEffect", actor: str) -> None:
        name = table.pack.words.name(self.option)
        table.log(EffectChosen(rule=step.asked_by, seat=actor, effect=self.option, name=name))
        table.push(CarryOut(seat=actor, effect=self.option))


class ChooseEffect(Choice, tag="choose-effect"):
    """A card offers several effects, of which its owner picks one."""

    rule: ClassVar[str] = "player-setup.starting-advisor-active"
    prompt: ClassVar[str] = "Choose one of the effects."
    actions: ClassVar[tuple[type[Action], ...]] = (ChooseOption,)
    also_cites: ClassVar[tuple[str, ...]] = EFFECT_RULES

    effect: EffectId
    asked_by: RuleRef = "player-setup.starting-advisor-active"

    def cites(self) -> str:
        return self.asked_by

    def options(self, table: Table) -> list[str]:
        """The lists of effects to choose from."""
        ops = table.pack.effects[self.effect].ops
        number = next((len(op.options) for op in ops if isinstance(op, language.Choose)), 0)
        return [f"{self.effect}.{at}" for at in range(1, number + 1)]

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from stranger(table, self.seat, self.effect)
        if not self.options(table):
            yield error(self.rule, "/effect", "effect", f"{table.pack.words.name(self.effect)} offers no choice")


@carries_out(language.Choose)
def choose(table: Table, step: CarryOut, op: language.Choose) -> None:
    """The owner picks exactly one of several lists of effects."""
    table.push(ChooseEffect(seat=step.seat, effect=step.effect, asked_by=step.clause(table)))


# --- rolling for something --------------------------------------------------------------------------------------------


class UseRoll(Step, tag="use-roll"):
    """What a roll made for an effect leads to."""

    rule: ClassVar[str] = "dice.results"

    seat: Seat
    effect: EffectId

    def run(self, table: Table) -> None:
        source = table.pack.effects[self.effect]
        op = next(op for op in source.ops if isinstance(op, language.Roll))
        if roll_of(table, self.seat) is None:
            return
        roll = finish_roll(table, self.seat, source.rule)
        self.give(table, op, roll, source.rule)

    def give(self, table: Table, op: language.Roll, roll: Roll, rule: str) -> None:
        """Pay out what the roll is worth."""
        worth = total(roll)
        gained = {kind: number * worth for kind, number in op.per_truemark.items() if kind != "defence"}
        gain(table, self.seat, gained, rule)
        defending = table.player(self.seat).defending
        if defending is not None:
            defending.bonus += op.per_truemark.get("defence", 0) * worth
        if op.threshold is not None and worth >= op.threshold.min:
            table.push(CarryOut(seat=self.seat, effect=f"{self.effect}.reached"))
        threes = sum(die.face in ("3", "3r") for die in roll.dice)
        if op.per_die_showing_3 and threes:
            table.push(*(CarryOut(seat=self.seat, effect=f"{self.effect}.three") for _ in range(threes)))

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from stranger(table, self.seat, self.effect)
        if not any(isinstance(op, language.Roll) for op in table.pack.effects[self.effect].ops):
            yield error(self.rule, "/effect", "effect", f"{table.pack.words.name(self.effect)} asks for no roll")
        elif table.player(self.seat).roll is None:
            yield error(self.rule, "/seat", "no-roll", f"{self.seat} rolls no dice")


@carries_out(language.Roll)
def roll_dice(table: Table, step: CarryOut, op: language.Roll) -> None:
    """Roll dice; nothing happens without any (``dice_per`` of none)."""
    per = {colour: table.hardship(step.seat) for colour, what in op.dice_per.items() if what == "hardship"}
    dice = dice_of({**op.dice, **per})
    if dice:
        start_roll(table, step.seat, "effect", dice, UseRoll(seat=step.seat, effect=step.effect))
