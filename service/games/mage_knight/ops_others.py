"""Effects on other players: what every one of them must do, and what is taken from them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.action import Action, ChanceAction, Where
from service.engine.defect import Defect, error
from service.engine.shapes import CHANCE, Seat
from service.engine.step import ChanceStep, Step
from service.engine.violation import Violation
from service.games.mage_knight.bags import less, put
from service.games.mage_knight.cards import discard_from_hand
from service.games.mage_knight.effects import (
    CarryOut,
    ForEffect,
    asked_defects,
    check,
    op,
    running,
    skip,
)
from service.games.mage_knight.events_rewards import CardStolen, CrystalTaken, HandShown, UnitSpentByOther
from service.games.mage_knight.gains import gain_crystal
from service.games.mage_knight.ids import BASIC, WOUND, Basic, Card, Node, UnitRef
from service.games.mage_knight.ops_force import goes_on
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.state import Lasting
from service.games.mage_knight.state_turn import Found
from service.games.mage_knight.table import Table


class EachPlayer(Step, tag="each-player"):
    """The players who are left carry a part of an effect out, one after the other."""

    rule: ClassVar[str] = "effects.follow-card-text"

    node: Node
    left: Annotated[list[Seat], Meta(max_length=4)]

    def run(self, table: Table) -> None:
        if not self.left:
            return
        seat, run = self.left.pop(0), running(table)
        table.push(self)
        # What has been chosen for the effect holds for everybody; what others find goes to the effect below.
        found = Found(chosen=run.found.chosen)
        table.push(CarryOut(seat=seat, source=run.source, todo=list(table.node(self.node).inside("do")), found=found))

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from asked_defects(table, self, self.node, ("each-other-player", "each-player"))
        for number, seat in enumerate(self.left):
            if seat not in table.state.seats:
                yield error(self.rule, f"/left/{number}", "stranger", f"{seat} does not play")


def cause(table: Table) -> CarryOut:
    """The effect by which a player does something at the moment: below the step that goes through the players."""
    agenda = table.state.agenda
    for number in range(len(agenda) - 1, 0, -1):
        if isinstance(agenda[number], EachPlayer):
            return next(step for step in reversed(agenda[:number]) if isinstance(step, CarryOut))
    return running(table)


@op("each-other-player")
def each_other_player(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.push(EachPlayer(node=node.id, left=table.others(run.seat)))


@op("each-player")
def each_player(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.push(EachPlayer(node=node.id, left=[run.seat, *table.others(run.seat)]))


# --- Mana Meltdown ----------------------------------------------------------------------------------------------------


class LoseCrystal(ChanceAction, tag="lose-crystal", frozen=True):
    """The crystal that a player loses."""

    color: Basic

    def apply(self, table: Table, step: "LoseRandomCrystal", actor: str) -> None:
        less(table.player(step.seat).crystals, self.color)
        put(cause(table).found.lost, self.color)  # type: ignore[arg-type]
        table.log(CrystalTaken(rule=step.rule, seat=step.seat, color=self.color))


class LoseRandomCrystal(ChanceStep, tag="lose-random-crystal"):
    """A player loses one crystal at random."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Pick the crystal that {seat} loses."
    actions: ClassVar[tuple[type[Action], ...]] = (LoseCrystal,)

    seat: Seat
    node: Node

    def must(self, table: Table) -> Sequence[str]:
        return (CHANCE,) if table.player(self.seat).crystals else ()

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        crystals = table.player(self.seat).crystals
        return [
            LoseCrystal(actor=CHANCE, color=color, weight=crystals[color]) for color in BASIC if crystals.get(color)
        ]

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from asked_defects(table, self, self.node, ("lose-random-crystal",))


@op("lose-random-crystal")
def lose_random_crystal(table: Table, run: CarryOut, node: EffectNode) -> None:
    if table.player(run.seat).crystals:
        table.push(LoseRandomCrystal(seat=run.seat, node=node.id))
    else:
        run.first(node.inside("if_none"))


class TakeLostCrystal(Action, tag="take-lost-crystal", frozen=True):
    """Gain a crystal of a colour that others have lost."""

    color: Basic

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["TakeLostCrystal"]:
        return [cls(actor=actor, color=color) for color in sorted(set(running(table).found.lost))]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if self.color not in running(table).found.lost:
            yield Violation("effects.follow-card-text:lost", "nobody has lost a {color} crystal", color=self.color)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        gain_crystal(table, actor, self.color)


class ChooseLostCrystal(ForEffect, tag="choose-lost-crystal"):
    """A crystal of a colour that others have lost is gained."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Choose a colour of the crystals that were lost."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeLostCrystal,)
    asked_by: ClassVar[tuple[str, ...]] = ("gain-one-of-the-lost-crystals",)

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if running(table).found.lost else ()


@op("gain-one-of-the-lost-crystals")
def gain_lost_crystal(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.push(ChooseLostCrystal(seat=run.seat, node=node.id))


@check("gain-one-of-the-lost-crystals")
def _something_lost(table: Table, use: Any, node: EffectNode) -> Iterator[Violation]:
    if not use.found.lost:
        yield Violation("effects.follow-card-text:none-lost", "nobody has lost a crystal")


# --- Mana Curse -------------------------------------------------------------------------------------------------------


@op("curse")
def curse(table: Table, run: CarryOut, node: EffectNode) -> None:
    if run.found.die is None:
        skip(table, run)
        return
    table.state.lasting.append(
        Lasting(owner=run.seat, node=node.id, until="end-of-round", color=run.found.die, half=run.source.half)
    )
    goes_on(table, run, node, run.rule)


# --- Mind Read and Mind Steal -----------------------------------------------------------------------------------------


def asked_for(table: Table, card: str, node: EffectNode, color: str | None) -> bool:
    """Whether a card is of the kinds and of the colour that an effect asks for."""
    info, wanted = table.card(card), node.params["filter"]
    return card != WOUND and info.kind in wanted["kind"] and ("color" not in wanted or info.color == color)


class GiveCardUp(Action, tag="discard-for-other", frozen=True):
    """Discard a card that another player's effect asks for."""

    card: Card

    @classmethod
    def candidates(cls, table: Table, step: "DiscardOrShow", actor: str, where: Where) -> Iterable["GiveCardUp"]:
        return [cls(actor=actor, card=card) for card in sorted(set(table.player(actor).hand))]

    def violations(self, table: Table, step: "DiscardOrShow", actor: str) -> Iterator[Violation]:
        name = self.card
        if self.card not in table.player(actor).hand:
            yield Violation("effects.follow-card-text:give-hand", "{card} is not in hand", at="card", card=name)
        elif not step.fits(table, self.card):
            yield Violation("effects.follow-card-text:give", "{card} is not asked for", at="card", card=name)

    def apply(self, table: Table, step: "DiscardOrShow", actor: str) -> None:
        discard_from_hand(table, actor, self.card)
        cause(table).found.gave[actor] = self.card


class ShowHand(Action, tag="show-hand", frozen=True):
    """Show the hand: it has no card that is asked for."""

    def violations(self, table: Table, step: "DiscardOrShow", actor: str) -> Iterator[Violation]:
        fitting = sorted({card for card in table.player(actor).hand if step.fits(table, card)})
        if fitting:
            names = list(fitting)
            yield Violation("effects.follow-card-text:must-give", "{names} can be discarded", names=names)

    def apply(self, table: Table, step: "DiscardOrShow", actor: str) -> None:
        table.log(HandShown(rule=step.rule, seat=actor, cards=sorted(table.player(actor).hand)))


class DiscardOrShow(ForEffect, tag="discard-or-show"):
    """A player discards a card of the colour that was named, or shows a hand without any."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Discard a card of the colour named, or show your hand if it has none."
    actions: ClassVar[tuple[type[Action], ...]] = (GiveCardUp, ShowHand)
    asked_by: ClassVar[tuple[str, ...]] = ("discard-or-reveal-hand",)

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if table.player(self.seat).hand else ()

    def answers(self) -> bool:
        return True

    def fits(self, table: Table, card: str) -> bool:
        """Whether a card is one of those asked for."""
        return asked_for(table, card, table.node(self.node), running(table).found.chosen)


@op("discard-or-reveal-hand")
def discard_or_show(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.push(DiscardOrShow(seat=run.seat, node=node.id))


def stealable(table: Table, found: Found, node: EffectNode) -> list[tuple[str, str]]:
    """The cards discarded for an effect that can be taken: whose, and which."""
    return [
        (owner, card)
        for owner, card in sorted(found.gave.items())
        if owner in table.state.players
        and card in table.player(owner).discard
        and asked_for(table, card, node, found.chosen)
    ]


class StealCard(Action, tag="steal-card", frozen=True):
    """Take one of the cards that others have discarded into the own hand; it is the player's from now on."""

    owner: Seat
    card: Card

    @classmethod
    def candidates(cls, table: Table, step: "ChooseSteal", actor: str, where: Where) -> Iterable["StealCard"]:
        found = stealable(table, running(table).found, table.node(step.node))
        return [cls(actor=actor, owner=owner, card=card) for owner, card in found]

    def violations(self, table: Table, step: "ChooseSteal", actor: str) -> Iterator[Violation]:
        if (self.owner, self.card) not in stealable(table, running(table).found, table.node(step.node)):
            yield Violation(
                "effects.follow-card-text:steal",
                "{card} of {owner} cannot be taken",
                at="card",
                card=self.card,
                owner=self.owner,
            )

    def apply(self, table: Table, step: "ChooseSteal", actor: str) -> None:
        table.player(self.owner).discard.remove(self.card)
        put(table.player(actor).hand, self.card)
        table.log(CardStolen(rule=step.rule, seat=actor, card=self.card, owner=self.owner))


class ChooseSteal(ForEffect, tag="choose-steal"):
    """One of the Action cards that others have discarded is taken."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Take one of the cards that were discarded."
    actions: ClassVar[tuple[type[Action], ...]] = (StealCard,)
    asked_by: ClassVar[tuple[str, ...]] = ("steal-one",)

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if stealable(table, running(table).found, table.node(self.node)) else ()


@op("steal-one")
def steal_one(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.push(ChooseSteal(seat=run.seat, node=node.id))


@check("steal-one")
def _something_to_steal(table: Table, use: Any, node: EffectNode) -> Iterator[Violation]:
    if not stealable(table, use.found, node):
        yield Violation("effects.follow-card-text:nothing-to-steal", "no Action card has been discarded")


# --- Energy Flow and Energy Steal -------------------------------------------------------------------------------------


def spendable(table: Table, seat: str, node: EffectNode, spared: Iterable[str] = ()) -> list[tuple[str, str]]:
    """The Ready Units of other players that an effect can make Spent: whose, and which."""
    done = set(spared)
    return [
        (owner, ref)
        for owner in table.others(seat)
        if owner not in done
        for ref, unit in table.units(owner)
        if not unit.spent and table.unit(ref).level <= node.params["max_level"]
    ]


class SpendUnit(Action, tag="spend-unit", frozen=True):
    """Make a Ready Unit of another player Spent."""

    owner: Seat
    unit: UnitRef

    @classmethod
    def candidates(cls, table: Table, step: "SpendUnits", actor: str, where: Where) -> Iterable["SpendUnit"]:
        found = spendable(table, actor, table.node(step.node), step.done)
        return [cls(actor=actor, owner=owner, unit=ref) for owner, ref in found]

    def violations(self, table: Table, step: "SpendUnits", actor: str) -> Iterator[Violation]:
        unit = table.player(self.owner).units.get(self.unit)
        most, name = table.node(step.node).params["max_level"], self.unit
        if self.owner == actor or unit is None:
            yield Violation("effects.follow-card-text:spend", "{seat} has no such Unit", at="unit", seat=self.owner)
            return
        if unit.spent:
            yield Violation("effects.follow-card-text:spend-ready", "{unit} are Spent", at="unit", unit=name)
        if table.unit(self.unit).level > most:
            yield Violation(
                "effects.follow-card-text:spend-level",
                "{unit} are above level {most}",
                at="unit",
                unit=name,
                most=most,
            )
        if self.owner in step.done:
            yield Violation(
                "effects.follow-card-text:spend-one", "one Unit of {seat} is Spent by it", at="unit", seat=self.owner
            )

    def apply(self, table: Table, step: "SpendUnits", actor: str) -> None:
        table.player(self.owner).units[self.unit].spent = True
        table.log(UnitSpentByOther(rule=step.rule, seat=actor, owner=self.owner, unit=self.unit))
        table.push(SpendUnits(seat=step.seat, node=step.node, done=[*step.done, self.owner]))


class SpendNoMore(Action, tag="spend-no-more", frozen=True):
    """Make no further Unit Spent."""

    def apply(self, table: Table, step: "SpendUnits", actor: str) -> None:
        return


class SpendUnits(ForEffect, tag="spend-units"):
    """In each other player's Unit area one Unit may become Spent."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Choose a Ready Unit of another player that becomes Spent."
    actions: ClassVar[tuple[type[Action], ...]] = (SpendUnit, SpendNoMore)
    asked_by: ClassVar[tuple[str, ...]] = ("spend-opponent-unit",)

    done: Annotated[list[Seat], Meta(max_length=4)] = []

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if spendable(table, self.seat, table.node(self.node), self.done) else ()


@op("spend-opponent-unit")
def spend_opponent_unit(table: Table, run: CarryOut, node: EffectNode) -> None:
    table.push(SpendUnits(seat=run.seat, node=node.id))


@check("spend-opponent-unit")
def _somebody_to_spend(table: Table, use: Any, node: EffectNode) -> Iterator[Violation]:
    if not spendable(table, use.seat, node):
        yield Violation("effects.follow-card-text:nobody-to-spend", "no other player has such a Ready Unit")


OTHERS_STEPS: tuple[type[Step], ...] = (
    EachPlayer,
    LoseRandomCrystal,
    ChooseLostCrystal,
    DiscardOrShow,
    ChooseSteal,
    SpendUnits,
)
