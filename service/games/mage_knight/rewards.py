"""Rewards: what a combat, a site or a purchase gives at the end of the turn."""

from typing import ClassVar

from service.engine.shapes import Seat
from service.engine.step import Step
from service.games.mage_knight.table import Table


class TakeRewards(Step, tag="take-rewards"):
    """The rewards that are due are taken, in any order."""

    rule: ClassVar[str] = "end-turn.rewards-order"

    seat: Seat

    def run(self, table: Table) -> None:
        return


REWARD_STEPS: tuple[type[Step], ...] = (TakeRewards,)
