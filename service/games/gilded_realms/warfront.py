"""The Warfront: its token, its Hinterlands, and the Direct Assaults and Last Stands of the Sarrukar."""

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, ChanceAction
from service.engine.defect import Defect, error
from service.engine.piles import Pile
from service.engine.shapes import CHANCE, Seat
from service.engine.step import ChanceStep, Step
from service.engine.violation import Violation
from service.games.gilded_realms import effect_language as language
from service.games.gilded_realms.abilities import objects
from service.games.gilded_realms.campaign_defence import defence_roll
from service.games.gilded_realms.campaign_events import RollModified
from service.games.gilded_realms.campaign_state import Against
from service.games.gilded_realms.dice import dice_of, finish_roll, start_roll, total
from service.games.gilded_realms.effect_language import Ability
from service.games.gilded_realms.effects_due import CarryOut, carries_out
from service.games.gilded_realms.endeavour_deck import refill
from service.games.gilded_realms.events import DeckReshuffled, EndeavourRevealed
from service.games.gilded_realms.ids import Card, WarfrontCard
from service.games.gilded_realms.solo_end import lose_last_stand
from service.games.gilded_realms.solo_events import (
    AssaultDue,
    AssaultIgnored,
    AssaultLost,
    AssaultWon,
    FrontMoved,
    FrontStays,
    LastStandDue,
    WarfrontSeen,
)
from service.games.gilded_realms.solo_steps import no_solo_game
from service.games.gilded_realms.table import Table


def last_position(table: Table) -> int:
    """The highest position of the Warfront without a Last Stand."""
    position: int = table.pack.solo["warfront_track"]["last_stand_above"]
    return position


def move_front(table: Table, delta: int, rule: str) -> None:
    """Move the Warfront token: never below 0, and beyond 12 there is a Last Stand at once."""
    solo = table.state.solo
    if solo is None or not delta:
        return
    before, wanted = solo.warfront, solo.warfront + delta
    least: int = table.pack.solo["warfront_track"]["min"]
    solo.warfront = min(last_position(table) + 1, max(least, wanted))
    if solo.warfront != before:
        table.log(FrontMoved(rule=rule, before=before, position=solo.warfront))
    if wanted < least:
        table.log(FrontStays(rule="warfront.floor-zero", position=least))
    if wanted > last_position(table):
        (seat,) = table.state.seats
        table.log(LastStandDue(rule="last-stand.trigger", seat=seat, position=last_position(table)))
        table.push(LastStand())


@carries_out(language.Warfront)
def move_by_effect(table: Table, step: CarryOut, op: language.Warfront) -> None:
    """Move the Warfront token."""
    move_front(table, op.delta, step.clause(table))


# --- the Warfront Hinterlands -----------------------------------------------------------------------------------------


def hinterland(table: Table) -> list[str]:
    """The Endeavours of the Warfront Hinterlands."""
    return list(table.state.solo.hinterland) if table.state.solo is not None else []


def take_from_hinterland(table: Table, card: str) -> None:
    """Take a card out of the Warfront Hinterlands; the caller says where it goes and pushes ``Restock``."""
    left = hinterland(table)
    left.remove(card)
    assert table.state.solo is not None
    table.state.solo.hinterland = left


class Restock(Step, tag="restock-warfront"):
    """A card taken from the Warfront Hinterlands is replaced from the Endeavour deck, if any card is left."""

    rule: ClassVar[str] = "solo-board.hinterland-size"

    def run(self, table: Table) -> None:
        if refill(table):
            table.push(TurnUpEndeavour())

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_solo_game(table, self.rule)


class EndeavourTurnedUp(ChanceAction, tag="turn-up-endeavour", frozen=True):
    """The Endeavour that comes into the Warfront Hinterlands."""

    card: Card

    def apply(self, table: Table, step: "TurnUpEndeavour", actor: str) -> None:
        table.state.deck.take(self.card)
        assert table.state.solo is not None
        table.state.solo.hinterland = sorted([*table.state.solo.hinterland, self.card])
        table.log(EndeavourRevealed(rule=step.rule, card=self.card, name=table.pack.title(self.card)))


class TurnUpEndeavour(ChanceStep, tag="turn-up-endeavour"):
    """An Endeavour is laid open in the Warfront Hinterlands; nobody draws it (``buy-warfront.capstone``)."""

    rule: ClassVar[str] = "solo-board.hinterland-size"
    prompt: ClassVar[str] = "Lay an Endeavour open in the Warfront Hinterlands."
    actions: ClassVar[tuple[type[Action], ...]] = (EndeavourTurnedUp,)

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        return [EndeavourTurnedUp(actor=CHANCE, card=card, weight=n) for card, n in table.state.deck.draws().items()]

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_solo_game(table, self.rule)
        if not table.state.deck.draws():
            yield error(self.rule, "", "no-card", "no Endeavour is left to lay open")


# --- the Warfront deck ------------------------------------------------------------------------------------------------


def refill_warfront(table: Table) -> bool:
    """Shuffle the discarded Warfront cards into a new deck if it is empty; whether there is a card to reveal."""
    solo = table.state.solo
    if solo is None:
        return False
    if not solo.deck.count and solo.discard:
        number = len(solo.discard)
        solo.deck, solo.discard = Pile.of(dict.fromkeys(solo.discard, 1)), []
        table.log(DeckReshuffled(rule="warfront-cards.deck-empty", deck="Warfront", number=number))
    return solo.deck.count > 0


def card_name(table: Table, card: str) -> str:
    """What a Warfront card is called: its lower half, or where that is blank its number."""
    kind = table.pack.warfront_cards[card].bottom.kind
    number = int(card.rpartition("-")[2])
    return f"{kind.replace('-', ' ').title()} (card {number})" if kind != "none" else f"card {number}"


class WarfrontLookedAt(ChanceAction, tag="look-at-warfront", frozen=True):
    """The Warfront card that lies on top."""

    card: WarfrontCard

    def apply(self, table: Table, step: "LookAtWarfront", actor: str) -> None:
        assert table.state.solo is not None
        deck = table.state.solo.deck
        deck.take(self.card)
        deck.put_on_top(self.card, [step.seat])
        name = card_name(table, self.card)
        table.log(WarfrontSeen(rule=step.rule, seat=step.seat, card=self.card, name=name, seen_by=[step.seat]))


class LookAtWarfront(ChanceStep, tag="look-at-warfront"):
    """Malveren looks at the top card of the Warfront deck, which goes back there."""

    rule: ClassVar[str] = "emberfall.malveren-solo"
    prompt: ClassVar[str] = "Tell which Warfront card lies on top."
    actions: ClassVar[tuple[type[Action], ...]] = (WarfrontLookedAt,)

    seat: Seat

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        solo = table.state.solo
        draws = solo.deck.draws() if solo is not None else {}
        return [WarfrontLookedAt(actor=CHANCE, card=card, weight=n) for card, n in draws.items()]

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_solo_game(table, self.rule)
        if table.state.solo is not None and not table.state.solo.deck.draws():
            yield error(self.rule, "", "no-card", "no Warfront card is left to look at")


def knows_top(table: Table, seat: str) -> bool:
    """Whether the player has looked at the top card of the Warfront deck already."""
    solo = table.state.solo
    return solo is not None and bool(solo.deck.top) and seat in solo.deck.top[0].known_to


@objects(language.PeekWarfront)
def nothing_to_look_at(table: Table, seat: str, ability: Ability) -> Iterator[Violation]:
    """Why looking at the top card would show nothing new."""
    solo = table.state.solo
    if knows_top(table, seat):
        yield Violation(
            "emberfall.malveren-solo", "{seat} has looked at the top Warfront card", at="ability", seat=seat
        )
    elif solo is None or not (solo.deck.count or solo.discard):
        yield Violation("emberfall.malveren-solo:none", "no Warfront card is left to look at", at="ability")


@carries_out(language.PeekWarfront)
def peek(table: Table, step: CarryOut, op: language.PeekWarfront) -> None:
    """Look at the top Warfront card."""
    if not knows_top(table, step.seat) and refill_warfront(table):
        table.push(LookAtWarfront(seat=step.seat))


# --- Direct Assaults and Last Stands ----------------------------------------------------------------------------------


def under_enigma(table: Table) -> bool:
    """Whether this round's Year Event lies, or lay when it was resolved, under an Enigma Shroud."""
    solo, shroud = table.state.solo, table.state.year_events[table.state.round - 1].shroud
    return (solo is not None and solo.enigma) or (shroud is not None and shroud.kind == "enigma")


def defiance(table: Table) -> int:
    """The Truemarks that the Warfront card being resolved gives to a Last Stand."""
    solo = table.state.solo
    if solo is None or solo.revealed is None:
        return 0
    return table.pack.warfront_cards[solo.revealed].bottom.last_stand_truemarks


class LastStand(Step, tag="last-stand"):
    """The Warfront is beyond 12: the Kingdom has to be defended."""

    rule: ClassVar[str] = "last-stand.is-direct-assault"

    def run(self, table: Table) -> None:
        if table.state.solo is None:
            return
        (seat,) = table.state.seats
        if under_enigma(table):
            table.log(AssaultIgnored(rule="emberfall.enigma-solo", seat=seat))
            rest_at_twelve(table, "emberfall.enigma-solo")
            return
        attack(table, table.pack.solo["last_stand"]["sarrukar_dice"], last_stand=True)

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_solo_game(table, self.rule)


def rest_at_twelve(table: Table, rule: str) -> None:
    """After a Last Stand the Warfront token lies at 12."""
    solo = table.state.solo
    assert solo is not None
    before, solo.warfront = solo.warfront, last_position(table)
    if before != solo.warfront:
        table.log(FrontMoved(rule=rule, before=before, position=solo.warfront))


class DirectAssault(Step, tag="direct-assault"):
    """The revealed Warfront card has the Sarrukar attack."""

    rule: ClassVar[str] = "warfront-cards.assault-roll"

    def run(self, table: Table) -> None:
        solo = table.state.solo
        if solo is None or solo.revealed is None:
            return
        (seat,) = table.state.seats
        if table.state.round in table.difficulty.direct_assault_ignored_rounds:
            table.log(AssaultIgnored(rule="warfront-cards.assault-normal", seat=seat))
        elif under_enigma(table):
            table.log(AssaultIgnored(rule="emberfall.enigma-solo", seat=seat))
        else:
            attack(table, table.pack.warfront_cards[solo.revealed].bottom.sarrukar_dice, last_stand=False)

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_assault_card(table, self.rule)


def no_assault_card(table: Table, rule: str) -> Iterator[Defect]:
    """A Direct Assault is that of the Warfront card which is being resolved."""
    solo = table.state.solo
    if solo is None:
        yield from no_solo_game(table, rule)
    elif solo.revealed is None or table.pack.warfront_cards[solo.revealed].bottom.kind != "direct-assault":
        yield error(rule, "", "no-assault", "the revealed Warfront card is no Direct Assault")


def attack(table: Table, dice: dict[str, int], last_stand: bool) -> None:
    """The Sarrukar roll; nobody throws their dice again."""
    (seat,) = table.state.seats
    table.log(AssaultDue(rule="warfront-cards.assault-roll", seat=seat))
    start_roll(table, None, "assault", dice_of(dice), DefendAssault(last_stand=last_stand))


class DefendAssault(Step, tag="defend-assault"):
    """The Sarrukar's dice lie there: the player rolls against them."""

    rule: ClassVar[str] = "warfront-cards.assault-modifiers"

    last_stand: bool

    def run(self, table: Table) -> None:
        if table.state.roll is None:
            return
        (seat,) = table.state.seats
        truemarks = total(finish_roll(table, None, "warfront-cards.assault-roll"))
        then = EndAssault(seat=seat, attack=truemarks, last_stand=self.last_stand)
        against: Against = "last-stand" if self.last_stand else "direct-assault"
        bonus = defiance(table) if self.last_stand else 0
        if bonus:
            table.log(RollModified(rule="warfront-cards.defiance", seat=seat, name="Defiance", amount=bonus))
        defence_roll(table, seat, against, then, bonus)

    def consistency(self, table: Table) -> Iterator[Defect]:
        if self.last_stand:
            yield from no_solo_game(table, self.rule)
        else:
            yield from no_assault_card(table, self.rule)
        if table.state.roll is None or table.state.roll.purpose != "assault":
            yield error(self.rule, "", "no-roll", "the Sarrukar roll no dice")


class EndAssault(Step, tag="end-assault"):
    """Both rolls are known: the defender wins unless the attack is higher."""

    rule: ClassVar[str] = "warfront-cards.assault-tie"

    seat: Seat
    attack: Annotated[int, Meta(ge=0, le=999_999)]
    last_stand: bool

    def run(self, table: Table) -> None:
        if table.player(self.seat).roll is None:
            return
        defence = total(finish_roll(table, self.seat, "warfront-cards.assault-modifiers"))
        if self.attack <= defence:
            rule = self.rule if defence == self.attack else "warfront-cards.assault-roll"
            table.log(AssaultWon(rule=rule, seat=self.seat, attack=self.attack, defence=defence))
            if self.last_stand:
                rest_at_twelve(table, "last-stand.won")
            return
        rule = "last-stand.is-direct-assault" if self.last_stand else "warfront-cards.assault-loss"
        table.log(AssaultLost(rule=rule, seat=self.seat, attack=self.attack, defence=defence))
        if self.last_stand:
            lose_last_stand(table, self.attack, defence)
            return
        solo = table.state.solo
        if solo is not None and solo.revealed is not None:
            move_front(table, table.pack.warfront_cards[solo.revealed].bottom.on_loss_warfront, rule)

    def consistency(self, table: Table) -> Iterator[Defect]:
        if self.last_stand:
            yield from no_solo_game(table, self.rule)
        else:
            yield from no_assault_card(table, self.rule)
        if table.player(self.seat).roll is None:
            yield error(self.rule, "/seat", "no-roll", f"{self.seat} rolls no dice")
