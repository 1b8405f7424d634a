"""Every text speaks in printed names and in numbers that agree; ids stand in fields, not in sentences."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.engine import referee
from service.engine.answers import IllegalVerdict
from service.games.gilded_realms import GAME
from service.games.gilded_realms.ids import COLOURS, PROVINCES
from tests.games import promises
from tests.games.casebook import load_bases, load_cases, run_case
from tests.games.gilded_realms import rulers
from tests.games.players import random_positions

CASES = Path(__file__).parent / "cases"
BASES = load_bases(CASES)
PACK: Any = GAME.packs["standard"]

WORD = re.compile(r"(?<![\w-])[a-z0-9]+(?:[-_.]+[a-z0-9]+)*(?![\w-])")
PROSE = {
    word
    for template in [*GAME.messages().values(), *(step.prompt for step in GAME.parts.steps)]
    for word in WORD.findall(re.sub(r"{\w+}", "", template))
}
"""The words of the templates themselves: "upgrade" is the name of an action and a word."""
IDS = {name for kind in PACK.ids.values() for name in kind} | {*PACK.words.names, *PROVINCES}
IDS |= {"silver", "gold", "gem", "supply", "material", "determination", "fortification", "authority", "vault_fortune"}
IDS |= {"attack", "worker", "defence", "standard", "epic", "normal", "hard", "nightmare", "queue", "territory", "army"}
WIRE = {str(kind.__struct_config__.tag) for step in GAME.parts.steps for kind in (step, *step.actions)}
"""Names of steps and actions, which the referee's own refusals speak of as they are written."""
IDS -= {*COLOURS, "yellow", *WIRE}
COUNTED = (
    "Truemark|Knowledge|Unit|Gem|Material|Fortification|Endeavour|Resource|Campaign|Caravan|Point|VP|card|Quest|level"
)
DISAGREES = re.compile(rf"\b1 (?:[A-Z]\w+ )*(?:{COUNTED})s\b|\b(?:0|[2-9]|\d\d+) (?:[A-Z]\w+ )*(?:{COUNTED})\b(?<!VP)")


def check(text: str) -> None:
    """Fails where an id of the pack stands in a text, or a noun does not agree with its number."""
    raw = [word for word in WORD.findall(text) if (word in IDS or "_" in word) and word not in PROSE]
    assert not raw, (raw, text)
    assert not DISAGREES.search(text), text
    assert not re.search(r"[{}\[\]]|\b(?:None|True|False)\b", text), text


def told(events: list[Any], position: referee.Position | None) -> Iterator[str]:
    """What a ruling says: of what happened, of what is asked next, of the points."""
    yield from (event.text for event in events)
    if position is None:
        return
    yield from (decision.prompt for decision in referee.decisions_of(GAME, position.state))
    scores = referee.scores(position)
    yield from (line.label for player in scores.players for line in player.lines)
    if position.state.result is not None:
        yield position.state.result.reason


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in load_cases(CASES)])
def test_a_case(case: dict[str, Any]) -> None:
    ruling = run_case(GAME, BASES, case)
    for text in [*told(ruling.events, ruling.position), *(violation.detail for violation in ruling.violations)]:
        check(text)


@pytest.mark.parametrize(("number", "length"), [(1, "standard"), (2, "epic"), (3, "standard"), (4, "standard")])
def test_a_random_game(number: int, length: str) -> None:
    rng, options = random.Random(length), {"length": length}
    for turn, (position, action) in enumerate(random_positions(GAME, number, options, "texts", rulers.weigh)):
        outcome, _ = referee.play(position, [action], "texts")
        assert outcome is not None
        for text in told(outcome.events, outcome.position):
            check(text)
        if turn % 8 == 0:
            for text in refusals(position, rng):
                check(text)


def refusals(position: referee.Position, rng: random.Random) -> Iterator[str]:
    """Why what cannot be done here cannot be done."""
    for decision in referee.legal_actions(position, explain=True, limit=60).decisions:
        for refused in decision.unavailable or ():  # type: ignore[union-attr]
            yield from (violation.detail for violation in refused.violations)
        for action in promises.mutations(position, decision.actions, rng, 10):
            try:
                verdict = referee.adjudicate(position, [action])
            except referee.MalformedAction:
                continue
            if isinstance(verdict, IllegalVerdict):
                yield from (violation.detail for violation in verdict.violations)


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
        check(text)
