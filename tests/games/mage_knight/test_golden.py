"""Whole games of Mage Knight with open cards: every digest, every event, the result."""

from pathlib import Path

import pytest

from service.games.mage_knight import GAME
from tests.games import golden

FILES = sorted(golden.folder(GAME).glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_playthrough(path: Path) -> None:
    golden.check(GAME, path)
