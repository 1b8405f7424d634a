"""Whole games of Kingdom Defenders with open cards: every digest, every event, the result."""

from pathlib import Path

import pytest

from service.games.kingdom_defenders import GAME
from tests.games import golden

FILES = sorted(golden.folder(GAME).glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_playthrough(path: Path) -> None:
    golden.check(GAME, path)


def test_the_variants_are_there() -> None:
    names = {path.stem for path in FILES}
    assert names >= {"2-players", "3-players", "4-players", "variant-family", "variant-extreme"}


def test_a_change_is_noticed(tmp_path: Path) -> None:
    lines = FILES[0].read_text(encoding="utf-8").splitlines()
    for changed, line in (
        (1, lines[1].replace('"sha256:', '"sha256:0')),
        (-1, lines[-1].replace('"total":', '"total":1')),
    ):
        broken = [*lines]
        broken[changed] = line
        path = tmp_path / "broken.jsonl"
        path.write_text("\n".join(broken) + "\n", encoding="utf-8")
        with pytest.raises(AssertionError, match=r"broken\.jsonl, line"):
            golden.check(GAME, path)
