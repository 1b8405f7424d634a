"""Wealth, Influence and Reputation, the ranking of each assessment with its ties, and who drops out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from service.engine.answers import PlayerScore, ScoreLine, Scores, TieBreak
from service.games.lords_of_xidit.ids import CENTRAL, Track
from service.games.lords_of_xidit.table import Table

DUMMY = "dummy"
TRACK_NAME = {"wealth": "Wealth", "influence": "Influence", "reputation": "Reputation"}


def bards_in(table: Table, region: str) -> dict[str, int]:
    """The Bard tokens of each player in a Region; those of the central Region lie in the Bastion."""
    if region == CENTRAL:
        return {seat: p.bastion for seat, p in table.state.players.items() if p.bastion}
    return dict(table.state.bards.get(region, {}))


def region_points(table: Table, region: str) -> dict[str, tuple[int, str]]:
    """The points of a Region with their clauses: first place, and second place unless the first is shared."""
    first, second = table.pack.reputation[region]
    tokens = {seat: number for seat, number in bards_in(table, region).items() if number}
    if not tokens:
        return {}
    most = max(tokens.values())
    leaders = [seat for seat in tokens if tokens[seat] == most]
    rule = "reputation.tie-first" if len(leaders) > 1 else "reputation.first-place"
    points = dict.fromkeys(leaders, (first, rule))
    rest = {seat: number for seat, number in tokens.items() if seat not in leaders}
    if len(leaders) == 1 and rest:
        runners = [seat for seat in rest if rest[seat] == max(rest.values())]
        rule = "reputation.tie-second" if len(runners) > 1 else "reputation.second-place"
        points |= dict.fromkeys(runners, (second, rule))
    return points


def value_of(table: Table, contestant: str, track: Track) -> int:
    """What a contestant shows on the Score Track."""
    if contestant == DUMMY:
        return int(table.pack.dummy_tracks[track][table.state.dummy.get(track, 0)])
    player = table.player(contestant)
    if track == "wealth":
        return player.gold
    if track == "influence":
        return sum(guild.stories for guild in table.state.guilds.values() if guild.seat == contestant)
    return sum(region_points(table, region).get(contestant, (0, ""))[0] for region in table.pack.regions)


def contestants(table: Table) -> list[str]:
    """Who takes part in the assessments."""
    return [*table.state.seats, DUMMY] if table.has_dummy else list(table.state.seats)


def _key(table: Table, contestant: str, track: Track) -> tuple[int, int, int]:
    """Rank by value, then by Units, then by the distance from the First Player; the Dummy Player loses every tie."""
    value = value_of(table, contestant, track)
    if contestant == DUMMY:
        return value, -1, -1
    return value, table.unit_count(contestant), table.in_turn().index(contestant)


@dataclass(slots=True)
class Tie:
    """Contestants of equal value and the clause that separates them, with the numbers that it compares.

    The numbers are Units or, where ``units`` are equal, seats from the First Player; the greater ones win.
    """

    rule: str
    value: int
    numbers: dict[str, int]
    units: int = 0

    def told(self, track: Track) -> TieBreak:
        """The tie as scores tell it."""
        numbers = ", ".join(f"{seat} {number}" for seat, number in self.numbers.items())
        about = {
            "three-players.dummy-loses-ties": ": the Dummy Player loses the tie",
            "assessment-ties.units": f": Units {numbers}",
            "assessment-ties.seat": f", Units {self.units}: seats from the First Player {numbers}",
        }
        detail = f"{TRACK_NAME[track]} {self.value}{about[self.rule]}"
        return TieBreak(rule=self.rule, seats=list(self.numbers), detail=detail)


@dataclass(slots=True)
class Assessment:
    """One assessment: the ranking from best to worst, the values, and who dropped out, the worst first."""

    track: Track
    ranking: list[str]
    values: dict[str, int]
    eliminated: list[str]
    ties: list[Tie] = field(default_factory=list)


def assess(table: Table) -> list[Assessment]:
    """The three assessments in their order, as if the game ended now."""
    left, found = contestants(table), []
    for track, number in zip(table.state.assessments, table.pack.eliminated(len(table.state.seats)), strict=False):
        keys = {contestant: _key(table, contestant, track) for contestant in contestants(table)}
        ranking = sorted(keys, key=lambda contestant: keys[contestant], reverse=True)
        out = [contestant for contestant in reversed(ranking) if contestant in left][:number]
        left = [contestant for contestant in left if contestant not in out]
        values = {contestant: keys[contestant][0] for contestant in ranking}
        found.append(Assessment(track, ranking, values, out, _ties(keys)))
    return found


def _ties(keys: Mapping[str, tuple[int, int, int]]) -> list[Tie]:
    """What separated contestants of equal value: the Dummy Player loses, then Units decide, then seats."""
    found = []
    for value in sorted({key[0] for key in keys.values()}, reverse=True):
        tied = [contestant for contestant in keys if keys[contestant][0] == value]
        players = [contestant for contestant in tied if contestant != DUMMY]
        units = {seat: keys[seat][1] for seat in players}
        if len(players) < len(tied) and players:
            found.append(Tie("three-players.dummy-loses-ties", value, units))
        if len(players) > 1:
            found.append(Tie("assessment-ties.units", value, units))
        for number in sorted(set(units.values()), reverse=True):
            equal = {seat: keys[seat][2] for seat in players if units[seat] == number}
            if len(equal) > 1:
                found.append(Tie("assessment-ties.seat", value, equal, number))
    return found


def elimination_rule(contestant: str, assessment: Assessment) -> str:
    """The clause by which a contestant drops out."""
    if contestant == DUMMY:
        return "three-players.dummy-eliminated"
    return "elimination.five-players-two-out" if len(assessment.eliminated) > 1 else "elimination.lowest-out"


def survivors(table: Table, rounds: list[Assessment]) -> list[str]:
    """The contestants that no assessment has eliminated."""
    out = {contestant for assessment in rounds for contestant in assessment.eliminated}
    return [contestant for contestant in contestants(table) if contestant not in out]


def ranking(table: Table, rounds: list[Assessment]) -> list[list[str]]:
    """The seats from best to worst: the winner, then by how late they dropped out."""
    order = [*survivors(table, rounds)]
    for assessment in reversed(rounds):
        order += reversed(assessment.eliminated)
    return [[seat] for seat in order if seat != DUMMY]


def lines_of(table: Table, seat: str, rounds: list[Assessment]) -> list[ScoreLine]:
    """A player's Wealth, Influence and Reputation, Region by Region, and the assessment that put the player out."""
    lines = [
        ScoreLine(rule="wealth.value", label="Wealth: gold", points=value_of(table, seat, "wealth")),
        ScoreLine(rule="influence.value", label="Influence: Stories", points=value_of(table, seat, "influence")),
    ]
    for region in table.pack.regions:
        points, rule = region_points(table, region).get(seat, (0, ""))
        if points:
            lines.append(ScoreLine(rule=rule, label=f"Reputation: {region}", points=points))
    lines.append(
        ScoreLine(rule="reputation.total", label="Reputation in all", points=value_of(table, seat, "reputation"))
    )
    for number, assessment in enumerate(rounds, start=1):
        place = assessment.ranking.index(seat) + 1
        out = seat in assessment.eliminated
        label = f"Assessment {number} ({TRACK_NAME[assessment.track]}): place {place}" + (", drops out" if out else "")
        rule = elimination_rule(seat, assessment) if out else "ranking.highest-first"
        lines.append(ScoreLine(rule=rule, label=label, points=assessment.values[seat]))
    return lines


def is_hidden(player: Any) -> bool:
    """Whether this is a rival's side of the table in a view."""
    return player.gold is None


def scores(table: Table) -> Scores:
    """The score of a position: the three assessments round by round; of a running game, as if it ended now.

    Nothing adds up to a total: players are eliminated. A view shows of the rivals what is open.
    """
    if any(is_hidden(player) for player in table.state.players.values()):
        return _scores_of_view(table)
    rounds = assess(table)
    return Scores(
        players=[PlayerScore(seat=s, total=None, lines=lines_of(table, s, rounds)) for s in table.state.seats],
        ranking=ranking(table, rounds),
        tie_breaks=[tie.told(assessment.track) for assessment in rounds for tie in assessment.ties],
        opponents=[_dummy(table, rounds)] if table.has_dummy else [],
        final=table.state.result is not None,
    )


def _dummy(table: Table, rounds: list[Assessment]) -> dict[str, Any]:
    """The Dummy Player beside the players."""
    out = [number for number, a in enumerate(rounds, start=1) if DUMMY in a.eliminated]
    return {
        "opponent": DUMMY,
        "values": {track: value_of(table, DUMMY, track) for track in ("wealth", "influence", "reputation")},
        "eliminated_in": out[0] if out else None,
    }


def _scores_of_view(table: Table) -> Scores:
    """What a view shows: open Regions and Guilds of everybody, gold and Bastion only of the viewer."""
    players = []
    for seat in table.state.seats:
        hidden = is_hidden(table.player(seat))
        gold = None if hidden else value_of(table, seat, "wealth")
        lines = [
            ScoreLine(rule="wealth.value", label="Wealth: gold", points=gold),
            ScoreLine(rule="influence.value", label="Influence: Stories", points=value_of(table, seat, "influence")),
        ]
        for region in table.pack.regions:
            if region == CENTRAL:
                lines.append(ScoreLine(rule="reputation.reveal-bastion", label="Reputation: central", points=None))
                continue
            points, rule = region_points(table, region).get(seat, (0, ""))
            if points:
                lines.append(ScoreLine(rule=rule, label=f"Reputation: {region}", points=points))
        players.append(PlayerScore(seat=seat, total=None, lines=lines))
    opponents = [_dummy(table, [])] if table.has_dummy else []
    return Scores(players=players, ranking=[list(table.state.seats)], tie_breaks=[], opponents=opponents, final=False)
