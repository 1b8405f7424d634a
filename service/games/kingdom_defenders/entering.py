"""Entering a game in the middle: the agenda of each phase, and the piles that follow from what lies open."""

from collections.abc import Callable, Iterator
from typing import Any

from service.engine.defect import Defect, error
from service.engine.game import Entry
from service.engine.piles import Pile
from service.engine.step import Step
from service.games.kingdom_defenders.discs_consistency import left_behind
from service.games.kingdom_defenders.new_round import PHASES, clause_against, steps_from
from service.games.kingdom_defenders.placing_discs import PlaceDiscs
from service.games.kingdom_defenders.setup import piles
from service.games.kingdom_defenders.table import Table
from service.games.kingdom_defenders.tiles import BUILDINGS

Agenda = Callable[[Table, str | None], list[Step]]


def _phase(name: str) -> Agenda:
    def agenda(table: Table, actor: str | None) -> list[Step]:
        return list(reversed(steps_from(name, table.state.round, table.state.options)))

    return agenda


def _impossible(name: str, agenda: Agenda) -> Callable[[Table], Iterator[Defect]]:
    """Why no round is at this phase with these discs on the board."""

    def refuses(table: Table) -> Iterator[Defect]:
        rule = clause_against(name, table.state.round, table.state.options)
        if rule is not None:
            yield error(rule, "/round", "no-such-phase", f"round {table.state.round} has no phase {name}")
        else:
            yield from left_behind(table, agenda(table, None))

    return refuses


def _placing(table: Table, actor: str | None) -> list[Step]:
    """Phase 3 with the named player to place next, or the first of the turn order."""
    order = table.state.turn_order
    first = order.index(actor) if actor in order else 0
    step = PlaceDiscs(next=order[first - 1])
    step.next_turn(table)
    return [*_phase("placing-discs")(table, None)[:-1], step]


AGENDAS = {name: _placing if name == "placing-discs" else _phase(name) for name in PHASES if name != "new-round"}

ENTRIES: dict[str, Entry] = {
    name: Entry(agenda=agenda, refuses=_impossible(name, agenda)) for name, agenda in AGENDAS.items()
}


def fill_in(table: Table, given: frozenset[str]) -> None:
    """Work out the piles that the client did not enter: what may still come is what does not lie open or in a hand.

    Cards that have left the game are not known to the service; they count as if they could still come.
    """
    state, pack = table.state, table.pack
    fresh = piles(pack, state.options, table.number)
    hands = state.players.values()
    seen: dict[str, list[str]] = {
        "building_tiles": list(state.buildings.values()),
        "deed_pile_1": list(state.deeds.values()),
        "deed_pile_2": list(state.deeds.values()),
        "adventure_deck": [*state.adventures.values(), *(card for player in hands for card in player.adventures)],
        "reward_reserve": [*state.rewards.values(), *(relic for player in hands for relic in player.rewards)],
        "horde_deck": [state.horde.card] if state.horde else [],
    }
    for name, cards in seen.items():
        if name not in given:
            setattr(state, name, _without(fresh[name], cards))
    if "building_tiles" not in given:
        state.building_tiles.count = max(0, BUILDINGS - len(state.buildings))
    if state.round >= 4 and state.horde is not None and state.horde.side is not None and "horde_deck" not in given:
        state.horde_deck = Pile()
    for name in ("character_tiles", "fate_cards"):
        if name not in given:
            setattr(state, name, Pile())


def _without(pile: Pile, cards: list[str]) -> Pile:
    unseen: dict[str, Any] = dict(pile.unseen)
    for card in cards:
        if unseen.get(card):
            unseen[card] -= 1
            if not unseen[card]:
                del unseen[card]
    return Pile.of(unseen)
