"""Solo play and the Saga: what a casebook cannot say, as it goes over several games or many positions."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.engine.positions import examine
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


# --- steps of solo play in hand-written states ------------------------------------------------------------------------

PLAIN = (
    "solo-setup",
    "first-hand",
    "restock-warfront",
    "turn-up-endeavour",
    "turn-up-warfront",
    "last-stand",
    "direct-assault",
)
SEATED = (
    "sell-rewards",
    "spend-prosperity",
    "set-up-rewards",
    "keep-endeavours",
    "choose-from-warfront",
    "choose-ally",
    "remove-threat",
    "look-at-warfront",
)
FOREIGN = [
    *({"type": step} for step in PLAIN),
    *({"type": step, "seat": "blue"} for step in SEATED),
    {"type": "defend-assault", "last_stand": True},
    {"type": "end-assault", "seat": "blue", "attack": 3, "last_stand": True},
]
EMPTY = {"unseen": {}, "count": 0}


def defects(players: int, step: dict[str, Any], table: dict[str, Any]) -> set[tuple[str, str]]:
    """What is wrong with a position of the Action Phase with one more step on its agenda."""
    factions = {"blue": "gnorvic-clan", "green": "apex-pyre"}
    kingdoms = {seat: {"faction": factions[seat]} for seat in GAME.seats[:players]}
    at = At(step="actions", table={"round": 4, "players": kingdoms})
    entered = referee.enter(GAME, players, GAME.Options(), None, None, at, None)
    assert entered.outcome is not None
    state = msgspec.to_builtins(entered.outcome.position.state)
    state["agenda"].append(step)
    for field, value in table.items():
        state[field] = {**state[field], **value} if field == "solo" else value
    _, found = examine(GAME, msgspec.convert(state, GAME.State))
    return {(defect.rule, defect.code) for defect in found if defect.severity == "error"}


@pytest.mark.parametrize("step", FOREIGN, ids=[step["type"] for step in FOREIGN])
def test_steps_of_solo_play_belong_to_solo_games(step: dict[str, Any]) -> None:
    found = defects(2, step, {})
    assert "no-solo-game" in {code for _, code in found}


@pytest.mark.parametrize(
    ("step", "table", "rule", "code"),
    [
        ({"type": "direct-assault"}, {}, "warfront-cards.assault-roll", "no-assault"),
        (
            {"type": "direct-assault"},
            {"solo": {"revealed": "warfront-06", "deck": EMPTY}},
            "warfront-cards.assault-roll",
            "no-assault",
        ),
        ({"type": "defend-assault", "last_stand": True}, {}, "warfront-cards.assault-modifiers", "no-roll"),
        (
            {"type": "defend-assault", "last_stand": True},
            {"roll": {"purpose": "threat", "dice": [{"colour": "red", "face": "3", "throws": 1}]}},
            "warfront-cards.assault-modifiers",
            "no-roll",
        ),
        ({"type": "defend-assault", "last_stand": False}, {}, "warfront-cards.assault-modifiers", "no-assault"),
        (
            {"type": "end-assault", "seat": "blue", "attack": 3, "last_stand": True},
            {},
            "warfront-cards.assault-tie",
            "no-roll",
        ),
        (
            {"type": "end-assault", "seat": "blue", "attack": 3, "last_stand": False},
            {},
            "warfront-cards.assault-tie",
            "no-assault",
        ),
        ({"type": "turn-up-warfront"}, {"solo": {"deck": EMPTY}}, "warfront-cards.reveal", "no-card"),
        ({"type": "look-at-warfront", "seat": "blue"}, {"solo": {"deck": EMPTY}}, "emberfall.malveren-solo", "no-card"),
        ({"type": "turn-up-endeavour"}, {"deck": EMPTY}, "solo-board.hinterland-size", "no-card"),
    ],
)
def test_steps_of_solo_play_need_what_they_are_about(
    step: dict[str, Any], table: dict[str, Any], rule: str, code: str
) -> None:
    assert (rule, code) in defects(1, step, table)


def test_a_step_of_everybody_lies_in_no_lane() -> None:
    """What concerns everybody is no part of what a player goes through in the own time."""
    at = At(step="actions", table={"round": 4, "players": {"blue": {"faction": "gnorvic-clan"}}})
    entered = referee.enter(GAME, 1, GAME.Options(), None, None, at, None)
    assert entered.outcome is not None
    for step, wrong in (("begin-round", True), ("last-stand", False)):
        state = msgspec.to_builtins(entered.outcome.position.state)
        state["agenda"][-1]["lanes"]["blue"].append({"type": step})
        _, found = examine(GAME, msgspec.convert(state, GAME.State))
        assert (("round.simultaneous", "lane") in {(defect.rule, defect.code) for defect in found}) is wrong
