"""What must be true of any state: errors keep the referee from judging, warnings are counts that do not add up."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

from msgspec import structs

from service.engine.agenda import name_of
from service.engine.defect import Defect, error, warning
from service.engine.step import Lanes
from service.games.lords_of_xidit.agenda import misplaced
from service.games.lords_of_xidit.ids import TRACKS, UNITS, WHEELS, Side
from service.games.lords_of_xidit.scoring import is_hidden
from service.games.lords_of_xidit.secret_orders import ProgramOrders, RevealPrograms
from service.games.lords_of_xidit.state import TilePile
from service.games.lords_of_xidit.table import Table

KIT_BARDS, KIT_STORIES = 20, 15
RENEWING = (
    "renew-queues",
    "renew-after",
    "awaken",
    "turn-titan",
    "reinforce",
    "regroup",
    "new-next-threat",
    "draw-city-tile",
)


def consistency(table: Table) -> Iterator[Defect]:
    """Everything about a state that cannot be, or does not add up."""
    found = list(_pieces_and_places(table))
    yield from found
    if any(defect.severity == "error" for defect in found):
        return
    found = list(misplaced(table))
    yield from found
    if found and set(table.state.seats) <= set(table.state.idrakys):
        # The engine asks the steps only where nothing else is wrong; here they say more of what is.
        for index, step in enumerate(table.state.agenda):
            for defect in step.consistency(table):
                yield structs.replace(defect, pointer=f"/agenda/{index}{defect.pointer}")


def _pieces_and_places(table: Table) -> Iterator[Defect]:
    state = table.state
    if set(state.players) != set(state.seats):
        found = f"seats: {', '.join(state.seats)}; players: {', '.join(state.players) or 'none'}"
        yield error("setup.player-materials", "/players", "players", found)
        return
    yield from _view(table)
    yield from _seats(table)
    yield from _programs(table)
    yield from _tiles(table)
    yield from _titans(table)
    yield from _assessments(table)


def tally(table: Table) -> Iterator[Defect]:
    """Pieces and hands that do not add up."""
    yield from _years(table)
    yield from _hands(table)
    yield from _units(table)
    yield from _printed_units(table)
    yield from _waiting_stories(table)
    yield from _pieces(table)


def steps_on_agenda(table: Table) -> set[str]:
    """The names of all steps that are still to come."""
    return {name_of(step) for step in table.state.agenda}


def steps_to_come(table: Table, name: str) -> list[Any]:
    """The steps of this name that are still to come."""
    return [step for step in table.state.agenda if name_of(step) == name]


def _view(table: Table) -> Iterator[Defect]:
    viewer = getattr(table.state, "viewer", None)
    if viewer in table.state.seats and is_hidden(table.player(viewer)):
        yield error(
            "recruit.units-hidden", f"/players/{viewer}", "hidden", f"{viewer} cannot see behind the own Screen"
        )
    for seat, player in table.state.players.items():
        hidden = [name for name in ("units", "gold", "bards", "bastion") if getattr(player, name) is None]
        if 0 < len(hidden) < 4:
            detail = f"of {seat} only this is hidden: {', '.join(hidden)}"
            yield error("recruit.units-hidden", f"/players/{seat}", "half-hidden", detail)


def _seats(table: Table) -> Iterator[Defect]:
    state, coming = table.state, steps_on_agenda(table)
    asked = [step.seat for step in steps_to_come(table, "place-idrakys")]
    missing = [seat for seat in state.seats if seat not in state.idrakys and seat not in asked]
    if missing and "set-up" not in coming:
        yield error("setup.initial-idrakys-order", "/idrakys", "missing", f"in no City: {', '.join(missing)}")
    if state.year > state.options.years:
        rule = "game-play.twelve-years" if state.options.years == 12 else "short-version.nine-years"
        yield error(rule, "/year", "year", f"Game Year {state.year} of {state.options.years}")
    at = state.seats.index(state.options.first_player or state.seats[0])
    due = state.seats[(at + state.year - 1) % len(state.seats)]
    if state.first_player != due and state.year <= state.options.years:
        detail = f"in Game Year {state.year} the First Player token is with {due}, not with {state.first_player}"
        yield warning("year-end.pass-first-player", "/first_player", "first-player", detail)
    silent = [seat for seat in state.seats if seat not in state.orders]
    if silent and "execute-order" in coming:
        yield error("order-resolution.reveal", "/orders", "missing", f"no Orders of {', '.join(silent)}")


def _years(table: Table) -> Iterator[Defect]:
    """What the players have done this Game Year, six Orders long."""
    begins = steps_on_agenda(table) & {"begin-year", "reveal-programs"}
    for seat, player in table.state.players.items():
        acts = len(player.recruited) + len(player.freed) + len(player.beaten)
        detail = f"Actions of {seat} this Game Year: {acts}"
        if acts > WHEELS:
            yield warning("game-play.six-orders", f"/players/{seat}", "too-many-actions", detail)
        elif acts and begins:
            yield warning(
                "year-end.carry-over", f"/players/{seat}", "early-actions", f"{detail}, before the first Order"
            )
        both = sorted(set(player.freed) & set(player.beaten))
        if both:
            detail = f"{seat} has eliminated a threat and a Titan in City {both[0]}"
            yield warning("raging-titan.not-threat-and-titan", f"/players/{seat}/beaten", "freed", detail)


def _programs(table: Table) -> Iterator[Defect]:
    """Programs are revealed as soon as everybody has set one, which is what comes directly before."""
    agenda = table.state.agenda
    for index, step in enumerate(agenda):
        if not isinstance(step, RevealPrograms):
            continue
        # The last one of the agenda comes first.
        before = agenda[index + 1] if index + 1 < len(agenda) else None
        lanes = before.lanes if isinstance(before, Lanes) else {}
        missing = [
            seat
            for seat in table.state.seats
            if not any(isinstance(inner, ProgramOrders) for inner in lanes.get(seat, ()))
        ]
        if missing:
            detail = f"revealed without having been set: the programs of {', '.join(missing)}"
            yield error("order-resolution.reveal", f"/agenda/{index}", "not-programmed", detail)


def _hands(table: Table) -> Iterator[Defect]:
    """Wheels are set while programming, hands are filled while counting, and at no other time."""
    coming = steps_on_agenda(table)
    for seat, player in table.state.players.items():
        if not coming & {"open-hands", "begin-census"} and player.census_hand is not None:
            detail = f"{seat} has a census hand outside a census"
            yield warning("census.secret-hand", f"/players/{seat}/census_hand", "hand", detail)
        if "reveal-programs" not in coming and any(icon is not None for icon in player.wheels or ()):
            when = "before the Game Year begins, which unsets them" if "begin-year" in coming else "outside programming"
            detail = f"{seat} has set wheels {when}"
            yield warning("secret-orders.program-six", f"/players/{seat}/wheels", "wheels", detail)


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
        yield error(rule, "/tiles", "set", f"tile {strange[0]} is in a game of {len(state.seats)}")
        return
    twice = sorted(tile for tile, number in Counter(places).items() if number > 1)
    if twice:
        yield error("renewing-tiles.tile-conservation", "/tiles", "twice", f"tile {twice[0]} lies in two places")
    lost = sorted(own - set(places))
    if lost:
        yield error("renewing-tiles.tile-conservation", "/unseen_tiles", "missing", f"tile {lost[0]} lies nowhere")
    for city, on_city in state.tiles.items():
        if table.card(on_city.tile).city != city:
            detail = f"tile {on_city.tile} of City {table.card(on_city.tile).city} lies on City {city}"
            yield error("setup.initial-recruitment-cities", f"/tiles/{city}", "city", detail)
        if on_city.side == "threat" and on_city.units:
            detail = f"Units on the Threat tile of City {city}: {sum(on_city.units.values())}"
            yield error("setup.initial-threat-cities", f"/tiles/{city}/units", "units", detail)
    yield from _queues(table)


def _queues(table: Table) -> Iterator[Defect]:
    state, coming = table.state, steps_on_agenda(table)
    unseen = state.recruitment_pile.unseen + state.threat_pile.unseen
    cities = sum(step.place in ("recruitment-city", "threat-city") for step in steps_to_come(table, "draw-city-tile"))
    for_cities = 10 if "set-up" in coming else cities
    if unseen + for_cities != len(state.unseen_tiles):
        detail = f"unseen tiles in the piles: {unseen}; unseen tiles listed: {len(state.unseen_tiles)}"
        detail += f"; still to be drawn for Cities: {for_cities}" if for_cities else ""
        yield error("setup.queue-visible", "/unseen_tiles", "count", detail)
    if coming & {"set-up", *RENEWING} or state.result is not None:
        return
    sides = Counter(on_city.side for on_city in state.tiles.values())
    if sides["recruitment"] != 5 or sides["threat"] != 5:
        detail = f"Recruitment tiles on Cities: {sides['recruitment']}; Threat tiles: {sides['threat']}"
        yield warning("renewing-tiles.five-and-five", "/tiles", "count", detail)
    yield from _queue(state.recruitment_pile, state.next_recruitment, state.threat_discard, "recruitment")
    yield from _queue(state.threat_pile, state.next_threat, state.recruitment_discard, "threat")


def _queue(pile: TilePile, coming: str | None, feeding: list[str], queue: Side) -> Iterator[Defect]:
    """A Queue between two Orders: a tile on the Next space, an open one on the pile, and no pile left empty."""
    if coming is None:
        yield warning("setup.queue-spaces", f"/next_{queue}", "empty", f"the next {queue} space is empty")
    if pile.unseen and not pile.top:
        detail = f"unseen tiles in the {queue} pile: {pile.unseen}; its top tile is not known"
        yield warning("setup.queue-visible", f"/{queue}_pile/top", "hidden", detail)
    if not pile.size and feeding:
        detail = f"the {queue} pile is empty, and tiles in the discard pile that feeds it: {len(feeding)}"
        yield warning("renewing-tiles.replenish-immediately", f"/{queue}_pile", "not-replenished", detail)


def _titans(table: Table) -> Iterator[Defect]:
    seen = Counter(
        chain.from_iterable(
            (*lair.slumbering, *([lair.raging] if lair.raging else ())) for lair in table.state.titans.values()
        )
    )
    twice = sorted(titan for titan, number in seen.items() if number > 1)
    if twice:
        yield error("components.titan-tile-count", "/titans", "twice", f"{twice[0]} lies in two places")
    for pile, lair in table.state.titans.items():
        strange = [t for t in (*lair.slumbering, lair.raging) if t and table.pack.titans[t].pile != pile]
        if strange:
            detail = f"{strange[0]} of {table.pack.titans[strange[0]].pile} lies in {pile}"
            yield error("setup.titan-piles", f"/titans/{pile}", "pile", detail)
    gone = len(table.pack.titans) - seen.total()
    beaten = sum(len(player.beaten) for player in table.state.players.values())
    if beaten > max(0, gone):
        detail = f"Titans eliminated this Game Year: {beaten}, Titans that have left the Lair: {gone}"
        yield warning("raging-titan.remove-from-game", "/titans", "beaten", detail)


def _units(table: Table) -> Iterator[Defect]:
    state = table.state
    if any(is_hidden(player) for player in state.players.values()):
        return
    for unit in UNITS:
        total = state.barracks.get(unit, 0)
        total += sum(on_city.units.get(unit, 0) for on_city in state.tiles.values())
        total += sum(player.units.get(unit, 0) for player in state.players.values())
        if total != table.pack.supply[unit]:
            detail = f"{unit} in the game: {total} of {table.pack.supply[unit]}"
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
            there, shown = on_city.units[strange[0]], printed.get(strange[0], 0)
            detail = f"{strange[0]} on tile {on_city.tile}: {there}, printed: {shown}"
            yield warning("setup.initial-units", pointer, "printed", detail)


def _waiting_stories(table: Table) -> Iterator[Defect]:
    """Stories wait only while every own Guild is full, and a census gives a player one at most."""
    state, coming = table.state, steps_on_agenda(table)
    may_be_over = not coming or "end-year" in coming
    censuses = sum(y < state.year + may_be_over for y in table.pack.census_years(state.options.years))
    for seat, player in state.players.items():
        if player.waiting_stories > censuses:
            detail = f"bonus Stories of {seat} that wait: {player.waiting_stories}, censuses so far: {censuses}"
            yield warning("census.mage-reward", f"/players/{seat}/waiting_stories", "too-many-waiting", detail)
        own = [city for city, guild in table.state.guilds.items() if guild.seat == seat]
        if player.waiting_stories and any(table.room_in_guild(seat, city) for city in own):
            detail = f"a Guild of {seat} has room for a Story that waits"
            yield warning("census.pending-story-must-place", f"/players/{seat}/waiting_stories", "waiting", detail)


def _pieces(table: Table) -> Iterator[Defect]:
    state = table.state
    for seat, player in state.players.items():
        built = sum(guild.stories for guild in state.guilds.values() if guild.seat == seat)
        if player.stories + player.waiting_stories + built != KIT_STORIES:
            detail = f"Stories of {seat}: {player.stories} in stock, {player.waiting_stories} waiting, {built} built"
            yield warning("components.story-count", f"/players/{seat}/stories", "stories", detail)
        if player.bards is None or player.bastion is None:
            continue
        placed = sum(tokens.get(seat, 0) for tokens in state.bards.values())
        if player.bards + player.bastion + placed != KIT_BARDS:
            detail = f"Bard tokens of {seat}: {player.bards} left, {player.bastion} in the Bastion, {placed} in Regions"
            yield warning("components.bard-count", f"/players/{seat}/bards", "bards", detail)


def _assessments(table: Table) -> Iterator[Defect]:
    state = table.state
    drawn = state.assessments
    if len(set(drawn)) != len(drawn):
        yield error("setup.assessment-order", "/assessments", "twice", f"the columns are {', '.join(drawn)}")
    to_draw = len(TRACKS) if "set-up" in steps_on_agenda(table) else len(steps_to_come(table, "draw-assessment"))
    if len(drawn) + to_draw != len(TRACKS):
        detail = f"Assessment tiles in the Hall of Fame: {len(drawn)}, still to be drawn: {to_draw}"
        yield error("setup.assessment-order", "/assessments", "missing", detail)
    for track, space in state.dummy.items():
        if not table.has_dummy:
            detail = f"a token of the Dummy Player is on the track of {track} in a game of {len(state.seats)}"
            yield warning("three-players.no-dummy-otherwise", f"/dummy/{track}", "dummy", detail)
        elif space >= len(table.pack.dummy_tracks[track]):
            detail = f"the {track} token is on space {space}, the last one is {len(table.pack.dummy_tracks[track]) - 1}"
            yield error("three-players.dummy-track-end", f"/dummy/{track}", "space", detail)
