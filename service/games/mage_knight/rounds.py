"""Rounds: their end, and the preparation of the next one."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.piles import Pile
from service.engine.shapes import Seat
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.mage_knight.bags import put
from service.games.mage_knight.cards import all_deed_cards, draw_cards
from service.games.mage_knight.dummy import prepare_dummy
from service.games.mage_knight.end_of_game import FinalScoring, game_is_over
from service.games.mage_knight.events_core import (
    DeckShuffled,
    OfferCardRemoved,
    RoundBegun,
    RoundEnded,
    TacticsCollected,
    TacticsShown,
    TokensTurnedUp,
    UnitsReadied,
)
from service.games.mage_knight.events_effects import BannerGivenUp
from service.games.mage_knight.hand_limit import hand_limit
from service.games.mage_knight.ids import UnitRef
from service.games.mage_knight.offers import (
    OFFER_SIZE,
    DealUnit,
    UnitDeck,
    deck_of,
    fill_offer,
    remove_lowest,
    under_its_deck,
)
from service.games.mage_knight.revealing import turn_up_by_day
from service.games.mage_knight.scenarios import remove_tactics
from service.games.mage_knight.skills import take_tokens_back
from service.games.mage_knight.source import return_die, whole_roll
from service.games.mage_knight.table import Table
from service.games.mage_knight.tactics import ChooseTactics
from service.games.mage_knight.turns import NextTurn


class EndRound(Step, tag="end-round"):
    """The Round is over: the game ends, or the next Round is prepared."""

    rule: ClassVar[str] = "round-end.else-next-round"

    def run(self, table: Table) -> None:
        table.log(RoundEnded(rule="turns.one-last-turn-each", round=table.state.round))
        for seat in table.state.seats:
            take_tokens_back(table, seat)
        if game_is_over(table):
            table.push(FinalScoring())
            return
        table.push(*remove_tactics(table), PrepareRound())


class PrepareRound(Step, tag="prepare-round"):
    """The board is turned over, and everything is prepared in the order of the rulebook."""

    rule: ClassVar[str] = "round-prep.flip-day-night-board"

    def run(self, table: Table) -> None:
        state = table.state
        state.ending = None
        state.round += 1
        table.log(RoundBegun(rule=self.rule, round=state.round, time=table.time.capitalize()))
        take_dice_back(table)
        rolling = whole_roll(table, "round-prep.reroll-source")
        players: list[Step] = [PreparePlayer(seat=seat) for seat in state.seats]
        table.push(*rolling, RenewOffers(), RenewTactics(), *players, ChooseTactics(), NextTurn())
        if table.time == "day":
            turn_up_by_day(table)


def take_dice_back(table: Table) -> None:
    """Dice that were held until the end of the Round, or lie unused on a Tactic, come back before the roll."""
    for player in table.state.players.values():
        if player.stored_die is not None:
            return_die(table, player.stored_die, "round-prep.reroll-source")
            player.stored_die = None
    for lasting in table.state.lasting:
        if lasting.color is not None and table.node(lasting.node).op == "hold-source-die":
            return_die(table, lasting.color, "round-prep.reroll-source")
    table.state.lasting = [lasting for lasting in table.state.lasting if lasting.until != "end-of-round"]


class RenewOffers(Step, tag="renew-offers"):
    """A new Unit offer; then the lowest Advanced Action and Spell leave, and new ones enter."""

    rule: ClassVar[str] = "round-prep.unit-offer-size"

    def run(self, table: Table) -> None:
        collect_units(table)
        prepare_dummy(table)
        if not table.scenario.has_dummy:
            remove_lowest(table, "advanced-action", "round-prep.advanced-offer-remove-lowest")
            remove_lowest(table, "spell", "round-prep.spell-offer-refresh")
        # Pushed in reverse: the Units are dealt first, the Spell is turned up last.
        fill_offer(table, "spell", "round-prep.spell-offer-refresh")
        fill_offer(table, "advanced-action", "round-prep.advanced-offer-fill-top")
        table.push(*unit_deals(table))


def collect_units(table: Table) -> None:
    """The old Unit offer goes under its decks, the Advanced Actions in it under theirs."""
    for card in table.state.offers.units:
        unit = table.pack.units.get(card)
        under_its_deck(table, card, unit.deck if unit is not None else "advanced-action")
        rule = "round-prep.return-old-units" if unit is not None else "round-prep.return-monastery-cards"
        table.log(OfferCardRemoved(rule=rule, offer="Unit", card=card))
    table.state.offers.units = []


def unit_deals(table: Table) -> list[Step]:
    """The cards to deal into a new Unit offer: Units by number, and an Advanced Action for each unburned monastery."""
    number, steps = table.unit_offer_size(), []
    elite = table.core_revealed() and table.scenario.special.get("elite_units", True)
    rule = "round-prep.alternate-elite-regular" if elite else "round-prep.only-regular-before-core"
    if table.core_revealed() and not elite:
        rule = "recon.no-elite"
    for place in range(number):
        deck: UnitDeck = "elite" if elite and place % 2 == 0 else "regular"
        steps.append(DealUnit(deck=deck, dealt_by=rule))
    # The offer of Advanced Actions comes first where they run short (offer.advanced-actions-exhausted).
    left = deck_of(table, "advanced-action").count - (OFFER_SIZE - len(table.state.offers.advanced))
    for _ in range(min(monasteries(table), max(0, left))):
        steps.append(DealUnit(deck="advanced-action", dealt_by="round-prep.add-monastery-cards"))
    return list(steps)


def monasteries(table: Table) -> int:
    """How many monasteries on the map have not been burned."""
    return sum(table.site(space) == "monastery" and not table.on(space).burned for space in table.revealed())


class RenewTactics(Step, tag="renew-tactics"):
    """The old Tactics are collected, and those of the new Round laid out."""

    rule: ClassVar[str] = "round-prep.collect-old-tactics"

    def run(self, table: Table) -> None:
        state = table.state
        for player in state.players.values():
            player.tactic, player.tactic_down, player.tactic_used = None, False, False
        if state.dummy is not None:
            state.dummy.tactic = None
        table.log(TacticsCollected(rule=self.rule))
        lay_out_tactics(table)


def lay_out_tactics(table: Table) -> None:
    """The six Tactics of Day or Night, without those that have left the game."""
    state = table.state
    state.tactics = sorted(
        tactic.id
        for tactic in table.pack.tactics.values()
        if tactic.round == table.time and tactic.id not in state.tactics_gone
    )
    table.log(TacticsShown(rule="round-prep.show-new-tactics", time=table.time.capitalize()))


class PreparePlayer(Step, tag="prepare-player"):
    """A player turns tokens up, may give Banners up, readies Units, shuffles and draws."""

    rule: ClassVar[str] = "round-prep.flip-banners-and-skills"

    seat: Seat

    def run(self, table: Table) -> None:
        player = table.player(self.seat)
        if player.skills or any(unit.banner is not None for unit in player.units.values()):
            table.log(TokensTurnedUp(rule=self.rule, seat=self.seat))
        for token in player.skills.values():
            token.face_up = True
        for unit in player.units.values():
            unit.banner_down = False
        table.push(GiveUpBanners(seat=self.seat), ReadyAndShuffle(seat=self.seat))


class GiveUpBanner(Action, tag="give-up-banner", frozen=True):
    """Take a Banner from a Unit, to be shuffled into the Deed deck."""

    unit: UnitRef

    @classmethod
    def candidates(cls, table: Table, step: "GiveUpBanners", actor: str, where: Where) -> Iterable["GiveUpBanner"]:
        return [cls(actor=actor, unit=ref) for ref in sorted(table.player(actor).units)]

    def violations(self, table: Table, step: "GiveUpBanners", actor: str) -> Iterator[Violation]:
        unit = table.player(actor).units.get(self.unit)
        if unit is None or unit.banner is None:
            yield Violation("round-prep.may-discard-banners", "{unit} have no Banner", at="unit", unit=self.unit)

    def apply(self, table: Table, step: "GiveUpBanners", actor: str) -> None:
        player = table.player(actor)
        unit = player.units[self.unit]
        assert unit.banner is not None
        put(player.discard, unit.banner)
        table.log(BannerGivenUp(rule="round-prep.may-discard-banners", seat=actor, banner=unit.banner, unit=self.unit))
        unit.banner = None


class KeepBanners(Action, tag="keep-banners", frozen=True):
    """Keep the Banners that are left on their Units."""

    def apply(self, table: Table, step: "GiveUpBanners", actor: str) -> None:
        step.over = True


class GiveUpBanners(Step, tag="give-up-banners"):
    """At the end of the Round a player keeps each Banner on its Unit or takes it back."""

    rule: ClassVar[str] = "round-prep.may-discard-banners"
    prompt: ClassVar[str] = "Take Banners back, or keep them on their Units."
    actions: ClassVar[tuple[type[Action], ...]] = (GiveUpBanner, KeepBanners)

    seat: Seat
    over: bool = False

    def must(self, table: Table) -> Sequence[str]:
        units = table.player(self.seat).units.values()
        return (self.seat,) if not self.over and any(unit.banner is not None for unit in units) else ()


class ReadyAndShuffle(Step, tag="ready-and-shuffle"):
    """Units are readied, all Deed cards shuffled, and cards drawn up to the Hand limit."""

    rule: ClassVar[str] = "round-prep.shuffle-deed-deck"

    seat: Seat

    def run(self, table: Table) -> None:
        player = table.player(self.seat)
        if player.units:
            for unit in player.units.values():
                unit.spent = False
            table.log(UnitsReadied(rule="round-prep.ready-all-units", seat=self.seat))
        cards = all_deed_cards(player)
        player.deck = Pile.of({card: cards.count(card) for card in cards})
        player.hand, player.discard, player.aside, player.stash, player.stashed = [], [], [], [], 0
        table.log(DeckShuffled(rule=self.rule, seat=self.seat, number=len(cards)))
        limit = hand_limit(table, self.seat)
        player.next_draw = 0
        draw_cards(table, self.seat, limit, "round-prep.draw-to-hand-limit")


ROUND_STEPS: tuple[type[Step], ...] = (
    EndRound,
    PrepareRound,
    RenewOffers,
    RenewTactics,
    PreparePlayer,
    GiveUpBanners,
    ReadyAndShuffle,
)
