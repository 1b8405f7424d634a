"""Turns: walking, drawing, tucking, raiding; and what comes between them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from service.engine.action import Action, Bundle, ChanceAction, Where
from service.engine.event import Event
from service.engine.shapes import CHANCE, Path, Seat, counts
from service.engine.step import ChanceStep, Choice, Step
from service.engine.violation import Violation
from tests.engine.harbour.table import Card, HarbourTable, Place

End = Literal["top", "bottom"]
ENDS: tuple[End, ...] = ("top", "bottom")
Fee = Annotated[dict[Literal["coin", "promise"], Annotated[int, Meta(ge=0, le=9)]], counts(2)]


class Walked(Event, tag="walked"):
    """Somebody walked."""

    template = "{seat} comes to {place}"

    seat: Seat
    place: Place


class CardTaken(Event, tag="card-taken"):
    """Somebody drew: everybody sees that."""

    template = "{seat} draws"

    seat: Seat


class CardSeen(Event, tag="card-seen"):
    """What was drawn: only who drew sees it."""

    template = "{seat} draws {card}"
    reveals = True

    seat: Seat
    card: Card


class CoinMoved(Event, tag="coin-moved"):
    """Coins came or went."""

    template = "{seat} has {coins}"

    seat: Seat
    coins: int


class Walk(Action, tag="walk", frozen=True):
    """Walk along a road."""

    to: Place

    @classmethod
    def candidates(cls, table: HarbourTable, step: "Turn", actor: str, where: Where) -> Iterable["Walk"]:
        return [cls(actor=actor, to=place) for place in table.pack.document["roads"]]

    def violations(self, table: HarbourTable, step: "Turn", actor: str) -> Iterator[Violation]:
        here = table.player(actor).place
        if self.to not in table.pack.document["roads"][here]:
            yield Violation("roads.adjacent", "no road leads from {here} to {to}", here=here, to=self.to)

    def apply(self, table: HarbourTable, step: "Turn", actor: str) -> None:
        player = table.player(actor)
        player.place = self.to
        player.visited = sorted({*player.visited, self.to})
        table.log(Walked(rule="roads.adjacent", seat=actor, place=self.to))
        if self.to == "reef":
            table.push(Reef(seat=actor))
        if self.to == "bridge":
            seats = table.state.seats
            table.push(Toll(seat=seats[(seats.index(actor) + 1) % len(seats)], payer=actor))


class March(Bundle, tag="march", frozen=True):
    """Walk along several roads in one breath."""

    listed: ClassVar[bool] = True

    path: Annotated[list[Place], Meta(min_length=1, max_length=3)]

    @classmethod
    def candidates(cls, table: HarbourTable, step: "Turn", actor: str, where: Where) -> Iterable["March"]:
        for length in (1, 2, 3):
            for path in product(table.pack.document["roads"], repeat=length):
                yield cls(actor=actor, path=list(path))

    def expand(self, table: HarbourTable, actor: str) -> Iterator[Action]:
        for place in self.path:
            yield Walk(actor=actor, to=place)

    def written(self, number: int, part: Action) -> Path:
        return "path", number


class Tidy(Bundle, tag="tidy", frozen=True):
    """Tuck several cards in one breath; too many ways to list them."""

    cards: Annotated[list[Card], Meta(min_length=1, max_length=9)]

    def expand(self, table: HarbourTable, actor: str) -> Iterator[Action]:
        for card in self.cards:
            yield Tuck(actor=actor, card=card, where="bottom")


class Draw(Action, tag="draw", frozen=True):
    """Draw a card."""

    def violations(self, table: HarbourTable, step: "Turn", actor: str) -> Iterator[Violation]:
        if step.drew:
            yield Violation("turn.one-draw", "{seat} has drawn already", seat=actor)
        if not table.state.deck.count:
            yield Violation("turn.one-draw:empty", "the deck is empty")

    def apply(self, table: HarbourTable, step: "Turn", actor: str) -> None:
        step.drew = True
        table.log(CardTaken(rule="turn.one-draw", seat=actor))
        table.push(DrawCard(seat=actor))


class Tuck(Action, tag="tuck", frozen=True):
    """Lay a card of the hand on top of the deck or under it."""

    card: Card
    where: End

    @classmethod
    def candidates(cls, table: HarbourTable, step: "Turn", actor: str, where: Where) -> Iterable["Tuck"]:
        hand = sorted(set(table.player(actor).hand))
        return [cls(actor=actor, card=card, where=place) for card in hand for place in ENDS]

    def violations(self, table: HarbourTable, step: "Turn", actor: str) -> Iterator[Violation]:
        if self.card not in table.player(actor).hand:
            yield Violation("deck.tuck", "{seat} has no {card}", seat=actor, card=self.card)

    def apply(self, table: HarbourTable, step: "Turn", actor: str) -> None:
        table.player(actor).hand.remove(self.card)
        lay = table.state.deck.put_on_top if self.where == "top" else table.state.deck.put_at_bottom
        lay(self.card, [actor])


class Raid(Action, tag="raid", frozen=True):
    """Announce a raid, which others may answer."""

    def apply(self, table: HarbourTable, step: "Turn", actor: str) -> None:
        table.push(Announcement(seat=actor))


class Rest(Action, tag="rest", frozen=True):
    """End the turn."""

    def apply(self, table: HarbourTable, step: "Turn", actor: str) -> None:
        step.done = True


class Turn(Step, tag="turn"):
    """A player's turn."""

    rule: ClassVar[str] = "turn.one-after-the-other"
    prompt: ClassVar[str] = "Walk, draw, tuck or raid, and rest."
    actions: ClassVar[tuple[type[Action], ...]] = (Walk, March, Draw, Tuck, Tidy, Raid, Rest)

    seat: Seat
    drew: bool = False
    done: bool = False

    def must(self, table: Any) -> Sequence[str]:
        return () if self.done else (self.seat,)


class CardDrawn(ChanceAction, tag="draw-card", frozen=True):
    """The card that is drawn."""

    card: Card

    def apply(self, table: HarbourTable, step: "DrawCard", actor: str) -> None:
        player = table.player(step.seat)
        table.state.deck.take(self.card)
        player.hand = sorted([*player.hand, self.card])
        table.log(CardSeen(rule=step.rule, seat=step.seat, card=self.card, seen_by=[step.seat]))


class DrawCard(ChanceStep, tag="draw-card"):
    """A card is drawn."""

    rule: ClassVar[str] = "deck.draw"
    prompt: ClassVar[str] = "Draw a card."
    actions: ClassVar[tuple[type[Action], ...]] = (CardDrawn,)

    seat: Seat

    def outcomes(self, table: HarbourTable) -> Sequence[ChanceAction]:
        return [CardDrawn(actor=CHANCE, card=card, weight=n) for card, n in table.state.deck.draws().items()]


class Weather(ChanceAction, tag="weather", frozen=True):
    """What the die of the reef shows."""

    face: Literal["calm", "storm"]

    def apply(self, table: HarbourTable, step: "Reef", actor: str) -> None:
        player = table.player(step.seat)
        player.coins -= min(player.coins, self.face == "storm")
        table.log(CoinMoved(rule=step.rule, seat=step.seat, coins=player.coins))


class Reef(ChanceStep, tag="reef"):
    """The die of the reef."""

    rule: ClassVar[str] = "roads.reef"
    prompt: ClassVar[str] = "Roll for the weather."
    actions: ClassVar[tuple[type[Action], ...]] = (Weather,)

    seat: Seat

    def outcomes(self, table: HarbourTable) -> Sequence[ChanceAction]:
        return [Weather(actor=CHANCE, face="calm", weight=3), Weather(actor=CHANCE, face="storm", weight=1)]


class Charge(Action, tag="charge", frozen=True):
    """Charge a fee at the bridge."""

    fee: Fee

    @classmethod
    def candidates(cls, table: HarbourTable, step: "Toll", actor: str, where: Where) -> Iterable["Charge"]:
        fees: list[dict[Any, int]] = [{"coin": c, "promise": p} for c in range(3) for p in range(3) if 0 < c + p < 3]
        return [cls(actor=actor, fee={good: n for good, n in fee.items() if n}) for fee in fees]

    def violations(self, table: HarbourTable, step: "Toll", actor: str) -> Iterator[Violation]:
        if not 0 < sum(self.fee.values()) < 3:
            yield Violation("roads.fee", "a fee is one or two goods", at="fee")
        if self.fee.get("coin", 0) > table.player(step.payer).coins:
            yield Violation("roads.fee:too-much", "{payer} has not so many coins", at="fee", payer=step.payer)

    def apply(self, table: HarbourTable, step: "Toll", actor: str) -> None:
        coins = self.fee.get("coin", 0)
        table.player(step.payer).coins -= coins
        table.player(actor).coins += coins
        table.log(CoinMoved(rule=step.rule, seat=actor, coins=table.player(actor).coins))


class Toll(Choice, tag="toll"):
    """Somebody charges whoever has come to the bridge."""

    rule: ClassVar[str] = "roads.bridge"
    prompt: ClassVar[str] = "Charge a fee."
    actions: ClassVar[tuple[type[Action], ...]] = (Charge,)

    payer: Seat


class Proceed(Action, tag="proceed", frozen=True):
    """Carry out what was announced."""

    def apply(self, table: HarbourTable, step: "Announcement", actor: str) -> None:
        step.done = True
        table.player(actor).coins += 1
        table.log(CoinMoved(rule="raid.gain", seat=actor, coins=table.player(actor).coins))


class RaiseShield(Action, tag="raise-shield", frozen=True):
    """Answer a raid with a shield; it is used up."""

    def apply(self, table: HarbourTable, step: "Announcement", actor: str) -> None:
        step.done = True
        table.player(actor).shield = False


class Announcement(Step, tag="announcement"):
    """A raid is announced: the raider proceeds, unless somebody raises a shield first."""

    rule: ClassVar[str] = "raid.answer"
    prompt: ClassVar[str] = "Proceed, or answer."
    actions: ClassVar[tuple[type[Action], ...]] = (Proceed, RaiseShield)

    seat: Seat
    done: bool = False

    def must(self, table: Any) -> Sequence[str]:
        return () if self.done else (self.seat,)

    def may(self, table: HarbourTable) -> Sequence[str]:
        if self.done:
            return ()
        return [seat for seat in table.state.seats if seat != self.seat and table.player(seat).shield]

    def types(self, table: Any, actor: str) -> tuple[type[Action], ...]:
        return (Proceed,) if actor == self.seat else (RaiseShield,)

    def answers(self) -> bool:
        return True
