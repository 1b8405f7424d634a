"""Whole games of Lords of Xidit with open cards: every digest, every event, the result."""

from pathlib import Path

import pytest

from service.games.lords_of_xidit import GAME
from tests.games import golden

FILES = sorted(golden.folder(GAME).glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_playthrough(path: Path) -> None:
    golden.check(GAME, path)


def test_the_variants_are_there() -> None:
    assert {path.stem for path in FILES} >= {"3-players", "4-players", "5-players", "years-9"}
