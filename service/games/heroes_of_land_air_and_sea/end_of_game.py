"""End of the Game: the four X-Objectives, the final round, and the result."""

from typing import ClassVar

from service.engine.answers import Scores
from service.engine.state import Result
from service.engine.step import Step
from service.games.heroes_of_land_air_and_sea.agenda_order import is_setting_up
from service.games.heroes_of_land_air_and_sea.end_events import OBJECTIVE_NAME, EndReached, EndTriggered, GameEnded
from service.games.heroes_of_land_air_and_sea.scoring import scores
from service.games.heroes_of_land_air_and_sea.solo_events import EnemyShares, EnemyWins
from service.games.heroes_of_land_air_and_sea.solo_scoring import beats_enemy, shared_with_enemy
from service.games.heroes_of_land_air_and_sea.state import Ending, Objective
from service.games.heroes_of_land_air_and_sea.table import Table, in_words


def check_objectives(table: Table) -> None:
    """Trigger the end where an X-Objective is achieved; asked after whatever may achieve one."""
    if table.state.ending is None and not is_setting_up(table):
        found = achieved(table)
        if found is not None:
            trigger(table, *found)


def achieved(table: Table) -> tuple[Objective, str | None] | None:
    """The X-Objective that the table shows as achieved, and by whom: eXplore, eXploit or eXpand."""
    if not any(tokens.down for tokens in table.state.land_tokens.values()):
        return "explore", None
    for seat in [*table.in_turn(), *table.parties()[len(table.state.seats) :]]:
        player = table.player(seat)
        if len(player.towers) == table.pack.constants["tower"]["count_per_faction"]:
            return "exploit", seat
        if player.faction is not None and is_expanded(table, seat):
            return "expand", seat
    return None


def is_expanded(table: Table, seat: str) -> bool:
    """Whether all Serfs and Warriors of a player are in play."""
    faction = table.faction(seat)
    in_play = table.in_play(seat)
    return all(in_play.get(unit, 0) >= table.unit(unit).count for unit in (faction.serf, faction.warrior))


def trigger(table: Table, objective: Objective, seat: str | None) -> None:
    """The end is triggered: the round that is being played is finished, and one more is the last."""
    if table.state.ending is None:
        over, rule = is_decided(table), rule_of_objective(objective)
        last = table.state.round if over else table.state.round + 1
        table.state.ending = Ending(objective=objective, seat=seat, last_round=last)
        if over:
            table.log(EndReached(rule=rule, objective=objective))
        else:
            table.log(EndTriggered(rule=rule, objective=objective, last_round=last))


def is_decided(table: Table) -> bool:
    """Whether only one player is left, or only one team: the game ends at once."""
    return not any(table.rivals(party) for party in table.parties() if table.is_in(party))


def rule_of_objective(objective: Objective) -> str:
    """The clause that makes this objective one."""
    return "solo.end" if objective == "capital-track" else f"object.{objective}"


def is_last_round(table: Table) -> bool:
    """Whether no further round follows."""
    state, limit = table.state, table.state.options.round_limit
    if limit is not None and state.round >= limit:
        return True
    return state.ending is not None and state.round >= state.ending.last_round


class FinalScoring(Step, tag="final-scoring"):
    """The points are totalled, and the game is over."""

    rule: ClassVar[str] = "object.most-vp-wins"

    def run(self, table: Table) -> None:
        finish(table)


def finish(table: Table) -> None:
    """End the game now: whatever else was to come is dropped."""
    state = table.state
    state.agenda.clear()
    state.exploring = state.battle = None
    found = scores(table)
    winners = winners_of(table, found)
    ending = state.ending
    if ending is None or state.round < ending.last_round:
        rule, reason = "object.most-vp-wins", f"{in_words(state.options.round_limit or 0, 'round')} had been agreed on"
    else:
        rule = rule_of_objective(ending.objective)
        reason = f"{OBJECTIVE_NAME[ending.objective]} was achieved"
    alive = [party for party in table.parties() if table.is_in(party)]
    if is_decided(table):
        rule = "end.exterminate-two-players" if len(state.seats) == 2 else "capital-battle.last-player"
        rule = "solo.end" if state.solo is not None else rule
        names, gone = told_together(table, alive), [party for party in table.parties() if party not in alive]
        one = len(gone) == 1
        lost = f"the Capital {'City' if one else 'Cities'} of {told_together(table, gone)} {'was' if one else 'were'}"
        reason = f"{lost} destroyed: only {names} {'is' if len(alive) == 1 else 'are'} left"
    state.result = Result(rule=rule, reason=reason, winners=winners, ranking=found.ranking)
    if not winners:
        table.log(EnemyWins(rule="object.most-vp-wins", points=found.opponents[0]["total"]))
        return
    totals = {player.seat: player.total or 0 for player in found.players}
    team = [seat for seat in state.seats if state.teams and state.teams[seat] == state.teams[winners[0]]]
    points = sum(totals[seat] for seat in team or winners[:1])
    table.log(GameEnded(rule="object.most-vp-wins", winners=winners, points=points))
    if state.solo is not None and shared_with_enemy(table, winners[0], points, found.opponents[0]["total"]):
        table.log(EnemyShares(rule="scoring.tie", seat=winners[0]))


def told_together(table: Table, parties: list[str]) -> str:
    """Players and the automated Enemy by their names."""
    return " and ".join(map(table.pack.words.name, parties))


def winners_of(table: Table, found: Scores) -> list[str]:
    """Who has won: the best of the ranking, a whole team, nobody where the automated Enemy has."""
    best = found.ranking[0]
    if table.state.solo is not None:
        return best if beats_enemy(table, best[0], found.players[0].total or 0, found.opponents[0]["total"]) else []
    return best if table.state.teams else [seat for seat in best if table.is_in(seat)]
