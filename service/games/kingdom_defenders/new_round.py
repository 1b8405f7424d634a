"""1. New Game Round, and the order of the phases."""

from collections.abc import Callable
from typing import ClassVar

from service.engine.step import Step
from service.games.kingdom_defenders.area_b import ActivateAreaB
from service.games.kingdom_defenders.area_c import ActivateAreaC
from service.games.kingdom_defenders.area_d import ActivateAreaD
from service.games.kingdom_defenders.characters import ActivateAreaA
from service.games.kingdom_defenders.end_of_game import end_game
from service.games.kingdom_defenders.events import RoundBegun
from service.games.kingdom_defenders.favor_of_the_king import BeginFavor
from service.games.kingdom_defenders.horde import MoveHorde, RevealHorde
from service.games.kingdom_defenders.maintenance import Maintain
from service.games.kingdom_defenders.placing_discs import BeginPlacing
from service.games.kingdom_defenders.state import Options
from service.games.kingdom_defenders.table import Table

LAST_ROUND = {"none": 6, "extreme": 6, "family": 5}


class NewRound(Step, tag="new-round"):
    """The Round Counter moves; in round 2 the first Horde appears."""

    rule: ClassVar[str] = "new-round.advance-counter"

    def run(self, table: Table) -> None:
        state = table.state
        state.round += 1
        for player in state.players.values():
            player.adventures_this_round = player.bard_this_round = 0
        table.log(RoundBegun(rule=self.rule, round=state.round))
        if state.round == 2 and state.options.variant == "none":
            table.push(RevealHorde(first=True))


Phase = Callable[[], Step]

PHASES: dict[str, Phase] = {
    "new-round": NewRound,
    "favor-of-the-king": BeginFavor,
    "placing-discs": BeginPlacing,
    "activate-area-a": ActivateAreaA,
    "activate-area-b": ActivateAreaB,
    "activate-area-c": ActivateAreaC,
    "move-horde": MoveHorde,
    "activate-area-d": ActivateAreaD,
    "maintenance": Maintain,
}
"""The phases of a round in their order (``how-to-play.phase-order``)."""

WITH_HORDE = ("activate-area-c", "move-horde")
NOT_IN_ROUND_1 = ("new-round", "favor-of-the-king")
NOT_IN_ROUND_6 = ("activate-area-d", "maintenance")


def phases_of_round(number: int, options: Options) -> list[str]:
    """The phases that are played in a round."""
    left_out: set[str] = set()
    if number == 1:
        left_out |= set(NOT_IN_ROUND_1)
    if number == 6:
        left_out |= set(NOT_IN_ROUND_6)
    if options.variant == "family" or (number == 1 and options.variant != "extreme"):
        left_out |= set(WITH_HORDE)
    return [phase for phase in PHASES if phase not in left_out]


def steps_from(phase: str, number: int, options: Options) -> list[Step]:
    """The steps from this phase of a round to the end of the round, and what comes after it."""
    phases = phases_of_round(number, options)
    return [*(PHASES[name]() for name in phases[phases.index(phase) :]), EndRound()]


class EndRound(Step, tag="end-round"):
    """Another round follows, or the game ends."""

    rule: ClassVar[str] = "end-of-round.repeat"

    def run(self, table: Table) -> None:
        number, variant = table.state.round, table.state.options.variant
        if number < LAST_ROUND[variant]:
            table.push(*steps_from("new-round", number + 1, table.state.options))
        else:
            end_game(table, "family.five-rounds" if variant == "family" else "new-round.round-6-end")
