"""Battling a Capital City: its destruction, and the elimination of its owner."""

from service.engine.counts import together
from service.games.heroes_of_land_air_and_sea.action_events import UnitsExchanged
from service.games.heroes_of_land_air_and_sea.end_events import CapitalDestroyed, PlayerEliminated
from service.games.heroes_of_land_air_and_sea.end_of_game import finish, is_decided, trigger
from service.games.heroes_of_land_air_and_sea.scoring import scribed
from service.games.heroes_of_land_air_and_sea.spell_deck import discard_openly
from service.games.heroes_of_land_air_and_sea.state import Scribed
from service.games.heroes_of_land_air_and_sea.stock import score
from service.games.heroes_of_land_air_and_sea.stock_events import UnitsDestroyed
from service.games.heroes_of_land_air_and_sea.table import Table


def destroy_capital(table: Table, seat: str, victim: str) -> None:
    """A Capital City is destroyed: points for the victor, its owner is eliminated, the end is triggered or reached."""
    table.log(CapitalDestroyed(rule="capital-battle.loss-destroys", seat=seat, victim=victim))
    score(table, seat, table.pack.constants["vp"]["destroy_capital"], "capital-battle.reward")
    eliminate(table, victim)
    trigger(table, "exterminate", seat)
    if is_decided(table):
        finish(table)


def eliminate(table: Table, seat: str) -> None:
    """Remove all pieces and cards of a player, who takes no further part in the game."""
    player = table.player(seat)
    player.eliminated = True
    player.capital = None
    part_from_ally(table, seat)
    player.units, player.vessels, player.towers, player.buildings = {}, {}, [], []
    player.slots, player.tokens, player.used = {}, 0, []
    for spell in scribed(table, seat):
        discard_openly(table, spell)
    player.scribed = Scribed()
    player.discarded = sorted([*player.discarded, *player.library])
    player.library = []
    table.log(PlayerEliminated(rule="capital-battle.eliminated", seat=seat))


def part_from_ally(table: Table, seat: str) -> None:
    """Units aboard a Vessel of the ally are removed; those of the ally aboard go ashore, and at sea they are lost."""
    teams = table.state.teams
    for other in table.state.seats if teams else ():
        board = table.player(other)
        if other == seat or teams.get(other) != teams.get(seat) or board.eliminated:
            continue
        for aboard in board.vessels.values():
            aboard.guests = {}
        for vessel, aboard in table.player(seat).vessels.items():
            if not aboard.guests:
                continue
            if table.pack.is_land(aboard.at):
                board.units[aboard.at] = together(board.units.get(aboard.at, {}), aboard.guests)
                rule, ashore = "capital-battle.remove-pieces", dict(aboard.guests)
                table.log(UnitsExchanged(rule=rule, seat=other, vessel=vessel, board={}, leave=ashore))
            else:
                rule = "vessel-battle.passengers-survive"
                table.log(UnitsDestroyed(rule=rule, seat=other, units=aboard.guests, region=aboard.at))
