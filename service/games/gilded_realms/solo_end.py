"""How a solo game ends."""

from service.engine.answers import Scores
from service.engine.state import Result
from service.games.gilded_realms.solo_scoring import goal
from service.games.gilded_realms.table import Table


def solo_result(table: Table, found: Scores) -> Result:
    """Whether the solo player has survived and reached the goal."""
    (player,) = found.players
    total, wanted = player.total or 0, goal(table)
    won = total >= wanted
    reason = f"{total} Victory Points, and {wanted} are the goal"
    winners = [player.seat] if won else []
    return Result(rule="solo-win.victory-condition", reason=reason, winners=winners, ranking=found.ranking)
