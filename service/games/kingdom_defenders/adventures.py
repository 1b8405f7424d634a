"""Activating Adventures: what a card costs, completing it, and what it gives."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Literal, NamedTuple

from service.engine.action import Action, ChanceAction, Where
from service.engine.defect import Defect, error
from service.engine.shapes import CHANCE, Seat
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.kingdom_defenders import ids
from service.games.kingdom_defenders.activation import Payment
from service.games.kingdom_defenders.card_events import AdventureCompleted, AdventureKept
from service.games.kingdom_defenders.effects import Use, carry_out, in_the_way, obstacle, operation
from service.games.kingdom_defenders.gains import achieve, pay_goods, recover
from service.games.kingdom_defenders.ids import Amounts, Row, Space
from service.games.kingdom_defenders.pack import Adventure, Effect
from service.games.kingdom_defenders.reveals import Reveal
from service.games.kingdom_defenders.setup_events import AdventureRevealed
from service.games.kingdom_defenders.state import Resource
from service.games.kingdom_defenders.table import Table
from service.games.kingdom_defenders.wounds import WOUND_LIMIT, can_suffer, lacks_wound_disc, suffer

ADVENTURER = 3
GAIN_RULE = {
    "coin": "adventures.gain-coin",
    "loot": "adventures.gain-loot",
    "fame": "adventures.gain-fame",
    "strength": "adventures.gain-strength",
    "magic": "adventures.gain-magic",
}


class Terms(NamedTuple):
    """On which terms an Adventure is completed: what need not be paid, and the space whose activation leads to it."""

    wounds_ignored: int = 0
    resources_ignored: int = 0
    activated: str = ""


def wounds_due(card: Adventure, terms: Terms) -> int:
    """How many Wounds the card costs on these terms."""
    return max(0, card.wounds - terms.wounds_ignored)


def prices(table: Table, seat: str, card: Adventure, terms: Terms) -> list[dict[Resource, int]]:
    """Every payment in Weapons and Spells that completes the card, each once.

    A Weapon-or-Spell symbol counts as the kind it is paid with, so that a Level tile may cover it
    (``levels.discount``).
    """
    player = table.player(seat)
    off = table.pack.discount("strength", player.strength), table.pack.discount("magic", player.magic)
    found: dict[tuple[int, int], dict[Resource, int]] = {}
    for as_weapons in range(card.either + 1):
        symbols = card.weapon + as_weapons, card.spell + card.either - as_weapons
        for weapons, spells in _without_ignored(symbols, terms.resources_ignored):
            due = max(0, weapons - off[0]), max(0, spells - off[1])
            price: dict[Resource, int] = {"spell": due[1], "weapon": due[0]}
            found[due] = {kind: number for kind, number in price.items() if number}
    return [found[due] for due in sorted(found)]


def _without_ignored(symbols: tuple[int, int], ignored: int) -> list[tuple[int, int]]:
    """The symbols left once one Weapon or one Spell of the player's choice need not be paid."""
    if not ignored or symbols == (0, 0):
        return [symbols]
    weapons, spells = symbols
    return [(weapons - 1, spells)] * (weapons > 0) + [(weapons, spells - 1)] * (spells > 0)


def price_violations(table: Table, seat: str, space: str, pay: Amounts, terms: Terms) -> Iterator[Violation]:
    """Why this payment does not complete the Adventure on this space."""
    card = table.pack.adventures[table.state.adventures[space]]
    yield from _wrong_price(card, pay, prices(table, seat, card, terms))
    for kind, number in pay.items():
        if table.stock(seat, kind) < number:
            yield Violation(
                "adventures.deliver-resources",
                "{number} {kind} must be delivered, {seat} has {has}",
                at="pay",
                number=number,
                kind=kind,
                seat=seat,
                has=table.stock(seat, kind),
            )
    yield from wound_violations(table, seat, space, wounds_due(card, terms), terms)


def _wrong_price(card: Adventure, pay: Amounts, ways: list[dict[Resource, int]]) -> Iterator[Violation]:
    """Which symbols of the card a payment leaves unpaid; ``ways`` are the payments that complete it."""
    if dict(pay) in ways:
        return
    paid = {kind: pay.get(kind, 0) for kind in ("weapon", "spell")}
    least = {kind: min(way.get(kind, 0) for way in ways) for kind in ("weapon", "spell")}
    facts: dict[str, Any] = {"adventure": card.id, "ways": ways, "pay": dict(pay)}
    if pay.get("coin") or pay.get("loot"):
        yield Violation("adventures.deliver-resources:kind", "{adventure} costs {ways}, not {pay}", at="pay", **facts)
    if paid["weapon"] < least["weapon"]:
        yield Violation("adventures.cost-weapons", "{adventure} costs {ways}, not {pay}", at="pay", **facts)
    if paid["spell"] < least["spell"]:
        yield Violation("adventures.cost-spells", "{adventure} costs {ways}, not {pay}", at="pay", **facts)
    if any(paid[kind] < least[kind] for kind in paid):
        return
    if sum(paid.values()) < min(sum(way.values()) for way in ways):
        yield Violation("adventures.cost-choice", "{adventure} costs {ways}, not {pay}", at="pay", **facts)
    elif not (pay.get("coin") or pay.get("loot")):
        yield Violation("adventures.deliver-resources:not-so", "{adventure} costs {ways}, not {pay}", at="pay", **facts)


def wound_violations(table: Table, seat: str, space: str, wounds: int, terms: Terms) -> Iterator[Violation]:
    """Why the Wounds of an Adventure cannot be suffered."""
    if not can_suffer(table, seat, wounds):
        yield Violation(
            "adventures.wound-limit-4",
            "{wounds} Wound(s) on top of {has} exceed the limit of {limit}",
            at="space",
            wounds=wounds,
            has=table.player(seat).wounds,
            limit=WOUND_LIMIT,
        )
    if wounds and not table.is_on(seat, "P7") and lacks_wound_disc(table, seat, space, terms.activated):
        yield Violation(
            "adventures.wound-disc-from-board:none",
            "{seat} has no disc that could count Wounds",
            at="space",
            seat=seat,
        )


def is_payable(table: Table, seat: str, card: Adventure, terms: Terms, paid: Amounts) -> bool:
    """Whether the player has the Weapons and Spells of an Adventure after having paid ``paid`` for something else."""
    left = {kind: table.stock(seat, kind) - paid.get(kind, 0) for kind in ("weapon", "spell")}
    return any(
        all(left[kind] >= number for kind, number in price.items()) for price in prices(table, seat, card, terms)
    )


class AdventureStep(Step):
    """A step at which Adventures may be completed."""

    def adventures(self, table: Table, seat: str) -> Iterable[str]:
        """The spaces whose Adventures may be named."""
        raise NotImplementedError

    def may_complete(self, table: Table, seat: str, space: str) -> Iterator[Violation]:
        """Why this Adventure may not be named."""
        raise NotImplementedError

    def terms(self, table: Table, space: str) -> Terms:
        """The terms on which it is completed."""
        raise NotImplementedError


class CompleteAdventure(Action, tag="complete-adventure", frozen=True):
    """Complete the Adventure on a space, delivering ``pay`` and suffering its Wounds."""

    space: Space
    pay: Payment = {}

    @classmethod
    def candidates(cls, table: Table, step: AdventureStep, actor: str, where: Where) -> Iterable["CompleteAdventure"]:
        for space in step.adventures(table, actor):
            card = table.pack.adventures[table.state.adventures[space]]
            for price in prices(table, actor, card, step.terms(table, space)):
                yield cls(actor=actor, space=space, pay=price)

    def violations(self, table: Table, step: AdventureStep, actor: str) -> Iterator[Violation]:
        yield from step.may_complete(table, actor, self.space)
        if self.space in table.state.adventures:
            yield from price_violations(table, actor, self.space, self.pay, step.terms(table, self.space))

    def apply(self, table: Table, step: AdventureStep, actor: str) -> None:
        terms = step.terms(table, self.space)
        card = table.pack.adventures[table.state.adventures[self.space]]
        pay_goods(table, actor, self.pay, "adventures.deliver-resources")
        table.push(FinishAdventure(seat=actor, space=self.space))
        sparing = [space for space in (self.space, terms.activated) if space]
        suffer(table, actor, wounds_due(card, terms), "adventures.cost-wounds", *sparing)


class FinishAdventure(Step, tag="finish-adventure"):
    """A paid Adventure: discs back, goods gained, the card kept, in this order."""

    rule: ClassVar[str] = "adventures.success-steps-in-order"

    seat: Seat
    space: Row

    def consistency(self, table: Table) -> Iterator[Defect]:
        if self.space not in table.state.adventures:
            yield error(self.rule, "/space", "no-card", f"no Adventure lies on {self.space}")

    def run(self, table: Table) -> None:
        card = table.state.adventures[self.space]
        table.log(AdventureCompleted(rule=self.rule, seat=self.seat, adventure=card, space=self.space))
        standing = table.state.discs.get(self.space)
        if standing is not None:
            own = standing.seat == self.seat
            recover(table, self.space, "adventures.success-recover" if own else "building-effects.e17-displaced-discs")
        for effect in table.pack.adventures[card].gains:
            about = effect.get("resource") or effect.get("track") or effect["op"]
            carry_out(table, self.seat, (effect,), GAIN_RULE[about])
        keep_card(table, self.seat, self.space, "adventures.success-keep-card")
        player = table.player(self.seat)
        player.adventures_this_round += 1
        if player.adventures_this_round >= ADVENTURER:
            achieve(table, self.seat, "adventurer", "achievements.adventurer")


def keep_card(table: Table, seat: str, space: str, rule: str) -> None:
    """Put the Adventure card of a space behind the player's screen; the next card of the deck is seen at once."""
    card = table.state.adventures.pop(space)
    player = table.player(seat)
    player.adventures = sorted([*player.adventures, card])
    table.log(AdventureKept(rule=rule, seat=seat, adventure=card))
    if space == table.pack.deck_space[table.number] and table.state.adventure_deck.count:
        table.push(RevealAdventure(space=space))


class AdventureTurnedUp(ChanceAction, tag="reveal-adventure", frozen=True):
    """The next card of the Adventure deck."""

    adventure: ids.Adventure

    def apply(self, table: Table, step: "RevealAdventure", actor: str) -> None:
        table.state.adventure_deck.take(self.adventure)
        table.state.adventures[step.space] = self.adventure
        table.log(AdventureRevealed(rule=step.cites(), adventure=self.adventure, space=step.space))


class RevealAdventure(Reveal, tag="reveal-adventure", kw_only=True):
    """A card of the Adventure deck comes to a place of the row."""

    rule: ClassVar[str] = "board-setup.five-adventures-available"
    prompt: ClassVar[str] = "Turn up the next Adventure card, for {space}."
    actions: ClassVar[tuple[type[Action], ...]] = (AdventureTurnedUp,)

    also_cites: ClassVar[tuple[str, ...]] = (
        "board-setup.fill-adventures",
        "maintenance.refill-adventures",
    )

    space: Row

    def must(self, table: Table) -> tuple[str, ...]:
        return (CHANCE,) if table.state.adventure_deck.count else ()

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        draws = table.state.adventure_deck.draws()
        return [AdventureTurnedUp(actor=CHANCE, adventure=card, weight=n) for card, n in draws.items()]


# --- E17 Magic Portal and E18 Mercenaries Guild -----------------------------------------------------------------------


class ChooseAdventure(Choice, AdventureStep, tag="choose-adventure"):
    """The Magic Portal or the Mercenaries Guild has been paid: the player names the Adventure to complete."""

    rule: ClassVar[str] = "building-effects.e17-usual-cost"
    prompt: ClassVar[str] = "Choose the Adventure that you complete."
    actions: ClassVar[tuple[type[Action], ...]] = (CompleteAdventure,)

    also_cites: ClassVar[tuple[str, ...]] = ("building-effects.e18-pay-coin",)

    building: Literal["E17", "E18"]
    activated: Space

    def cites(self) -> str:
        return "building-effects.e18-pay-coin" if self.building == "E18" else self.rule

    def adventures(self, table: Table, seat: str) -> Iterable[str]:
        return table.open_adventures()

    def may_complete(self, table: Table, seat: str, space: str) -> Iterator[Violation]:
        return target_violations(table, seat, space, self.building)

    def terms(self, table: Table, space: str) -> Terms:
        return terms_of(table, self.building, self.activated)


def terms_of(table: Table, building: str, activated: str) -> Terms:
    """The terms on which a Building lets an Adventure be completed."""
    (effect,) = table.pack.buildings[building].actions[0].effects
    return Terms(effect["ignore"].get("wounds", 0), effect["ignore"].get("weapon-or-spell", 0), activated)


def target_violations(table: Table, seat: str, space: str, building: str) -> Iterator[Violation]:
    """Why the Adventure on this space cannot be chosen through this Building."""
    if space not in table.state.adventures:
        if building == "E18":
            yield Violation("building-effects.e18-own-or-empty:no-card", "no Adventure lies on {space}", space=space)
        else:
            yield Violation("building-effects.e17-any-card", "no Adventure lies on {space}", space=space)
        return
    standing = table.state.discs.get(space)
    if standing is None or standing.seat == seat:
        return
    if building == "E18":
        yield Violation(
            "building-effects.e18-own-or-empty", "{holder} has a disc on {space}", space=space, holder=standing.seat
        )
    elif table.is_protected(standing.seat):
        yield Violation(
            "character-effects.p1-no-attack-target:adventure",
            "{holder}, who has a disc on {space}, is on the Wizard",
            space=space,
            holder=standing.seat,
        )


@operation("complete-adventure")
def _complete_adventure(table: Table, seat: str, effect: Effect, rule: str, space: str) -> None:
    building: Literal["E17", "E18"] = "E17" if effect["targets"] == "any" else "E18"
    table.push(ChooseAdventure(seat=seat, building=building, activated=space))


@obstacle("complete-adventure")
def _no_adventure(table: Table, use: Use, effect: Effect) -> Iterator[Violation]:
    building = "E17" if effect["targets"] == "any" else "E18"
    terms, spaces = terms_of(table, building, use.space), table.open_adventures()
    cards = {space: table.pack.adventures[table.state.adventures[space]] for space in spaces}
    dear = [card.id for card in cards.values() if not is_payable(table, use.seat, card, terms, use.paid)]
    if spaces:
        yield from in_the_way(
            [
                *target_violations(table, use.seat, space, building),
                *wound_violations(table, use.seat, space, wounds_due(card, terms), terms),
                *(_too_dear(use.seat, building, dear) if card.id in dear else ()),
            ]
            for space, card in cards.items()
        )
    elif building == "E17":
        yield Violation("building-effects.e17-any-card:row-empty", "no Adventure lies open", at="action")
    else:
        yield Violation("building-effects.e18-own-or-empty:row-empty", "no Adventure lies open", at="action")


def _too_dear(seat: str, building: str, dear: list[str]) -> Iterator[Violation]:
    """The Adventures that the player could not pay, told together."""
    facts: dict[str, Any] = {"seat": seat, "adventures": dear}
    if building == "E17":
        yield Violation("building-effects.e17-usual-cost", "{seat} could not pay for {adventures}", **facts)
    else:
        yield Violation("building-effects.e18-pay-coin", "{seat} could not pay for {adventures}", **facts)


# --- P6 Mercenary -----------------------------------------------------------------------------------------------------


class TakeAdventure(Action, tag="take-adventure", frozen=True):
    """Take an Adventure card without discs for its relics only."""

    space: Row

    @classmethod
    def candidates(cls, table: Table, step: Step, actor: str, where: Where) -> Iterable["TakeAdventure"]:
        return [cls(actor=actor, space=space) for space in table.open_adventures()]

    def violations(self, table: Table, step: Step, actor: str) -> Iterator[Violation]:
        if self.space not in table.state.adventures:
            yield Violation("character-effects.p6-adventure:none", "no Adventure lies on {space}", space=self.space)
        if self.space in table.state.discs:
            yield Violation(
                "character-effects.p6-adventure",
                "{holder} has a disc on {space}",
                space=self.space,
                holder=table.state.discs[self.space].seat,
            )

    def apply(self, table: Table, step: Step, actor: str) -> None:
        keep_card(table, actor, self.space, "character-effects.p6-adventure-relics-only")


class ChooseAdventureCard(Choice, tag="choose-adventure-card"):
    """The Mercenary has been paid: the player takes an Adventure card that holds no discs."""

    rule: ClassVar[str] = "character-effects.p6-adventure"
    prompt: ClassVar[str] = "Choose an Adventure card without discs."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeAdventure,)


@operation("take-adventure-relics")
def _take_adventure_relics(table: Table, seat: str, effect: Effect, rule: str, space: str) -> None:
    table.push(ChooseAdventureCard(seat=seat))


@obstacle("take-adventure-relics")
def _no_empty_adventure(table: Table, use: Use, effect: Effect) -> Iterator[Violation]:
    if not table.state.adventures:
        yield Violation("character-effects.p6-adventure:row-empty", "no Adventure lies open", at="action")
    elif all(space in table.state.discs for space in table.state.adventures):
        yield Violation("character-effects.p6-adventure:all-taken", "every Adventure holds discs", at="action")
