"""The way of a turn: of free steps there is no end, and the state does not grow with them."""

import itertools
from pathlib import Path
from typing import Any

import msgspec

from service.engine import referee
from service.engine.setup import At
from service.games.mage_knight import GAME
from service.games.mage_knight.moving import MOST_STEPS, Move
from tests.games.casebook import load_bases, overlay
from tests.games.players import reread

BASE = load_bases(Path(__file__).parent / "cases")["two-players"]
SONG = {"node": "song-of-wind.strong.1", "source": {"origin": "card", "id": "song-of-wind", "half": "strong"}}
LOOP = ("countryside-1.SE", "countryside-1.SW")


def free_steps() -> Any:
    """A turn in which plains cost nothing."""
    here = {"turn": {"in_force": [SONG]}, "players": {"amber": {"at": "start-a.NW"}}}
    at = overlay(BASE["at"], {"table": here})
    entered = referee.enter(GAME, 2, msgspec.convert({}, GAME.Options), None, None, msgspec.convert(at, At), None)
    assert entered.outcome is not None, entered.defects
    return entered.outcome.position


def test_free_steps_without_end_leave_a_state_that_can_be_read() -> None:
    position = free_steps()
    for number in range(MOST_STEPS + 50):
        outcome, refused = referee.play(position, [Move(actor="amber", space=LOOP[number % 2])], None)
        assert outcome is not None, refused
        position = outcome.position
    path = position.state.turn.path
    assert path[0] == "start-a.NW"
    assert path[-1] == position.state.players["amber"].at
    assert len(path) <= MOST_STEPS
    assert reread(GAME, position).digest == position.digest


def test_every_step_of_the_way_that_is_kept_leads_to_an_adjacent_space() -> None:
    position = free_steps()
    for number in range(MOST_STEPS + 7):
        outcome, _ = referee.play(position, [Move(actor="amber", space=LOOP[number % 2])], None)
        assert outcome is not None
        position = outcome.position
    path = position.state.turn.path
    neighbours = {frozenset(LOOP), frozenset(("start-a.NW", LOOP[0]))}
    assert all(frozenset(pair) in neighbours for pair in itertools.pairwise(path))
