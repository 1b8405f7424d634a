"""Who has rolled the dice: the referee's seed, or somebody at the table."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.engine.setup import At
from service.games.kingdom_defenders import GAME
from tests.games.casebook import load_bases

TABLE = load_bases(Path(__file__).parent / "cases")["four-players"]["at"]["table"]
FACES = {"die-force": "weapon-1", "die-healing": "nothing", "die-magic": "spell-1", "die-wealth": "nothing"}
ALL = {"type": "roll-dice", "actor": "chance", "faces": FACES}
ONE = {"type": "roll-die", "actor": "chance", "die": "die-force", "face": "weapon-1"}


@pytest.mark.parametrize(
    ("actions", "seed", "settled"),
    [([], "a", (4, 0)), ([ONE], None, (0, 1)), ([ALL], None, (0, 4)), ([ALL], "a", (0, 4)), ([ONE], "a", (3, 1))],
)
def test_every_die_of_a_roll_counts(actions: list[Any], seed: str | None, settled: tuple[int, int]) -> None:
    """A roll said in one breath is as many decisions as it has dice."""
    at = At(step="favor-of-the-king", table=TABLE)
    entered = referee.enter(GAME, 4, GAME.Options(), None, None, at).outcome
    assert entered is not None
    rolls = [msgspec.convert(action, GAME.Action) for action in actions]
    outcome, refused = referee.play(entered.position, rolls, seed)
    assert outcome is not None, refused
    assert (outcome.by_seed, outcome.by_hand) == settled
