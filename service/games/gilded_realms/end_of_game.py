"""The end of the game: the tally, and who has won."""

from typing import ClassVar

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
        best = found.ranking[0][0]
        points = next(player.total for player in found.players if player.seat == best)
        reason = f"after round {state.round} {best} has the most Victory Points: {points}"
        state.result = Result(rule="how-to-win.most-vp", reason=reason, winners=[best], ranking=found.ranking)
    table.log(GameEnded(rule=state.result.rule, reason=state.result.reason))
