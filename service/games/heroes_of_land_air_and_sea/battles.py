"""Battling. A placeholder until the chapter is written: the stronger side by Natural Strength stays."""

from typing import ClassVar

from service.engine.shapes import Seat
from service.engine.step import Step
from service.games.heroes_of_land_air_and_sea.capital_battles import destroy_capital
from service.games.heroes_of_land_air_and_sea.ids import Area, Vessel
from service.games.heroes_of_land_air_and_sea.state import Battle
from service.games.heroes_of_land_air_and_sea.stock import score
from service.games.heroes_of_land_air_and_sea.supply import destroy, destroy_tower
from service.games.heroes_of_land_air_and_sea.table import Table


def start_battle(table: Table, attacker: str, area: str, remote: str | None = None) -> None:
    """Push the Battle of a player against whoever has pieces in a Region; the attacking pieces are there already.

    ``remote``: the Vessel that fights from a neighbouring Region.
    """
    table.push(BeginBattle(seat=attacker, area=area, remote=remote))


class BeginBattle(Step, tag="begin-battle"):
    """A Battle begins."""

    rule: ClassVar[str] = "battle.start"

    seat: Seat
    area: Area
    remote: Vessel | None = None

    def run(self, table: Table) -> None:
        defender = table.enemy_at(self.seat, self.area)
        if defender is None:
            return
        table.state.battle = Battle(area=self.area, attacker=self.seat, defender=defender)
        score(table, self.seat, table.pack.constants["vp"]["start_battle"], "battle.attacker-vp")
        strong = {seat: strength(table, seat, self.area) for seat in (self.seat, defender)}
        table.state.battle = None
        loser = defender if strong[self.seat] > strong[defender] else self.seat
        if loser == defender and table.player(defender).capital == self.area:
            destroy_capital(table, self.seat, defender)
            return
        units = table.units_at(loser, self.area)
        if self.area in table.player(loser).towers:
            destroy_tower(table, loser, self.area, "battle.tower-first")
        if units:
            destroy(
                table, loser, {u: n for u, n in units.items() if table.unit(u).is_vessel}, self.area, "battle.damage"
            )
            left = dict(table.land_units(loser, self.area))
            if left:
                destroy(table, loser, left, self.area, "battle.damage")


def strength(table: Table, seat: str, area: str) -> int:
    """The Natural Strength of what a player has in a Region."""
    player = table.player(seat)
    total = sum(table.unit(unit).strength * number for unit, number in table.units_at(seat, area).items())
    if area in player.towers:
        total += table.pack.constants["tower"]["strength"]
    if area == player.capital:
        total += table.level(seat).strength + len(player.buildings)
    return total
