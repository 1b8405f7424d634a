"""The end of the game: when last turns begin for the scenario, and how the game is closed."""

from typing import ClassVar

from service.engine.state import Result
from service.engine.step import Step
from service.games.mage_knight.events_core import GameOver, ScenarioEndReached
from service.games.mage_knight.events_scenarios import GameLost, GameWon
from service.games.mage_knight.ids import DUMMY
from service.games.mage_knight.scenarios import scenario_met
from service.games.mage_knight.scoring import has_goal, outcome_rule, ranking, result_rule
from service.games.mage_knight.state import Ending
from service.games.mage_knight.table import Table
from service.games.mage_knight.team import is_team


def check_scenario_end(table: Table, seat: str) -> None:
    """At the end of a turn: when the conditions are met, last turns begin (``turns.check-scenario-end``).

    Where last turns are being played already, because the End of the Round was announced, the Round ends with them.
    """
    state, rule = table.state, scenario_met(table)
    if rule is None or (state.ending is not None and state.ending.scenario):
        return
    table.log(ScenarioEndReached(rule=rule, scenario=table.state.scenario))
    if state.ending is None:
        whose = _whose_turn(table, seat)
        at = state.order.index(whose)
        left = [*state.order[at + 1 :], *state.order[: at + 1]]
        state.ending = Ending(by=whose, cause="scenario", left=left)
    state.ending.scenario = True
    if table.scenario.end["last_turn"] == "all-but-dummy":
        state.ending.left = [party for party in state.ending.left if party != DUMMY]


def _whose_turn(table: Table, seat: str) -> str:
    """In whose turn a player ends an own one: others do so within that of who has proposed an assault, or attacked."""
    state = table.state
    if state.assault is not None:
        return state.assault.order[0]
    return state.duel.aggressor if state.duel is not None else seat


def game_is_over(table: Table) -> bool:
    """Whether the game ends with this Round (``round-end.game-over``)."""
    return table.last_round() or scenario_met(table) is not None


class FinalScoring(Step, tag="final-scoring"):
    """The outcome of the game is worked out. How the last Round ended stays known: it counts for the score."""

    rule: ClassVar[str] = "round-end.game-over"

    def run(self, table: Table) -> None:
        state, met = table.state, scenario_met(table) is not None
        state.turn = state.combat = None
        state.result = Result(rule=result_rule(table), reason="", winners=[], ranking=[])
        ranked = [list(state.seats)] if is_team(table) else ranking(table)
        winners = ranked[0] if met or not has_goal(table) else []
        reason = "The end of the scenario was reached" if met else "The last Round is over"
        state.result = Result(rule=result_rule(table), reason=reason, winners=winners, ranking=ranked)
        state.agenda.clear()
        table.log(GameOver(rule=result_rule(table)))
        table.log(GameWon(rule=outcome_rule(table), winners=winners) if winners else GameLost(rule=outcome_rule(table)))
