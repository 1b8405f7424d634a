"""Every text speaks in printed names and in numbers that agree; ids stand in fields, not in sentences."""

import re
from pathlib import Path
from typing import Any

import pytest

from service.games.gilded_realms import GAME
from service.games.gilded_realms.ids import COLOURS, PROVINCES
from tests.games.casebook import load_bases, load_cases
from tests.games.gilded_realms import rulers
from tests.games.texts import Texts

CASES = Path(__file__).parent / "cases"
BASES = load_bases(CASES)
PACK: Any = GAME.packs["standard"]

IDS = {name for kind in PACK.ids.values() for name in kind} | {*PACK.words.names, *PROVINCES}
IDS |= {"silver", "gold", "gem", "supply", "material", "determination", "fortification", "authority", "vault_fortune"}
IDS |= {"attack", "worker", "defence", "standard", "epic", "normal", "hard", "nightmare", "queue", "territory", "army"}
WIRE = {str(kind.__struct_config__.tag) for step in GAME.parts.steps for kind in (step, *step.actions)}
"""Names of steps and actions, which the referee's own refusals speak of as they are written."""
IDS -= {*COLOURS, "yellow", *WIRE}
COUNTED = (
    "Truemark|Knowledge|Unit|Gem|Material|Fortification|Endeavour|Resource|Campaign|Caravan|Point|VP|card|Quest|level"
)
TEXTS = Texts(
    GAME,
    word=re.compile(r"(?<![\w-])[a-z0-9]+(?:[-_.]+[a-z0-9]+)*(?![\w-])"),
    ids=IDS,
    disagrees=re.compile(
        rf"\b1 (?:[A-Z]\w+ )*(?:{COUNTED})s\b|\b(?:0|[2-9]|\d\d+) (?:[A-Z]\w+ )*(?:{COUNTED})\b(?<!VP)"
    ),
    never=re.compile(r"[{}\[\]]|\b(?:None|True|False)\b"),
    underscores=True,
)


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in load_cases(CASES)])
def test_a_case(case: dict[str, Any]) -> None:
    ruling = TEXTS.check_case(BASES, case)
    for defect in ruling.defects:
        TEXTS.check(defect.detail)


@pytest.mark.parametrize(("number", "length"), [(1, "standard"), (2, "epic"), (3, "standard"), (4, "standard")])
def test_a_random_game(number: int, length: str) -> None:
    TEXTS.check_game(number, {"length": length}, "texts", rulers.weigh)


@pytest.mark.parametrize(
    ("seat", "ability", "table", "said"),
    [
        ("blue", "serpens-favour", {}, "Serpens Favour is nothing that blue can use"),
        ("red", "serpens-favour", {"gem": 1}, "Serpens Favour asks for 3 Vault Fortune, which red has not"),
        ("red", "deed-s", {"vault_fortune": 2}, "Deed S is for the Build Phase"),
        ("yellow", "recruit-woodsmen", {"used_up": {"recruit-woodsmen": 3}}, "3 times in a game, and yellow has"),
        ("yellow", "forestry", {"authority": 0}, "yellow lacks 1 Authority for Forestry"),
    ],
)
def test_why_an_ability_cannot_be_used(seat: str, ability: str, table: dict[str, Any], said: str) -> None:
    case = {
        "given": {"base": "four-players", "at": {"table": {"players": {seat: table}}}},
        "when": {"type": "use-ability", "actor": seat, "ability": ability},
    }
    violations = TEXTS.check_case(BASES, case | {"rule": "once-effects.action-phase-default"}).violations
    assert any(said in violation.detail for violation in violations), violations


@pytest.mark.parametrize(
    "text",
    [
        "blue gains 2 gem",
        "blue uses abigail.1",
        "town.grain-field--town enters the Territory of blue",
        "blue gains 1 Materials",
        "blue rolls 3 Truemark",
        "blue has None",
    ],
)
def test_what_fails(text: str) -> None:
    with pytest.raises(AssertionError):
        TEXTS.check(text)
