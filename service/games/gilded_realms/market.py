"""The Market of the Kihleed Guild: drawing and resolving Market cards."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from service.engine.action import Action, ChanceAction, Where
from service.engine.defect import Defect, error
from service.engine.piles import Pile
from service.engine.shapes import CHANCE, RuleRef, Seat, a_bag
from service.engine.step import ChanceStep, Choice, Step
from service.engine.violation import Violation
from service.games.gilded_realms import effect_language as language
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.building import builds_nothing
from service.games.gilded_realms.effect_language import Ability
from service.games.gilded_realms.effects_due import CarryOut, carries_out, count_use
from service.games.gilded_realms.events import DeckReshuffled, in_words
from service.games.gilded_realms.faction_events import (
    MarketCardDiscarded,
    MarketCardDrawn,
    MarketCardResolved,
    MarketCardTaken,
)
from service.games.gilded_realms.ids import MarketCard
from service.games.gilded_realms.knowledge import may_gain
from service.games.gilded_realms.moments import stay, windows_of
from service.games.gilded_realms.pack_factions import MarketLevel
from service.games.gilded_realms.table import CORE_LEVELS, Table, in_silver
from service.games.gilded_realms.treasury import gain, pay

CoreLevel = Literal["S", "I", "II"]
Drawn = Annotated[list[MarketCard], a_bag(4)]

# --- drawing ----------------------------------------------------------------------------------------------------------


def refill(table: Table) -> bool:
    """Shuffle the discarded Market cards if the deck is empty; whether there is a card to draw now."""
    state = table.state
    if not state.market_deck.count and state.market_discard:
        number = len(state.market_discard)
        state.market_deck = Pile.of({card: state.market_discard.count(card) for card in state.market_discard})
        state.market_discard = []
        table.log(DeckReshuffled(rule="kihleed.market-reshuffle", deck="Market", number=number))
    return state.market_deck.count > 0


def to_market_discard(table: Table, card: str) -> None:
    """Lay a Market card on the discard pile of its own."""
    table.state.market_discard = sorted([*table.state.market_discard, card])


def cards_per_draw(table: Table, seat: str) -> int:
    """How many cards are turned up for each Market card drawn; one of them is kept."""
    found: dict[str, int] = table.replaced(seat, "market_draw", {"draw": 1})
    return found["draw"]


def no_market(table: Table, seat: str) -> Iterator[Defect]:
    """Why a player can draw no Market card at all."""
    if table.player(seat).faction != "kihleed-guild":
        yield error("kihleed.setup", "/seat", "stranger", f"{seat} has no Market")


class TakeMarketCard(Step, tag="take-market-card"):
    """A player draws Market cards for each of which one is kept; ``drawn`` are those turned up for the present one."""

    rule: ClassVar[str] = "kihleed.harvest-card"

    seat: Seat
    number: Annotated[int, Meta(ge=1, le=12)] = 1
    drawn: Drawn = []
    asked_by: RuleRef = "kihleed.harvest-card"

    def run(self, table: Table) -> None:
        if self.number > 1:
            table.push(TakeMarketCard(seat=self.seat, number=self.number - 1, asked_by=self.asked_by))
        if len(self.drawn) < cards_per_draw(table, self.seat) and refill(table):
            table.push(TurnUpMarketCard(seat=self.seat, drawn=self.drawn, asked_by=self.asked_by))
        elif len(self.drawn) > 1:
            table.push(ChooseMarketCard(seat=self.seat, drawn=self.drawn))
        else:
            keep(table, self.seat, self.drawn, self.asked_by)

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_market(table, self.seat)


def keep(table: Table, seat: str, cards: list[str], rule: str) -> None:
    """Market cards come to their owner, face-up."""
    player = table.player(seat)
    player.market = sorted([*player.market, *cards])
    for card in cards:
        table.log(MarketCardTaken(rule=rule, seat=seat, card=card, name=table.pack.title(card)))


class MarketCardTurnedUp(ChanceAction, tag="draw-market", frozen=True):
    """The Market card that comes from the top of the deck."""

    card: MarketCard

    def apply(self, table: Table, step: "TurnUpMarketCard", actor: str) -> None:
        table.state.market_deck.take(self.card)
        name = table.pack.title(self.card)
        table.log(MarketCardDrawn(rule=step.asked_by, seat=step.seat, card=self.card, name=name))
        table.push(TakeMarketCard(seat=step.seat, drawn=sorted([*step.drawn, self.card]), asked_by=step.asked_by))


class TurnUpMarketCard(ChanceStep, tag="turn-up-market-card"):
    """The top card of the Market deck is turned up."""

    rule: ClassVar[str] = "kihleed.harvest-card"
    prompt: ClassVar[str] = "Draw a Market card for {seat}."
    actions: ClassVar[tuple[type[Action], ...]] = (MarketCardTurnedUp,)

    seat: Seat
    drawn: Drawn = []
    asked_by: RuleRef = "kihleed.harvest-card"

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        draws = table.state.market_deck.draws()
        return [MarketCardTurnedUp(actor=CHANCE, card=card, weight=n) for card, n in draws.items()]

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_market(table, self.seat)
        if not table.state.market_deck.draws():
            yield error(self.rule, "", "no-card", "no Market card is left in the deck")
        if len(self.drawn) >= cards_per_draw(table, self.seat):
            yield error("kihleed.kassim", "/drawn", "too-many", "enough Market cards are turned up")


@carries_out(language.DrawMarket)
def draw_market(table: Table, step: CarryOut, op: language.DrawMarket) -> None:
    """Take the top Market cards; at the start of the game the deck is made ready for it."""
    rule = step.clause(table)
    if rule == "kihleed.setup":
        owned = {card for player in table.state.players.values() for card in player.market}
        table.state.market_deck = Pile.of({card: 1 for card in table.pack.market_cards if card not in owned})
        table.state.market_discard = []
    table.push(TakeMarketCard(seat=step.seat, number=op.cards, asked_by=rule))


# --- Kassim Hassan ----------------------------------------------------------------------------------------------------


def keeps_both(table: Table, seat: str) -> Ability | None:
    """The ability that lets a player keep all the cards turned up, if it is still unused."""
    for ability in table.abilities(seat, "action"):
        if any(isinstance(op, language.KeepBothMarketCards) for op in ability.effect):
            return ability if table.uses_left(seat, ability) else None
    return None


class KeepMarketCard(Action, tag="keep-market-card", frozen=True):
    """Keep this Market card and discard the other."""

    card: MarketCard

    @classmethod
    def candidates(cls, table: Table, step: "ChooseMarketCard", actor: str, where: Where) -> Iterable["KeepMarketCard"]:
        return [cls(actor=actor, card=card) for card in sorted(set(step.drawn))]

    def violations(self, table: Table, step: "ChooseMarketCard", actor: str) -> Iterator[Violation]:
        if self.card not in step.drawn:
            name = table.pack.title(self.card)
            yield Violation("kihleed.kassim", "{name} was not turned up", at="card", name=name)

    def apply(self, table: Table, step: "ChooseMarketCard", actor: str) -> None:
        others = list(step.drawn)
        others.remove(self.card)
        for card in others:
            to_market_discard(table, card)
            name = table.pack.title(card)
            table.log(MarketCardDiscarded(rule="kihleed.kassim", seat=actor, card=card, name=name))
        keep(table, actor, [self.card], "kihleed.kassim")


class KeepBoth(Action, tag="keep-both-market-cards", frozen=True):
    """Keep both Market cards, once per game."""

    def violations(self, table: Table, step: "ChooseMarketCard", actor: str) -> Iterator[Violation]:
        if keeps_both(table, actor) is None:
            yield Violation("kihleed.kassim-once", "{seat} cannot keep both cards any more in this game", seat=actor)

    def apply(self, table: Table, step: "ChooseMarketCard", actor: str) -> None:
        ability = keeps_both(table, actor)
        assert ability is not None
        count_use(table, actor, ability)
        keep(table, actor, step.drawn, ability.rule)


class ChooseMarketCard(Choice, tag="choose-market-card"):
    """Two Market cards are turned up, of which one is kept."""

    rule: ClassVar[str] = "kihleed.kassim"
    prompt: ClassVar[str] = "Keep one of the Market cards."
    actions: ClassVar[tuple[type[Action], ...]] = (KeepMarketCard, KeepBoth, *ANYTIME)

    drawn: Drawn

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_market(table, self.seat)
        if not self.drawn:
            yield error(self.rule, "/drawn", "no-card", "no Market card is turned up")


# --- resolving --------------------------------------------------------------------------------------------------------


def effect_id(card: str, level: str) -> str:
    """The list of effects of one level of a Market card."""
    return f"market.{card}.{level}"


def level_violations(table: Table, step: Any, seat: str, card: str, level: str) -> Iterator[Violation]:
    """Why a player cannot have the effect of this level of a Market card now."""
    printed, core = table.pack.market_cards[card], table.core_level(seat)
    effect = printed.levels[level]
    if CORE_LEVELS.index(level) > CORE_LEVELS.index(core):
        yield Violation(
            "kihleed.resolve:level",
            "the Core Advisor of {seat} is of level {core}, which is lower than {level}",
            at="level",
            seat=seat,
            core=core,
            level=level,
        )
    elif printed.own_level_only and level != core:
        yield Violation(
            "kihleed.betting-ring",
            "{name} is rolled with the dice of level {core}, the Core Advisor's",
            at="level",
            name=printed.name,
            core=core,
        )
    if printed.window not in (None, *windows_of(table, step)):
        yield from _wrong_window(printed.name, printed.window)
    if builds_nothing(table, seat, effect.effect):
        yield Violation("build.choose-face:card-to-build", "{seat} has no Endeavour to Build", at="level", seat=seat)
    missing = table.missing(seat, in_silver(effect.cost))
    if missing:
        yield Violation(
            "kihleed.resolve:cost",
            "{seat} lacks {lacks} for {name}",
            at="level",
            seat=seat,
            lacks=in_words(missing),
            name=printed.name,
        )
    yield from _to_no_effect(table, seat, card, level, effect)


def _wrong_window(name: str, window: str | None) -> Iterator[Violation]:
    if window == "build-phase":
        yield Violation("kihleed.commission", "{name} is for the Build Phase", at="level", name=name)
    else:
        yield Violation("kihleed.exchange-ideas", "{name} is for the Action Phase", at="level", name=name)


def _to_no_effect(table: Table, seat: str, card: str, level: str, effect: MarketLevel) -> Iterator[Violation]:
    name = table.pack.title(card)
    if all(isinstance(op, language.Recover) for op in effect.effect) and not table.hardship(seat):
        yield Violation(
            "population.recover",
            "{seat} has no Hardship: {name} would recover nothing",
            at="level",
            seat=seat,
            name=name,
        )
    gives_knowledge = any(isinstance(op, language.GainKnowledge) for op in effect.effect)
    if gives_knowledge and not may_gain(table, seat, effect_id(card, level)):
        yield Violation(
            "kihleed.exchange-ideas:none",
            "there is no Knowledge of this level that {seat} may buy",
            at="level",
            seat=seat,
        )


class ResolveMarketCard(Action, tag="resolve-market-card", frozen=True):
    """Discard a Market card for its effect of this level, or without a ``level`` for 1 Silver."""

    card: MarketCard
    level: CoreLevel | None = None

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["ResolveMarketCard"]:
        for card in sorted(set(table.player(actor).market)):
            yield cls(actor=actor, card=card)
            for level in table.pack.market_cards[card].levels:
                yield cls(actor=actor, card=card, level=level)  # type: ignore[arg-type]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if self.card not in table.player(actor).market:
            name = table.pack.title(self.card)
            yield Violation("kihleed.resolve", "{seat} has no Market card {name}", at="card", seat=actor, name=name)
        if self.level is not None:
            yield from level_violations(table, step, actor, self.card, self.level)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        stay(table, step)
        player, printed = table.player(actor), table.pack.market_cards[self.card]
        cards = list(player.market)
        cards.remove(self.card)
        player.market = cards
        to_market_discard(table, self.card)
        rule, what = "kihleed.resolve", "1 Silver" if self.level is None else f"its effect {self.level}"
        table.log(MarketCardResolved(rule=rule, seat=actor, card=self.card, name=printed.name, what=what))
        if self.level is None:
            gain(table, actor, printed.alternative["gain"], rule)
            return
        effect = table.pack.effects[effect_id(self.card, self.level)]
        pay(table, actor, printed.levels[self.level].cost, effect.rule)
        table.push(CarryOut(seat=actor, effect=effect.id))


MARKET_ACTIONS: tuple[type[Action], ...] = (ResolveMarketCard,)
"""Offered in the Build and the Action Phase to the Kihleed Guild."""
