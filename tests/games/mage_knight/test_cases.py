"""The casebook of Mage Knight."""

from pathlib import Path
from typing import Any

import pytest

from service.games.mage_knight import GAME
from tests.games.casebook import hold, load_bases, load_cases

CASES = Path(__file__).parent / "cases"
BASES = load_bases(CASES)


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in load_cases(CASES)])
def test_case(case: dict[str, Any], touch: Any) -> None:
    touch(GAME, hold(GAME, BASES, case))
