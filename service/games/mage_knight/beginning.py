"""How a turn begins, also one that is played within the turn of another player."""

from service.engine.step import Step
from service.games.mage_knight.cards import deck_is_empty
from service.games.mage_knight.events_core import TurnBegun
from service.games.mage_knight.gains import gain_token
from service.games.mage_knight.sites import start_on_site
from service.games.mage_knight.state_turn import Turn
from service.games.mage_knight.table import Table


def portal(table: Table) -> str:
    """The space of the portal on the starting tile."""
    shape = table.pack.shapes[table.scenario.shapes[table.count()]]
    return f"{shape.start_tile}.C"


def begin_turn(table: Table, seat: str, rule: str) -> None:
    """A turn begins, with what works at its start."""
    state, player = table.state, table.player(seat)
    if player.at is None:
        player.at = portal(table)
    state.turn = Turn(
        seat=seat,
        began_empty=not player.hand and not deck_is_empty(player),
        began_without_deck=deck_is_empty(player),
        path=[player.at],
    )
    table.log(TurnBegun(rule=rule, seat=seat))
    for lasting in state.lasting:
        node = table.node(lasting.node)
        if lasting.owner == seat and node.op == "gain-mana-each-turn" and lasting.color is not None:
            gain_token(table, seat, lasting.color, node.params["count"])
    start_on_site(table, seat)


def act_as(table: Table, seat: str, rule: str) -> None:
    """Within one turn another player acts: that player's turn is taken up again, or begins; the other one waits."""
    state = table.state
    if state.turn is not None and state.turn.seat == seat:
        return
    if state.turn is not None:
        state.waiting[state.turn.seat] = state.turn
    kept = state.waiting.pop(seat, None)
    if kept is not None:
        state.turn = kept
        table.memo.clear()
    else:
        begin_turn(table, seat, rule)


def leave(table: Table, step: Step) -> None:
    """A moment is over: it leaves the agenda, on which the next one comes in its place."""
    agenda = table.state.agenda
    if agenda and agenda[-1] is step:
        agenda.pop()
