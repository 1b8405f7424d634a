"""What must be true of any state: errors keep the referee from judging, warnings are counts that do not add up."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from service.engine.defect import Defect, error, warning
from service.games.lords_of_xidit.ids import TRACKS, UNITS
from service.games.lords_of_xidit.scoring import is_hidden
from service.games.lords_of_xidit.table import Table

KIT_BARDS, KIT_STORIES = 20, 15
SETTING_UP = ("set-up", "draw-city-tile", "draw-assessment", "place-idrakys")
RENEWING = ("renew-queues", "renew-after", "awaken", "turn-titan", "reinforce", "regroup", "draw-city-tile")


def consistency(table: Table) -> Iterator[Defect]:
    """Everything about a state that cannot be, or does not add up."""
    state = table.state
    if set(state.players) != set(state.seats):
        yield error("setup.player-materials", "/players", "players", "there must be one player for each seat")
        return
    yield from _view(table)
    yield from _seats(table)
    yield from _tiles(table)
    yield from _titans(table)
    yield from _units(table)
    yield from _printed_units(table)
    yield from _waiting_stories(table)
    yield from _pieces(table)
    yield from _assessments(table)


def steps_on_agenda(table: Table) -> set[str]:
    """The names of all steps that are still to come."""
    return {str(step.__struct_config__.tag) for step in table.state.agenda}


def _view(table: Table) -> Iterator[Defect]:
    viewer = getattr(table.state, "viewer", None)
    if viewer in table.state.seats and is_hidden(table.player(viewer)):
        yield error("recruit.units-hidden", f"/players/{viewer}", "hidden", f"{viewer} sees the own side of the Screen")
    for seat, player in table.state.players.items():
        screen = (player.units, player.gold, player.bards, player.bastion)
        if any(value is None for value in screen) != all(value is None for value in screen):
            yield error(
                "recruit.units-hidden", f"/players/{seat}", "half-hidden", f"{seat}'s Screen hides all or nothing"
            )


def _seats(table: Table) -> Iterator[Defect]:
    state, coming = table.state, steps_on_agenda(table)
    missing = [seat for seat in state.seats if seat not in state.idrakys]
    if missing and "place-idrakys" not in coming and "set-up" not in coming:
        yield error(
            "setup.initial-idrakys-order", "/idrakys", "missing", f"the Idrakys of {missing[0]} must be in a City"
        )
    if state.year > state.options.years:
        rule = "game-play.twelve-years" if state.options.years == 12 else "short-version.nine-years"
        yield error(rule, "/year", "year", f"the game has {state.options.years} Game Years")
    running = {"execute-order"} & coming
    if running and set(state.orders) != set(state.seats):
        yield error("order-resolution.reveal", "/orders", "missing", "every player must have revealed six Orders")


def _tiles(table: Table) -> Iterator[Defect]:
    state = table.state
    own = set(table.pack.tile_sets[len(state.seats)])
    places = [
        *(on_city.tile for on_city in state.tiles.values()),
        *(tile for tile in (state.next_recruitment, state.next_threat) if tile is not None),
        *state.recruitment_pile.top,
        *state.threat_pile.top,
        *state.recruitment_discard,
        *state.threat_discard,
        *state.unseen_tiles,
    ]
    strange = sorted(set(places) - own)
    if strange:
        rule = "three-players.tile-set" if table.has_dummy else "setup.four-or-five-player-tiles"
        yield error(rule, "/tiles", "set", f"{strange[0]} is not used with {len(state.seats)} players")
        return
    twice = sorted(tile for tile, number in Counter(places).items() if number > 1)
    if twice:
        yield error("renewing-tiles.tile-conservation", "/tiles", "twice", f"tile {twice[0]} lies in two places")
    lost = sorted(own - set(places))
    if lost:
        yield error("renewing-tiles.tile-conservation", "/unseen_tiles", "missing", f"tile {lost[0]} lies nowhere")
    for city, on_city in state.tiles.items():
        if table.card(on_city.tile).city != city:
            yield error(
                "setup.initial-recruitment-cities", f"/tiles/{city}", "city", f"{on_city.tile} belongs elsewhere"
            )
        if on_city.side == "threat" and on_city.units:
            yield error(
                "setup.initial-threat-cities", f"/tiles/{city}/units", "units", "no Units stand on a Threat tile"
            )
    yield from _queues(table)


def _queues(table: Table) -> Iterator[Defect]:
    state, coming = table.state, steps_on_agenda(table)
    unseen = state.recruitment_pile.unseen + state.threat_pile.unseen
    setting_up = {"set-up", "draw-city-tile"} & coming
    if unseen != len(state.unseen_tiles) and not setting_up:
        yield error("setup.queue-visible", "/unseen_tiles", "count", f"{unseen} unseen tiles lie in the piles")
    if coming & {*SETTING_UP[:2], *RENEWING} or state.result is not None:
        return
    sides = Counter(on_city.side for on_city in state.tiles.values())
    if sides["recruitment"] != 5 or sides["threat"] != 5:
        yield warning(
            "renewing-tiles.five-and-five", "/tiles", "count", "five Recruitment and five Threat tiles lie on Cities"
        )
    if state.next_recruitment is None or state.next_threat is None:
        yield warning("setup.queue-spaces", "/next_recruitment", "empty", "a tile lies on both Next spaces")


def _titans(table: Table) -> Iterator[Defect]:
    seen = Counter(
        chain.from_iterable(
            (*lair.slumbering, *([lair.raging] if lair.raging else ())) for lair in table.state.titans.values()
        )
    )
    if any(number > 1 for number in seen.values()):
        yield error("components.titan-tile-count", "/titans", "twice", "a Titan lies in two places")
    for pile, lair in table.state.titans.items():
        strange = [t for t in (*lair.slumbering, lair.raging) if t and table.pack.titans[t].pile != pile]
        if strange:
            yield error("setup.titan-piles", f"/titans/{pile}", "pile", f"{strange[0]} belongs to another pile")


def _units(table: Table) -> Iterator[Defect]:
    state = table.state
    if any(is_hidden(player) for player in state.players.values()):
        return
    for unit in UNITS:
        total = state.barracks.get(unit, 0)
        total += sum(on_city.units.get(unit, 0) for on_city in state.tiles.values())
        total += sum(player.units.get(unit, 0) for player in state.players.values())
        if total != table.pack.supply[unit]:
            detail = f"there are {table.pack.supply[unit]} {unit}, not {total}"
            yield warning("components.unit-count", f"/barracks/{unit}", "units", detail)


def _printed_units(table: Table) -> Iterator[Defect]:
    """Nothing ever adds Units to a tile: at most the printed ones stand on it."""
    for city, on_city in table.state.tiles.items():
        if on_city.side == "threat":
            continue
        printed = table.card(on_city.tile).offers
        strange = [unit for unit, number in on_city.units.items() if number > printed.get(unit, 0)]
        if strange:
            pointer = f"/tiles/{city}/units/{strange[0]}"
            detail = f"tile {on_city.tile} offers {printed.get(strange[0], 0)} {strange[0]} at most"
            yield warning("setup.initial-units", pointer, "printed", detail)


def _waiting_stories(table: Table) -> Iterator[Defect]:
    """Stories wait only while every own Guild is full."""
    for seat, player in table.state.players.items():
        own = [city for city, guild in table.state.guilds.items() if guild.seat == seat]
        if player.waiting_stories and any(table.room_in_guild(seat, city) for city in own):
            detail = f"a Guild of {seat} has room for a Story that waits"
            yield warning("census.pending-story-must-place", f"/players/{seat}/waiting_stories", "waiting", detail)


def _pieces(table: Table) -> Iterator[Defect]:
    state = table.state
    for seat, player in state.players.items():
        built = sum(guild.stories for guild in state.guilds.values() if guild.seat == seat)
        if player.stories + player.waiting_stories + built != KIT_STORIES:
            yield warning(
                "components.story-count", f"/players/{seat}/stories", "stories", f"{seat} has 15 Stories in all"
            )
        if player.bards is None or player.bastion is None:
            continue
        placed = sum(tokens.get(seat, 0) for tokens in state.bards.values())
        if player.bards + player.bastion + placed != KIT_BARDS:
            yield warning(
                "components.bard-count", f"/players/{seat}/bards", "bards", f"{seat} has 20 Bard tokens in all"
            )


def _assessments(table: Table) -> Iterator[Defect]:
    state = table.state
    drawn = state.assessments
    if len(set(drawn)) != len(drawn):
        yield error("setup.assessment-order", "/assessments", "twice", "each Assessment tile lies in one column")
    if len(drawn) != len(TRACKS) and not steps_on_agenda(table) & {"set-up", "draw-assessment"}:
        yield error(
            "setup.assessment-order", "/assessments", "missing", "three Assessment tiles must lie in the Hall of Fame"
        )
    for track, space in state.dummy.items():
        if not table.has_dummy:
            yield warning(
                "three-players.no-dummy-otherwise", f"/dummy/{track}", "dummy", "the Dummy Player is not used"
            )
        elif space >= len(table.pack.dummy_tracks[track]):
            yield error("three-players.dummy-track-end", f"/dummy/{track}", "space", "the track is shorter")
