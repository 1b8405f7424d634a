"""Forced Withdrawal: back to a safe space at the end of the turn."""

from typing import ClassVar

from service.engine.shapes import Seat
from service.engine.step import Step
from service.games.mage_knight.cards import take_wounds
from service.games.mage_knight.events_map import LeftTheMap, WithdrawnByForce
from service.games.mage_knight.table import Table
from service.games.mage_knight.the_map import is_safe


class ForcedWithdrawal(Step, tag="forced-withdrawal"):
    """A player who is not on a safe space goes back the way of this turn."""

    rule: ClassVar[str] = "end-turn.forced-withdrawal"

    seat: Seat

    def run(self, table: Table) -> None:
        player, path = table.player(self.seat), table.turn.path
        while player.at is not None and len(path) > 1 and not is_safe(table, self.seat, player.at):
            path.pop()
            player.at = path[-1]
            table.log(WithdrawnByForce(rule=self.rule, seat=self.seat, space=player.at))
            take_wounds(table, self.seat, 1, "end-turn.withdrawal-wounds")


def leave_portal(table: Table, seat: str) -> None:
    """The figure of a player who ends the turn on a portal goes off the map (``move.portal-shared``)."""
    player = table.player(seat)
    if player.at is not None and table.site(player.at) == "portal":
        player.at = None
        table.log(LeftTheMap(rule="move.portal-shared", seat=seat))


WITHDRAWAL_STEPS: tuple[type[Step], ...] = (ForcedWithdrawal,)
