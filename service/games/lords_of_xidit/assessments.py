"""End of the Game: three assessments, each of which eliminates, until one contestant is left."""

from typing import ClassVar

from service.engine.state import Result
from service.engine.step import Step
from service.games.lords_of_xidit.events import Assessed, Eliminated, Won
from service.games.lords_of_xidit.scoring import DUMMY, assess, ranking, survivors
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
                rule = _elimination_rule(contestant, assessment.eliminated)
                table.log(Eliminated(rule=rule, contestant=contestant))
        (winner,) = survivors(table, rounds)
        rule = "three-players.dummy-wins" if winner == DUMMY else "game-end.winner"
        table.log(Won(rule=rule, winner=winner))
        places = ranking(table, rounds)
        years = table.state.options.years
        table.state.result = Result(
            rule="game-end.when" if years == 12 else "short-version.end",
            reason=f"Game Year {years} has ended",
            winners=[] if winner == DUMMY else [winner],
            ranking=places,
        )


def _elimination_rule(contestant: str, eliminated: list[str]) -> str:
    if contestant == DUMMY:
        return "three-players.dummy-eliminated"
    return "elimination.five-players-two-out" if len(eliminated) > 1 else "elimination.lowest-out"
