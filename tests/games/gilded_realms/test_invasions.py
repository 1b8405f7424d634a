"""What is said in one breath in an Invasion means the same as its steps, in whatever order they are taken."""

import itertools
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.engine.referee import Position
from service.games.gilded_realms import GAME
from tests.games.casebook import load_bases, run_case

CASES = Path(__file__).parent / "cases"
WORKED = "Worked example: 3 Gold and 2 Supply resolve them, in one breath."


def facing_damage() -> Position:
    """The worked example of the rulebook: 5 Damage are to be resolved."""
    cases = json.loads((CASES / "damage.json").read_text(encoding="utf-8"))
    case: dict[str, Any] = next(case for case in cases if case["title"] == WORKED)
    position = run_case(GAME, load_bases(CASES), {"given": case["given"], "rule": case["rule"], "then": {}}).position
    assert position is not None
    return position


def after(position: Position, *actions: dict[str, Any]) -> Position:
    """The position after these actions, all of them legal."""
    for action in actions:
        outcome, refused = referee.play(position, [msgspec.convert(action, GAME.Action)])
        assert outcome is not None, refused
        position = outcome.position
    return position


def pay(payment: str) -> dict[str, Any]:
    return {"type": "pay-damage", "actor": "blue", "payment": payment}


def test_a_whole_payment_is_its_steps_in_any_order() -> None:
    position = facing_damage()
    at_once = after(position, {"type": "pay-all-damage", "actor": "blue", "pay": {"gold": 3, "supply": 2}})
    for order in set(itertools.permutations(["gold"] * 3 + ["supply"] * 2)):
        assert after(position, *(pay(payment) for payment in order)).digest == at_once.digest


@pytest.mark.parametrize("payment", ["population", "gem"])
def test_a_payment_points_to_what_is_too_much(payment: str) -> None:
    position = facing_damage()
    action = {"type": "pay-all-damage", "actor": "blue", "pay": {payment: 4}}
    verdict: Any = referee.adjudicate(position, [msgspec.convert(action, GAME.Action)])
    assert not verdict.legal
    assert {violation.pointer for violation in verdict.violations} == {f"/pay/{payment}"}


def test_lists_stay_short() -> None:
    """One action for each kind of payment and for each card, however much there is to pay with."""
    decisions = referee.legal_actions(facing_damage()).decisions
    assert max(len(decision.actions) for decision in decisions) <= 20
