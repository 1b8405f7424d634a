"""Levels: what a Hero gains for each end of a row of the Fame track that is crossed."""

from typing import ClassVar

from service.engine.shapes import Seat
from service.engine.step import Step
from service.games.mage_knight.table import Table


class LevelUps(Step, tag="level-ups"):
    """The levels that the Fame of this turn has brought, one after the other."""

    rule: ClassVar[str] = "level.one-per-row-crossed"

    seat: Seat

    def run(self, table: Table) -> None:
        player = table.player(self.seat)
        player.level = max(player.level, table.fame_level(player.fame))


LEVEL_STEPS: tuple[type[Step], ...] = (LevelUps,)
