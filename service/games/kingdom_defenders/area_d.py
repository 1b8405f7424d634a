"""4.5 Activating Area D: the two doors and the turn order."""

from typing import ClassVar

from service.engine.step import Step
from service.games.kingdom_defenders.gains import recover
from service.games.kingdom_defenders.inn import move_pawn
from service.games.kingdom_defenders.table import Table


class ActivateAreaD(Step, tag="activate-area-d"):
    """Door 1, then door 2: the pawn is taken out and put in at that position, the others move to the right."""

    rule: ClassVar[str] = "area-d.displaced-move-right"

    def run(self, table: Table) -> None:
        for door, space in enumerate(table.pack.area_d, start=1):
            standing = table.state.discs.get(space)
            if standing is None:
                continue
            stays = door == 1 and table.state.turn_order[0] == standing.seat
            move_pawn(table, standing.seat, door, "area-d.keep-first" if stays else f"area-d.door-{door}")
        for space in table.pack.area_d:
            if space in table.state.discs:
                recover(table, space, "area-d.recover-discs")
