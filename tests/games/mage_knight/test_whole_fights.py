"""Whole attacks and blocks: a refusal points at the card, Unit or Skill that it is about."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.engine.setup import At
from service.games.mage_knight import GAME
from tests.games.casebook import load_bases, overlay, refused

BASE = load_bases(Path(__file__).parent / "cases")["fight"]
SOMEBODY_MIGHT_REACT = {"players": {"indigo": {"skills": {"motivation-tovak": {}}}}}
USING: list[dict[str, Any]] = [
    {"card": "rage", "options": ["attack-2"]},
    {"card": "threaten", "mode": "strong"},
    {"card": "march", "mode": "sideways", "points": "attack"},
]


def attacking(more: dict[str, Any]) -> Any:
    """The Attack phase of a fight."""
    at = overlay(BASE["at"], overlay({"table": {"combat": {"phase": "attack"}}}, {"table": more}))
    entered = referee.enter(GAME, 2, msgspec.convert({}, GAME.Options), None, None, msgspec.convert(at, At), None)
    assert entered.outcome is not None, entered.defects
    return entered.outcome.position


@pytest.mark.parametrize("more", [{}, SOMEBODY_MIGHT_REACT])
def test_a_refused_part_is_pointed_at(more: dict[str, Any]) -> None:
    position = attacking(more)
    found = refused(GAME, position, type="make-attack", actor="amber", targets=["prowlers"], using=USING)
    assert found == [("deed.action-strong-one-mana", "/using/1")]


@pytest.mark.parametrize("more", [{}, SOMEBODY_MIGHT_REACT])
def test_an_option_that_there_is_not_is_pointed_at(more: dict[str, Any]) -> None:
    position = attacking(more)
    wrong = [{"card": "march", "mode": "sideways", "points": "attack"}, {"card": "rage", "options": ["move-2"]}]
    found = refused(GAME, position, type="make-attack", actor="amber", targets=["prowlers"], using=wrong)
    assert [code for code, _ in found] == ["effects.follow-card-text:option"]
    assert all(pointer.startswith("/using/1") for _, pointer in found)


def test_a_target_that_is_not_there_stands_in_no_effort() -> None:
    found = refused(GAME, attacking({}), type="make-attack", actor="amber", targets=["diggers"], using=USING)
    assert found
    assert all(not pointer.startswith("/using") for _, pointer in found)
