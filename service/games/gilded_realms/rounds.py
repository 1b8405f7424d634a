"""The course of a round: seven Steps in three Phases, and what comes after the last round."""

from typing import ClassVar

from service.engine.shapes import Seat
from service.engine.step import Step
from service.games.gilded_realms.action_phase import ActionPhase
from service.games.gilded_realms.build_phase import BuildPhase
from service.games.gilded_realms.campaigns import CampaignTurns
from service.games.gilded_realms.caravans import ResolveCaravans
from service.games.gilded_realms.draft import RevealDraft
from service.games.gilded_realms.end_of_game import FinalScoring
from service.games.gilded_realms.endeavour_deck import DrawEndeavours
from service.games.gilded_realms.events import RoundBegun
from service.games.gilded_realms.first_hand import FirstHand
from service.games.gilded_realms.harvest import EndHarvest
from service.games.gilded_realms.negotiation import StayInTalks
from service.games.gilded_realms.organise import Organise
from service.games.gilded_realms.progress import ProgressAll, ProgressQueue
from service.games.gilded_realms.stances import ChooseStance, RevealStances
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.warfront_cards import RevealWarfront
from service.games.gilded_realms.year_events import ResolveOverlays, RevealYearEvent

PHASES = (
    "draw-and-build",
    "build",
    "progress",
    "actions",
    "stance",
    "resolutions",
    "events",
    "end-harvest",
    "ceremony",
)
"""Where a round can be entered; ``build`` is Step 1 once the cards are drawn."""


class BeginRound(Step, tag="begin-round"):
    """A new round begins: what is used once a round can be used again."""

    rule: ClassVar[str] = "round.next-round"

    def run(self, table: Table) -> None:
        for seat in table.state.seats:
            player = table.player(seat)
            player.builds = table.pack.constants["free_builds_per_round"]
            player.extra_builds, player.wildcard_bought, player.campaigns, player.used = 0, False, 0, {}
        if table.state.solo is not None:
            table.state.solo.cycled = table.state.solo.enigma = False
        table.log(RoundBegun(rule="round.steps", round=table.state.round))
        table.push(*steps_from(table, "draw-and-build"))


def steps_from(table: Table, phase: str) -> list[Step]:
    """The steps of the present round from a phase on, the first one first."""
    if phase == "ceremony":
        return [Ceremony()]
    if phase in PHASES[:5]:
        return [*_draws(table, phase), _own_time(table, phase), *steps_from(table, "resolutions")]
    steps: dict[str, list[Step]] = {
        "resolutions": [RevealStances(), CampaignTurns(), ResolveCaravans()],
        "events": [ResolveOverlays(), RevealYearEvent(), *([RevealWarfront()] if table.solo else [])],
        "end-harvest": [EndHarvest(), EndRound()],
    }
    return [step for name in PHASES[PHASES.index(phase) : 8] for step in steps[name]]


def _draws(table: Table, phase: str) -> list[Step]:
    """The cards drawn at the start of Step 1, and in round one how they are shared out."""
    if phase != "draw-and-build":
        return []
    if table.state.round == 1:
        return [FirstHand()] if table.solo else [RevealDraft(left=draft_size(table))]
    number = table.pack.constants["draw_per_round"]
    return [DrawEndeavours(seat=seat, number=number) for seat in table.rank_order()]


def draft_size(table: Table) -> int:
    """How many cards are drafted in round one."""
    return int(table.pack.constants["draw_per_round"]) * len(table.state.seats)


def _own_time(table: Table, phase: str) -> Step:
    """Steps 1 to 4, which each player goes through in the own time."""
    at = max(0, PHASES.index(phase) - 1)

    def lane(seat: Seat) -> list[Step]:
        steps: list[list[Step]] = [
            [BuildPhase(seat=seat)],
            [ProgressQueue(seat=seat)],
            [ActionPhase(seat=seat), Organise(seat=seat)],
            [ChooseStance(seat=seat)],
        ]
        return [step for group in steps[at:] for step in group][::-1]

    return table.lanes({seat: lane(seat) for seat in table.state.seats})


class EndRound(Step, tag="end-round"):
    """The round is over: the next one follows, or the Serpens Ceremony."""

    rule: ClassVar[str] = "harvest.loop"

    def run(self, table: Table) -> None:
        if table.state.round >= table.last_round:
            table.push(Ceremony())
            return
        table.state.round += 1
        table.push(BeginRound())


class Ceremony(Step, tag="ceremony"):
    """The Serpens Ceremony: everything in the Build Queues enters play, then a bonus Action Phase, then the tally."""

    rule: ClassVar[str] = "ceremony.when"

    def run(self, table: Table) -> None:
        lanes: dict[Seat, list[Step]] = {
            seat: [Organise(seat=seat), ActionPhase(seat=seat, bonus=True), ProgressAll(seat=seat)]
            for seat in table.state.seats
        }
        if not table.solo:
            lanes = {seat: [StayInTalks(seat=seat), *lane] for seat, lane in lanes.items()}
        table.push(table.lanes(lanes), FinalScoring())
