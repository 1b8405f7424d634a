"""Sites: what they give at the start and the end of a turn, and what can be done at them."""

from typing import ClassVar

from service.engine.shapes import Seat
from service.engine.step import Step
from service.games.mage_knight.gains import gain_crystal, gain_token
from service.games.mage_knight.table import Table


def start_on_site(table: Table, seat: str) -> None:
    """What a space gives to a player who begins the turn on it."""
    at = table.player(seat).at
    if at is not None and table.site(at) == "magical-glade":
        gain_token(table, seat, "gold" if table.time == "day" else "black", 1, "site.glade-start")


class SpaceBenefits(Step, tag="space-benefits"):
    """What a space gives to a player who ends the turn on it."""

    rule: ClassVar[str] = "end-turn.sequence"

    seat: Seat

    def run(self, table: Table) -> None:
        at = table.player(self.seat).at
        if at is not None and table.site(at) == "mine":
            color = table.space(at).color
            assert color is not None
            gain_crystal(table, self.seat, color, "site.mine", overflow=False)


SITE_STEPS: tuple[type[Step], ...] = (SpaceBenefits,)
