"""Random play with any cards, Units and Skills: what no early turn of a random game reaches."""

import random
from typing import Any

import pytest

from service.engine import referee
from service.engine.referee import Position
from service.games.mage_knight import GAME
from tests.games import promises
from tests.games.mage_knight.hands_full import full
from tests.games.mage_knight.scramble import scrambled
from tests.games.players import choose, reread

ACTIONS = 40


@pytest.mark.parametrize("seed", range(12))
def test_random_play_with_full_hands(seed: int, touch: Any) -> None:
    rng = random.Random(f"full-{seed}")
    play_on(full(2 + seed % 3, rng), rng, touch)


@pytest.mark.parametrize("seed", range(12))
def test_random_play_on_a_wide_map(seed: int, touch: Any) -> None:
    rng = random.Random(f"wide-{seed}")
    play_on(full(2 + seed % 2, rng, wide=True), rng, touch)


def play_on(position: Position, rng: random.Random, touch: Any) -> None:
    """Play on for a while; at some of the positions all promises are checked."""
    seed = f"{rng.random()}"
    for number in range(ACTIONS):
        if position.state.result is not None:
            break
        if number % 10 == 5:
            touch(GAME, promises.check_all(position, rng, 30))
        decisions = referee.legal_actions(position).decisions
        assert max(len(decision.actions) for decision in decisions) <= 150
        action = choose(rng, position)
        outcome, verdict = referee.play(position, [action], seed)
        assert outcome is not None, (action, verdict)
        touch(GAME, {event.rule for event in outcome.events})
        position = reread(GAME, outcome.position)
        assert position.digest == outcome.position.digest


@pytest.mark.parametrize("seed", range(4))
def test_a_viewer_learns_nothing_of_full_hands(seed: int) -> None:
    rng = random.Random(f"secret-{seed}")
    position = full(3, rng)
    for _ in range(25):
        if position.state.result is not None:
            break
        action = choose(rng, position)
        for viewer in position.state.seats:
            other = referee.admit(GAME, scrambled(position.state, viewer, rng))
            promises.check_same_for(viewer, position, other, action)
        outcome, _ = referee.play(position, [action], f"secret-{seed}")
        assert outcome is not None
        position = reread(GAME, outcome.position)
