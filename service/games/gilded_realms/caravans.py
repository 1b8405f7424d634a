"""Step 5, Resolve Caravan: in Rank Order the Caravans on this round's Year Event come home."""

from typing import ClassVar

from service.engine.shapes import Seat
from service.engine.step import Step
from service.games.gilded_realms.campaign_events import CaravanReturned
from service.games.gilded_realms.campaign_state import Caravan
from service.games.gilded_realms.dice import dice_of, finish_roll, start_roll, total
from service.games.gilded_realms.effects_due import triggered
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import gain


class ResolveCaravans(Step, tag="resolve-caravans"):
    """The Caravans that are due, in Rank Order."""

    rule: ClassVar[str] = "caravan.rank-order"

    def run(self, table: Table) -> None:
        due = [seat for seat in table.rank_order() if table.player(seat).caravan.due == table.state.round]
        if due:
            table.push(*(ResolveCaravan(seat=seat) for seat in due))


class ResolveCaravan(Step, tag="resolve-caravan"):
    """A player's goods are discarded for dice."""

    rule: ClassVar[str] = "caravan.roll"

    seat: Seat

    def run(self, table: Table) -> None:
        caravan = table.player(self.seat).caravan
        dice = dice_of({"blue": caravan.supply, "green": caravan.material, "grey": 2 * caravan.damaged})
        start_roll(table, self.seat, "caravan", dice, CompleteCaravan(seat=self.seat))


class CompleteCaravan(Step, tag="complete-caravan"):
    """The Silver of the roll, and what Completing a Caravan gives."""

    rule: ClassVar[str] = "caravan.silver"

    seat: Seat

    def run(self, table: Table) -> None:
        roll = finish_roll(table, self.seat, self.rule)
        gain(table, self.seat, {"silver": total(roll)}, self.rule)
        table.player(self.seat).caravan = Caravan()
        table.log(CaravanReturned(rule="caravan.token-returns", seat=self.seat))
        due = triggered(table, self.seat, "complete-caravan")
        if due:
            table.push(*due)
