"""Pieces that come into play from the supply, move, and go back to it."""

from collections.abc import Mapping

from service.engine.counts import together, without
from service.games.heroes_of_land_air_and_sea.end_of_game import check_objectives
from service.games.heroes_of_land_air_and_sea.occasions import unit_destroyed
from service.games.heroes_of_land_air_and_sea.state import Aboard
from service.games.heroes_of_land_air_and_sea.stock_events import (
    TowerDestroyed,
    UnitsDestroyed,
    UnitsMissing,
    UnitsPlaced,
)
from service.games.heroes_of_land_air_and_sea.table import Table


def add(table: Table, seat: str, units: Mapping[str, int], area: str) -> None:
    """Put Units into play: Vessels as Vessels, everything else on land."""
    player = table.player(seat)
    for unit, number in units.items():
        if table.unit(unit).is_vessel:
            player.vessels[unit] = Aboard(at=area)
        else:
            player.units[area] = together(player.units.get(area, {}), {unit: number})
    check_objectives(table)


def take_off_land(table: Table, seat: str, units: Mapping[str, int], region: str) -> None:
    """Remove Units on land from a Region."""
    player = table.player(seat)
    left = without(player.units.get(region, {}), units)
    if left:
        player.units[region] = left
    else:
        player.units.pop(region, None)


def move_on_land(table: Table, seat: str, units: Mapping[str, int], origin: str, destination: str) -> None:
    """Move Units on land from one Region to another."""
    take_off_land(table, seat, units, origin)
    player = table.player(seat)
    player.units[destination] = together(player.units.get(destination, {}), units)


def place(table: Table, seat: str, units: Mapping[str, int], region: str, rule: str) -> dict[str, int]:
    """Place Units from the supply in a Land Region, as many as supply and room allow; what was placed."""
    placed: dict[str, int] = {}
    supplied = {unit: min(number, table.supply(seat, unit)) for unit, number in units.items()}
    for unit, number in supplied.items():
        fits = min(number, table.room(seat, region) - sum(placed.values()))
        if fits > 0:
            placed[unit] = fits
    if placed:
        table.log(UnitsPlaced(rule=rule, seat=seat, units=placed, region=region))
        add(table, seat, placed, region)
    lacking = without(units, supplied)
    if lacking:
        table.log(UnitsMissing(rule=rule, seat=seat, units=lacking, lacks="supply"))
    crowded = without(supplied, placed)
    if crowded:
        table.log(UnitsMissing(rule=rule, seat=seat, units=crowded, lacks="room"))
    return placed


def destroy(table: Table, seat: str, units: Mapping[str, int], area: str, rule: str, aboard: str | None = None) -> None:
    """Units go back to the supply: from land in this Region, from aboard a Vessel there, and Vessels themselves.

    Of a kind that is both on land and aboard, those on land go first, unless ``aboard`` names the Vessel that carries
    them. Passengers of a destroyed Vessel that are still aboard are destroyed with it
    (``vessel-battle.passengers-survive``).
    """
    player = table.player(seat)
    table.log(UnitsDestroyed(rule=rule, seat=seat, units=dict(units), region=area))
    gone = dict(units)
    for unit, number in units.items():
        if not table.unit(unit).is_vessel:
            on_land = 0 if aboard else min(number, player.units.get(area, {}).get(unit, 0))
            if on_land:
                take_off_land(table, seat, {unit: on_land}, area)
            _take_from_aboard(table, seat, unit, number - on_land, area, aboard)
    guests: dict[str, int] = {}
    for vessel in [unit for unit in units if table.unit(unit).is_vessel]:
        sunk = player.vessels.pop(vessel)
        if sunk.passengers:
            rule_of_passengers = "vessel-battle.passengers-survive"
            table.log(UnitsDestroyed(rule=rule_of_passengers, seat=seat, units=sunk.passengers, region=area))
            gone = together(gone, sunk.passengers)
        guests = together(guests, sunk.guests)
    _leave_exploring(table, seat, units)
    for unit in gone:
        unit_destroyed(table, seat, unit)
    ally = table.ally(seat)
    if guests and ally is not None:
        table.log(UnitsDestroyed(rule="vessel-battle.passengers-survive", seat=ally, units=guests, region=area))
        for unit in guests:
            unit_destroyed(table, ally, unit)


def _take_from_aboard(table: Table, seat: str, unit: str, number: int, area: str, only: str | None) -> None:
    for vessel, aboard in table.player(seat).vessels.items():
        if aboard.at == area and only in (None, vessel) and number > 0:
            here = min(number, aboard.passengers.get(unit, 0))
            aboard.passengers = without(aboard.passengers, {unit: here})
            number -= here
    for vessel, aboard in table.lifts(seat):
        if aboard.at == area and only in (None, vessel) and number > 0:
            here = min(number, aboard.guests.get(unit, 0))
            aboard.guests = without(aboard.guests, {unit: here})
            number -= here


def _leave_exploring(table: Table, seat: str, units: Mapping[str, int]) -> None:
    exploring = table.state.exploring
    if exploring is not None and exploring.seat == seat:
        exploring.units = without(exploring.units, units)
        if exploring.vessel in units:
            exploring.vessel = None


def destroy_tower(table: Table, seat: str, region: str, rule: str) -> None:
    """A Tower goes back to the supply."""
    table.player(seat).towers.remove(region)
    table.log(TowerDestroyed(rule=rule, seat=seat, region=region))
