"""How many sequences of one and of two actions start at a few fixed positions, counted by hand."""

from typing import Any

import pytest

from service.engine.referee import Position
from service.games.gilded_realms import GAME
from tests.games.casebook import load_bases, run_case
from tests.games.gilded_realms.test_cases import CASES
from tests.games.promises import node_count

BASES = load_bases(CASES)
QUARRY = "quarry.quarry--manor"


def position(step: str, **blue: Any) -> Position:
    """Two players at a step: green has nothing, blue what is told."""
    given = {"base": "two-players", "at": {"step": step, "table": {"players": {"blue": blue}}}}
    found = run_case(GAME, BASES, {"rule": "round.steps", "given": given}).position
    assert found is not None
    return found


# Step 1. Blue holds a Grain Field/Town, has one free Build and no Population: two faces, or end-build; green can only
# end. After a Build both can only end Step 1 (2 ways * 2 = 4). After blue's end-build there is nothing to do in Step 3
# but finish it (1), beside green's end-build (1). After green's end-build green can finish Step 3 (1), blue has 3.
#     2 * 2 + 2 + 4 = 10
BUILDING = ("build", {"hand": ["grain-field--town"], "builds": 1, "population": 0}, 4, 10)

# Step 3. Blue has 2 Supply, 1 Material, 1 Hardship and a Quarry in position 3: feed, fortify 1, expedite the Building,
# Kelu Thralkut, finish; green can only finish. Then
#     fed: fortify, expedite, Kelu, finish, green                                        5
#     fortified: feed, Kelu, finish, green                                               4
#     expedited: apply the Progress, waste it, green                                     3
#     Kelu used (3 Materials): feed, fortify 1 or 2, expedite, trade 1 or 2 Supply
#     with 3 or 2 Materials, finish, green                                               8
#     finished: Worker or Defence Stance, green                                          3
#     green finished: the 5 of blue, two Stances of green                                7
ACTING = ("actions", {"supply": 2, "material": 1, "population": 5, "queue": {"3": {QUARRY: 1}}}, 6, 30)

# Paying with a Town, an Artisan and a Watermill for Agriculture (2 Grain Fields), 2 Materials at hand.
# Nothing is begun yet: Influence (a Manor: the Artisan), Agriculture, Township, Resources and Military (the Artisan),
# Kelu Thralkut, fortify 1 or 2, finish; green's finish.                                10
# Of the five Upgrades each can be given up or paid; green can finish:
#     Influence, Resources and Military: the Artisan                                3 * 3
#     Township: the Town or the Artisan                                                 4
#     Agriculture: the Watermill once or twice, the Artisan                             5
# After Kelu (4 Materials, 1 Gold, 5 Population): five Upgrades, fortify 1 or 2, trade 4 Materials, finish, green: 10
# After fortify 1 (1 Material): Upgrades as before but Agriculture still goes (Watermill and Artisan): 5, Kelu,
# fortify 1, finish, green:                                                             9
# After fortify 2: the same without fortify                                             8
# After finish: the five Upgrades, two Stances, green                                   8
# After green's finish: blue's 9, two Stances                                          11
PAYING = (
    "actions",
    {"material": 2, "territory": {"town.grain-field--town": 1, "serpens-artisan": 1, "watermill.watermill--town": 1}},
    10,
    9 + 4 + 5 + 10 + 9 + 8 + 8 + 11,
)


@pytest.mark.parametrize(("step", "blue", "one", "two"), [BUILDING, ACTING, PAYING])
def test_counted_by_hand(step: str, blue: dict[str, Any], one: int, two: int) -> None:
    start = position(step, **blue)
    assert (node_count(start, 1), node_count(start, 2)) == (one, two)
