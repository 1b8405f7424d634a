"""Errors that would strike only later: a draw that will find nothing, and an agenda that does not reach the end."""

from collections.abc import Iterator

from service.engine.agenda import name_of, steps_to_come
from service.engine.defect import Defect, error
from service.engine.piles import Pile
from service.engine.step import Step
from service.games.kingdom_defenders.area_b import ActivateAreaB
from service.games.kingdom_defenders.area_c import ActivateAreaC, SkipAreaC
from service.games.kingdom_defenders.area_d import ActivateAreaD
from service.games.kingdom_defenders.characters import ActivateAreaA
from service.games.kingdom_defenders.end_of_game import AssignOrbs, FinalScoring
from service.games.kingdom_defenders.favor_of_the_king import BeginFavor
from service.games.kingdom_defenders.horde import EndSiege, MoveHorde, NextHorde, RevealHorde
from service.games.kingdom_defenders.maintenance import LAST_REVEAL, Maintain, RevealBuilding
from service.games.kingdom_defenders.new_round import EndRound, NewRound, steps_from
from service.games.kingdom_defenders.placing_discs import BeginPlacing, PlaceDiscs
from service.games.kingdom_defenders.rewards import DrawReward
from service.games.kingdom_defenders.setup import DealFate, DealFateCards, DrawCharacter, SetUp, TakeStartGoods
from service.games.kingdom_defenders.table import Table
from service.games.kingdom_defenders.tiles import (
    BUILDINGS,
    MOST_ATTACK_TILES,
    attack_tiles_in_game,
    characters_per_game,
)

LAST_FROM_DECK = 3
"""The last round in which the new Horde comes from the deck; later it is the special one."""

ROUND = (
    *(NewRound, BeginFavor, BeginPlacing, PlaceDiscs, ActivateAreaA, ActivateAreaB, ActivateAreaC, SkipAreaC),
    *(MoveHorde, ActivateAreaD, Maintain, EndRound),
)
"""The phases of a round and its end. ``NewRound`` is over at once: no state has it."""

LEAD_ON = (EndRound, SetUp, DealFateCards, TakeStartGoods)
"""The steps below all others on the way to the scoring."""


SETTING_UP = ("set-up", "draw-character", "place-characters", "draw-pawn", "deal-fate-cards")


def is_setting_up(table: Table) -> bool:
    """Whether tiles and turn order are still being drawn."""
    return any(name_of(step) in SETTING_UP for step in table.state.agenda)


def foresight(table: Table) -> Iterator[Defect]:
    """What would make a legal action fail later on; nothing for a game that is over or has no agenda yet."""
    if table.state.result is not None or not table.state.agenda:
        return
    broken = list(_agenda(table))
    if broken:
        yield from broken
        return
    yield from _horde_deck(table)
    yield from _tiles(table)
    yield from _next_building(table)
    yield from _other_draws(table)


def _agenda(table: Table) -> Iterator[Defect]:
    """The agenda leads to the scoring, through the phases of the round in their order."""
    agenda = table.state.agenda
    scorings = [index for index, step in enumerate(agenda) if isinstance(step, FinalScoring)]
    below = [index for index, step in enumerate(agenda) if isinstance(step, LEAD_ON)]
    if scorings and (scorings != [0] or not all(isinstance(step, AssignOrbs) for step in agenda[1:])):
        yield error(
            "end-game.sources",
            "/agenda",
            "no-end",
            "only Orbs are assigned before the final scoring, and it comes once",
        )
    elif not scorings and below != [0]:
        yield error("how-to-play.phase-order", "/agenda", "no-end", "the agenda does not lead to the end of the game")
    elif not scorings and not _in_order(table):
        detail = f"the agenda is not made of the phases still to come in round {table.state.round}, in their order"
        yield error("how-to-play.phase-order", "/agenda", "order", detail)


def _in_order(table: Table) -> bool:
    """Whether the phases on the agenda are the last ones of this round, below everything else; none during setup."""
    state, agenda = table.state, table.state.agenda
    found = sum(isinstance(step, ROUND) for step in steps_to_come(table))
    whole = steps_from("favor-of-the-king", state.round, state.options)[::-1]
    due = [type(step) for step in whole[:found]]
    there = [BeginPlacing if isinstance(step, PlaceDiscs) else type(step) for step in agenda[:found]]
    return there == due and not (found and how_many(table, *LEAD_ON[1:]))


# --- the Horde deck ---------------------------------------------------------------------------------------------------


def hordes_needed(table: Table) -> int:
    """How many Hordes may still have to come from the deck: at most one each round, besides the first."""
    state, variant = table.state, table.state.options.variant
    due = how_many(table, RevealHorde)
    if variant == "extreme" and how_many(table, SetUp):
        due += 1
    if state.round <= LAST_FROM_DECK and how_many(table, MoveHorde, EndSiege, NextHorde):
        due += 1
    if variant == "family" or not goes_on(table):
        return due
    coming = LAST_FROM_DECK - state.round
    # In round 1 of the Extreme Variant, while the game is being set up, its own Movement is still to come as well.
    if how_many(table, *LEAD_ON[1:]) and variant == "extreme":
        coming += 1
    return due + max(0, coming) + (state.round == 1 and variant == "none")


def _horde_deck(table: Table) -> Iterator[Defect]:
    needed, left = hordes_needed(table), drawable(table.state.horde_deck)
    if left < needed:
        rule = "new-horde.rounds-2-3-from-deck"
        yield too_few(rule, "/horde_deck/count", f"{needed} Horde(s) may still come from the deck, which has {left}")


# --- tiles ------------------------------------------------------------------------------------------------------------


def characters_needed(table: Table) -> int:
    """How many Characters are still to be drawn."""
    return how_many(table, DrawCharacter) + characters_per_game(table.number) * how_many(table, SetUp)


def buildings_needed(table: Table) -> int:
    """How many Buildings are still to be turned up: those due now, and one in each Maintenance up to round 4."""
    state = table.state
    due = how_many(table, RevealBuilding) + how_many(table, SetUp)
    first = state.round if how_many(table, Maintain, *LEAD_ON[1:]) else state.round + 1
    last = LAST_REVEAL if goes_on(table) else state.round
    coming = max(0, min(last, LAST_REVEAL) - first + 1)
    return due + max(0, min(coming, BUILDINGS - len(state.buildings) - due))


def _tiles(table: Table) -> Iterator[Defect]:
    """A third attack tile is put aside, so a pile of nothing else is as good as empty."""
    state, rule = table.state, "difficulty-setup.tiles-per-game"
    room = max(0, MOST_ATTACK_TILES - attack_tiles_in_game(table))
    needed, left = characters_needed(table), _allowed(table, state.character_tiles, room)
    if left < needed:
        yield too_few(rule, "/character_tiles", f"{needed} Character(s) are still to come, and {left} can")
    room -= min(room, needed, _attackers(table, state.character_tiles))
    needed, left = buildings_needed(table), _allowed(table, state.building_tiles, room)
    if left < needed:
        yield too_few(rule, "/building_tiles", f"{needed} Building(s) are still to come, and {left} can")


def _next_building(table: Table) -> Iterator[Defect]:
    """A round does not end before the Building of the next one lies open: Maintenance turns it up."""
    state = table.state
    if state.round > LAST_REVEAL or not how_many(table, EndRound) or how_many(table, *LEAD_ON[1:]):
        return
    named = {step.site for step in steps_to_come(table) if isinstance(step, RevealBuilding)}
    missing = [site for site in table.pack.sites[: state.round + 1] if site not in {*state.buildings, *named}]
    if len(missing) > how_many(table, Maintain):
        detail = f"nothing turns up the Building on {missing[0]} before round {state.round + 1}"
        yield error("buildings.reveal-per-round", "/agenda", "missing", detail)


def _attackers(table: Table, pile: Pile) -> int:
    return sum(number for code, number in pile.unseen.items() if code in table.pack.tiles and table.tile(code).attack)


def _allowed(table: Table, pile: Pile, room: int) -> int:
    """How many tiles of a pile may come at least when there is room for so many attack tiles."""
    attackers = _attackers(table, pile)
    return min(pile.count, sum(pile.unseen.values()) - attackers + min(attackers, room))


# --- other draws ------------------------------------------------------------------------------------------------------


def _other_draws(table: Table) -> Iterator[Defect]:
    fates = how_many(table, DealFate) + 2 * table.number * how_many(table, SetUp, DealFateCards)
    left = drawable(table.state.fate_cards)
    if left < fates:
        detail = f"{fates} Fate card(s) are still to be dealt, and {left} are left"
        yield too_few("players-setup.deal-fate", "/fate_cards/count", detail)
    rewards, left = how_many(table, DrawReward), drawable(table.state.reward_reserve)
    if left < rewards:
        detail = f"{rewards} Reward(s) are drawn from the chest, which has {left}"
        yield too_few("deeds.reward-random", "/reward_reserve/count", detail)


# --- helpers ----------------------------------------------------------------------------------------------------------


def how_many(table: Table, *kinds: type[Step]) -> int:
    """How many steps of these kinds are still to come."""
    coming = table.coming()
    return sum([coming.get(kind, 0) for kind in kinds])


def goes_on(table: Table) -> bool:
    """Whether a further round may follow."""
    return how_many(table, *LEAD_ON) > 0


def drawable(pile: Pile) -> int:
    """How many cards can be drawn from a pile."""
    return min(pile.count, sum(pile.unseen.values()))


def too_few(rule: str, pointer: str, detail: str) -> Defect:
    """A pile from which a draw will find nothing."""
    return error(rule, pointer, "too-few", detail)
