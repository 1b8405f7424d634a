"""The Warfront: the cards that a solo game reveals, and the hand it begins with."""

from typing import ClassVar

from service.engine.step import Step
from service.games.gilded_realms.endeavour_deck import DrawEndeavours
from service.games.gilded_realms.table import Table


def move_front(table: Table, delta: int, rule: str) -> None:
    """Move the Warfront token: never below 0, and beyond 12 it causes a Last Stand."""
    solo = table.state.solo
    assert solo is not None
    solo.warfront = min(12, max(0, solo.warfront + delta))


class FirstHand(Step, tag="first-hand"):
    """In round one the solo player draws six cards and keeps three."""

    rule: ClassVar[str] = "solo-draft.six-cards"

    def run(self, table: Table) -> None:
        (seat,) = table.state.seats
        table.push(DrawEndeavours(seat=seat, number=table.pack.constants["draw_per_round"], asked_by=self.rule))


class RevealWarfront(Step, tag="reveal-warfront"):
    """After the Year Event the top Warfront card is revealed and resolved."""

    rule: ClassVar[str] = "warfront-cards.reveal"

    def run(self, table: Table) -> None:
        return
