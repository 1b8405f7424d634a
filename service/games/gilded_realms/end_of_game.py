"""The end of the game: the tally, and who has won."""

from typing import ClassVar

from service.engine.answers import Scores
from service.engine.state import Result
from service.engine.step import Step
from service.games.gilded_realms.events import GameEnded
from service.games.gilded_realms.scoring import scores
from service.games.gilded_realms.solo_end import solo_result
from service.games.gilded_realms.table import Table


class FinalScoring(Step, tag="final-scoring"):
    """Victory Points are tallied, and the game is over."""

    rule: ClassVar[str] = "ceremony.then-tally"

    def run(self, table: Table) -> None:
        finish(table)


def finish(table: Table) -> None:
    """End the game now: whatever else was to come is dropped."""
    state = table.state
    state.agenda.clear()
    state.offers = []
    found = scores(table)
    if table.solo:
        state.result = solo_result(table, found)
    else:
        state.result = most_points(table, found)
    table.log(GameEnded(rule=state.result.rule, reason=state.result.reason))


def most_points(table: Table, found: Scores) -> Result:
    """The player with the most Victory Points has won; among several the one of the highest Rank."""
    best = found.ranking[0][0]
    points = max(player.total or 0 for player in found.players)
    level = [player.seat for player in found.players if player.total == points]
    rule, reason = "how-to-win.most-vp", f"after round {table.state.round} {best} has the most Victory Points: {points}"
    if len(level) > 1:
        rule, highest = "tally.winner", max(table.rank(seat) for seat in level)
        by = "Rank" if sum(table.rank(seat) == highest for seat in level) == 1 else "Rank, by Reputation"
        reason = f"{' and '.join(level)} have {points} Victory Points each, and {best} is of the highest {by}"
    return Result(rule=rule, reason=reason, winners=[best], ranking=found.ranking)
