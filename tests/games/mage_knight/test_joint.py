"""Cooperative assaults and combats between players, which random games seldom reach: what holds at every position."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.engine import referee
from service.engine.referee import Position
from service.games.mage_knight import GAME
from tests.games import promises
from tests.games.casebook import load_bases, run_case
from tests.games.mage_knight.scramble import scrambled

CASES = Path(__file__).parent / "cases"
BASES = load_bases(CASES)
WALKS, STEPS = 6, 25


def positions(chapter: str, rng: random.Random) -> Iterator[tuple[Position, Any]]:
    """Random play from positions of a chapter's casebook."""
    cases = [case for case in json.loads((CASES / f"{chapter}.json").read_text()) if "defects" not in case["then"]]
    for case in rng.sample(cases, WALKS):
        position = run_case(GAME, BASES, {key: value for key, value in case.items() if key != "when"}).position
        for _ in range(STEPS):
            if position is None or position.state.result is not None:
                break
            actions = [action for found in referee.legal_actions(position).decisions for action in found.actions]
            assert actions, ("nobody can do anything", position.state.agenda)
            kinds = sorted({type(action).__name__ for action in actions})
            kind = rng.choice(kinds)
            action = rng.choice([action for action in actions if type(action).__name__ == kind])
            yield position, action
            step, refused = referee.play(position, [action])
            assert step is not None, refused
            position = referee.admit(GAME, step.position.state)


@pytest.mark.parametrize("chapter", ["coop", "pvp"])
def test_positions_keep_the_promises(chapter: str, touch: Any) -> None:
    rng = random.Random(chapter)
    walked = list(positions(chapter, rng))
    for position, _ in rng.sample(walked, 10):
        touch(GAME, promises.check_all(position, rng, 60))


@pytest.mark.parametrize("chapter", ["coop", "pvp"])
def test_a_viewer_learns_nothing_hidden(chapter: str) -> None:
    rng = random.Random(f"secret-{chapter}")
    for position, action in positions(chapter, rng):
        if rng.random() > 0.3:
            continue
        for viewer in position.state.seats:
            other = referee.admit(GAME, scrambled(position.state, viewer, rng))
            promises.check_same_for(viewer, position, other, action)
