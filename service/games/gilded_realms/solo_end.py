"""How a solo game ends, and what a game of a Saga leaves to the next one."""

import msgspec

from service.engine.agenda import name_of, steps_to_come
from service.engine.answers import Scores
from service.engine.counts import together
from service.engine.state import Result
from service.engine.step import Lanes
from service.games.gilded_realms.events import GameEnded
from service.games.gilded_realms.solo_events import AllyReturned, FrontRecorded, ProsperityGained
from service.games.gilded_realms.solo_scoring import goal
from service.games.gilded_realms.solo_state import Legacy
from service.games.gilded_realms.table import Table


def solo_result(table: Table, found: Scores) -> Result:
    """Whether the solo player has survived and reached the goal; a Saga goes on with what the game leaves."""
    (player,) = found.players
    total, wanted = player.total or 0, goal(table)
    reason = f"{player.seat} has {total} Victory Points, and {wanted} are the goal"
    if total < wanted:
        rule = "solo-type.saga-goal-missed" if table.saga is not None else "solo-win.victory-condition"
        return Result(rule=rule, reason=reason, winners=[], ranking=found.ranking)
    legacy = legacy_of(table, total - wanted)
    return Result(
        rule="solo-win.victory-condition",
        reason=reason,
        winners=[player.seat],
        ranking=found.ranking,
        legacy=msgspec.to_builtins(legacy) if legacy is not None else None,
    )


def legacy_of(table: Table, excess: int) -> Legacy | None:
    """What a won game leaves to the next one of its Saga; none after the last one, or in a Standalone game."""
    saga, solo, options = table.saga, table.state.solo, table.state.options
    if saga is None or solo is None or saga.games + 1 >= len(table.pack.solo["saga"]["games"]):
        return None
    (seat,) = table.state.seats
    if solo.ally is not None:
        name = table.pack.title(solo.ally)
        table.log(AllyReturned(rule="saga-end.return-allies", ally=solo.ally, name=name))
    table.log(FrontRecorded(rule="saga-end.record-position", position=solo.warfront))
    printed = table.pack.solo["saga"]
    points: int = printed["prosperity_per_game"] + excess * printed["prosperity_per_excess_vp"]
    table.log(ProsperityGained(rule="prosperity.per-game", seat=seat, number=points))
    return Legacy(
        games=saga.games + 1,
        difficulty=saga.difficulty if saga.games else options.difficulty,
        warfront=solo.warfront,
        prosperity=points,
        rewards=solo.rewards,
        factions=sorted({*saga.factions, table.faction(seat).id}),
    )


def put_back(table: Table) -> None:
    """Cards that were on their way into play or to be Built stay in the Build Queue, and on the pile."""
    for step in steps_to_come(table):
        if hasattr(step, "pieces"):
            queue = table.player(step.seat).queue
            queue["1"] = together(queue.get("1", {}), step.pieces)
        elif name_of(step) == "choose-wildcard-use":
            table.state.wildcards += 1


def lose_last_stand(table: Table, attack: int, defence: int) -> None:
    """A lost Last Stand ends the game, and the Saga with it; whatever else was to come is dropped."""
    state = table.state
    put_back(table)
    for step in state.agenda:
        if isinstance(step, Lanes):
            for lane in step.lanes.values():
                lane.clear()
    state.agenda[:] = [step for step in state.agenda[-1:] if isinstance(step, Lanes)]
    reason = f"{state.seats[0]} has lost the Last Stand with {defence} against {attack}"
    rule = "solo-win.defeat-last-stand"
    state.result = Result(rule=rule, reason=reason, winners=[], ranking=[list(state.seats)])
    table.log(GameEnded(rule=rule, reason=reason))
