"""What a person looks at in an answer, and how one finds one's way in it."""

import re
from collections.abc import Iterator
from typing import Any

from tests.evenings.client import Game, Json

UNREADABLE = re.compile(r"[{}\[\]<>]|\bNone\b|\bTrue\b|\bFalse\b|  ")
"""Traces of a program in what should be a sentence: brackets, Python's own words, an empty name."""


def look_at(game: Game, answer: Json) -> None:
    """What a position or a legal verdict shows: who decides what and why, and what has happened."""
    assert answer["finished"] == (not answer["decisions"]) == (answer["result"] is not None)
    if answer["decisions"]:
        assert any(not decision["optional"] for decision in answer["decisions"]), "nobody has to go on"
    for decision in answer["decisions"]:
        assert decision["actor"] in [*answer["seats"], "chance"]
        assert_sentence(decision["prompt"])
        assert decision["rule"] in game.rules
        assert decision["types"]
    for event in answer["events"]:
        assert event["rule"] in game.rules
        assert_readable(event["text"])
        assert words(filled(game.messages[event["type"]], event)) == words(event["text"])


def look_at_violations(game: Game, violations: list[Json]) -> None:
    """Reasons that can be read out at the table, with the clause to point at."""
    assert violations
    for violation in violations:
        clause = game.rules[violation["rule"]]
        assert (violation["section"], violation["text"]) == (clause["section"], clause["text"])
        assert_readable(violation["detail"])
        assert words(filled(game.messages[violation["code"]], violation["params"])) == words(violation["detail"])


def filled(template: str, facts: Json) -> str:
    """What a translator does with a template: the facts in their places, lists and counts said in words."""
    return template.format(**{name: told(fact) for name, fact in facts.items()})


def words(sentence: str) -> list[str]:
    """The words of a sentence without their order: what is listed from a JSON object comes in any."""
    return sorted(re.findall(r"[^\s,]+", sentence))


def told(fact: Any) -> Any:
    """`{"weapon": 2}` as `2 weapon`, `["blue", "red"]` as `blue, red`; alternatives are joined by `or`."""
    if isinstance(fact, dict):
        parts = [f"{fact[name]} {name}" if isinstance(fact[name], int) else f"{name}: {fact[name]}" for name in fact]
        return ", ".join(parts) or "nothing"
    if isinstance(fact, list):
        link = " or " if any(isinstance(part, dict) for part in fact) else ", "
        return link.join(str(told(part)) for part in fact) or "nothing"
    return fact


def assert_sentence(text: str) -> None:
    assert_readable(text)
    assert text[0].isupper(), text
    assert text.endswith("."), text


def assert_readable(text: str) -> None:
    assert text.strip(), "nothing is said"
    assert not UNREADABLE.search(text), text


def due(answer: Json) -> Json:
    """Whoever has to decide, the first of them; not those who only may."""
    return next(decision for decision in answer["decisions"] if not decision["optional"])


def differences(one: Any, other: Any, at: str = "") -> Iterator[str]:
    """The JSON pointers at which two values differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted(one.keys() | other.keys()):
            yield from differences(one.get(name), other.get(name), f"{at}/{name}")
    elif one != other:
        yield at


def at_pointer(value: Any, pointer: str) -> Any:
    """What lies at a JSON pointer; None where nothing does."""
    for name in pointer.split("/")[1:]:
        value = value.get(name) if isinstance(value, dict) else None
    return value
