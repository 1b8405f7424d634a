"""State, table and pack of Harbour."""

from typing import Annotated

from msgspec import Meta

from service.engine.pack import Pack
from service.engine.piles import Pile
from service.engine.shapes import Seat, Secret, Shape, a_set, an_id
from service.engine.state import State
from service.engine.table import Table

Coins = Annotated[int, Meta(ge=0, le=99)]
Card = Annotated[str, an_id("card")]
Place = Annotated[str, an_id("place")]

CARDS = {"lamp": 3, "map": 2, "rope": 1}
ROADS = {
    "quay": ["bridge", "market"],
    "market": ["bridge", "quay", "reef"],
    "bridge": ["market", "quay"],
    "reef": ["market"],
}
ROUNDS = 2


class Proposal(Shape):
    """A card that somebody offers for a coin."""

    giver: Seat
    taker: Seat
    card: Card


class Player(Shape):
    """What lies in front of a player; a bid and the cards of the hand are secret."""

    coins: Coins = 3
    place: Place = "quay"
    shield: bool = True
    hand: Annotated[list[Secret[Card]], Meta(max_length=20)] = []
    bid: Secret[Coins | None] = None
    bid_preset: Secret[Coins | None] = None
    visited: Annotated[list[Place], a_set(4)] = []


class HarbourState(State, kw_only=True):
    """Everything on the table."""

    round: Annotated[int, Meta(ge=1, le=9)] = 1
    offers: Annotated[list[Proposal], Meta(max_length=9)] = []
    deck: Pile
    players: Annotated[dict[Seat, Player], Meta(max_length=3)]


class HarbourTable(Table[HarbourState, Pack]):
    """The table of Harbour."""

    def player(self, seat: str) -> Player:
        """What lies in front of ``seat``."""
        return self.state.players[seat]


def harbour() -> Pack:
    """The only pack."""
    pack = Pack("standard", {"cards": CARDS, "roads": ROADS})
    pack.ids = {"card": frozenset(CARDS), "place": frozenset(ROADS)}
    return pack
