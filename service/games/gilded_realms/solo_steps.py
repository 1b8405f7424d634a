"""What steps that only a solo game has ask of a state."""

from collections.abc import Iterator

from service.engine.defect import Defect, error
from service.games.gilded_realms.table import Table


def no_solo_game(table: Table, rule: str) -> Iterator[Defect]:
    """Where several play there is no such step."""
    if table.state.solo is None:
        yield error(rule, "", "no-solo-game", "this step belongs to a solo game")
