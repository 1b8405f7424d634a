"""The round: two passes of turns, Collection, Round End."""

from typing import ClassVar

from service.engine.step import Step
from service.games.heroes_of_land_air_and_sea.collection import Collect
from service.games.heroes_of_land_air_and_sea.end_of_game import FinalScoring, check_objectives, is_last_round
from service.games.heroes_of_land_air_and_sea.round_events import (
    FirstPlayerSet,
    RoundBegun,
    RoundEnded,
    ScribedTurned,
    SlotsCleared,
)
from service.games.heroes_of_land_air_and_sea.solo import EnemyTurn
from service.games.heroes_of_land_air_and_sea.state import Scribed
from service.games.heroes_of_land_air_and_sea.supply import add
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.turns import TakeTurn

HEROES = 3


class BeginRound(Step, tag="begin-round"):
    """A round begins: everybody has two turns, one in each pass."""

    rule: ClassVar[str] = "round.phases"

    def run(self, table: Table) -> None:
        order = table.in_turn()
        table.log(RoundBegun(rule=self.rule, round=table.state.round, seat=order[0]))
        if table.state.solo is not None:
            table.push(*solo_round(order[0], 1), Collect(), EndRound())
            return
        passes = table.pack.constants["action_tokens_per_player"]
        table.push(*(TakeTurn(seat=seat) for _ in range(passes) for seat in order), Collect(), EndRound())


def solo_round(seat: str, number: int) -> list[Step]:
    """A solo round from this Hero of the Enemy on: between two Heroes the player has a turn (``solo.sequence``)."""
    turns: list[Step] = [EnemyTurn(number=number)]
    for later in range(number + 1, HEROES + 1):
        turns += [TakeTurn(seat=seat), EnemyTurn(number=later)]
    return turns


class EndRound(Step, tag="end-round"):
    """Round End: the Action Bar is cleared, Scribed Spells turn, the First Player Token moves on."""

    rule: ClassVar[str] = "round.round-end-overview"

    def run(self, table: Table) -> None:
        for seat in table.in_turn():
            clear_slots(table, seat)
            turn_scribed(table, seat)
        check_objectives(table)
        table.log(RoundEnded(rule=self.rule, round=table.state.round))
        if is_last_round(table):
            table.push(FinalScoring())
            return
        table.state.first_player = next_first_player(table)
        table.log(FirstPlayerSet(rule="round-end.first-player", seat=table.state.first_player))
        table.state.round += 1
        table.push(BeginRound())


def clear_slots(table: Table, seat: str) -> None:
    """Serfs and Action Tokens go from the Action Bar back to the Courtyard; abilities may be used again."""
    player = table.player(seat)
    serfs = sum(occupant == "serf" for occupant in player.slots.values())
    player.slots, player.used = {}, []
    player.tokens = table.pack.constants["action_tokens_per_player"]
    if serfs and player.capital is not None:
        add(table, seat, {table.faction(seat).serf: serfs}, player.capital)
    table.log(SlotsCleared(rule="round-end.return", seat=seat, serfs=serfs))


def turn_scribed(table: Table, seat: str) -> None:
    """Each Scribed Spell that is not Ready turns one step: those that are Preparing first."""
    player = table.player(seat)
    old = player.scribed
    if old.preparing or old.exhausted:
        player.scribed = Scribed(ready=sorted([*old.ready, *old.preparing]), preparing=old.exhausted)
        ready, preparing = list(old.preparing), list(old.exhausted)
        table.log(ScribedTurned(rule="round-end.rotate", seat=seat, ready=ready, preparing=preparing))


def next_first_player(table: Table) -> str:
    """The next player clockwise who is still in the game."""
    first = table.state.first_player or table.state.seats[0]
    following = [*table.clockwise(first)[1:], first]
    return next(seat for seat in following if table.is_in(seat))
