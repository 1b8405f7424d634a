"""Contents of a solo game that no play leads to: judged all the same, and told as warnings."""

from collections.abc import Iterator

from service.engine.agenda import name_of
from service.engine.defect import Defect, warning
from service.games.heroes_of_land_air_and_sea.ids import ENEMY
from service.games.heroes_of_land_air_and_sea.solo_deck import deck
from service.games.heroes_of_land_air_and_sea.state import Solo
from service.games.heroes_of_land_air_and_sea.table import Table


def solo_contents(table: Table) -> Iterator[Defect]:
    """What lies on the table of a solo game although nothing puts it there; the setup is over."""
    solo = table.state.solo
    if solo is None or solo.enemy.faction is None or solo.enemy.capital is None or table.state.result is not None:
        return
    yield from _continents(table, solo)
    yield from _ending(table, solo)
    yield from _tokens(table, solo)
    yield from _cards(table, solo)
    yield from _turns(table)


def _continents(table: Table, solo: Solo) -> Iterator[Defect]:
    regions = table.pack.regions
    own = {regions[board.capital].continent for board in table.state.players.values() if board.capital in regions}
    there = regions[solo.enemy.capital].continent if solo.enemy.capital in regions else ""
    if own and not own & set(table.pack.adjacent_continents.get(there, ())):
        detail = f"{table.named(there)} is not adjacent to the Continent of the player"
        yield warning("solo.setup-continent", "/solo/enemy/capital", "continent", detail)


def _ending(table: Table, solo: Solo) -> Iterator[Defect]:
    ending, end_of_track = table.state.ending, len(table.pack.capital_track)
    if solo.enemy.track == end_of_track and ending is None:
        yield warning("solo.end", "/ending", "missing", "the Capital City Track is at its end, and no end is triggered")
    if ending is None:
        return
    if ending.objective == "capital-track" and (solo.enemy.track < end_of_track or ending.seat != ENEMY):
        yield warning("solo.end", "/ending", "not-yet", "the Enemy has not reached the end of its Capital City Track")
    if ending.objective == "exterminate":
        yield warning("solo.end", "/ending", "over", "the game is over when a Capital City is destroyed")


def _tokens(table: Table, solo: Solo) -> Iterator[Defect]:
    """What the Enemy has collected has lain on the map."""
    state, pack = table.state, table.pack
    capitals = {table.player(party).capital for party in table.parties()}
    placed = sum(region.tokens for region in pack.regions.values() if region.id not in capitals)
    placed += sum(pack.seas.values())
    on_map = [*state.land_tokens.values(), *state.sea_tokens.values()]
    gone = placed - sum(tokens.down + len(tokens.up) + len(tokens.stay) for tokens in on_map)
    if solo.enemy.collected > gone:
        detail = f"the Enemy has collected {solo.enemy.collected} Exploration Tokens; gone from the map: {gone}"
        yield warning("solo.tokens", "/solo/enemy/collected", "count", detail)


def _cards(table: Table, solo: Solo) -> Iterator[Defect]:
    """The deck never runs short while there are discards; a Hero has a card once its action has begun."""
    if solo.discard_pile and len(deck(table)) < 2:
        yield warning("solo.reshuffle", "/solo/discard_pile", "deck", "the discards would have been shuffled in by now")
    agenda = table.state.agenda
    if not any(name_of(step) == "collect" for step in agenda) or solo.enemy.faction is None:
        return
    to_come = {step.number for step in agenda if name_of(step) in ("enemy-turn", "draw-solo-card")}
    for number, hero in enumerate((entry.unit for entry in table.pack.solo_boards[solo.enemy.faction]), start=1):
        if (number in to_come) == (hero in solo.slots):
            told = "has a card and has not acted yet" if number in to_come else "has acted and has no card"
            detail = f"{table.named(hero)} {told} in this round"
            yield warning("solo.sequence", f"/solo/slots/{hero}", "slot", detail)


def _turns(table: Table) -> Iterator[Defect]:
    """The player has an Action Token for each turn to come."""
    (seat,) = table.state.seats
    turns = sum(name_of(step) == "take-turn" and step.stage == "before" for step in table.state.agenda)
    tokens = table.player(seat).tokens
    if tokens != turns and any(name_of(step) == "collect" for step in table.state.agenda):
        detail = f"Action Tokens of {table.named(seat)}: {tokens}; turns to come in this round: {turns}"
        yield warning("solo.sequence", f"/players/{seat}/tokens", "turns", detail)
