"""End of the Game: three assessments, each of which eliminates, until one contestant is left."""

from typing import ClassVar, Literal

from service.engine.state import Result
from service.engine.step import Step
from service.games.lords_of_xidit.closing_events import (
    Assessed,
    BastionOpened,
    DummyLosesTie,
    DummyWon,
    Eliminated,
    RegionScored,
    ScreensOpened,
    SecondPlaceCancelled,
    TieBrokenBySeat,
    TieBrokenByUnits,
    Won,
)
from service.games.lords_of_xidit.ids import CENTRAL, Track
from service.games.lords_of_xidit.scoring import (
    DUMMY,
    Tie,
    assess,
    bards_in,
    elimination_rule,
    ranking,
    region_points,
    survivors,
)
from service.games.lords_of_xidit.table import Table


class AssessPlayers(Step, tag="assess-players"):
    """The assessments are made column by column; the last contestant has won."""

    rule: ClassVar[str] = "game-end.three-assessments"

    def run(self, table: Table) -> None:
        rounds = assess(table)
        _open_screens(table)
        for number, assessment in enumerate(rounds, start=1):
            if assessment.track == "reputation":
                _tell_regions(table)
            for tie in assessment.ties:
                _tell_tie(table, assessment.track, tie)
            table.log(
                Assessed(
                    rule="ranking.highest-first",
                    number=number,
                    track=assessment.track,
                    ranking=assessment.ranking,
                    values=assessment.values,
                )
            )
            for contestant in assessment.eliminated:
                rule = elimination_rule(contestant, assessment)
                table.log(Eliminated(rule=rule, contestant=contestant))
        (winner,) = survivors(table, rounds)
        places = ranking(table, rounds)
        years = table.state.options.years
        if winner == DUMMY:
            rule = "three-players.dummy-wins"
            table.log(DummyWon(rule=rule))
            table.state.result = Result(
                rule=rule, reason="the Dummy Player is the last one left", winners=[], ranking=places
            )
            return
        table.log(Won(rule="game-end.winner", winner=winner))
        table.state.result = Result(
            rule="game-end.when" if years == 12 else "short-version.end",
            reason=f"Game Year {years} has ended",
            winners=[winner],
            ranking=places,
        )


def _open_screens(table: Table) -> None:
    """Gold and Units are laid open; the Bastion is opened when Reputation is assessed."""
    seats = table.state.seats
    gold = {seat: table.player(seat).gold for seat in seats}
    units = {seat: table.unit_count(seat) for seat in seats}
    table.log(ScreensOpened(rule="game-end.screens-open", gold=gold, units=units))


def _tell_regions(table: Table) -> None:
    """Who has how many points for which Region: the open ones first, then the Bastion."""
    for region in sorted(table.pack.regions, key=lambda region: region == CENTRAL):
        tokens = bards_in(table, region)
        if region == CENTRAL:
            table.log(BastionOpened(rule="reputation.reveal-bastion", bards=tokens))
        points = region_points(table, region)
        first = max((number for number, _ in points.values()), default=0)
        for number, rule in sorted(set(points.values()), reverse=True):
            seats = [seat for seat in table.state.seats if points.get(seat) == (number, rule)]
            place: Literal["first", "second"] = "first" if number == first else "second"
            table.log(RegionScored(rule=rule, region=region, place=place, seats=seats, points=number))
        if len(points) < len(tokens) and all(number == first for number, _ in points.values()):
            table.log(SecondPlaceCancelled(rule="reputation.tie-first-no-second", region=region))


def _tell_tie(table: Table, track: Track, tie: Tie) -> None:
    """By which clause, and by what numbers, contestants of equal value are ranked."""
    best_first = dict(sorted(tie.numbers.items(), key=lambda entry: entry[1], reverse=True))
    if tie.rule == "assessment-ties.units":
        table.log(TieBrokenByUnits(rule=tie.rule, track=track, value=tie.value, units=best_first))
    elif tie.rule == "assessment-ties.seat":
        table.log(TieBrokenBySeat(rule=tie.rule, track=track, value=tie.value, units=tie.units, distances=best_first))
    else:
        table.log(DummyLosesTie(rule=tie.rule, track=track, value=tie.value, seats=list(tie.numbers)))
