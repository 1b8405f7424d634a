"""Final Scoring: what each player has, line by line, and the ranking with its ties."""

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from service.engine.answers import PlayerScore, ScoreLine, Scores, TieBreak
from service.games.heroes_of_land_air_and_sea.ids import ENEMY
from service.games.heroes_of_land_air_and_sea.solo_scoring import extra_lines, opponent, tie
from service.games.heroes_of_land_air_and_sea.strength import battle_score
from service.games.heroes_of_land_air_and_sea.table import Table, in_words
from service.games.heroes_of_land_air_and_sea.team_scoring import team_ranking, team_scores
from service.games.heroes_of_land_air_and_sea.the_map import tower_distance


def controls(table: Table, seat: str, counter: dict[str, Any]) -> int:
    """How many Regions of the given terrains, or Sea Regions, a player controls."""
    if counter.get("type") == "sea":
        return sum(table.has_piece(seat, sea) for sea in table.pack.seas)
    terrains = counter["terrain"]
    return sum(r.terrain in terrains and table.has_piece(seat, r.id) for r in table.pack.regions.values())


def counted(table: Table, seat: str, counter: dict[str, Any]) -> int:
    """What a counter of an end-game ability gives."""
    player = table.player(seat)
    kind = counter["counter"]
    if kind == "controlled-regions":
        return controls(table, seat, counter)
    if kind == "scribed-spells":
        return len(scribed(table, seat))
    if kind == "towers":
        return len(player.towers)
    return int(table.place_of(seat, counter["unit"]) is not None)


def scribed(table: Table, seat: str) -> list[str]:
    """A player's Scribed Spells, however they are turned."""
    found = table.player(seat).scribed
    return [*found.ready, *found.preparing, *found.exhausted]


def scores_region(table: Table, seat: str, area: str) -> bool:
    """Whether a controlled Region scores: not the own Capital City, and not a Shore held by a docked Vessel alone."""
    player = table.player(seat)
    if area == player.capital:
        return False
    vessels = [*table.vessels_at(seat, area), *(vessel for vessel, aboard in table.lifts(seat) if aboard.at == area)]
    if area in table.pack.seas:
        return bool(vessels)
    if player.units.get(area) or area in player.towers:
        return True
    return any(table.unit(vessel).kind == "air-vessel" for vessel in vessels)


def lines_of(table: Table, seat: str) -> Iterator[ScoreLine]:
    """A player's points: those gained so far, and those that the table would give now."""
    player, constants = table.player(seat), table.pack.constants["vp"]
    if player.eliminated:
        yield ScoreLine(rule="capital-battle.eliminated", label="eliminated", points=0)
        return
    yield ScoreLine(rule="scoring.kept", label="Victory Points gained in the game", points=player.vp)
    if player.faction is None:
        return
    words = table.pack.words
    for unit, number in sorted(table.in_play(seat).items()):
        if seat == ENEMY and table.unit(unit).kind == "hero":
            continue
        points = table.unit(unit).vp * number
        if points:
            rule = "recruit.warrior-vp" if table.unit(unit).kind == "warrior" else "scoring.units"
            yield ScoreLine(rule=rule, label=words.count(number, unit), points=points)
    if player.buildings:
        number = len(player.buildings)
        yield ScoreLine(
            rule="scoring.buildings", label=in_words(number, "Building"), points=number * constants["building"]
        )
    for region in player.towers:
        distance = tower_distance(table, seat, region)
        points = distance * table.pack.constants["tower"]["vp_per_distance"]
        label = f"Tower in {words.name(region)}, distance {distance}"
        yield ScoreLine(rule="scoring.towers", label=label, points=points)
    if table.level(seat).vp:
        yield ScoreLine(rule="scoring.capital", label=f"Level {player.level}", points=table.level(seat).vp)
    if scribed(table, seat):
        number = len(scribed(table, seat))
        points = number * constants["scribed_spell"]
        yield ScoreLine(rule="scoring.scribed", label=in_words(number, "Scribed Spell"), points=points)
    yield from _region_lines(table, seat)
    yield from _bonus_lines(table, seat)
    if seat == ENEMY:
        yield from extra_lines(table)


def _region_lines(table: Table, seat: str) -> Iterator[ScoreLine]:
    constants = table.pack.constants["vp"]
    lands = sum(scores_region(table, seat, region) for region in table.pack.regions)
    seas = sum(scores_region(table, seat, sea) for sea in table.pack.seas)
    if lands:
        points = lands * constants["controlled_land_region"]
        yield ScoreLine(rule="scoring.regions", label=in_words(lands, "Land Region"), points=points)
    if seas:
        points = seas * constants["controlled_sea_region"]
        yield ScoreLine(rule="scoring.regions", label=in_words(seas, "Sea Region"), points=points)


def _bonus_lines(table: Table, seat: str) -> Iterator[ScoreLine]:
    for ability in table.abilities(seat, "end-vp"):
        number = counted(table, seat, ability.params["per"])
        if number:
            points = number * ability.params["amount"]
            yield ScoreLine(rule="scoring.building-bonus", label=table.pack.words.name(ability.id), points=points)
    for region, tokens in table.state.land_tokens.items():
        for token in tokens.stay:
            for effect in table.pack.tokens[token].effects:
                if effect["op"] == "end-vp-controller" and table.has_piece(seat, region):
                    label = f"{table.pack.tokens[token].name} in {table.pack.words.name(region)}"
                    yield ScoreLine(rule="scoring.token-bonus", label=label, points=effect["amount"])


def scores(table: Table) -> Scores:
    """The score of a position; of a running game, as if it ended now. Nothing of it is hidden."""
    players = []
    for seat in table.state.seats:
        lines = list(lines_of(table, seat))
        players.append(PlayerScore(seat=seat, total=sum(line.points or 0 for line in lines), lines=lines))
    totals = {player.seat: player.total or 0 for player in players}
    battle = battle_score(table) if table.state.battle is not None else UNSET
    final = table.state.result is not None
    if table.state.solo is not None:
        (seat,) = table.state.seats
        enemy = opponent(table, list(lines_of(table, ENEMY)))
        return Scores(
            players=players,
            ranking=[[seat]],
            tie_breaks=list(tie(table, seat, totals[seat], enemy["total"])),
            opponents=[enemy],
            final=final,
            battle=battle,
        )
    if table.state.teams:
        ranking, ties = team_ranking(table, totals)
        return Scores(
            players=players,
            ranking=ranking,
            tie_breaks=ties,
            opponents=[],
            final=final,
            battle=battle,
            teams=team_scores(table, totals),
        )
    keys = {seat: (table.is_in(seat), totals[seat], sum(table.stocks(seat).values())) for seat in totals}
    ranking = [
        [seat for seat in table.state.seats if keys[seat] == key] for key in sorted(set(keys.values()), reverse=True)
    ]
    eliminated = [seat for seat in table.state.seats if not table.is_in(seat)]
    if len(eliminated) > 1:
        ranking = [*(group for group in ranking if group[0] not in eliminated), eliminated]
    ties = list(_ties(table, keys))
    return Scores(players=players, ranking=ranking, tie_breaks=ties, opponents=[], final=final, battle=battle)


def _ties(table: Table, keys: dict[str, tuple[bool, int, int]]) -> Iterator[TieBreak]:
    for points in sorted({key[1] for key in keys.values() if key[0]}, reverse=True):
        tied = [seat for seat in table.state.seats if keys[seat][:2] == (True, points)]
        if len(tied) > 1:
            told = ", ".join(f"{seat} {keys[seat][2]}" for seat in tied)
            yield TieBreak(rule="scoring.tie", seats=tied, detail=f"{points} points; Resources: {told}")
