"""Agendas of the Event Phase that only a client can write: what does not lead to the end of the round is refused."""

from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.games.gilded_realms import GAME
from service.games.gilded_realms.agenda_order import UPON
from tests.games.casebook import run_case
from tests.games.gilded_realms.test_cases import BASES

SWORDSMEN = "swordsmen.swordsmen--pikemen"


def a_campaign(*more: dict[str, Any]) -> dict[str, Any]:
    """A state in which blue has launched a Campaign against green, with what has happened since."""
    launched = {"type": "campaign", "actor": "blue", "target": "hinterland", "defender": "green"}
    players = {
        "blue": {"stance": "attack", "army": {SWORDSMEN: 4}, "determination": 1},
        "green": {"stance": "worker", "worker": "township", "army": {SWORDSMEN: 1}, "hinterland": ["quarry--manor"]},
    }
    at = {"step": "resolutions", "table": {"players": players}}
    case = {"given": {"base": "two-players", "at": at, "after": [launched, *more]}}
    position = run_case(GAME, BASES, case).position
    assert position is not None
    built: dict[str, Any] = msgspec.to_builtins(position.state)
    return built


SENT = {"type": "commit-units", "actor": "blue", "units": {SWORDSMEN: 2}}
ROLLED = ({"type": "roll-dice", "actor": "blue"}, {"type": "throw-dice", "actor": "chance", "faces": ["3", "3"]})


def defects(state: dict[str, Any]) -> set[str]:
    """The codes of the errors of a state."""
    found = referee.validate(GAME, msgspec.convert(state, GAME.State)).defects
    return {defect.code for defect in found if defect.severity == "error"}


def at_step(state: dict[str, Any], tag: str) -> int:
    """Where on the agenda a step lies."""
    found: int = [step["type"] for step in state["agenda"]].index(tag)
    return found


def test_what_has_been_played_is_in_order() -> None:
    for more in ((), (SENT,), (SENT, *ROLLED)):
        assert defects(a_campaign(*more)) == set()


@pytest.mark.parametrize("tag", ["throw-prepared", "resolve-attack", "end-campaign", "campaign-turn"])
def test_no_step_of_a_campaign_may_be_missing(tag: str) -> None:
    state = a_campaign(SENT)
    del state["agenda"][at_step(state, tag)]
    assert "order" in defects(state)


@pytest.mark.parametrize("tag", ["resolve-caravans", "resolve-overlays", "reveal-year-event", "end-harvest"])
def test_no_step_of_the_round_may_be_missing(tag: str) -> None:
    state = a_campaign()
    del state["agenda"][at_step(state, tag)]
    assert "order" in defects(state)


@pytest.mark.parametrize("tag", sorted(UPON))
def test_a_step_does_not_lie_at_the_bottom(tag: str) -> None:
    shape = next(step for step in GAME.steps if step.__struct_config__.tag == tag)
    fields = {"seat": "blue", "defender": "green", "attack": 1, "last_stand": False}
    step = {"type": tag, **{name: value for name, value in fields.items() if name in shape.__struct_fields__}}
    assert "order" in defects({**a_campaign(), "agenda": [step]})


@pytest.mark.parametrize(
    ("tag", "more"), [("prepare-roll", (SENT,)), ("throw-prepared", (SENT,)), ("choose-defence", (SENT, *ROLLED))]
)
def test_a_roll_belongs_to_one_player(tag: str, more: tuple[dict[str, Any], ...]) -> None:
    state = a_campaign(*more)
    step = state["agenda"][at_step(state, tag)]
    step["seat"] = "green" if step["seat"] == "blue" else "blue"
    assert defects(state) == {"seat"}


def test_whoever_attacks_has_a_campaign_under_way() -> None:
    state = a_campaign(SENT)
    for tag in ("prepare-roll", "throw-prepared", "resolve-attack"):
        state["agenda"][at_step(state, tag)]["seat"] = "green"
    assert defects(state) == {"no-roll", "no-campaign"}


def test_whoever_defends_is_the_target() -> None:
    state = a_campaign(SENT, *ROLLED)
    for tag in ("choose-defence", "prepare-roll", "throw-prepared", "resolve-defence"):
        state["agenda"][at_step(state, tag)]["seat"] = "blue"
    assert defects(state) == {"no-roll", "no-campaign"}


def test_a_campaign_is_the_one_of_the_turn() -> None:
    state = a_campaign()
    state["agenda"][at_step(state, "campaign-turn")]["seat"] = "green"
    assert "turn" in defects(state)


def test_a_turn_is_not_waited_for() -> None:
    state = a_campaign()
    state["agenda"][at_step(state, "campaign-turn")]["waiting"] = ["blue"]
    assert "twice" in defects(state)


def test_units_are_sent_while_some_are_missing() -> None:
    state = a_campaign()
    state["campaign"]["units"] = {SWORDSMEN: 2}
    assert defects(state) == {"no-campaign"}
    state = a_campaign()
    state["players"]["blue"]["army"] = {SWORDSMEN: 1}
    assert defects(state) == {"units"}


def test_nobody_takes_from_the_own_hinterland() -> None:
    state = a_campaign(SENT, *ROLLED)
    while state["agenda"][-1]["type"] != "end-campaign":
        state["agenda"].pop()
    state["agenda"].append({"type": "choose-spoils", "seat": "blue", "defender": "blue"})
    assert "self" in defects(state)


def test_a_caravan_is_resolved_when_it_is_due() -> None:
    state = a_campaign()
    while state["agenda"][-1]["type"] != "resolve-caravans":
        state["agenda"].pop()
    returning = [{"type": tag, "seat": "green"} for tag in ("return-caravan", "complete-caravan", "choose-route")]
    state = {**state, "campaign": None, "agenda": [*state["agenda"], *returning]}
    assert defects(state) == {"not-due"}
    state["players"]["green"]["caravan"] = {"supply": 1, "due": 2}
    assert defects(state) == set()


def test_campaigns_are_nothing_of_the_own_time() -> None:
    state = a_campaign()
    turn = state["agenda"][at_step(state, "campaign-turn")]
    state["agenda"].append({"type": "lanes", "lanes": {"blue": [turn]}})
    assert "order" in defects(state)


def test_a_year_event_of_a_past_round_is_turned_up() -> None:
    state = a_campaign()
    state["round"], state["year_events"][0]["lies"] = 2, "down"
    assert "face-down" in defects(state)


def test_nobody_stores_more_cards_than_there_are() -> None:
    state = a_campaign()
    state["players"]["blue"]["hinterland"] = ["quarry--manor"] * 201
    assert "too-many" in defects(state)
