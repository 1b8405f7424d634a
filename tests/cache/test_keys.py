import re
from typing import Any

import pytest
from redis.crc import key_slot

from service.cache import answer_key, found_with, mark_key
from service.cache.keys import lease_key

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
    assert re.fullmatch(r"referee:v1:\{[0-9a-f]{64}\}", key)
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


def test_an_answer_and_its_lease_are_neighbours_in_a_cluster() -> None:
    keys = [answer_key(**{**ASKED, "digest": str(number)}) for number in range(100)]
    assert all(key_slot(key.encode()) == key_slot(lease_key(key).encode()) for key in keys)
    assert len({key_slot(key.encode()) for key in keys}) > 90


MARKED: dict[str, Any] = {
    "build": "0.1.0+abc",
    "game": "kingdom-defenders",
    "rules_version": "1.0.0",
    "budget": 1000,
    "pack": "standard",
}


@pytest.mark.parametrize("part", MARKED)
def test_every_part_of_a_mark_counts(part: str) -> None:
    other = 1001 if part == "budget" else f"{MARKED[part]}x"
    here, there = found_with(**MARKED), found_with(**{**MARKED, part: other})
    assert len({mark_key(here, bytes(32)), mark_key(there, bytes(32)), mark_key(here, b"1" * 32)}) == 3
