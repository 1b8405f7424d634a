"""The end of the game: when the scenario's conditions are met, and how the game is closed."""

from typing import ClassVar

from service.engine.state import Result
from service.engine.step import Step
from service.games.mage_knight.events_core import GameOver, ScenarioEndReached
from service.games.mage_knight.ids import DUMMY
from service.games.mage_knight.scoring import ranking, result_rule
from service.games.mage_knight.state import Ending
from service.games.mage_knight.table import Table


def scenario_met(table: Table) -> str | None:
    """The clause by which the conditions of the scenario are met now, if they are."""
    if table.scenario.end["trigger"] == "city-tile-revealed":
        return "recon.end" if table.state.world.cities else None
    return None


def check_scenario_end(table: Table, seat: str) -> None:
    """At the end of a turn: when the conditions are met, last turns begin (``turns.check-scenario-end``)."""
    state, rule = table.state, scenario_met(table)
    if rule is None or (state.ending is not None and state.ending.scenario):
        return
    table.log(ScenarioEndReached(rule=rule, scenario=table.state.scenario))
    if state.ending is not None:
        state.ending.scenario = True
        return
    at = state.order.index(seat)
    left = [*state.order[at + 1 :], *state.order[: at + 1]]
    if table.scenario.end["last_turn"] == "all-but-dummy":
        left = [party for party in left if party != DUMMY]
    state.ending = Ending(by=seat, cause="scenario", left=left, scenario=True)


def game_is_over(table: Table) -> bool:
    """Whether the game ends with this Round (``round-end.game-over``)."""
    return table.last_round() or scenario_met(table) is not None


class FinalScoring(Step, tag="final-scoring"):
    """The outcome of the game is worked out."""

    rule: ClassVar[str] = "round-end.game-over"

    def run(self, table: Table) -> None:
        state = table.state
        ranked = ranking(table)
        rule = result_rule(table)
        winners = ranked[0] if ranked else []
        reason = "The last Round is over" if scenario_met(table) is None else "The end of the scenario was reached"
        state.result = Result(rule=rule, reason=reason, winners=winners, ranking=ranked)
        state.turn = state.combat = state.ending = None
        state.agenda.clear()
        table.log(GameOver(rule=rule))
