"""Presets and hand-written agendas: what the record of a game is, and what cannot come next in any game."""

from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.engine.setup import At
from service.games.gilded_realms import GAME

FACTIONS = {"blue": {"faction": "gnorvic-clan"}, "green": {"faction": "apex-pyre"}}


def state_at(step: str, **table: Any) -> dict[str, Any]:
    """A game of two entered at this step, as plain values."""
    at = msgspec.convert({"step": step, "table": {"round": 2, "players": FACTIONS, **table}}, At)
    outcome = referee.enter(GAME, 2, GAME.Options(), None, None, at, None).outcome
    assert outcome is not None
    built: dict[str, Any] = msgspec.to_builtins(outcome.position.state)
    return built


def defects(state: dict[str, Any]) -> set[tuple[str, str]]:
    """The pointers and codes of the errors of a state."""
    found = referee.validate(GAME, msgspec.convert(state, GAME.State)).defects
    return {(defect.pointer, defect.code) for defect in found if defect.severity == "error"}


def test_the_record_of_a_game_with_presets_is_the_game() -> None:
    """Choosing the unit of Leon Pyre brings the next preset with it; the record names both."""
    seats = [GAME.SeatSetup(seat="blue", faction="apex-pyre"), GAME.SeatSetup(seat="green", faction="ender-clan")]
    begun = referee.begin(GAME, seats, seed="presets").position
    option = referee.legal_actions(begun).decisions[0].actions[0]
    outcome, _ = referee.play(begun, [option])
    assert outcome is not None
    assert [type(action).__name__ for action in outcome.applied] == ["ChooseOption", "TakeFaction"]
    replayed = referee.replay(begun, outcome.applied)
    assert replayed.legal
    assert replayed.position.digest == outcome.position.digest


def test_a_moment_lies_in_the_lane_of_its_seat() -> None:
    state = state_at("actions")
    lanes = state["agenda"][-1]["lanes"]
    lanes["green"][-1]["seat"] = "blue"
    at = len(lanes["green"]) - 1
    assert (f"/agenda/{len(state['agenda']) - 1}/lanes/green/{at}/seat", "wrong-lane") in defects(state)


def test_a_year_event_is_not_passed_over() -> None:
    state = state_at("events")
    assert defects(state) == set()
    state["agenda"] = [{"type": "end-round"}, {"type": "end-harvest"}]
    assert ("/year_events/1", "face-down") in defects(state)


def test_a_stance_is_chosen_once_and_last() -> None:
    state = state_at("actions")
    lane = state["agenda"][-1]["lanes"]["blue"]
    lane.append({"type": "choose-stance", "seat": "blue"})
    top = f"/agenda/{len(state['agenda']) - 1}/lanes/blue/{len(lane) - 1}"
    assert {(top, "order"), (top, "twice")} <= defects(state)


def test_the_own_time_comes_before_the_stances_are_revealed() -> None:
    state = state_at("actions")
    state["agenda"] = [step for step in state["agenda"] if step["type"] != "reveal-stances"]
    assert any(code == "order" and "/lanes/" in pointer for pointer, code in defects(state))


@pytest.mark.parametrize("tag", ["face-invasion", "defend", "resolve-damage", "survive-invasion"])
def test_nobody_faces_an_invasion_beside_the_event_phase(tag: str) -> None:
    state = state_at("actions")
    lane = state["agenda"][-1]["lanes"]["blue"]
    lane.append({"type": tag, "seat": "blue"})
    assert (f"/agenda/{len(state['agenda']) - 1}/lanes/blue/{len(lane) - 1}", "order") in defects(state)
