"""The casebook of Lords of Xidit."""

from pathlib import Path
from typing import Any

import pytest

from service.games.lords_of_xidit import GAME
from tests.games.casebook import check_case, load_bases, load_cases, run_case

CASES = Path(__file__).parent / "cases"
BASES = load_bases(CASES)


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in load_cases(CASES)])
def test_case(case: dict[str, Any], touch: Any) -> None:
    for rule in (case["rule"], *case.get("also", ())):
        assert rule in GAME.catalogue, rule
    ruling = run_case(GAME, BASES, case)
    check_case(GAME, ruling, case["then"])
    touch(GAME, {case["rule"], *case.get("also", ()), *ruling.rules})
