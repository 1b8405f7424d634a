"""Every text speaks in printed names and in numbers that agree; ids stand in fields, not in sentences."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.engine import referee
from service.engine.answers import IllegalVerdict
from service.games.heroes_of_land_air_and_sea import GAME
from service.games.heroes_of_land_air_and_sea.ids import ENEMY
from tests.games import promises
from tests.games.casebook import load_bases, load_cases, run_case
from tests.games.heroes_of_land_air_and_sea import generals
from tests.games.players import random_positions

CASES = Path(__file__).parent / "cases"
BASES = load_bases(CASES)
PACK: Any = GAME.packs["standard"]

WORD = re.compile(r"(?<![\w-])[a-z0-9]+(?:-[a-z0-9]+)*(?![\w-])")
PROSE = {
    word
    for template in [*GAME.messages().values(), *(step.prompt for step in GAME.parts.steps)]
    for word in WORD.findall(re.sub(r"{\w+}", "", template))
}
"""The words of the templates themselves: "march" is an id and a verb."""
IDS = {name for kind in PACK.ids.values() for name in kind} | {*PACK.words.names, ENEMY, "ore", "mana", "food"}
IDS -= {"blue", "red", "green", "yellow"}
COUNTED = "Serf|Warrior|Unit|Region|Tower|Vessel|Building|Token|Card|Spell|Level|Point"
DISAGREES = re.compile(rf"\b1 (?:[A-Z]\w+ )*(?:{COUNTED})s\b|\b(?:0|[2-9]|\d\d+) (?:[A-Z]\w+ )*(?:{COUNTED})\b")


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
    sides = scores.battle.sides if scores.battle else []
    yield from (line.label for player in (*scores.players, *sides) for line in player.lines)
    yield from (line["label"] for opponent in scores.opponents for line in opponent["lines"])
    if position.state.result is not None:
        yield position.state.result.reason


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in load_cases(CASES)])
def test_a_case(case: dict[str, Any]) -> None:
    ruling = run_case(GAME, BASES, case)
    for text in [*told(ruling.events, ruling.position), *(violation.detail for violation in ruling.violations)]:
        check(text)


@pytest.mark.parametrize(("number", "mode"), [(1, "solo"), (2, "free-for-all"), (3, "free-for-all"), (4, "teams")])
def test_a_random_game(number: int, mode: str) -> None:
    rng, options = random.Random(mode), {"mode": mode, "round_limit": 10}
    for turn, (position, action) in enumerate(random_positions(GAME, number, options, f"texts-{mode}", generals.weigh)):
        outcome, _ = referee.play(position, [action], f"texts-{mode}")
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
        check(text)
