"""How many things can be done from a few positions, counted by hand."""

from typing import Any

import pytest

from service.engine import referee
from service.engine.referee import Position
from service.games.heroes_of_land_air_and_sea import GAME
from tests.games.heroes_of_land_air_and_sea.test_refusals import blue, entered
from tests.games.promises import node_count

COURTYARD = {
    "human-serf": 12,
    "human-warrior": 5,
    "human-paladin": 1,
    "human-archmage": 1,
    "human-knight-captain": 1,
}


def test_setup() -> None:
    """4 Factions, 3 left; 30 Spell Cards for each; 3 Resources, 2 left; 4 Continents, 2 adjacent to each."""
    start = referee.begin(GAME, 2, GAME.Options(first_player="blue")).position
    assert [node_count(start, depth) for depth in (1, 2, 3)] == [4, 4 * 3, 4 * 3 * 30]


def test_the_first_turn() -> None:
    """Recruit, Research, Tax, March, Cast: 2 Units, 2 ways of Research, 3 Resources, one Region to leave, one card."""
    start = entered()
    assert node_count(start, 1) == 5
    assert node_count(start, 2) == 2 + 2 + 3 + 1 + 1


def listed(position: Position) -> int:
    (decision,) = referee.legal_actions(position).decisions
    return len(decision.actions)


def test_armies_of_a_full_courtyard() -> None:
    """Up to 5 of 12 Serfs, 5 Warriors and 3 Heroes: 20 without a Hero, 45, 30 and 6 with one, two and three."""
    position = entered(
        blue("place-token", action="march"),
        blue("march-from", origin="nw-g"),
        players={"blue": {"units": {"nw-g": COURTYARD}}},
    )
    assert listed(position) == 20 + 45 + 30 + 6


@pytest.mark.parametrize(("aboard", "ways"), [({}, 4), ({"human-serf": 1}, 4)])
def test_exchanges(aboard: dict[str, int], ways: int) -> None:
    """Of two Serfs and a Warrior board: S, W, SS, SW. With a Serf aboard: one more boards, it leaves, it swaps."""
    position = entered(
        players={
            "blue": {"buildings": ["sea-dock"], "vessels": {"human-galleon": {"at": "nw-g", "passengers": aboard}}}
        }
    )
    (decision,) = referee.legal_actions(position, where={"type": "exchange"}).decisions
    assert len(decision.actions) == ways


def test_a_galleon_in_the_home_harbour() -> None:
    """Speed 3 from the home Shore: 1 sea; its 4 neighbours; the Shores of each; 5 more seas, the rival's harbour."""
    position = entered(
        blue("place-token", action="sail"),
        players={"blue": {"buildings": ["sea-dock"], "vessels": {"human-galleon": {"at": "nw-g"}}}},
    )
    (decision,) = referee.legal_actions(position).decisions
    areas = {action.area for action in decision.actions}
    one, two = {"sea-nw"}, {"sea-n", "sea-w", "sea-ne", "sea-sw", "nw-k", "nw-l", "nw-a", "nw-f"}
    three = {"sea-n-strait", "sea-s", "sea-w-strait", "sea-e", "sea-se"}
    shores = {
        "nw-b",
        "nw-e",
        "ne-a",
        "ne-b",
        "ne-k",
        "ne-l",
        "ne-f",
        "sw-g",
        "sw-k",
        "sw-l",
        "sw-a",
        "sw-f",
        "sw-e",
        "ne-g",
    }
    assert areas == one | two | three | shores


def test_marches_under_where_come_page_by_page() -> None:
    """1 to 5 of the Units in a full Courtyard, to every Region in reach: each is listed once, on one of the pages."""
    position = entered(
        blue("place-token", action="march"),
        players={"blue": {"units": {"nw-g": COURTYARD}}},
    )
    where = {"type": "march", "origin": "nw-g"}
    (whole,) = referee.legal_actions(position, where=where, limit=10_000).decisions
    assert whole.count == len(whole.actions) > 200
    found: list[Any] = []
    cursor = None
    while True:
        (page,) = referee.legal_actions(position, where=where, limit=50, cursor=cursor).decisions
        assert len(page.actions) <= 50
        found += page.actions
        cursor = page.next_cursor
        if cursor is None:
            break
    assert found == whole.actions
