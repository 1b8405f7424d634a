"""What must be true of any state: errors keep the referee from judging, warnings are counts that do not add up."""

from collections.abc import Iterator

from service.engine.agenda import name_of
from service.engine.defect import Defect, error, warning
from service.games.mage_knight.consistency_agenda import agenda_defects, is_setting_up
from service.games.mage_knight.consistency_cards import card_defects, contents, twice
from service.games.mage_knight.consistency_combat import combat_defects
from service.games.mage_knight.consistency_joint import joint_defects
from service.games.mage_knight.consistency_map import map_defects
from service.games.mage_knight.consistency_round import round_defects
from service.games.mage_knight.consistency_sites import site_defects
from service.games.mage_knight.consistency_turn import turn_defects
from service.games.mage_knight.counting import uncounted
from service.games.mage_knight.ids import DUMMY
from service.games.mage_knight.table import Table
from service.games.mage_knight.tallying import doubtful
from service.games.mage_knight.tallying_tokens import doubtful_sites, doubtful_tokens

PARTS = (
    twice,
    card_defects,
    map_defects,
    site_defects,
    round_defects,
    agenda_defects,
    combat_defects,
    turn_defects,
    joint_defects,
)
"""What each chapter finds impossible."""


def consistency(table: Table) -> Iterator[Defect]:
    """Everything about a state that cannot be, or does not add up."""
    state = table.state
    if set(state.players) != set(state.seats):
        found = f"seats: {', '.join(state.seats)}; players: {', '.join(state.players) or 'none'}"
        yield error("flow.hero-selection-order", "/players", "players", found)
        return
    if len(state.seats) not in table.scenario.players:
        yield error("flow.choose-scenario", "/scenario", "players", f"{table.scenario.name} is not for so many players")
        return
    found_errors = False
    for part in (_parties, *PARTS):
        for defect in part(table):
            found_errors = found_errors or defect.severity == "error"
            yield defect
        if found_errors:
            return


def tally(table: Table) -> Iterator[Defect]:
    """Cards, Units, dice and whatever else does not add up."""
    yield from doubtful(table)
    yield from doubtful_sites(table)
    yield from doubtful_tokens(table)
    if not is_setting_up(table):
        yield from uncounted(table)
        if getattr(table.state, "viewer", None) is None:
            yield from contents(table)
        yield from _dice(table)


def _parties(table: Table) -> Iterator[Defect]:
    state = table.state
    parties = {*state.seats, *([DUMMY] if state.dummy is not None else [])}
    coming = {(name_of(step), getattr(step, "seat", None)) for step in state.agenda}
    if is_setting_up(table) and ("set-up", None) in coming:
        return
    for seat, player in state.players.items():
        if player.hero is None and ("choose-hero", seat) not in coming:
            yield error("flow.hero-selection-order", f"/players/{seat}/hero", "missing", f"{seat} has no Hero")
        if player.hero is not None and ("choose-hero", seat) in coming:
            yield error("flow.hero-selection-order", f"/players/{seat}/hero", "chosen", f"{seat} has a Hero already")
    has_dummy = state.dummy is not None and state.dummy.hero is not None
    if table.scenario.has_dummy and not has_dummy and ("choose-dummy", None) not in coming:
        yield error("dummy.when-used", "/dummy/hero", "missing", "the Hero of the dummy player is not said")
    elif not table.scenario.has_dummy and (has_dummy or ("choose-dummy", None) in coming):
        yield error("dummy.when-used", "/dummy", "dummy", "this scenario has no dummy player")
    if is_setting_up(table) and not state.order:
        return
    if set(state.order) != parties or len(state.order) != len(parties):
        yield error("turns.in-round-order", "/order", "order", "the Round Order has not each party once")
    for name in ("turn", "combat"):
        entry = getattr(state, name)
        if entry is not None and entry.seat not in state.seats:
            yield error("turns.in-round-order", f"/{name}/seat", "stranger", f"{entry.seat} does not play")
    if state.ending is not None:
        left = state.ending.left
        if not {*left, state.ending.by} <= parties or len(set(left)) != len(left):
            yield error("turns.one-last-turn-each", "/ending/left", "stranger", "not everybody there has one last turn")


def _dice(table: Table) -> Iterator[Defect]:
    number, rolling = sum(table.dice_in_play().values()), 0
    for step in table.state.agenda:
        if name_of(step) == "roll-source":
            rolling += step.left
    if number + rolling != table.number_of_dice():
        detail = f"there are {number + rolling} dice, not {table.number_of_dice()}"
        yield warning("setup.source-dice", "/source", "count", detail)
