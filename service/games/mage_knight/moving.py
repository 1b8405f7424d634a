"""Moving: space by space, with what ends the movement."""

from collections.abc import Iterable, Iterator
from typing import Any

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.mage_knight.combat import start_combat
from service.games.mage_knight.events_map import Moved, Provoked
from service.games.mage_knight.gains import change_reputation
from service.games.mage_knight.ids import Space
from service.games.mage_knight.movement_rules import movement_violations
from service.games.mage_knight.revealing import arrive, place_hidden
from service.games.mage_knight.state_combat import Cause
from service.games.mage_knight.table import Table
from service.games.mage_knight.the_map import (
    is_conquered,
    is_friendly,
    move_cost,
    opponents_on,
    owner_of,
    reach,
    steps_from,
)

MOST_STEPS = 300


class Move(Action, tag="move", frozen=True):
    """Move the figure to an adjacent space."""

    space: Space

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["Move"]:
        at = table.player(actor).at
        return [cls(actor=actor, space=space) for space in steps_from(table, at)] if at is not None else []

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        yield from movement_violations(table, actor)
        at = table.player(actor).at
        if table.coordinates(self.space) is None:
            tile = table.space(self.space).tile
            yield Violation("map.revealed-only", "{tile} is not on the map", at="space", tile=tile)
            return
        near = at is not None and self.space in steps_from(table, at)
        if not near:
            yield Violation("move.space-by-space", "{space} is not adjacent", at="space", space=self.space)
        if table.has_rampaging(self.space):
            yield Violation("move.no-entering-rampaging", "a rampaging enemy stands there", at="space")
        if is_closed(table, self.space):
            yield Violation("recon.city-closed", "cities cannot be entered in this scenario", at="space")
        if near and opponents_on(table, actor, self.space) and provoked_by(table, at, self.space):
            yield Violation(
                "pvp.not-with-provoking-move",
                "{others} cannot be met by a move that provokes a rampaging enemy",
                at="space",
                others=opponents_on(table, actor, self.space),
            )
        cost = move_cost(table, actor, self.space)
        if cost is None:
            yield Violation("move.inaccessible-terrain", "{space} cannot be entered", at="space", space=self.space)
        elif near and cost > table.turn.move:
            yield Violation(
                "move.space-by-space:cost",
                "{space} costs Move {cost}, {seat} has {move}",
                at="space",
                space=self.space,
                cost=cost,
                seat=actor,
                move=table.turn.move,
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        cost, origin = move_cost(table, actor, self.space) or 0, table.player(actor).at
        table.turn.move -= cost
        provoked = provoked_by(table, origin, self.space)
        table.log(Moved(rule="move.space-by-space", seat=actor, space=self.space, cost=cost))
        enter(table, actor, self.space, provoked)


def enter(table: Table, seat: str, space: str, provoked: Iterable[str] = ()) -> None:
    """The figure comes to a space: an assault or provoked enemies end its movement and are fought."""
    turn, player, others = table.turn, table.player(seat), list(provoked)
    origin, player.at = player.at, space
    turn.moved = turn.begun = True
    remember(turn.path, space)
    assault = is_assault(table, seat, space)
    if assault:
        change_reputation(table, seat, -1, "combat.assault-reputation")
        if is_conquered(table, space):
            place_hidden(table, space, "grey", "site.keep-foreign")
    if others:
        enemies = [enemy for near in others for enemy in table.on(near).enemies]
        table.log(Provoked(rule="move.provoking", seat=seat, enemies=enemies))
    if assault or others:
        turn.movement_over = True
        cause: Cause = "assault" if assault else "provoked"
        start_combat(table, seat, cause, site=space if assault else None, others=others, origin=origin)
    elif keep_with_owner(table, seat, space):
        turn.movement_over = True
    arrive(table, seat)


def remember(path: list[str], space: str) -> None:
    """Note a space of the way of this turn. Free steps allow a way without end: of one the first loop is left out."""
    path.append(space)
    if len(path) > MOST_STEPS:
        last = {there: number for number, there in enumerate(path)}
        first = next(number for number, there in enumerate(path) if last[there] > number)
        del path[first : last[path[first]]]


def is_closed(table: Table, space: str) -> bool:
    """Whether a space holds a city that the scenario lets nobody enter."""
    return table.site(space) == "city" and "enterable" in table.scenario.cities


def provoked_by(table: Table, origin: str | None, space: str) -> list[str]:
    """The spaces whose rampaging enemies a step provokes: adjacent to both its ends."""
    if origin is None or reach(table) > 1:
        return []
    before = set(table.around(origin))
    return [near for near in table.around(space) if near in before and table.has_rampaging(near)]


def is_assault(table: Table, seat: str, space: str) -> bool:
    """Whether entering a space is an assault on its defenders: also of a foreign keep whose owner is absent."""
    if not table.is_fortified_site(space):
        return False
    if not is_conquered(table, space):
        return True
    return not is_friendly(table, seat, space) and not keep_with_owner(table, seat, space)


def keep_with_owner(table: Table, seat: str, space: str) -> bool:
    """Whether entering a space meets the owner of the keep there (``move.keep-with-owner``)."""
    owner = owner_of(table, space)
    return not is_friendly(table, seat, space) and owner in table.here(space, besides=seat)
