"""The Game object of Harbour: its rounds, its setup, its secrets."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.action import Action
from service.engine.answers import PlayerScore, ScoreLine, Scores
from service.engine.defect import Defect, error, warning
from service.engine.game import Entry, Game, Parts, SeatSetup, Setup
from service.engine.pack import Pack
from service.engine.piles import Pile
from service.engine.shapes import Shape, hide
from service.engine.state import Result
from service.engine.step import Lanes, Step
from service.engine.violation import Violation
from tests.engine.harbour.bidding import Bid, BidMade, BidsRevealed, CardOffered, CardSold, MakeBid, Trade
from tests.engine.harbour.table import CARDS, ROUNDS, Coins, HarbourState, HarbourTable, Place, Player, harbour
from tests.engine.harbour.turns import (
    Announcement,
    CardSeen,
    CardTaken,
    CoinMoved,
    DrawCard,
    Reef,
    Toll,
    Turn,
    Walked,
)

VERSION = "2.1.0"


class Options(Shape):
    """Where the players begin."""

    quay: Place = "quay"
    coins: Coins = 3


class HarbourSeat(SeatSetup):
    """A seat, with the first bid that it has made already."""

    bid: Annotated[int, Meta(ge=0, le=9)] | None = None


class RevealBids(Step, tag="reveal-bids"):
    """The bids are open, and the turns follow."""

    rule: ClassVar[str] = "bids.reveal"

    def run(self, table: HarbourTable) -> None:
        seats = table.state.seats
        order = sorted(seats, key=lambda seat: (-(table.player(seat).bid or 0), seats.index(seat)))
        for seat in seats:
            table.player(seat).bid = None
        table.log(BidsRevealed(rule=self.rule, words=", ".join(order)))
        table.push(*(Turn(seat=seat) for seat in order), OpenTrade())


class OpenTrade(Step, tag="open-trade"):
    """Everybody trades."""

    rule: ClassVar[str] = "trade.together"

    def run(self, table: HarbourTable) -> None:
        table.push(table.lanes({seat: [Trade(seat=seat)] for seat in table.state.seats}), EndRound())


class EndRound(Step, tag="end-round"):
    """The next round, or the end."""

    rule: ClassVar[str] = "end.rounds"

    def run(self, table: HarbourTable) -> None:
        table.state.offers = []
        if table.state.round == ROUNDS:
            ranking = ranked(table)
            table.state.result = Result(rule=self.rule, reason="two rounds", winners=ranking[0], ranking=ranking)
            return
        table.state.round += 1
        table.push(table.lanes(bids(table.state.seats)), RevealBids())


def bids(seats: list[str]) -> dict[str, list[Any]]:
    """A lane with a bid for every seat."""
    return {seat: [Bid(seat=seat)] for seat in seats}


def deal(setup: Setup, pack: Pack) -> HarbourState:
    """The table before the first bids."""
    return HarbourState(
        game="harbour",
        rules_version=VERSION,
        pack=setup.pack,
        salt=setup.salt,
        seats=setup.seats,
        agenda=[RevealBids(), Lanes(lanes=bids(setup.seats))],
        deck=Pile.of(CARDS),
        players={
            seat: Player(
                coins=setup.options.coins,
                place=setup.options.quay,
                bid_preset=getattr(setup.presets[seat], "bid", None),
            )
            for seat in setup.seats
        },
    )


def preset(table: HarbourTable, step: Step, actor: str) -> Action | None:
    """The first bid of a seat, where the setup has it."""
    if isinstance(step, Bid) and not step.committed:
        coins = table.player(actor).bid_preset
        return None if coins is None else MakeBid(actor=actor, coins=coins)
    return None


def setup_violations(setup: Setup, pack: Pack) -> Iterator[Violation]:
    """Nobody begins on the reef."""
    if setup.options.quay == "reef":
        yield Violation("roads.reef:start", "nobody begins at {place}", at="options", place="reef")


def conceal(view: Any, viewer: str) -> None:
    """Other players' bids and hands; their cards count as unseen."""
    for seat, player in view.players.items():
        if seat != viewer:
            for card in player.hand:
                if card is not None:
                    view.deck.add_unseen(card)
            hide(player, "hand", "bid", "bid_preset")
    view.deck.conceal(viewer)


def consistency(table: HarbourTable) -> Iterator[Defect]:
    """Everybody has a place, and no card is lost."""
    state = table.state
    if set(state.players) != set(state.seats):
        yield error("end.rounds", "/players", "wrong-seats", "every seat has its place on the table")
        return
    if state.deck.count > sum(CARDS.values()):
        yield warning("deck.draw", "/deck/count", "count", "there are not so many cards")


def ranked(table: HarbourTable) -> list[list[str]]:
    """Seats by coins, ties together."""
    coins = {seat: table.player(seat).coins for seat in table.state.seats}
    return [[seat for seat in coins if coins[seat] == n] for n in sorted(set(coins.values()), reverse=True)]


def scores(table: HarbourTable) -> Scores:
    """Coins are points."""
    players = [
        PlayerScore(
            seat=seat,
            total=table.player(seat).coins,
            lines=[ScoreLine(rule="end.rounds", label="Coins", points=table.player(seat).coins)],
        )
        for seat in table.state.seats
    ]
    final = table.state.result is not None
    return Scores(players=players, ranking=ranked(table), tie_breaks=[], opponents=[], final=final)


def first_turn(table: HarbourTable, actor: str | None) -> list[Any]:
    """The agenda of a game entered at somebody's turn; those before in seat order have had theirs."""
    seats = table.state.seats
    rest = seats[seats.index(actor) if actor in seats else 0 :]
    return [OpenTrade(), *(Turn(seat=seat) for seat in reversed(rest))]


def trading(table: HarbourTable, actor: str | None) -> list[Any]:
    """The agenda of a game entered when the turns are over."""
    return [OpenTrade()]


PARTS = Parts(
    package="tests.engine.harbour",
    id="harbour",
    title="Harbour",
    rules_version=VERSION,
    players=(2, 3),
    seats=("red", "blue", "green"),
    state=HarbourState,
    table=HarbourTable,
    packs=(harbour(),),
    steps=(Bid, RevealBids, Turn, DrawCard, Reef, Toll, Announcement, OpenTrade, Trade, EndRound),
    events=(BidMade, BidsRevealed, CardOffered, CardSold, CardSeen, CardTaken, CoinMoved, Walked),
    entries={"turn": Entry(agenda=first_turn), "open-trade": Entry(agenda=trading)},
    deal=deal,
    conceal=conceal,
    consistency=consistency,
    scores=scores,
    options=Options,
    seat_setup=HarbourSeat,
    setup_violations=setup_violations,
    preset=preset,
)
GAME = Game(PARTS)
