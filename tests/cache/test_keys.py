from typing import Any

import pytest

from service.cache import answer_key

ASKED: dict[str, Any] = {
    "build": "0.1.0+abc",
    "game": "kingdom-defenders",
    "rules_version": "1.0.0",
    "pack": "standard",
    "digest": "sha256:" + "0" * 64,
    "call": "legal-actions",
    "question": {"actor": "red", "where": {"type": "march", "path": ["a", None]}, "limit": 1000},
}


def test_keys_are_short_ascii_names_under_one_prefix() -> None:
    key = answer_key(**ASKED)
    assert key.startswith("referee:v1:")
    assert len(key) == len("referee:v1:") + 64
    assert key == answer_key(**ASKED)


def test_the_order_of_fields_does_not_matter() -> None:
    turned = {"limit": 1000, "where": {"path": ["a", None], "type": "march"}, "actor": "red"}
    assert answer_key(**{**ASKED, "question": turned}) == answer_key(**ASKED)


@pytest.mark.parametrize("part", [name for name in ASKED if name != "question"])
def test_every_part_counts(part: str) -> None:
    assert answer_key(**{**ASKED, part: ASKED[part] + "x"}) != answer_key(**ASKED)


def test_questions_that_differ_at_all_have_different_keys() -> None:
    questions: list[dict[str, Any]] = [
        {},
        {"actor": None},
        {"limit": 1},
        {"limit": True},
        {"limit": "1"},
        {"limit": 2**80},
        {"where": {"path": ["a", "b"]}},
        {"where": {"path": ["b", "a"]}},
        {"where": {"path": ["a", None]}},
        {"where": {"path": {"a": "b"}}},
    ]
    assert len({answer_key(**{**ASKED, "question": question}) for question in questions}) == len(questions)


def test_parts_cannot_be_shifted_into_each_other() -> None:
    one = answer_key(**{**ASKED, "pack": "a", "digest": "b,c"})
    other = answer_key(**{**ASKED, "pack": "a,b", "digest": "c"})
    quoted = answer_key(**{**ASKED, "pack": 'a","b', "digest": "c"})
    assert len({one, other, quoted}) == 3
