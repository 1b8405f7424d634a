"""Contents that no play leads to: judged all the same, and told as warnings.

Each check holds wherever somebody has to decide, in the middle of an action or of a Battle too.
"""

from collections import Counter
from collections.abc import Iterator, Set

from service.engine.agenda import name_of, steps_to_come
from service.engine.defect import Defect, warning
from service.games.heroes_of_land_air_and_sea.agenda_order import is_setting_up, names
from service.games.heroes_of_land_air_and_sea.end_events import OBJECTIVE_NAME
from service.games.heroes_of_land_air_and_sea.end_of_game import achieved
from service.games.heroes_of_land_air_and_sea.ids import CAPITAL_ACTIONS, ENEMY
from service.games.heroes_of_land_air_and_sea.solo_contents import solo_contents
from service.games.heroes_of_land_air_and_sea.state import Ending, Tokens
from service.games.heroes_of_land_air_and_sea.table import NO_TOKENS, Table, at_board
from service.games.heroes_of_land_air_and_sea.towers import continent_limit
from service.games.heroes_of_land_air_and_sea.turns import may_have_muster_left

BY_A_PLAYER = ("exploit", "expand", "exterminate")


def contents_defects(table: Table) -> Iterator[Defect]:
    """What lies on the table although nothing puts it there."""
    if is_setting_up(table):
        return
    yield from _presets(table)
    for seat in table.state.seats:
        if table.is_in(seat) and table.player(seat).faction is not None:
            yield from _towers(table, seat)
            yield from _unlocked(table, seat)
            yield from _library(table, seat)
            yield from _used(table, seat)
    if table.state.solo is not None and table.player(ENEMY).faction is not None:
        yield from _towers(table, ENEMY)
    yield from solo_contents(table)
    yield from _slots(table)
    yield from _windows(table)
    yield from _turns(table)
    yield from _places_of_tokens(table)
    yield from _kinds_of_tokens(table)
    yield from _objectives(table)
    yield from _rounds(table)


def _is_solo(table: Table) -> bool:
    """Whether an automated Faction plays, which places no Action Tokens."""
    return table.state.solo is not None


def _presets(table: Table) -> Iterator[Defect]:
    for seat in table.state.presets:
        detail = f"the setup is over, and {table.named(seat)} has choices left of it"
        yield warning("setup.choose-faction", f"/presets/{seat}", "over", detail)


def _towers(table: Table, seat: str) -> Iterator[Defect]:
    if not table.player(seat).towers:
        return
    regions, limit = table.pack.regions, continent_limit(table)
    for continent, number in Counter(regions[tower].continent for tower in table.player(seat).towers).items():
        if number > limit:
            detail = f"Towers of {table.named(seat)} on continent {table.named(continent)}: {number}; allowed: {limit}"
            yield warning("tower.continent-limit", f"{at_board(seat)}/towers", "limit", detail)


def _unlocked(table: Table, seat: str) -> Iterator[Defect]:
    """A Building stays for good, so that whoever it has unlocked finds it there."""
    buildings, kinds = table.player(seat).buildings, table.pack.units
    for unit in table.in_play(seat):
        needed = kinds[unit].building
        if needed is not None and needed not in buildings:
            detail = f"{table.named(unit)} of {table.named(seat)} is in play without the Building {table.named(needed)}"
            yield warning("recruit.building-needed", f"/players/{seat}/buildings", "missing", detail)


def _library(table: Table, seat: str) -> Iterator[Defect]:
    number, limit = len(table.player(seat).library), table.level(seat).hand_limit
    if number > limit and table.state.result is None and not _discards(table, seat):
        detail = f"Spell Cards of {table.named(seat)}: {number}; allowed at Level {table.player(seat).level}: {limit}"
        yield warning("round.hand-limit", f"/players/{seat}/library", "limit", detail)


def _discards(table: Table, seat: str) -> bool:
    """Whether a player is still to discard Spells."""
    return any(name_of(step) == "discard-spells" and step.seat == seat for step in steps_to_come(table))


def _used(table: Table, seat: str) -> Iterator[Defect]:
    faction, player = table.faction(seat), table.player(seat)
    for name in player.used:
        ability = table.pack.abilities[name]
        if ability.owner not in (*faction.buildings, *faction.heroes):
            why = f"{table.named(name)} is no ability of {table.named(seat)}"
        elif ability.timing != "active":
            why = f"{table.named(name)} works by itself and is not used"
        elif ability.level > player.level or not (ability.of_hero or ability.owner in player.buildings):
            why = f"{table.named(name)} is not unlocked for {table.named(seat)}"
        else:
            continue
        yield warning("heroes.ability-precedence", f"/players/{seat}/used", "ability", why)


def _slots(table: Table) -> Iterator[Defect]:
    """Serfs come to Command slots by Mustering, to Capital slots by Following the token of somebody else."""
    players, action_of = table.state.players, table.pack.slots
    for seat, player in players.items():
        command = [who for slot, who in player.slots.items() if action_of[slot] not in CAPITAL_ACTIONS]
        mustered, selected = command.count("serf"), command.count("token")
        if mustered > selected:
            detail = (
                f"{table.named(seat)} has mustered more often ({mustered}) than selected a Command Action ({selected})"
            )
            yield warning("muster.once", f"/players/{seat}/slots", "serf", detail)
    if not all(table.is_in(seat) for seat in players) or len(players) < 2 or _is_solo(table):
        return
    for seat, player in players.items():
        for slot, who in player.slots.items():
            if who == "serf" and action_of[slot] in CAPITAL_ACTIONS and not _followed(table, seat, slot):
                detail = f"{table.named(seat)} has followed {table.named(action_of[slot])}, which nobody has selected"
                yield warning("follow.right", f"/players/{seat}/slots/{slot}", "serf", detail)


def _followed(table: Table, seat: str, slot: str) -> bool:
    """Whether somebody else has an Action Token on this slot."""
    return any(other.slots.get(slot) == "token" for name, other in table.state.players.items() if name != seat)


def _windows(table: Table) -> Iterator[Defect]:
    """Follows and a Muster come after the Action Token of the turn, and a Muster once for each Command Action."""
    turn, agenda = None, [] if _is_solo(table) else table.state.agenda
    for number, (step, tag) in enumerate(zip(agenda, names(table), strict=False)):
        turn = step if tag == "take-turn" else turn
        if tag in ("follow-window", "muster-window") and turn is not None and turn.stage == "before":
            detail = f"{turn.seat} has selected no action yet on this turn"
            yield warning(step.cites(), f"/agenda/{number}", "turn", detail)
        elif tag == "muster-window" and not step.over and not _may_muster(table, step.seat):
            detail = f"no Command Action of {table.named(step.seat)} waits for a Muster any more"
            yield warning("muster.once", f"/agenda/{number}", "used", detail)


def _may_muster(table: Table, seat: str) -> bool:
    """Whether a Muster may be due; a token of this turn that is not said to be placed counts as placed."""
    return not table.is_in(seat) or may_have_muster_left(table, seat, min(table.player(seat).tokens, 1))


def _turns(table: Table) -> Iterator[Defect]:
    """Each pass goes once around from the first player, and everybody has an Action Token for each turn to come."""
    tags = names(table)
    if _is_solo(table) or "collect" not in tags[:-1]:
        return
    agenda = zip(reversed(table.state.agenda), reversed(tags), strict=False)
    turns = [step for step, tag in agenda if tag == "take-turn" and table.is_in(step.seat)]
    to_come = Counter(step.seat for step in turns if step.stage == "before")
    going_on = next((step.seat for step in turns[:1] if step.stage != "before"), None)
    order, right = table.in_turn(), True
    for seat in order:
        tokens, number = table.player(seat).tokens, to_come[seat]
        if tokens == number:
            continue
        right, at = False, f"/players/{seat}/tokens"
        if seat == going_on and tokens == number + 1:
            detail = f"{table.named(seat)} has not placed a token yet on the turn that is going on"
            yield warning("round.place-token", at, "count", detail)
        else:
            detail = f"Action Tokens of {table.named(seat)}: {tokens}; turns to come in this round: {number}"
            yield warning("round.must-use-token", at, "turns", detail)
    seats = [step.seat for step in turns]
    passes = order * table.pack.constants["action_tokens_per_player"]
    if right and seats != passes[len(passes) - len(seats) :]:
        named = ", ".join(table.named(seat) for seat in seats)
        detail = f"turns to come: {named}; each pass goes once around from the first player"
        yield warning("round.turn-order", "/agenda", "order", detail)


def _places_of_tokens(table: Table) -> Iterator[Defect]:
    """How many tokens the setup has put where."""
    state, placed = table.state, table.pack.tokens_placed
    capitals = {table.player(party).capital for party in table.parties()}
    for name, on_map in (("land", state.land_tokens), ("sea", state.sea_tokens)):
        for area, tokens in on_map.items():
            number = tokens.down + len(tokens.up) + len(tokens.stay)
            if number > placed[area] or (number and area in capitals):
                most = 0 if area in capitals else placed[area]
                detail = f"Exploration Tokens in {table.named(area)}: {number}; the setup places {most}"
                yield warning(_rule_of_tokens(table, area, capitals), f"/{name}_tokens/{area}", "count", detail)
    begun, free = len(table.parties()), table.pack.capital_regions - capitals
    filled = [region for region in sorted(free) if not _is_bare(state.land_tokens.get(region, NO_TOKENS))]
    if len(filled) > len(table.pack.capital_regions) - begun:
        regions = ", ".join(table.named(region) for region in filled)
        detail = f"tokens in {regions}, and {begun} Capital Cities have stood in Regions without one"
        yield warning("setup.land-tokens", "/land_tokens", "capitals", detail)


def _is_bare(tokens: Tokens) -> bool:
    return not (tokens.down or tokens.up or tokens.stay)


def _rule_of_tokens(table: Table, area: str, capitals: Set[str | None]) -> str:
    """The clause that says how many tokens are put into a Region."""
    if area in table.pack.seas:
        return "setup.central-sea-tokens" if area in table.pack.central_seas else "setup.sea-tokens"
    if area in capitals:
        return "explore-land.capital-courtyard"
    return "setup.swamp-tokens" if table.pack.regions[area].terrain == "swamp" else "setup.land-tokens"


def _kinds_of_tokens(table: Table) -> Iterator[Defect]:
    """Tokens that stay do not leave the map, but where the Enemy takes them, and all others do not stay."""
    state, kinds = table.state, table.pack.tokens
    for name, on_map, pool in (
        ("land", state.land_tokens, state.land_pool),
        ("sea", state.sea_tokens, state.sea_pool),
    ):
        for area, tokens in on_map.items():
            for token in tokens.stay:
                if token in kinds and not kinds[token].stays:
                    detail = f"{table.named(token)} leaves the map when it is resolved, and lies in {table.named(area)}"
                    yield warning("explore-land.removed", f"/{name}_tokens/{area}/stay", "leaves", detail)
        for token, number in pool.resolved.items():
            if number and kinds[token].stays and not _is_solo(table):
                detail = f"{table.named(token)} stays in its Region, and has left the map"
                yield warning("explore-land.removed", f"/{name}_pool/resolved", "stays", detail)


def _objectives(table: Table) -> Iterator[Defect]:
    state, ending = table.state, table.state.ending
    eliminated = [seat for seat in state.seats if not table.is_in(seat)]
    if ending is None:
        if state.result is not None:
            return
        found = achieved(table)
        if found is not None:
            name = OBJECTIVE_NAME[found[0]]
            yield warning(f"object.{found[0]}", "/ending", "missing", f"{name} is achieved, and no end is triggered")
        elif eliminated:
            detail = f"{table.named(eliminated[0])} is eliminated, and no end is triggered"
            yield warning("object.exterminate", "/ending", "missing", detail)
        return
    yield from _triggered(table, ending, eliminated)


def _triggered(table: Table, ending: Ending, eliminated: list[str]) -> Iterator[Defect]:
    """What an X-Objective leaves behind for good."""
    rule, name = f"object.{ending.objective}", OBJECTIVE_NAME[ending.objective]
    if ending.objective in BY_A_PLAYER and ending.seat is None:
        yield warning(rule, "/ending/seat", "seat", f"{name} is achieved by a player")
    if ending.objective == "explore":
        if ending.seat is not None:
            yield warning(rule, "/ending/seat", "seat", "eXplore is achieved by all together")
        if any(tokens.down for tokens in table.state.land_tokens.values()):
            yield warning(rule, "/ending", "not-yet", "Land Exploration Tokens still lie face down")
    if ending.objective == "exterminate" and not eliminated and not _is_solo(table):
        yield warning(rule, "/ending", "not-yet", "no Capital City has been destroyed")
    if ending.last_round < 2 and table.state.result is None:
        detail = "the final round comes after the one in which the end was triggered, and round 1 is the first"
        yield warning("object.final-round", "/ending/last_round", "round", detail)
    if ending.last_round > table.state.round + 1:
        detail = f"round {table.state.round} is being played, so that {ending.last_round} cannot be the final round"
        yield warning("object.final-round", "/ending/last_round", "round", detail)


def _rounds(table: Table) -> Iterator[Defect]:
    state, limit = table.state, table.state.options.round_limit
    if limit is not None and state.round > limit:
        detail = f"round {state.round} is being played, with {limit} rounds agreed on"
        yield warning("object.most-vp-wins", "/round", "limit", detail)
