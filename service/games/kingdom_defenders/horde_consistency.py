"""What must be true of Camps and the Horde in any state."""

from collections.abc import Iterator

from service.engine.defect import Defect, error, warning
from service.games.kingdom_defenders.end_of_game import FinalScoring
from service.games.kingdom_defenders.foresight import how_many, is_setting_up
from service.games.kingdom_defenders.horde import EndSiege, MoveHorde, NextHorde, RevealHorde
from service.games.kingdom_defenders.new_round import LAST_ROUND
from service.games.kingdom_defenders.state import Horde
from service.games.kingdom_defenders.table import CAMP_RESOURCES, Table


def camps(table: Table) -> Iterator[Defect]:
    """Camps hold what their boxes take, and no more than the Horde requires."""
    boxes = table.pack.camp_boxes[table.number]
    for seat in table.state.seats:
        if table.camp_total(seat) > boxes:
            rule = "area-c.camp-limit-5" if boxes == 5 else "area-c.camp-limit-4"
            yield warning(rule, f"/players/{seat}/camps", "boxes", f"{seat} has only {boxes} boxes")
    card = table.horde_card()
    if card is None:
        return
    for kind in CAMP_RESOURCES:
        supplied = sum(player.camps.get(kind, 0) for player in table.state.players.values())  # type: ignore[call-overload]
        if supplied > card.requires.get(kind, 0):
            yield warning(
                "area-c.exact-type-and-number",
                "/players",
                "too-many",
                f"the Camps hold more {kind}s than the Horde requires",
            )


def horde(table: Table) -> Iterator[Defect]:
    """A Horde threatens the city whenever there has to be one, and stands where it can."""
    state = table.state
    if state.round > LAST_ROUND[state.options.variant]:
        yield error("family.five-rounds", "/round", "round", "the Family Variant has 5 rounds")
    if state.wall == "gone" and state.result is None and not any(isinstance(s, FinalScoring) for s in state.agenda):
        yield error("siege.second-siege-ends-game", "/wall", "fallen", "the game has ended when the Wall is gone")
    if state.options.variant == "family" and how_many(table, EndSiege, NextHorde, RevealHorde):
        yield error("family.no-horde", "/agenda", "family", "there is no Horde in the Family Variant")
    if state.horde is not None:
        yield from _horde_in_play(table, state.horde)
    elif _needs_horde(table):
        yield error("area-c.always-a-horde-from-round-2", "/horde", "missing", "a Horde must be in play")


def _horde_in_play(table: Table, there: Horde) -> Iterator[Defect]:
    state = table.state
    if state.options.variant == "family":
        yield error("family.no-horde", "/horde", "family", "there is no Horde in the Family Variant")
    card = table.horde_card()
    if card is None:
        detail = "only the special Horde of this number of players has a side, and it must show one"
        yield error("new-round.special-two-sides", "/horde/side", "side", detail)
        return
    if table.number not in card.players:
        detail = f"{there.card} is not used with {table.number} players"
        yield error("board-setup.horde-by-player-count", "/horde/card", "players", detail)
    # Only the end of a siege takes a Horde away from the Wall.
    besieging = state.wall == "gone" or how_many(table, EndSiege) > 0
    if there.distance > card.speed or (there.distance == 0 and not besieging):
        detail = f"{there.card} stands on one of the spaces {card.speed} to 1"
        yield error("new-round.speed-values", "/horde/distance", "distance", detail)
    if how_many(table, EndSiege) and there.distance:
        yield error("defeat.wall-reached", "/horde/distance", "siege", "a Horde that besieges the city is at the Wall")
    if there.side is not None and state.round - _horde_to_move(table) < int(there.side):
        rule = f"new-round.round-{there.side}-special"
        yield warning(rule, "/horde/side", "round", f"side {there.side} comes in round {there.side} at the earliest")
    if state.round == 1 and not table.is_area_c_open():
        yield warning("new-round.round-2-reveal-horde", "/horde", "round", "the first Horde appears in round 2")


def _horde_to_move(table: Table) -> bool:
    """Whether this round's Movement of the Horde is not over yet: the next Horde comes at its end."""
    return how_many(table, MoveHorde, EndSiege, NextHorde) > 0


def victories(table: Table) -> Iterator[Defect]:
    """A Horde is defeated at most once in each round that has moved the Horde."""
    state, variant = table.state, table.state.options.variant
    first = 1 if variant == "extreme" else 2
    last = 0 if variant == "family" else state.round - (how_many(table, MoveHorde) > 0)
    for number in state.victories:
        if not first <= number <= last:
            detail = f"no Horde can have been defeated in round {number}"
            yield warning("horde-move.victory-condition", "/victories", "round", detail)


def _needs_horde(table: Table) -> bool:
    """Whether a Horde must lie open: save while the next one is on its way, or the game is over."""
    if table.state.result is not None or not table.is_area_c_open() or is_setting_up(table):
        return False
    return not any(isinstance(step, RevealHorde | NextHorde | FinalScoring) for step in table.state.agenda)
