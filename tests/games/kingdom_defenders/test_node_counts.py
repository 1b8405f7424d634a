"""How many sequences of one and of two actions start at a few fixed positions.

The numbers are written down here; where a comment derives one, it was counted by hand from the board and the cards.
"""

from typing import Any

import pytest

from service.engine.referee import Position
from service.games.kingdom_defenders import GAME
from tests.games.casebook import load_bases, run_case
from tests.games.kingdom_defenders.test_cases import CASES
from tests.games.promises import node_count

BASES = load_bases(CASES)


def position(base: str, step: str, **table: Any) -> Position:
    """One of the casebook's positions, at a step, changed."""
    given = {"base": base, "at": {"step": step, "table": table}}
    found = run_case(GAME, BASES, {"rule": "placing.turn-order", "given": given}).position
    assert found is not None
    return found


def discs(**standing: str) -> dict[str, Any]:
    """Who stands with one disc on which space (``_`` for the hyphen)."""
    return {space.replace("_", "-"): {"seat": seat, "discs": 1} for space, seat in standing.items()}


# Two players, nothing placed yet, no Coins. Blue may take 17 spaces, B1-a, one space each of E1 to E5 and
# of the open Buildings V1 and V2, the Adventures 2 to 4, C-3 and C-4, both doors; or pass. Then green has whatever is
# left, for blue's limits are not green's: 17 times (16 spaces and a pass), and after blue's pass all 18.
#     17 * 17 + 18 = 307
# With three players 27 spaces are open (27 * 27 + 28 = 757), with four 30 (30 * 30 + 31 = 931): P1 costs a Coin.
PLACING = [
    ("two-players", {}, 18, 307),
    ("three-players", {}, 28, 757),
    ("four-players", {}, 31, 931),
]

# The same with green out of the phase, so that the second disc is blue's too and blue's limits count:
#     after all of Area A is closed:            2 * (15 spaces + pass) =  32
#     after B1-a, or a Building, only that is closed:      8 * (16 + 1)           = 136
#     after an Adventure the City is closed (10 spaces):   3 * (6 + 1)            =  21
#     after C-3 or C-4 the City and Area C are closed:     2 * (5 + 1)            =  12
#     after a door the other door is closed, no more:      2 * (15 + 1)           =  32
#     after a pass nobody has a disc anywhere, and the next thing to happen is the draw of
#     a Building, of the three of the pool that do not lie open (E8, E9, E10):         3
LIMITS = [("two-players", {"players": {"green": {"passed": True}}}, 18, 236)]


@pytest.mark.parametrize(("base", "table", "one", "two"), PLACING + LIMITS)
def test_placing_discs(base: str, table: dict[str, Any], one: int, two: int) -> None:
    start = position(base, "placing-discs", **table)
    assert (node_count(start, 1), node_count(start, 2)) == (one, two)


# Blue has discs in the Arena (E3), on the Alchemy Workshop (V1, E6) and at the Deeds, with 2 Weapons, 1 Spell, 1 Loot
# and 1 Coin. The Arena is free, or costs a Weapon or a Spell (3 ways), the Workshop turns a Weapon or a Spell (2),
# no Deed can be completed (D01 asks for 4 Weapons), and each of the three may be declined: 3 + 2 + 3 = 8. Then
#     Arena free, or for a Weapon: Workshop 2, declines 2      2 * 4 =  8
#     Arena for the Spell: no Spell is left for the Workshop           3
#     Workshop, Weapon into Spells: Arena 3, declines 2                5
#     Workshop, Spell into Weapons: Arena free or for a Weapon,
#     declines 2, and with 4 Weapons the Deed D01                      5
#     Deeds declined: all of the above but that                        7
#     Arena declined: Workshop 2, declines 2                           4
#     Workshop declined: Arena 3, declines 2                           5
AREA_B = {
    "discs": discs(E3_a="blue", V1="blue", B1_a="blue", ADV_2="green", E5_a="green"),
    "players": {
        "blue": {"discs": 3, "weapon": 2, "spell": 1, "coin": 1, "loot": 1},
        "green": {"discs": 4, "weapon": 2, "spell": 2, "loot": 2},
    },
}


def test_area_b() -> None:
    start = position("three-players", "activate-area-b", **AREA_B)
    assert (node_count(start, 1), node_count(start, 2)) == (8, 37)


# Blue stands on C-3 (up to 2 resources) with 2 Weapons and 1 Spell, green on C-4 (up to 3) with 2 and 2; the Horde
# lacks 3 Weapons and 2 Spells. Blue gives 1 or 2 Weapons, a Spell, one of each, or nothing: 5. Then green, who may
# give up to (Weapons, Spells) of what is lacking: (2, 2) after one Weapon or nothing: 7 ways and a decline, 2 * 8;
# (2, 1) after a Spell or one of each: 2 * 6; (1, 2) after two Weapons: 6.
AREA_C = {
    "discs": discs(C_3="blue", C_4="green"),
    "players": {"blue": {"discs": 6, "weapon": 2, "spell": 1}, "green": {"discs": 6, "weapon": 2, "spell": 2}},
}


def test_area_c() -> None:
    start = position("two-players", "activate-area-c", **AREA_C)
    assert (node_count(start, 1), node_count(start, 2)) == (5, 34)


# Two players leave out two of four dice, three players one; each die shows one of three results. Four leave out none.
@pytest.mark.parametrize(
    ("base", "one", "two"), [("two-players", 6, 6 * 3), ("three-players", 4, 4 * 3), ("four-players", 3, 3 * 3)]
)
def test_favor_of_the_king(base: str, one: int, two: int) -> None:
    start = position(base, "favor-of-the-king")
    assert (node_count(start, 1), node_count(start, 2)) == (one, two)
