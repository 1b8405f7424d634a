"""End of the Game Year: the yearly limits are lifted, the year advances, the First Player token moves on."""

from typing import ClassVar

from service.engine.step import Step
from service.games.lords_of_xidit.assessments import AssessPlayers
from service.games.lords_of_xidit.census import BeginCensus
from service.games.lords_of_xidit.events import (
    FirstPlayerPassed,
    FirstPlayerStays,
    YearAdvanced,
    YearEnded,
)
from service.games.lords_of_xidit.secret_orders import BeginYear, reset_limits
from service.games.lords_of_xidit.table import Table


class EndOrders(Step, tag="end-orders"):
    """All Orders are executed: a census follows in census years, then the Game Year ends."""

    rule: ClassVar[str] = "year-end.when"

    def run(self, table: Table) -> None:
        table.push(*([BeginCensus()] if table.is_census_year else []), EndYear())


class EndYear(Step, tag="end-year"):
    """The next Game Year opens, or the game ends after the last."""

    rule: ClassVar[str] = "year-end.advance-year"

    def run(self, table: Table) -> None:
        state = table.state
        table.log(YearEnded(rule="year-end.when", year=state.year))
        reset_limits(table)
        state.orders = {}
        if state.year == state.options.years:
            table.log(FirstPlayerStays(rule="year-end.no-pass-after-last-year", seat=state.first_player))
            table.push(AssessPlayers())
            return
        state.year += 1
        state.order = 1
        table.log(YearAdvanced(rule=self.rule, year=state.year))
        state.first_player = table.in_turn()[1]
        table.log(FirstPlayerPassed(rule="year-end.pass-first-player", seat=state.first_player))
        table.push(BeginYear())
