"""The words of refusals: they name what is in the way."""

from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.engine.answers import IllegalVerdict
from service.engine.referee import Position
from service.games.heroes_of_land_air_and_sea import GAME
from service.games.heroes_of_land_air_and_sea.flying import FlyTo
from service.games.heroes_of_land_air_and_sea.remote_battles import RemoteBattle
from service.games.heroes_of_land_air_and_sea.sailing import SailTo
from service.games.heroes_of_land_air_and_sea.supply import place
from tests.games.casebook import run_case
from tests.games.heroes_of_land_air_and_sea.test_refusals import blue, entered


def reasons(position: Position, **action: Any) -> list[tuple[str, str]]:
    """The codes of a refusal with their words."""
    verdict = referee.adjudicate(position, [msgspec.convert(action, GAME.Action)])
    assert isinstance(verdict, IllegalVerdict)
    return [(violation.code, violation.detail) for violation in verdict.violations]


@pytest.mark.parametrize(
    ("action", "table", "cause"),
    [
        ("sail", {}, "no own Sea Vessel is in play"),
        ("fly", {}, "no own Air Vessel is in play"),
        ("march", {"units": {"nw-g": None}}, "no own Unit is on land"),
        ("cast", {"library": []}, "there is no CAST Spell in the own Library and no Scribed Spell"),
        ("cast", {"mana": 0}, "Harvest Blessing costs 2 Mana; blue lacks 2 Mana"),
        ("recruit", {"food": 0}, "Serf costs 1 Food; blue lacks 1 Food"),
    ],
)
def test_why_an_action_cannot_be_carried_out(action: str, table: dict[str, Any], cause: str) -> None:
    position = entered(players={"blue": table})
    ((code, detail),) = reasons(position, **blue("place-token", action=action))
    assert code == "round.must-use-token"
    assert detail.startswith(f"blue cannot carry {action.title()} out: {cause}")


def test_why_nobody_follows_or_musters() -> None:
    follow = entered(
        blue("place-token", action="build"),
        blue("build-building", building="academy"),
        players={"blue": {"ore": 3}, "red": {"ore": 0}},
    )
    ((code, detail),) = reasons(follow, type="follow", actor="red")
    assert code == "follow.must-execute"
    assert "a Building costs 3 Ore; red lacks 3 Ore" in detail
    muster = entered(
        blue("place-token", action="march"),
        blue("march-from", origin="nw-g"),
        blue("march-units", units={"human-warrior": 1}),
        blue("march-to", destination="nw-k"),
        land_tokens={"nw-k": {"down": 0}},
    )
    expected = "with one Serf fewer blue cannot carry Sail out: no own Sea Vessel is in play"
    assert reasons(muster, **blue("muster", action="sail")) == [("muster.must-execute", expected)]


def test_before_and_after_the_action_token() -> None:
    before = entered()
    assert reasons(before, **blue("end-turn")) == [
        ("round.turn-order:before-token", "blue ends the turn only after an Action Token has been placed or passed")
    ]
    galleon = {"human-galleon": {"at": "sea-n", "passengers": {"human-warrior": 1}}}
    position = entered(
        blue("place-token", action="sail"),
        blue("sail-to", area="nw-b"),
        players={"blue": {"units": {"nw-g": None}, "buildings": ["sea-dock"], "vessels": galleon}},
    )
    for action in (blue("place-token", action="tax"), blue("pass-token")):
        ((code, detail),) = reasons(position, **action)
        assert code == "round.turn-order:after-token"
        assert detail.startswith("blue has used the Action Token of this turn; left is end-turn")


def test_presets_of_seats_count_where_a_game_is_entered_in_the_middle() -> None:
    given: dict[str, Any] = {
        "players": [
            {"seat": "blue", "faction": "humans", "continent": "nw"},
            {"seat": "red", "faction": "orcs", "continent": "ne"},
        ],
        "options": {"first_player": "blue"},
        "at": {"step": "begin-round", "table": {"tax": ["ore", "mana", "food"]}},
    }
    ruling = run_case(GAME, {}, {"rule": "", "then": {}, "given": given})
    assert ruling.defects == []
    assert ruling.position is not None
    state = ruling.position.state
    assert [(p.faction, p.capital) for p in state.players.values()] == [("humans", "nw-g"), ("orcs", "ne-g")]
    assert state.presets == {}
    assert "nw-g" not in state.land_tokens
    given["at"]["table"]["players"] = {"blue": {"faction": "elves", "capital": "se-g"}}
    said = run_case(GAME, {}, {"rule": "", "then": {}, "given": given})
    assert said.position is not None
    blues = said.position.state.players["blue"]
    assert (blues.faction, blues.capital) == ("elves", "se-g")


def test_units_that_are_not_placed_lack_room_or_are_not_in_the_supply() -> None:
    position = entered(players={"blue": {"units": {"nw-l": {"human-serf": 4}, "nw-g": {"human-serf": 5}}}})
    table = GAME.table(GAME.copy(position.state))
    place(table, "blue", {"human-serf": 4}, "nw-l", "explore-land.outcome")  # type: ignore[arg-type]
    assert [event.text for event in table.told()] == [
        "blue places 1 Serf in North-West L",
        "blue cannot place 1 Serf: the supply has no more",
        "blue cannot place 2 Serfs: there is no room",
    ]
    assert table.state.players["blue"].units["nw-l"] == {"human-serf": 5}


@pytest.mark.parametrize(
    ("action", "kind", "building", "vessel", "code"),
    [
        ("fly", "fly-to", "sky-dock", "human-skyship", "fly.land"),
        ("sail", "sail-to", "sea-dock", "human-galleon", "sail.where"),
    ],
)
def test_a_vessel_that_stays_where_it_is_is_told_so(
    action: str, kind: str, building: str, vessel: str, code: str
) -> None:
    """The casebook knows the clause alone, which is also that of a Region that is too far."""
    table = {"buildings": [building], "vessels": {vessel: {"at": "nw-g"}}}
    position = entered(blue("place-token", action=action), players={"blue": table})
    name = vessel.removeprefix("human-").title()
    assert reasons(position, **blue(kind, area="nw-g")) == [(code, f"{name} is in North-West G already")]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (FlyTo(actor="blue", area="nw-k"), "fly.land:no-vessel"),
        (SailTo(actor="blue", area="sea-n"), "sail.where:no-vessel"),
        (RemoteBattle(actor="blue", area="sea-n"), "sail.where:no-vessel"),
    ],
)
def test_a_vessel_that_is_not_in_play_goes_nowhere(action: Any, code: str) -> None:
    """No state is taken in which somebody is to move one, so the rule is asked by itself."""
    table = GAME.table(entered().state)
    assert code in [violation.code for violation in action.violations(table, None, "blue")]
