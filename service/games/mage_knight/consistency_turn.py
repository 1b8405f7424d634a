"""What must be true of the turn that is being played: its way over the map, its Rest, and what is bought in it."""

from collections.abc import Iterator

from service.engine.agenda import name_of
from service.engine.defect import Defect, error
from service.games.mage_knight.interacting import locals_violations
from service.games.mage_knight.table import Table


def turn_defects(table: Table) -> Iterator[Defect]:
    """What cannot be of the movement and the action of a turn."""
    turn = table.state.turn
    if turn is None:
        return
    tiles = set(table.state.world.tiles.values())
    for number, space in enumerate(turn.path):
        if table.space(space).tile not in tiles:
            yield error(
                "map.revealed-only", f"/turn/path/{number}", "unrevealed", f"{table.where(space)} is not revealed"
            )
    if turn.at_once is not None:
        waiting = any(name_of(step) in ("use-at-once", "carry-out") for step in table.state.agenda)
        tokens = table.player(turn.seat).tokens if turn.seat in table.state.players else {}
        if not waiting or not tokens.get(turn.at_once):
            detail = f"no {turn.at_once} mana waits to be used"
            yield error("effects.follow-card-text", "/turn/at_once", "nothing", detail)
    if turn.rested and not turn.resting:
        yield error("rest.must-be-completed", "/turn/rested", "not-declared", "no Rest has been declared")
    if turn.resting and (turn.moved or turn.deed is not None):
        yield error("turn.two-options", "/turn/resting", "regular", "a Rest has neither movement nor action")
    if turn.interacting and turn.deed != "interact":
        yield error("interact.is-the-action", "/turn/interacting", "deed", "the action of the turn is another one")
    if turn.interacting and turn.seat in table.state.players and any(locals_violations(table, turn.seat)):
        yield error("interact.where", "/turn/interacting", "site", "there is nobody to interact with")
    if turn.debt and turn.influence:
        yield error("interact.total-not-negative", "/turn/debt", "covered", "Influence points are left and not covered")
