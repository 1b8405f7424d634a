"""Forced Withdrawal: back to a safe space at the end of the turn."""

from typing import ClassVar

from service.engine.shapes import Seat
from service.engine.step import Step
from service.games.mage_knight.table import Table


class ForcedWithdrawal(Step, tag="forced-withdrawal"):
    """A player who is not on a safe space goes back the way of this turn."""

    rule: ClassVar[str] = "end-turn.forced-withdrawal"

    seat: Seat

    def run(self, table: Table) -> None:
        return


WITHDRAWAL_STEPS: tuple[type[Step], ...] = (ForcedWithdrawal,)
