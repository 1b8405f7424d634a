"""When the figure may move and tiles may be explored."""

from collections.abc import Iterator

from service.engine.violation import Violation
from service.games.mage_knight.table import Table


def movement_violations(table: Table, seat: str) -> Iterator[Violation]:
    """Why the movement part of the turn is over, or cannot begin."""
    turn = table.turn
    if turn.resting:
        yield Violation("rest.no-move-fight-interact", "{seat} rests and cannot move", at="type", seat=seat)
    elif turn.deed is not None:
        yield Violation("turn.nothing-after-action", "{seat} has had the action of the turn", at="type", seat=seat)
    elif turn.movement_over:
        yield Violation("move.assault-ends-movement:over", "the movement of {seat} is over", at="type", seat=seat)
    if table.state.combat is not None:
        yield Violation("turn.no-moving-outside-movement", "{seat} cannot move in a combat", at="type", seat=seat)
