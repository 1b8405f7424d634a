"""Vessels: building them, and Units that board and leave them."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from service.engine.action import Action, Where
from service.engine.counts import holds, together, without
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea import ids
from service.games.heroes_of_land_air_and_sea.action_events import UnitsExchanged, VesselBuilt
from service.games.heroes_of_land_air_and_sea.costs import unit_cost
from service.games.heroes_of_land_air_and_sea.exploring import explore
from service.games.heroes_of_land_air_and_sea.ids import Units
from service.games.heroes_of_land_air_and_sea.recruiting import PLACED_BY, courtyard, unit_violations
from service.games.heroes_of_land_air_and_sea.state import Aboard
from service.games.heroes_of_land_air_and_sea.stock import pay
from service.games.heroes_of_land_air_and_sea.supply import add, take_off_land
from service.games.heroes_of_land_air_and_sea.table import Table, mixes

if TYPE_CHECKING:
    from service.games.heroes_of_land_air_and_sea.building import Build


class BuildVessel(Action, tag="build-vessel", frozen=True):
    """Build a Vessel in the Capital City Region, as if it were recruited."""

    vessel: ids.Vessel

    @classmethod
    def candidates(cls, table: Table, step: "Build", actor: str, where: Where) -> Iterable["BuildVessel"]:
        faction = table.faction(actor)
        return [cls(actor=actor, vessel=vessel) for vessel in (faction.sea_vessel, faction.air_vessel)]

    def violations(self, table: Table, step: "Build", actor: str) -> Iterator[Violation]:
        for violation in unit_violations(table, actor, self.vessel):
            if violation.code == "recruit.one-unit:cost":
                facts = violation.params
                yield Violation(
                    "build.vessel:cost", "{unit} costs {cost}; {seat} lacks {missing}", at="vessel", **facts
                )
            else:
                violation.at = "vessel"
                yield violation

    def apply(self, table: Table, step: "Build", actor: str) -> None:
        region = courtyard(table, actor)
        pay(table, actor, unit_cost(table, actor, self.vessel), "build.vessel")
        rule = PLACED_BY[table.unit(self.vessel).kind]
        table.log(VesselBuilt(rule=rule, seat=actor, vessel=self.vessel, region=region))
        add(table, actor, {self.vessel: 1}, region)


def may_exchange(table: Table, seat: str) -> bool:
    """Whether any Unit of a player could board or leave a Vessel now."""
    player = table.player(seat)
    return any(
        aboard.at in table.pack.regions and (own_aboard(table, seat, vessel) or player.units.get(aboard.at))
        for vessel, aboard in boardable(table, seat).items()
    )


def boardable(table: Table, seat: str) -> dict[str, Aboard]:
    """The Vessels that a player's Units may board: the own ones, and in team play those of the ally."""
    ally = table.ally(seat)
    return {**table.player(seat).vessels, **(table.player(ally).vessels if ally is not None else {})}


def own_aboard(table: Table, seat: str, vessel: str) -> dict[str, int]:
    """A player's own Units aboard such a Vessel."""
    aboard = boardable(table, seat)[vessel]
    return aboard.passengers if vessel in table.player(seat).vessels else aboard.guests


def load(aboard: Aboard) -> int:
    """How many Units a Vessel carries."""
    return sum(aboard.passengers.values()) + sum(aboard.guests.values())


class Exchange(Action, tag="exchange", frozen=True):
    """Units board a Vessel and leave it, in the Land Region where it is or at whose Shore it is docked."""

    vessel: ids.Vessel
    board: Units = {}
    leave: Units = {}

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["Exchange"]:
        player = table.player(actor)
        for vessel, aboard in sorted(boardable(table, actor).items()):
            if aboard.at not in table.pack.regions:
                continue
            capacity, on_land = table.unit(vessel).capacity, player.units.get(aboard.at, {})
            for leave in mixes(own_aboard(table, actor, vessel), capacity):
                free = capacity - load(aboard) + sum(leave.values())
                for board in mixes(without(on_land, dict.fromkeys(leave, 99)), free):
                    if board or leave:
                        yield cls(actor=actor, vessel=vessel, board=board, leave=leave)

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        aboard = boardable(table, actor).get(self.vessel)
        if aboard is None:
            yield Violation(
                "boarding.own-units:vessel", "{seat} has no {vessel} in play", seat=actor, vessel=self.vessel
            )
            return
        if aboard.at not in table.pack.regions:
            yield Violation(
                "boarding.free-exchange", "{vessel} is at sea, in {area}", vessel=self.vessel, area=aboard.at
            )
            return
        if not self.board and not self.leave:
            yield Violation("boarding.free-exchange:nobody", "nobody boards and nobody leaves", at="board")
        yield from self._strangers(table, actor, aboard.at)
        both = [unit for unit in self.board if unit in self.leave]
        if both:
            yield Violation(
                "boarding.free-exchange:both", "{units} cannot board and leave at once", at="board", units=both
            )
        own = own_aboard(table, actor, self.vessel)
        number = load(aboard) - sum(own.values()) + sum(without(together(own, self.board), self.leave).values())
        capacity = table.unit(self.vessel).capacity
        if number > capacity:
            yield Violation(
                "boarding.capacity",
                "{vessel} would carry {number} Units, it carries {capacity}",
                at="board",
                vessel=self.vessel,
                number=number,
                capacity=capacity,
            )

    def _strangers(self, table: Table, actor: str, region: str) -> Iterator[Violation]:
        player = table.player(actor)
        vessels = [unit for unit in self.board if table.unit(unit).is_vessel]
        if vessels:
            yield Violation("boarding.capacity:vessel", "{vessels} cannot be carried", at="board", vessels=vessels)
        foreign = [unit for unit in self.board if table.unit(unit).faction != player.faction]
        if foreign:
            yield Violation(
                "boarding.own-units", "{seat} has no such Units: {units}", at="board", units=foreign, seat=actor
            )
        elif not vessels and not holds(player.units.get(region, {}), self.board):
            yield Violation(
                "boarding.free-exchange:not-on-land",
                "on land in {region} {seat} has {units}",
                at="board",
                region=region,
                seat=actor,
                units=player.units.get(region, {}),
            )
        passengers = own_aboard(table, actor, self.vessel)
        if not holds(passengers, self.leave):
            yield Violation(
                "boarding.free-exchange:not-aboard",
                "{vessel} has aboard: {units}",
                at="leave",
                vessel=self.vessel,
                units=passengers,
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        player = table.player(actor)
        aboard = boardable(table, actor)[self.vessel]
        take_off_land(table, actor, self.board, aboard.at)
        own = without(together(own_aboard(table, actor, self.vessel), self.board), self.leave)
        if self.vessel in player.vessels:
            aboard.passengers = own
        else:
            aboard.guests = own
        if self.leave:
            player.units[aboard.at] = together(player.units.get(aboard.at, {}), self.leave)
        rule = "boarding.courtyard" if aboard.at == player.capital else "boarding.free-exchange"
        table.log(
            UnitsExchanged(rule=rule, seat=actor, vessel=self.vessel, board=dict(self.board), leave=dict(self.leave))
        )
        if self.leave:
            explore(table, actor, aboard.at, units=self.leave, asked_by="boarding.disembark-explores")
