"""What the Warfront is worth, and whether a solo game is won."""

from service.engine.answers import ScoreLine
from service.games.gilded_realms.table import Table


def warfront_line(table: Table) -> ScoreLine:
    """The Victory Points of the Warfront position."""
    assert table.state.solo is not None
    position = table.state.solo.warfront
    points: dict[str, int] = table.pack.solo["warfront_track"]["vp_by_position"]
    return ScoreLine(rule="tally.warfront", label=f"Warfront at {position}", points=points.get(str(position), 0))


def goal(table: Table) -> int:
    """The Victory Points that win this game."""
    goals = table.difficulty.vp_goal
    if table.saga is not None:
        return int(goals["saga"][table.saga.games])
    return int(goals[table.state.options.length])
