"""Step 7, End Harvest: income, and what the Stance adds."""

from typing import ClassVar

from service.engine.shapes import Seat
from service.engine.step import Step
from service.games.gilded_realms.effects_due import triggered
from service.games.gilded_realms.endeavour_deck import DrawEndeavours
from service.games.gilded_realms.event_events import HarvestDone
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import gain


class EndHarvest(Step, tag="end-harvest"):
    """Every player gathers in the harvest, all at the same time."""

    rule: ClassVar[str] = "harvest.income"

    def run(self, table: Table) -> None:
        table.push(table.lanes({seat: [FinishHarvest(seat=seat), Harvest(seat=seat)] for seat in table.state.seats}))


class Harvest(Step, tag="harvest"):
    """A player's income."""

    rule: ClassVar[str] = "harvest.income"

    seat: Seat

    def run(self, table: Table) -> None:
        cards = 0
        for face in table.province_faces(self.seat):
            income = dict(face.income)
            cards += income.pop("draw_endeavours", 0)
            gain(table, self.seat, income, self.rule)
        steps: list[Step] = [DrawEndeavours(seat=self.seat, number=cards, asked_by=self.rule)] if cards else []
        steps += triggered(table, self.seat, "each-end-harvest")
        if steps:
            table.push(*steps)


class FinishHarvest(Step, tag="finish-harvest"):
    """A player takes the Stance Totem back."""

    rule: ClassVar[str] = "harvest.totem-back"

    seat: Seat

    def run(self, table: Table) -> None:
        player = table.player(self.seat)
        player.stance, player.worker, player.owed = None, None, {}
        table.log(HarvestDone(rule=self.rule, seat=self.seat))
