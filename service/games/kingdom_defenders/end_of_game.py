"""End of the Game: the Orbs are assigned, everything is scored, and the winner is found."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, get_args

from msgspec import Meta

from service.engine.action import Action, Bundle, Where
from service.engine.shapes import Path, RuleRef, Seat, counts
from service.engine.state import Result
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.kingdom_defenders.achievements import awards
from service.games.kingdom_defenders.end_events import (
    FinalScore,
    GameEnded,
    NoDefender,
    OrbAssigned,
    OrbsSettled,
    Victory,
)
from service.games.kingdom_defenders.scoring import ranking, score_of
from service.games.kingdom_defenders.state import OrbRelic
from service.games.kingdom_defenders.table import Table

REASON = {
    "new-round.round-6-end": "round 6 has ended and the city stands",
    "family.five-rounds": "round 5 of the Family Variant has ended",
    "siege.second-siege-ends-game": "the Horde has taken the city",
}


def end_game(table: Table, rule: str) -> None:
    """Leave everything that was still to come and go on to the scoring (``end-game.city-destroyed-score-now``)."""
    table.state.agenda.clear()
    table.log(GameEnded(rule=rule))
    table.push(AssignOrbs(waiting=list(table.state.turn_order)), FinalScoring(ended_by=rule))


def unassigned_orbs(table: Table, seat: str) -> int:
    """Orbs that do not stand for a relic yet; those spent for Deeds count like any other."""
    return table.relics(seat).count("orb") - sum(table.player(seat).orbs_as.values())


class AssignOrb(Action, tag="assign-orb", frozen=True):
    """Let one Orb stand for a relic; a Rune is named with its shape."""

    relic: OrbRelic

    @classmethod
    def candidates(cls, table: Table, step: "AssignOrbs", actor: str, where: Where) -> Iterable["AssignOrb"]:
        return [cls(actor=actor, relic=relic) for relic in get_args(OrbRelic)]

    def violations(self, table: Table, step: "AssignOrbs", actor: str) -> Iterator[Violation]:
        if not unassigned_orbs(table, actor):
            yield Violation("end-game.assign-orbs:none-left", "{seat} has no Orb left to assign", seat=actor)

    def apply(self, table: Table, step: "AssignOrbs", actor: str) -> None:
        orbs = table.player(actor).orbs_as
        orbs[self.relic] = orbs.get(self.relic, 0) + 1
        table.log(OrbAssigned(rule="end-game.assign-orbs", seat=actor, relic=self.relic))


class OrbsDone(Action, tag="orbs-done", frozen=True):
    """All own Orbs stand for a relic, or there were none."""

    def violations(self, table: Table, step: "AssignOrbs", actor: str) -> Iterator[Violation]:
        left = unassigned_orbs(table, actor)
        if left:
            yield Violation(
                "end-game.assign-orbs:left", "{seat} has {left} Orb(s) left to assign", seat=actor, left=left
            )

    def apply(self, table: Table, step: "AssignOrbs", actor: str) -> None:
        step.waiting.remove(actor)
        table.log(OrbsSettled(rule="end-game.assign-orbs", seat=actor))


class AssignAllOrbs(Bundle, tag="assign-orbs", frozen=True):
    """Assign all own Orbs at once: how many stand for which relic."""

    relics: Annotated[dict[OrbRelic, Annotated[int, Meta(ge=0, le=40)]], counts(8)]

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        for relic, number in sorted(self.relics.items()):
            for _ in range(number):
                yield AssignOrb(actor=actor, relic=relic)
        yield OrbsDone(actor=actor)

    def written(self, number: int, part: Action) -> Path:
        return ("relics", part.relic) if isinstance(part, AssignOrb) else ("relics",)


class AssignOrbs(Step, tag="assign-orbs"):
    """One player after another, in turn order, says which relics the Orbs stand for.

    Everybody is asked: Orbs are hidden.
    """

    rule: ClassVar[str] = "end-game.assign-orbs"
    prompt: ClassVar[str] = "Say which relic each of your Orbs stands for."
    actions: ClassVar[tuple[type[Action], ...]] = (AssignOrb, OrbsDone, AssignAllOrbs)

    waiting: Annotated[list[Seat], Meta(max_length=4)]

    def must(self, table: Table) -> tuple[str, ...]:
        return tuple(self.waiting[:1])


def deciding_rule(table: Table, totals: Mapping[str, int], winners: list[str]) -> str:
    """The clause that has decided who wins: Fame, Adventure cards, Loot, or nothing."""
    if len(winners) > 1:
        return "end-game.tie-shared"
    (winner,) = winners
    tied = [seat for seat in totals if totals[seat] == totals[winner] and seat != winner]
    if not tied:
        return "end-game.winner"
    cards = len(table.player(winner).adventures)
    by_loot = any(len(table.player(seat).adventures) == cards for seat in tied)
    return "end-game.tie-loot" if by_loot else "end-game.tie-adventures"


class FinalScoring(Step, tag="final-scoring"):
    """Everything is counted and the game is over."""

    rule: ClassVar[str] = "end-game.sources"

    ended_by: RuleRef

    def run(self, table: Table) -> None:
        totals = {seat: sum(line.points or 0 for line in score_of(table, seat)) for seat in table.state.seats}
        for seat in table.state.turn_order:
            table.log(FinalScore(rule=self.rule, seat=seat, fame=totals[seat]))
        places = ranking(table, totals)
        table.log(Victory(rule=deciding_rule(table, totals, places[0]), winners=list(places[0])))
        if table.state.wall == "gone":
            table.log(NoDefender(rule="end-game.winner-not-defender"))
        table.state.result = Result(
            rule=self.ended_by,
            reason=REASON.get(self.ended_by, "the game has ended"),
            winners=places[0],
            ranking=places,
            awards=awards(table, totals, places[0]),
        )
