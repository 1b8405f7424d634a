"""What must be true of discs in any state: where they stand, how many there are, and that they are activated."""

from collections.abc import Iterator, Sequence

from service.engine.agenda import steps_to_come
from service.engine.defect import Defect, error, warning
from service.engine.step import Step
from service.games.kingdom_defenders.area_b import ActivateAreaB
from service.games.kingdom_defenders.area_c import ActivateAreaC, SkipAreaC
from service.games.kingdom_defenders.area_d import ActivateAreaD
from service.games.kingdom_defenders.characters import ActivateAreaA
from service.games.kingdom_defenders.end_of_game import FinalScoring
from service.games.kingdom_defenders.foresight import how_many, is_setting_up
from service.games.kingdom_defenders.inn import LodgeDiscs, LodgeGreyDisc
from service.games.kingdom_defenders.maintenance import Maintain, RecoverPassive
from service.games.kingdom_defenders.new_round import LAST_ROUND
from service.games.kingdom_defenders.placing_discs import BeginPlacing, PlaceDiscs
from service.games.kingdom_defenders.table import Table

OWN_DISCS = 8
INN = "E13"


def discs(table: Table) -> Iterator[Defect]:
    """Discs stand on spaces that are in use, as many as a space holds."""
    for space, standing in table.state.discs.items():
        at = f"/discs/{space}"
        requirement = table.requirement(space)
        if requirement is None and space in table.pack.row and table.is_in_use(space):
            detail = f"discs stand on {space}, so an Adventure must lie there"
            yield error("adventures.own-discs-on-card", f"/adventures/{space}", "missing", detail)
        elif not table.is_in_use(space) or requirement is None:
            yield error("placing.requirement-compulsory", at, "no-space", f"nobody can stand on {space}")
        elif standing.discs != requirement.discs:
            yield error("placing.requirement-compulsory", at, "number", f"{space} holds {requirement.discs} disc(s)")
        elif table.pack.spaces[space].area == "C" and table.state.options.variant == "family":
            yield error("family.no-horde", at, "closed", "Area C is not used in the Family Variant")
    yield from left_behind(table, table.state.agenda)


def disc_counts(table: Table) -> Iterator[Defect]:
    """Everybody has as many discs as there are, and none on two spaces of which one is allowed."""
    yield from _one_space_each(table)
    for seat in table.state.seats:
        player = table.player(seat)
        on_board = sum(standing.discs - standing.grey for _, standing in table.standings(seat))
        on_wounds = int(player.wounds > 0)
        if player.discs + on_board + on_wounds + player.set_aside != OWN_DISCS:
            detail = (
                f"{seat} has {player.discs} discs on the Hero tile, {on_board} on the board, {on_wounds} on the Wound "
                f"track and {player.set_aside} set aside, which should make {OWN_DISCS}"
            )
            yield warning("players-setup.six-discs", f"/players/{seat}/discs", "discs", detail)


def grey_disc(table: Table) -> Iterator[Defect]:
    """There is one grey disc; the Inn sends it out in Area B, neither to itself nor to Area A."""
    grey = [space for space, standing in table.state.discs.items() if standing.grey]
    for space in grey:
        if table.pack.spaces[space].area == "A" or table.tile_on(space) == INN:
            detail = f"the Inn sends no disc to {space}"
            yield error("building-effects.e13-relocate-two", f"/discs/{space}", "grey", detail)
    if len(grey) + _on_the_way(table) > 1:
        yield error("components.grey-disc", "/discs", "grey", "there is only one grey disc")
    if grey and INN not in table.state.buildings.values():
        yield warning("board-setup.grey-disc-only-e13", f"/discs/{grey[0]}", "grey", "the Inn is not in the game")
    if grey and how_many(table, BeginPlacing, PlaceDiscs, ActivateAreaA):
        detail = "the grey disc comes out in Area B, and is back before discs are placed"
        yield error("building-effects.e13-grey-returns", f"/discs/{grey[0]}", "grey", detail)


def _on_the_way(table: Table) -> int:
    """How often the grey disc may still be sent out: by steps at which it is, and by discs that wait in the Inn."""
    sending = [step for step in steps_to_come(table) if isinstance(step, LodgeDiscs | LodgeGreyDisc)]
    left = {step.origin for step in sending}
    waiting = [
        space
        for space, standing in table.state.discs.items()
        if table.tile_on(space) == INN and space not in left and not standing.grey
    ]
    return len(sending) + len(waiting)


STILL_TO_COME: dict[str, tuple[type[Step], ...]] = {
    "A": (ActivateAreaA,),
    "B1": (ActivateAreaB,),
    "B2": (ActivateAreaB,),
    "B3": (ActivateAreaB,),
    "C": (ActivateAreaC, SkipAreaC),
    "D": (ActivateAreaD,),
    "passive": (Maintain, RecoverPassive),
}
"""The steps at which the discs of an Area come back."""

RECOVERED_BY = {
    "A": "area-a.act-and-recover",
    "B1": "area-b-order.phase-end",
    "B2": "area-b-order.phase-end",
    "B3": "area-b-order.phase-end",
    "C": "area-c.act-and-recover",
    "D": "area-d.recover-discs",
    "passive": "maintenance.recover-passive-discs",
}
NOT_IN_THE_LAST_ROUND = ("D", "passive")
"""Round 6 has neither Area D nor Maintenance: these discs stay until the end."""


def left_behind(table: Table, agenda: Sequence[Step]) -> Iterator[Defect]:
    """Discs that stand where the activation of this round is over, or where none has been placed yet.

    ``agenda`` is what is to come. Nobody would recover these discs: they would be in the way when discs are placed,
    and be activated a round too late.
    """
    state = table.state
    if not agenda or is_setting_up(table) or any(isinstance(step, FinalScoring) for step in agenda):
        return
    before_placing = any(isinstance(step, BeginPlacing) for step in agenda)
    for space in state.discs:
        kind = _activation(table, space)
        coming = any(isinstance(step, STILL_TO_COME[kind]) for step in agenda)
        if before_placing:
            detail = f"no disc has been placed in this round, so none stands on {space}"
            yield error(RECOVERED_BY[kind], f"/discs/{space}", "left-behind", detail)
        elif not (coming or (kind in NOT_IN_THE_LAST_ROUND and state.round == LAST_ROUND["none"])):
            detail = f"the disc on {space} would not be activated or recovered any more"
            yield error(RECOVERED_BY[kind], f"/discs/{space}", "left-behind", detail)


def _activation(table: Table, space: str) -> str:
    """The Area of a space, or ``passive`` where a Character keeps its disc until Maintenance."""
    area, code = table.pack.spaces[space].area, table.tile_on(space)
    return "passive" if area == "A" and code is not None and table.tile(code).passive else area


def _one_space_each(table: Table) -> Iterator[Defect]:
    for seat in table.state.seats:
        spaces = [space for space, _ in table.standings(seat)]
        for index, space in enumerate(spaces):
            if any(table.same_limit(space, other) for other in spaces[:index]):
                yield warning(
                    "placement-order.area-sizes",
                    f"/discs/{space}",
                    "limit",
                    f"{seat} stands twice where one space is allowed",
                )
