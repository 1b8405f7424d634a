"""What the casebook cannot tell of a refusal: where it points, what ``explain`` says, what is impossible."""

from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.engine.errors import ImpossibleState
from service.engine.referee import Position
from service.games.heroes_of_land_air_and_sea import GAME
from tests.games.casebook import refused, run_case
from tests.games.heroes_of_land_air_and_sea.test_cases import BASES


def entered(*after: dict[str, Any], base: str = "two-players", **table: Any) -> Position:
    """A position that is entered with this table, and what is done there."""
    case = {"rule": "", "then": {}, "given": {"base": base, "at": {"table": table}, "after": list(after)}}
    ruling = run_case(GAME, BASES, case)
    assert ruling.position is not None, ruling.defects
    return ruling.position


def blue(kind: str, **parameters: Any) -> dict[str, Any]:
    return {"type": kind, "actor": "blue", **parameters}


def test_explain_says_of_each_region_why_the_army_does_not_reach_it() -> None:
    """Too far, a Desert on the way, enemies on the way, no room: each Region has its own reason."""
    position = entered(
        blue("place-token", action="march"),
        blue("march-from", origin="nw-i"),
        blue("march-units", units={"human-warrior": 2}),
        players={
            "blue": {"units": {"nw-i": {"human-warrior": 2}, "nw-a": {"human-serf": 4}}},
            "red": {"units": {"nw-f": {"orc-serf": 1}, "nw-d": {"orc-serf": 1}}},
        },
    )
    (decision,) = referee.legal_actions(position, explain=True).decisions
    why = {entry.action.destination: {v.code for v in entry.violations} for entry in decision.unavailable}  # type: ignore[union-attr]
    there = {action.destination for action in decision.actions}
    assert there == {"nw-l", "nw-k", "nw-g", "nw-f", "nw-d", "nw-c", "nw-b", "sw-a"}
    assert why["nw-i"] == {"march.at-least-one"}
    assert why["nw-a"] == {"march.region-limit"}
    assert why["ne-c"] == {"desert.must-stop"}
    assert why["nw-e"] == {"march.stop-at-enemy"}
    assert why["ne-f"] == {"march.stop-at-enemy"}
    assert why["se-g"] == {"march.speed"}
    assert set(why) | there == set(GAME.packs["standard"].regions)  # type: ignore[attr-defined]


def test_a_march_in_one_breath_points_to_the_part_at_fault() -> None:
    position = entered(blue("place-token", action="march"))
    march = {"type": "march", "actor": "blue", "origin": "nw-g", "units": {"human-serf": 1}, "destination": "nw-k"}
    assert refused(GAME, position, **march | {"origin": "nw-l"}) == [("march.army:nobody", "/origin")]
    assert refused(GAME, position, **march | {"units": {"human-serf": 4}}) == [("march.army:not-there", "/units")]
    assert refused(GAME, position, **march | {"destination": "nw-i"}) == [("march.speed", "/destination")]


def test_where_names_the_origin_of_a_march() -> None:
    position = entered(blue("place-token", action="march"))
    where = {"type": "march", "origin": "nw-g", "destination": "nw-i"}
    (decision,) = referee.legal_actions(position, where=where).decisions
    assert [action.units for action in decision.actions] == [{"human-warrior": 1}]
    assert decision.count == 1


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"players": {"blue": {"capital": "nw-k"}}}, "setup.one-capital-per-continent"),
        ({"players": {"blue": {"units": {"nw-l": {"orc-serf": 1}}}}}, "setup.supply"),
        ({"players": {"blue": {"units": {"nw-l": {"human-serf": 12}}}}}, "setup.supply"),
        ({"players": {"blue": {"units": {"ne-g": {"human-serf": 1}}}}}, "battle.two-sides"),
        ({"players": {"blue": {"towers": ["nw-g"]}}}, "tower.not-in-capital"),
        ({"players": {"blue": {"buildings": ["war-pit"]}}}, "capital-board.buildings"),
        ({"players": {"red": {"faction": "humans", "units": {"ne-g": None}}}}, "setup.choose-faction"),
        ({"players": {"blue": {"vessels": {"human-skyship": {"at": "sea-n"}}}}}, "fly.not-end-at-sea"),
        ({"players": {"blue": {"vessels": {"human-galleon": {"at": "nw-i"}}}}}, "sail.shore-definition"),
        ({"players": {"blue": {"vessels": {"orc-longship": {"at": "sea-n"}}}}}, "setup.supply"),
        ({"players": {"blue": {"scribed": {"ready": ["rage"]}}}}, "research.scribe-cast-only"),
        ({"players": {"blue": {"library": ["rage", "rage"]}}}, "components.spell-cards"),
        ({"tax": ["ore", "ore", "food"]}, "setup.tax-track-random"),
        ({"land_tokens": {"nw-l": {"up": ["sea-wreck"]}}}, "components.exploration-tokens"),
        ({"players": {"red": {"eliminated": True}}}, "capital-battle.remove-pieces"),
    ],
)
def test_states_that_cannot_be(change: dict[str, Any], rule: str) -> None:
    case = {"rule": "", "then": {}, "given": {"base": "two-players", "at": {"table": change}}}
    ruling = run_case(GAME, BASES, case)
    assert ruling.position is None
    assert rule in {defect.rule for defect in ruling.defects if defect.severity == "error"}


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"players": {"blue": {"towers": ["nw-k", "nw-l"]}}}, "tower.level-limit"),
        ({"players": {"blue": {"units": {"nw-l": {"human-serf": 6}}}}}, "march.region-limit"),
        ({"players": {"blue": {"scribed": {"ready": ["scrying", "insight"]}}}}, "research.scribe-limit"),
        ({"land_pool": {"unseen": {"land-ore": 1}}}, "components.exploration-tokens"),
    ],
)
def test_counts_that_do_not_add_up_are_told_and_judged(change: dict[str, Any], rule: str) -> None:
    case = {"rule": "", "then": {}, "given": {"base": "two-players", "at": {"table": change}}}
    ruling = run_case(GAME, BASES, case)
    assert ruling.position is not None
    assert {defect.rule for defect in ruling.defects} == {rule}


def test_an_agenda_that_leads_nowhere_is_no_state() -> None:
    position = entered()
    state = msgspec.to_builtins(position.state)
    for agenda in (
        state["agenda"][1:],
        state["agenda"][::-1],
        [*state["agenda"], {"type": "choose-faction", "seat": "blue"}],
    ):
        broken = msgspec.convert(state | {"agenda": agenda}, GAME.State)
        with pytest.raises(ImpossibleState):
            referee.admit(GAME, broken)
