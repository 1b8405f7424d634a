"""Every text speaks in printed names and in numbers that agree; ids stand in fields, not in sentences."""

import re
from pathlib import Path
from typing import Any

import pytest

from service.games.heroes_of_land_air_and_sea import GAME
from service.games.heroes_of_land_air_and_sea.ids import ENEMY
from tests.games.casebook import load_bases, load_cases
from tests.games.heroes_of_land_air_and_sea import generals
from tests.games.texts import Texts

CASES = Path(__file__).parent / "cases"
BASES = load_bases(CASES)
PACK: Any = GAME.packs["standard"]

IDS = {name for kind in PACK.ids.values() for name in kind} | {*PACK.words.names, ENEMY, "ore", "mana", "food"}
IDS -= {"blue", "red", "green", "yellow"}
COUNTED = "Serf|Warrior|Unit|Region|Tower|Vessel|Building|Token|Card|Spell|Level|Point"
TEXTS = Texts(
    GAME,
    word=re.compile(r"(?<![\w-])[a-z0-9]+(?:-[a-z0-9]+)*(?![\w-])"),
    ids=IDS,
    disagrees=re.compile(rf"\b1 (?:[A-Z]\w+ )*(?:{COUNTED})s\b|\b(?:0|[2-9]|\d\d+) (?:[A-Z]\w+ )*(?:{COUNTED})\b"),
)


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in load_cases(CASES)])
def test_a_case(case: dict[str, Any]) -> None:
    ruling = TEXTS.check_case(BASES, case)
    for defect in ruling.defects:
        TEXTS.check(defect.detail)


@pytest.mark.parametrize(("number", "mode"), [(1, "solo"), (2, "free-for-all"), (3, "free-for-all"), (4, "teams")])
def test_a_random_game(number: int, mode: str) -> None:
    TEXTS.check_game(number, {"mode": mode, "round_limit": 10}, f"texts-{mode}", generals.weigh)


@pytest.mark.parametrize(
    "text",
    [
        "blue places 2 human-serf in nw-l",
        "red scribes rage",
        "blue gains 2 ore",
        "solo-enemy attacks blue",
        "blue gains 1 Victory Points",
        "blue has 2 Serf in North-West L",
    ],
)
def test_what_fails(text: str) -> None:
    with pytest.raises(AssertionError):
        TEXTS.check(text)
