"""The games of third parties that are installed: what our own games are asked in folders of their own.

A guest brings its casebook and its playthroughs along, in ``tests/cases`` and ``tests/golden`` of its package. Without
one installed there is nothing to test here: ``tests/third_party`` installs one and runs this.
"""

import random
from pathlib import Path
from typing import Any

import pytest

from service.engine import referee
from service.engine.game import Game
from service.engine.registry import load_games
from tests.games import golden, promises
from tests.games.casebook import Case, hold, load_bases, load_cases
from tests.games.players import play_out, random_positions
from tests.games.soak import variants

GUESTS = {name: game for name, game in load_games().items() if golden.is_guest(game)}
KINDS = [
    pytest.param(game, number, options, id=f"{name}-{number}-{options}")
    for name, game in GUESTS.items()
    for number in range(game.players[0], game.players[1] + 1)
    for options in variants(game)
]


def cases_of(game: Game) -> Path:
    return golden.folder(game).parent / "cases"


@pytest.mark.parametrize(
    ("game", "case"),
    [
        pytest.param(game, case, id=f"{game_id}-{name}")
        for game_id, game in GUESTS.items()
        for name, case in load_cases(cases_of(game))
    ],
)
def test_case(game: Game, case: Case, touch: Any) -> None:
    touch(game, hold(game, load_bases(cases_of(game)), case))


@pytest.mark.parametrize(
    ("game", "path"),
    [
        pytest.param(game, path, id=f"{name}-{path.stem}")
        for name, game in GUESTS.items()
        for path in sorted(golden.folder(game).glob("*.jsonl"))
    ],
)
def test_playthrough(game: Game, path: Path) -> None:
    golden.check(game, path)


@pytest.mark.parametrize(("game", "number", "options"), KINDS)
def test_random_games(game: Game, number: int, options: dict[str, Any], touch: Any) -> None:
    for seed in range(3):
        played = play_out(game, number, options, f"guest-{seed}")
        touch(game, played.rules)
        result, scores = played.end.state.result, referee.scores(played.end)
        assert scores.final
        assert result.ranking == scores.ranking
        again = referee.replay(played.start, played.applied)
        assert again.legal
        assert again.position.digest == played.end.digest


@pytest.mark.parametrize(("game", "number", "options"), KINDS)
def test_positions_keep_the_promises(game: Game, number: int, options: dict[str, Any], touch: Any) -> None:
    rng = random.Random(f"{number}{options}")
    positions = [position for position, _ in random_positions(game, number, options, "guest-promises")]
    for position in rng.sample(positions, min(len(positions), 12)):
        touch(game, promises.check_all(position, rng, 150))
