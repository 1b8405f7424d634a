"""Achievements: distinctions that are reported with the result and change nothing."""

from collections.abc import Iterator, Mapping
from itertools import accumulate

from service.engine.state import Award
from service.games.kingdom_defenders.scoring import RUNES, relics_at_end, score_of
from service.games.kingdom_defenders.table import Table

HUNTER, FORTUNATE, SUPREMACY, LEGEND = 8, 8, 20, 120
RELIC_TYPES = ("orb", "legendary-weapon", "arcane-tome", "trophy", "rune")


def awards(table: Table, totals: Mapping[str, int], winners: list[str]) -> list[Award]:
    """Every achievement of the finished game, player by player."""
    return [
        Award(award=name, seat=seat, rule=f"achievements.{name}")
        for seat in table.state.seats
        for name in _earned(table, seat, totals, winners)
    ]


def _earned(table: Table, seat: str, totals: Mapping[str, int], winners: list[str]) -> Iterator[str]:
    player, relics = table.player(seat), relics_at_end(table, seat)
    if player.wounds == 0:
        yield "immaculate"
    if all(_has_type(table, seat, kind) for kind in RELIC_TYPES):
        yield "collector"
    if all(relics.get(shape, 0) for shape in RUNES):
        yield "fanatic"
    if any(getattr(player, track) == top for track, top in table.pack.top_level.items()):
        yield "expertise"
    if relics.get("trophy", 0) >= HUNTER:
        yield "hunter"
    if "adventurer" in player.feats:
        yield "adventurer"
    victories = set(table.state.victories)
    if any(number + 1 in victories for number in victories):
        yield "defender"
    if "popular" in player.feats:
        yield "popular"
    if winners == [seat] and all(totals[seat] - totals[o] >= SUPREMACY for o in table.state.seats if o != seat):
        yield "supremacy"
    if table.state.wall == "gone":
        yield "failed"
    if player.loot >= FORTUNATE:
        yield "fortunate"
    if "legend" in player.feats or highest_fame(table, seat) >= LEGEND:
        yield "legend"


def highest_fame(table: Table, seat: str) -> int:
    """The most Fame that the player has had while scoring went on, line by line."""
    return max(accumulate(line.points or 0 for line in score_of(table, seat)))


def _has_type(table: Table, seat: str, kind: str) -> bool:
    """An Orb counts as an Orb here, whatever it stands for (``achievements.collector``)."""
    return any(relic == kind or relic.startswith(kind + "-") for relic in table.relics(seat))
