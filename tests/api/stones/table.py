"""State and table of Stones."""

from typing import Annotated

from msgspec import Meta

from service.engine.pack import Pack
from service.engine.piles import Pile
from service.engine.shapes import Seat, Secret, Shape
from service.engine.state import State
from service.engine.table import Table

Stones = Annotated[int, Meta(ge=0, le=1000)]
# Far more than there are, so that no legal take from a doubtful state leads out of the schema.
Pocket = Annotated[int, Meta(ge=0, le=1_000_000)]
Charm = Annotated[str, Meta(min_length=1, max_length=64, pattern="^charm-[0-9]$", extra={"id": "charm"})]


class Player(Shape):
    """What lies in front of a player."""

    stones: Pocket = 0
    passed: bool = False
    charm: Secret[Charm | None] = None


class StonesState(State):
    """Everything on the table."""

    heap: Stones
    heap_at_start: Stones
    deck: Pile
    players: Annotated[dict[Seat, Player], Meta(max_length=4)]


class StonesTable(Table[StonesState, Pack]):
    """The table of Stones."""

    def player(self, seat: str) -> Player:
        """What lies in front of ``seat``."""
        return self.state.players[seat]


def charms() -> Pack:
    """The only pack: nine charms, one of each."""
    cards = {f"charm-{number}": {"points": number, "provenance": "rulebook"} for number in range(1, 10)}
    pack = Pack("standard", {"charms": cards})
    pack.ids = {"charm": frozenset(cards)}
    return pack
