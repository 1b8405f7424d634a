"""Every text speaks in printed names and in numbers that agree; ids stand in fields, not in sentences."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.engine import referee
from service.engine.answers import IllegalVerdict
from service.games.mage_knight import GAME
from tests.games import promises
from tests.games.casebook import load_bases, load_cases, run_case
from tests.games.players import random_positions

CASES = Path(__file__).parent / "cases"
BASES = load_bases(CASES)
PACK: Any = GAME.packs["standard"]

WORD = re.compile(r"(?<![\w-])[a-z0-9]+(?:[-.][A-Za-z0-9]+)*(?![\w-])")
PROSE = {
    word
    for template in [*GAME.messages().values(), *(step.prompt for step in GAME.parts.steps)]
    for word in WORD.findall(re.sub(r"{\w+}", "", template))
}
"""The words of the templates themselves: "rest" is an id and a verb."""
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
DISAGREES = re.compile(
    rf"(?<![\w.+-])(?:1 (?:{MIDDLE} )?(?:{SEVERAL})\b|(?:0|[2-9]|\d\d+) (?:{MIDDLE} )?(?:{ONE})\b(?!-))"
)


def check(text: str) -> None:
    """Fails where an id of the pack stands in a text, or a noun does not agree with its number."""
    raw = [word for word in WORD.findall(text) if word in IDS and word not in PROSE]
    assert not raw, (raw, text)
    assert not DISAGREES.search(text), text


def told(events: list[Any], position: referee.Position | None) -> Iterator[str]:
    """What a ruling says: of what happened, of what is asked next, of the points."""
    yield from (event.text for event in events)
    if position is None:
        return
    yield from (decision.prompt for decision in referee.decisions_of(GAME, position.state))
    scores = referee.scores(position)
    yield from (line.label for player in scores.players for line in player.lines)
    yield from (line["label"] for opponent in scores.opponents for line in opponent["lines"])
    if position.state.result is not None:
        yield position.state.result.reason


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in load_cases(CASES)])
def test_a_case(case: dict[str, Any]) -> None:
    ruling = run_case(GAME, BASES, case)
    reasons = [violation.detail for violation in ruling.violations]
    for text in [*told(ruling.events, ruling.position), *reasons, *(defect.detail for defect in ruling.defects)]:
        check(text)


@pytest.mark.parametrize(
    ("number", "scenario"), [(1, "solo-conquest"), (2, "blitz-conquest"), (2, "blitz-cooperation")]
)
def test_a_random_game(number: int, scenario: str) -> None:
    rng = random.Random(scenario)
    for turn, (position, action) in enumerate(random_positions(GAME, number, {"scenario": scenario}, scenario)):
        outcome, _ = referee.play(position, [action], scenario)
        assert outcome is not None
        for text in told(outcome.events, outcome.position):
            check(text)
        if turn % 8 == 0:
            for text in refusals(position, rng):
                check(text)


def refusals(position: referee.Position, rng: random.Random) -> Iterator[str]:
    """Why what cannot be done here cannot be done."""
    decisions = referee.legal_actions(position, explain=True, limit=60).decisions
    for decision in decisions:
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
        check(text)
