"""Scoring at the end of the game, in the printed order, and the ranking with its ties."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from service.engine.answers import PlayerScore, ScoreLine, Scores, TieBreak
from service.games.kingdom_defenders.state import Player
from service.games.kingdom_defenders.table import Table

RUNES = ("rune-1", "rune-2", "rune-3", "rune-4", "rune-5")
WILD = "rune-any"


def relics_at_end(table: Table, seat: str) -> dict[str, int]:
    """The player's relics by kind with the Orbs counted as what they stand for, and wild Runes given a shape."""
    found: dict[str, int] = {}
    for relic in table.relics(seat):
        if relic != "orb":
            found[relic] = found.get(relic, 0) + 1
    for relic, number in table.player(seat).orbs_as.items():
        found[relic] = found.get(relic, 0) + number
    for _ in range(found.pop(WILD, 0)):
        shape = shape_of_wild(found)
        found[shape] = found.get(shape, 0) + 1
    return found


def shape_of_wild(relics: Mapping[str, int]) -> str:
    """The shape that completes the largest set of Runes which lacks one (``end-game.rune-wild-reward``)."""
    return min(RUNES, key=lambda shape: relics.get(shape, 0))


def rune_sets(relics: Mapping[str, int]) -> list[int]:
    """The sizes of the sets of different Runes, the largest possible first."""
    numbers = [relics.get(shape, 0) for shape in RUNES]
    return [sum(number > taken for number in numbers) for taken in range(max(numbers))]


def trophy_fame(table: Table, trophies: int) -> int:
    """What a number of Trophies is worth in all."""
    scale = table.pack.document["scoring"]["trophies"]
    return int(scale[str(min(trophies, 6))] + max(0, trophies - 6) * scale["each_over_6"])


def destiny_fame(table: Table, seat: str, relics: Mapping[str, int]) -> int:
    """What the Destiny card gives for the goods it shows."""
    card = table.player(seat).fate
    if card is None:
        return 0
    scoring = table.pack.fate[card]["scoring"]
    number = destiny_count(table, seat, scoring["count"], relics)
    if scoring["kind"] == "per-item":
        return int(scoring["fame"] * number)
    reached = [int(key) for key in scoring["table"] if int(key) <= number]
    if not reached:
        return 0
    top = max(int(key) for key in scoring["table"])
    exact = scoring.get("step") or number > top
    return int(scoring["table"][str(max(reached) if exact else number)])


def destiny_count(table: Table, seat: str, kind: str, relics: Mapping[str, int]) -> int:
    """How many of the counted goods the player has."""
    player = table.player(seat)
    if kind == "coin":
        return player.coin
    if kind == "reward-tile":
        return len(player.rewards)
    if kind == "adventure-card":
        return len(player.adventures)
    if kind == "weapon-plus-spell":
        return player.weapon + player.spell
    if kind == "different-rune-shapes":
        return sum(relics.get(shape, 0) > 0 for shape in RUNES)
    return relics.get(kind, 0)


def destiny_rule(table: Table, player: Player) -> str:
    """The clause of the player's Destiny card."""
    scoring: dict[str, Any] = table.pack.fate[player.fate]["scoring"] if player.fate else {}
    if scoring.get("kind") == "per-item":
        return "end-game.destiny-per-relic"
    if scoring.get("count") == "different-rune-shapes":
        return "end-game.destiny-runes"
    return "end-game.destiny-card"


def score_of(table: Table, seat: str) -> list[ScoreLine]:
    """A player's score line by line in the printed order; the loss for Wounds stops at 0."""
    player, relics = table.player(seat), relics_at_end(table, seat)
    weapons, tomes, trophies = (relics.get(k, 0) for k in ("legendary-weapon", "arcane-tome", "trophy"))
    sets = table.pack.document["scoring"]["rune_sets"]
    trophy_rule = "end-game.trophies-above-6" if trophies > 6 else "end-game.trophies"
    lines = [
        ("end-game.sources", "Fame track", player.fame),
        ("end-game.loot", f"{player.loot} Loot", player.loot),
        ("end-game.rune-sets", "Runes", sum(sets[str(size)] for size in rune_sets(relics))),
        (trophy_rule, f"{trophies} Trophies", trophy_fame(table, trophies)),
        (
            "end-game.legendary-weapons",
            f"{weapons} Legendary Weapons",
            weapons * table.pack.multiplier("strength", player.strength),
        ),
        ("end-game.arcane-tomes", f"{tomes} Arcane Tomes", tomes * table.pack.multiplier("magic", player.magic)),
    ]
    so_far = sum(points for _, _, points in lines)
    lines.append(("end-game.wounds", f"{player.wounds} Wounds", -min(player.wounds, so_far)))
    lines.append((destiny_rule(table, player), "Destiny card", destiny_fame(table, seat, relics)))
    return [ScoreLine(rule=rule, label=label, points=points) for rule, label, points in lines]


HIDDEN_LABELS = (
    ("end-game.loot", "Loot"),
    ("end-game.rune-sets", "Runes"),
    ("end-game.trophies", "Trophies"),
    ("end-game.legendary-weapons", "Legendary Weapons"),
    ("end-game.arcane-tomes", "Arcane Tomes"),
)


def hidden_score_of(table: Table, seat: str) -> list[ScoreLine]:
    """What a view shows of a rival's score: the open Fame and Wounds, and nothing of what lies behind the screen."""
    player = table.player(seat)
    return [
        ScoreLine(rule="end-game.sources", label="Fame track", points=player.fame),
        *(ScoreLine(rule=rule, label=label, points=None) for rule, label in HIDDEN_LABELS),
        ScoreLine(rule="end-game.wounds", label=f"{player.wounds} Wounds", points=None),
        ScoreLine(rule="end-game.destiny-card", label="Destiny card", points=None),
    ]


def is_hidden(player: Player) -> bool:
    """Whether this is a rival's side of the table in a view."""
    return player.loot is None or None in player.adventures


def _tie_key(table: Table, totals: Mapping[str, int], seat: str) -> tuple[int, int, int]:
    player = table.player(seat)
    return totals[seat], len(player.adventures), player.loot


def ranking(table: Table, totals: Mapping[str, int]) -> list[list[str]]:
    """The seats from best to worst by Fame, Adventure cards and Loot; who is still tied shares a place."""
    ordered = sorted(table.state.seats, key=lambda seat: _tie_key(table, totals, seat), reverse=True)
    return [list(group) for _, group in groupby(ordered, key=lambda seat: _tie_key(table, totals, seat))]


def tie_breaks(table: Table, totals: Mapping[str, int]) -> list[TieBreak]:
    """What separated, or did not separate, the players of equal Fame, best places first."""
    found: list[TieBreak] = []
    for total in sorted(set(totals.values()), reverse=True):
        tied = [seat for seat in table.state.seats if totals[seat] == total]
        if len(tied) > 1:
            found += list(_separate(table, tied))
    return found


def _separate(table: Table, tied: list[str]) -> Iterator[TieBreak]:
    cards = {seat: len(table.player(seat).adventures) for seat in tied}
    detail = ", ".join(f"{seat}: {number} Adventure cards" for seat, number in cards.items())
    yield TieBreak(rule="end-game.tie-adventures", seats=tied, detail=detail)
    for number in sorted(set(cards.values()), reverse=True):
        still = [seat for seat in tied if cards[seat] == number]
        if len(still) == 1:
            continue
        loot = {seat: table.player(seat).loot for seat in still}
        detail = ", ".join(f"{seat}: {loots} Loot" for seat, loots in loot.items())
        yield TieBreak(rule="end-game.tie-loot", seats=still, detail=detail)
        for equal in sorted(set(loot.values()), reverse=True):
            shared = [seat for seat in still if loot[seat] == equal]
            if len(shared) > 1:
                yield TieBreak(rule="end-game.tie-shared", seats=shared, detail="the place is shared")


def scores(table: Table) -> Scores:
    """The score of a position: of a running game, what each player would have if it ended with Orbs unassigned."""
    final = table.state.result is not None
    if any(is_hidden(player) for player in table.state.players.values()):
        return _scores_of_view(table)
    lines = {seat: score_of(table, seat) for seat in table.state.seats}
    totals = {seat: sum(line.points or 0 for line in lines[seat]) for seat in table.state.seats}
    return Scores(
        players=[PlayerScore(seat=seat, total=totals[seat], lines=lines[seat]) for seat in table.state.seats],
        ranking=ranking(table, totals),
        tie_breaks=tie_breaks(table, totals) if final else [],
        opponents=[],
        final=final,
    )


def _scores_of_view(table: Table) -> Scores:
    players = []
    for seat in table.state.seats:
        if is_hidden(table.player(seat)):
            players.append(PlayerScore(seat=seat, total=None, lines=hidden_score_of(table, seat)))
        else:
            lines = score_of(table, seat)
            players.append(PlayerScore(seat=seat, total=sum(line.points or 0 for line in lines), lines=lines))
    fame = {seat: table.player(seat).fame for seat in table.state.seats}
    ordered = sorted(table.state.seats, key=lambda seat: fame[seat], reverse=True)
    places = [list(group) for _, group in groupby(ordered, key=lambda seat: fame[seat])]
    return Scores(players=players, ranking=places, tie_breaks=[], opponents=[], final=False)
