"""Phase Two: Order Resolution.

Moving, recruiting, eliminating threats and waiting, one Order of one player at a time.
"""

from typing import Annotated, ClassVar

from msgspec import UNSET, Meta, UnsetType

from service.engine.shapes import Seat
from service.engine.step import Step
from service.games.lords_of_xidit.events import (
    Because,
    OrderExecuted,
    Outcome,
    ThreatEliminated,
    TileGone,
    UnitRecruited,
)
from service.games.lords_of_xidit.ids import WHEELS
from service.games.lords_of_xidit.renewing_tiles import remove_tile
from service.games.lords_of_xidit.rewards import ChooseRewards
from service.games.lords_of_xidit.state import TileOnCity
from service.games.lords_of_xidit.table import Table
from service.games.lords_of_xidit.titans import MeetTitan, return_units


class ExecuteOrder(Step, tag="execute-order"):
    """One Order of one player, with all its consequences; then the next player's, then the next Order."""

    rule: ClassVar[str] = "order-resolution.one-order-at-a-time"

    number: Annotated[int, Meta(ge=1, le=WHEELS)]
    seat: Seat

    def run(self, table: Table) -> None:
        table.state.order = self.number
        table.push(self._next(table))
        icon = table.state.orders[self.seat][self.number - 1]
        if icon == "action":
            self._act(table)
        elif icon == "wait":
            self._tell(table, "waited", "wait.no-effect")
        else:
            self._move(table, icon)

    def _next(self, table: Table) -> Step:
        from service.games.lords_of_xidit.year_end import EndOrders

        seats = table.in_turn()
        after = seats.index(self.seat) + 1
        if after < len(seats):
            return ExecuteOrder(number=self.number, seat=seats[after])
        if self.number < WHEELS:
            return ExecuteOrder(number=self.number + 1, seat=seats[0])
        return EndOrders()

    def _tell_nothing(self, table: Table, because: Because, rule: str) -> None:
        self._tell(table, "nothing", rule, because=because)

    def _tell(
        self,
        table: Table,
        outcome: Outcome,
        rule: str,
        origin: str | None = None,
        because: Because | UnsetType = UNSET,
    ) -> None:
        city = table.city(self.seat)
        table.log(
            OrderExecuted(
                rule=rule,
                seat=self.seat,
                order=self.number,
                icon=table.state.orders[self.seat][self.number - 1],
                origin=origin or city,
                outcome=outcome,
                city=city,
                because=because,
            )
        )

    def _move(self, table: Table, color: str) -> None:
        """Move along the Road of the colour; without one the Order is lost."""
        origin = table.city(self.seat)
        destination = table.pack.roads[origin].get(color)
        if destination is None:
            self._tell(table, "road-missing", "move.missing-road")
            return
        table.state.idrakys[self.seat] = destination
        self._tell(table, "moved", "move.along-color", origin)

    def _act(self, table: Table) -> None:
        """What an Action does is decided by the City where the Idrakys stands now."""
        tile = table.tile_on(table.city(self.seat))
        if tile is None:
            self._meet_titans(table)
        elif tile.side == "recruitment":
            self._recruit(table, tile)
        else:
            self._free(table, tile)

    def _recruit(self, table: Table, tile: TileOnCity) -> None:
        player, city = table.player(self.seat), table.city(self.seat)
        unit = table.weakest(tile)
        if city in player.recruited:
            self._tell_nothing(table, "recruited-already", "recruit.repeat-actions-recruit-once")
        elif unit is None:
            self._tell_nothing(table, "no-unit-left", "renewing-tiles.tile-without-units")
        else:
            self._tell(table, "recruited", "recruit.compulsory")
            tile.units[unit] -= 1
            tile.units = {kind: number for kind, number in tile.units.items() if number}
            player.units[unit] = player.units.get(unit, 0) + 1
            player.recruited = sorted({*player.recruited, city})
            table.log(UnitRecruited(rule="recruit.weakest-first", seat=self.seat, unit=unit, city=city))
            if not tile.units:
                remove_tile(table, city)

    def _free(self, table: Table, tile: TileOnCity) -> None:
        player, city = table.player(self.seat), table.city(self.seat)
        card = table.card(tile.tile)
        if city in player.beaten:
            self._tell_nothing(table, "titan-eliminated", "raging-titan.not-threat-and-titan")
        elif not table.has_units(self.seat, card.requires):
            self._tell_nothing(table, "units-missing", "provide-units.cancel-no-units")
        else:
            self._tell(table, "eliminated", "eliminate-threat.compulsory")
            return_units(table, self.seat, dict(card.requires), "provide-units.show-then-return")  # type: ignore[arg-type]
            player.freed = sorted({*player.freed, city})
            table.log(ThreatEliminated(rule="provide-units.reward-follows", seat=self.seat, tile=card.id, city=city))
            table.push(ChooseRewards(seat=self.seat, source=card.id))

    def _tell_what_has_gone(self, table: Table, city: str) -> None:
        """Who has used up the tile of the City this Game Year, so that the Order finds nothing any more.

        On which side it lay last follows from where it lies now: what was recruited from becomes a threat.
        """
        state = table.state
        threats_to_come = (*state.recruitment_discard, *state.threat_pile.top, state.next_threat)
        recruited = any(tile is not None and table.card(tile).city == city for tile in threats_to_come)
        players = [(seat, table.player(seat)) for seat in table.in_turn()]
        freed = [seat for seat, player in players if city in player.freed]
        takers = [seat for seat, player in players if city in player.recruited]
        if takers and (recruited or not freed):
            table.log(TileGone(rule="recruit.tile-gone", side="recruitment", seats=takers, city=city))
        elif freed:
            table.log(TileGone(rule="provide-units.cancel-no-tile", side="threat", seats=freed, city=city))

    def _meet_titans(self, table: Table) -> None:
        player, city = table.player(self.seat), table.city(self.seat)
        if city in player.beaten:
            self._tell_nothing(table, "titan-eliminated", "raging-titan.not-two-titans")
        elif city in player.freed:
            self._tell_nothing(table, "threat-eliminated", "raging-titan.not-threat-and-titan")
        elif not table.raging():
            self._tell_what_has_gone(table, city)
            self._tell_nothing(table, "no-titan", "raging-titan.no-target")
        else:
            self._tell(table, "may-fight-titan", "raging-titan.any-empty-city")
            table.push(MeetTitan(seat=self.seat))
