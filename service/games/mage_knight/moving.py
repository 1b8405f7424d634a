"""Moving: space by space, with what ends the movement."""

from collections.abc import Iterable, Iterator
from typing import Any

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.mage_knight.combat import start_combat
from service.games.mage_knight.events_map import Moved
from service.games.mage_knight.gains import change_reputation
from service.games.mage_knight.ids import Space
from service.games.mage_knight.movement_rules import movement_violations
from service.games.mage_knight.revealing import arrive
from service.games.mage_knight.state_combat import Cause
from service.games.mage_knight.table import Table
from service.games.mage_knight.the_map import move_cost


class Move(Action, tag="move", frozen=True):
    """Move the figure to an adjacent space."""

    space: Space

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["Move"]:
        at = table.player(actor).at
        return [cls(actor=actor, space=space) for space in table.around(at)] if at is not None else []

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        yield from movement_violations(table, actor)
        at = table.player(actor).at
        if at is None or self.space not in table.around(at):
            yield Violation("move.space-by-space", "{space} is not adjacent", at="space", space=table.where(self.space))
            return
        if table.has_rampaging(self.space):
            yield Violation("move.no-entering-rampaging", "a rampaging enemy stands there", at="space")
        if table.site(self.space) == "city" and "enterable" in table.scenario.cities:
            yield Violation("recon.city-closed", "cities cannot be entered in this scenario", at="space")
        cost = move_cost(table, actor, self.space)
        if cost is None:
            yield Violation(
                "move.inaccessible-terrain", "{space} cannot be entered", at="space", space=table.where(self.space)
            )
        elif cost > table.turn.move:
            yield Violation(
                "move.space-by-space:cost",
                "{space} costs {cost} Move points, {seat} has {move}",
                at="space",
                space=table.where(self.space),
                cost=cost,
                seat=actor,
                move=table.turn.move,
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        turn, player = table.turn, table.player(actor)
        cost, origin = move_cost(table, actor, self.space) or 0, player.at
        turn.move -= cost
        turn.moved = turn.begun = True
        turn.path.append(self.space)
        player.at = self.space
        table.log(Moved(rule="move.space-by-space", seat=actor, space=self.space, cost=cost))
        provoked = provoked_by(table, origin, self.space)
        assault = is_assault(table, actor, self.space)
        if assault:
            change_reputation(table, actor, -1, "combat.assault-reputation")
        if assault or provoked:
            turn.movement_over = True
            cause: Cause = "assault" if assault else "provoked"
            start_combat(table, actor, cause, site=self.space if assault else None, others=provoked, origin=origin)
        arrive(table, actor)


def provoked_by(table: Table, origin: str | None, space: str) -> list[str]:
    """The spaces whose rampaging enemies a step provokes: adjacent to both its ends."""
    if origin is None:
        return []
    before = set(table.around(origin))
    return [near for near in table.around(space) if near in before and table.has_rampaging(near)]


def is_assault(table: Table, seat: str, space: str) -> bool:
    """Whether entering a space is an assault on its defenders."""
    there = table.on(space)
    return table.is_fortified_site(space) and bool(there.enemies or there.hidden)
