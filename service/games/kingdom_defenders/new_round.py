"""1. New Game Round, and the order of the phases."""

from collections.abc import Callable
from typing import ClassVar

from service.engine.step import Step
from service.games.kingdom_defenders.area_b import ActivateAreaB
from service.games.kingdom_defenders.area_c import ActivateAreaC, SkipAreaC
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
            table.push(RevealHorde(asked_by="new-round.round-2-reveal-horde"))


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

LEFT_OUT = {
    "new-round": "new-round.skipped-in-round-1",
    "favor-of-the-king": "favor.skipped-in-round-1",
    "move-horde": "horde-move.skipped-in-round-1",
}
"""The phases that round 1 leaves out, with their clauses; Area C is then only cleared."""

NOT_IN_ROUND_6 = ("activate-area-d", "maintenance")


def clause_against(phase: str, number: int, options: Options) -> str | None:
    """The clause by which a round does not have this phase; None if it has it."""
    if options.variant == "family" and phase in ("activate-area-c", "move-horde"):
        return "family.no-horde"
    if number == 1 and phase in LEFT_OUT and not (phase == "move-horde" and options.variant == "extreme"):
        return LEFT_OUT[phase]
    if number == 6 and phase in NOT_IN_ROUND_6:
        return "new-round.round-6-end"
    return None


def steps_from(phase: str, number: int, options: Options) -> list[Step]:
    """The steps from this phase of a round to the end of the round, and what comes after it."""
    names = list(PHASES)
    played = [name for name in names[names.index(phase) :] if clause_against(name, number, options) is None]
    steps = [PHASES[name]() for name in played]
    if number == 1 and options.variant == "none":
        steps = [SkipAreaC() if isinstance(step, ActivateAreaC) else step for step in steps]
    return [*steps, EndRound()]


class EndRound(Step, tag="end-round"):
    """Another round follows, or the game ends."""

    rule: ClassVar[str] = "end-of-round.repeat"

    def run(self, table: Table) -> None:
        number, variant = table.state.round, table.state.options.variant
        if number < LAST_ROUND[variant]:
            table.push(*steps_from("new-round", number + 1, table.state.options))
        else:
            end_game(table, "family.five-rounds" if variant == "family" else "new-round.round-6-end")
