"""Solo play and the Saga: what a casebook cannot say, as it goes over several games or many positions."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.engine.referee import Position
from service.engine.setup import At
from service.games.gilded_realms import GAME
from service.games.gilded_realms.solo_scoring import goal
from tests.games.gilded_realms import rulers
from tests.games.players import play_out

PACK: Any = GAME.packs["standard"]
GOALS = {
    "normal": (28, 43, (26, 28, 46)),
    "hard": (30, 45, (28, 30, 48)),
    "nightmare": (32, 46, (30, 32, 50)),
}
"""Solo Setup, Difficulty: Standalone Standard and Epic, then the three games of a Saga."""
FACTIONS = ["emberfall", "ender-clan"]


def begin(options: dict[str, Any]) -> Position:
    """The first position of a solo game."""
    return referee.begin(GAME, 1, msgspec.convert(options, GAME.Options)).position


def sagas(difficulty: str) -> Iterator[dict[str, Any]]:
    """The options of the three games of a Saga."""
    yield {"difficulty": difficulty, "saga": {}}
    for games in (1, 2):
        saga = {"games": games, "difficulty": difficulty, "prosperity": 2, "factions": FACTIONS[:games]}
        yield {"saga": saga, "length": "epic" if games == 2 else "standard"}


@pytest.mark.parametrize("difficulty", GOALS)
def test_goals_are_those_of_the_table(difficulty: str) -> None:
    standard, epic, saga = GOALS[difficulty]
    found = [{"difficulty": difficulty, "length": length} for length in ("standard", "epic")]
    goals = [goal(GAME.table(begin(options).state)) for options in (*found, *sagas(difficulty))]  # type: ignore[arg-type]
    assert goals == [standard, epic, *saga]


def test_a_reward_sells_for_half_its_cost_rounded_up() -> None:
    assert len(PACK.rewards) == 18
    for reward in PACK.rewards.values():
        assert reward.sell_value == -(-reward.cost_prosperity // 2), reward.id


def test_every_game_of_a_saga_begins_with_what_the_last_one_left(monkeypatch: pytest.MonkeyPatch, touch: Any) -> None:
    """Random players would not reach the goals, so these are lowered; then whatever one game leaves begins the next."""
    for level in PACK.difficulties.values():
        monkeypatch.setitem(level.vp_goal, "saga", [1, 1, 1])
    finished = 0
    for seed in range(5):
        legacy: dict[str, Any] | None = {}
        for games in range(3):
            options = {"saga": legacy, "length": "epic" if games == 2 else "standard"}
            played = play_out(GAME, 1, options, f"saga-{seed}-{games}", weigh=rulers.weigh)
            touch(GAME, played.rules)
            start, end = played.start.state, played.end.state
            if legacy:
                assert start.solo.warfront == legacy["warfront"]
                assert start.solo.rewards == legacy["rewards"]
                assert start.solo.prosperity == legacy["prosperity"]
                assert end.players["blue"].faction not in legacy["factions"]
            before, legacy = legacy or {"factions": []}, end.result.legacy
            if games == 2 or not end.result.winners:
                assert legacy is None
                finished += games == 2
                break
            total = referee.scores(played.end).players[0].total
            assert total is not None
            assert legacy == {
                "games": games + 1,
                "difficulty": "normal",
                "warfront": end.solo.warfront,
                "prosperity": 2 + total - 1,
                "rewards": end.solo.rewards,
                "factions": sorted([*before["factions"], end.players["blue"].faction]),
            }
    assert finished


def test_a_last_stand_in_the_own_time_is_a_position_like_every_other() -> None:
    """Raiders enter the Territory in Step 2: the dice are thrown and chosen in the player's own lane."""
    army = {"serpens-cavalry": 2}
    player = {"faction": "emberfall", "determination": 1, "army": army, "queue": {"1": {"warfront-10": 1}}}
    at = At(step="progress", table={"round": 2, "players": {"blue": player}, "solo": {"warfront": 12}})
    entered = referee.enter(GAME, 1, GAME.Options(), None, None, at, None)
    assert entered.outcome is not None
    position, met = entered.outcome.position, set[str]()
    actions: list[dict[str, Any]] = [
        {"type": "throw-dice", "actor": "chance", "faces": ["3", "3"]},
        {"type": "defend-with", "actor": "blue", "units": army},
        {"type": "spend-determination", "actor": "blue", "number": 1},
        {"type": "roll-dice", "actor": "blue"},
        {"type": "throw-die", "actor": "chance", "colour": "blue", "face": "3"},
        {"type": "throw-die", "actor": "chance", "colour": "blue", "face": "1r"},
        {"type": "keep-dice", "actor": "blue"},
    ]
    for action in actions:
        met.update(decision.step for decision in referee.decisions_of(GAME, position.state))
        outcome, refused = referee.play(position, [msgspec.convert(action, GAME.Action)])
        assert outcome is not None, (action, refused)
        position = referee.admit(GAME, outcome.position.state)
    assert met == {"throw-die", "choose-defence", "prepare-roll", "choose-rerolls"}
    assert position.state.result is not None
    assert position.state.result.rule == "solo-win.defeat-last-stand"
    assert position.state.agenda == []
