"""End of the Game: three assessments, each of which eliminates, until one contestant is left."""

from typing import ClassVar

from service.engine.state import Result
from service.engine.step import Step
from service.games.lords_of_xidit.events import Assessed, DummyWon, Eliminated, Won
from service.games.lords_of_xidit.scoring import DUMMY, assess, elimination_rule, ranking, survivors
from service.games.lords_of_xidit.table import Table


class AssessPlayers(Step, tag="assess-players"):
    """The assessments are made column by column; the last contestant has won."""

    rule: ClassVar[str] = "game-end.three-assessments"

    def run(self, table: Table) -> None:
        rounds = assess(table)
        for number, assessment in enumerate(rounds, start=1):
            table.log(
                Assessed(
                    rule="ranking.highest-first",
                    number=number,
                    track=assessment.track,
                    ranking=assessment.ranking,
                    values=assessment.values,
                )
            )
            for contestant in assessment.eliminated:
                rule = elimination_rule(contestant, assessment)
                table.log(Eliminated(rule=rule, contestant=contestant))
        (winner,) = survivors(table, rounds)
        places = ranking(table, rounds)
        years = table.state.options.years
        if winner == DUMMY:
            rule = "three-players.dummy-wins"
            table.log(DummyWon(rule=rule))
            table.state.result = Result(
                rule=rule, reason="the Dummy Player is the last one left", winners=[], ranking=places
            )
            return
        table.log(Won(rule="game-end.winner", winner=winner))
        table.state.result = Result(
            rule="game-end.when" if years == 12 else "short-version.end",
            reason=f"Game Year {years} has ended",
            winners=[winner],
            ranking=places,
        )
