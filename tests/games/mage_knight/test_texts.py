"""Every text speaks in printed names and in numbers that agree; ids stand in fields, not in sentences."""

import re
from pathlib import Path
from typing import Any

import pytest

from service.games.mage_knight import GAME
from tests.games.casebook import load_bases, load_cases
from tests.games.texts import Texts

CASES = Path(__file__).parent / "cases"
BASES = load_bases(CASES)
PACK: Any = GAME.packs["standard"]

PLAIN = {kind for kind, name in PACK.words.names.items() if kind == name}
"""Names that are printed as the id is: a village is a village."""
IDS = {name for kind in PACK.ids.values() for name in kind} | set(PACK.words.names)
IDS |= {"cold-fire", "advanced-action", "basic-action", "not-in-combat", "any-turn"}
IDS -= {*PLAIN, *PACK.ids["party"]} - {"dummy-player"}
PLURALS = (
    "Wounds Units cards Cards crystals points tokens Skills Artifacts Spells Rounds turns spaces levels rewards players"
)
COUNTED = {several[:-1]: several for several in [*PLURALS.split(), "Tactics", "tiles", "shields"]}
COUNTED |= {"die": "dice", "city": "cities", "enemy": "enemies", "ability": "abilities"}
ONE, SEVERAL = "|".join(COUNTED), "|".join(COUNTED.values())
MIDDLE = "(?!by|of|for|to)[A-Za-z]+"
TEXTS = Texts(
    GAME,
    word=re.compile(r"(?<![\w-])[a-z0-9]+(?:[-.][A-Za-z0-9]+)*(?![\w-])"),
    ids=IDS,
    disagrees=re.compile(
        rf"(?<![\w.+-])(?:1 (?:{MIDDLE} )?(?:{SEVERAL})\b|(?:0|[2-9]|\d\d+) (?:{MIDDLE} )?(?:{ONE})\b(?!-))"
    ),
)


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in load_cases(CASES)])
def test_a_case(case: dict[str, Any]) -> None:
    ruling = TEXTS.check_case(BASES, case)
    for defect in ruling.defects:
        TEXTS.check(defect.detail)


@pytest.mark.parametrize(
    ("number", "scenario"), [(1, "solo-conquest"), (2, "blitz-conquest"), (2, "blitz-cooperation")]
)
def test_a_random_game(number: int, scenario: str) -> None:
    TEXTS.check_game(number, {"scenario": scenario}, scenario)


@pytest.mark.parametrize(
    "text",
    [
        "amber moves to countryside-3.NE",
        "amber plays early-bird",
        "dummy-player announces",
        "amber takes 2 Wound",
        "amber pays 1 Influence points",
        "the magical-glade gives a gold mana token",
    ],
)
def test_what_fails(text: str) -> None:
    with pytest.raises(AssertionError):
        TEXTS.check(text)
