"""Games that are corrected or entered by hand: nothing is left over from the moment before, and equals look equal."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.engine.setup import At
from service.games.lords_of_xidit import GAME
from tests.games.casebook import load_bases, run_case

BASES = load_bases(Path(__file__).parent / "cases")
WAITING = ["wait"] * 6


def entered(base: str = "four-players", **table: Any) -> referee.Position:
    """A position of the casebook with some of its table changed."""
    position = run_case(GAME, BASES, {"rule": "", "given": {"base": base, "at": {"table": table}}, "then": {}}).position
    assert position is not None
    return position


def after(position: referee.Position, *actions: dict[str, Any]) -> referee.Position:
    """The position that legal actions lead to."""
    outcome, refused = referee.play(position, [msgspec.convert(action, GAME.Action) for action in actions])
    assert outcome is not None, refused
    return outcome.position


def corrected(position: referee.Position, step: str) -> referee.Position:
    """The same table at another step."""
    found = referee.correct(GAME, GAME.copy(position.state), At(step=step))
    assert found.outcome is not None, found.defects
    return found.outcome.position


def programmed(seat: str) -> list[dict[str, Any]]:
    """A player programs and finishes."""
    return [
        {"type": "set-program", "actor": seat, "orders": WAITING},
        {"type": "commit-program", "actor": seat},
    ]


@pytest.mark.parametrize("step", ["year-end", "program-orders"])
def test_a_game_year_begins_with_unset_wheels_wherever_it_is_entered(step: str) -> None:
    """`secret-orders.all-wheels-set`, in a game that is corrected after a player has finished programming."""
    position = corrected(after(entered(), *programmed("red")), step)
    assert position.state.players["red"].wheels == [None] * 6
    assert referee.validate(GAME, position.state).defects == []
    after(position, *programmed("red"))


def test_a_game_year_begins_without_the_cities_used_before() -> None:
    """`year-end.carry-over`, in a running Game Year that is taken back to its beginning."""
    running = {
        "step": "execute-orders",
        "table": {
            "idrakys": {"yellow": "2"},
            "titans": {"titans-3": {"slumbering": ["titan-3a"], "raging": "titan-3b"}},
            "orders": {seat: ["action", *WAITING[1:]] for seat in ("blue", "red", "green", "yellow")},
        },
    }
    position = run_case(
        GAME, BASES, {"rule": "", "given": {"base": "four-players", "at": running}, "then": {}}
    ).position
    assert position is not None
    assert position.state.players["blue"].recruited == ["5"]
    position = corrected(position, "program-orders")
    assert position.state.players["blue"].recruited == []
    assert referee.validate(GAME, position.state).defects == []


@pytest.mark.parametrize(
    "table",
    [
        {"order": 4},
        {"bards": {"region-1": {}}},
        {"bards": {"region-1": {"red": 0}}},
        {"players": {"blue": {"units": {"archer": 0}}}},
    ],
)
def test_equal_situations_have_equal_digests(table: dict[str, Any]) -> None:
    assert entered(**table).digest == entered().digest
    assert entered(bards={"region-1": {"red": 1}}).digest != entered().digest
