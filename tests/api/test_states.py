"""`POST states`: games set up, entered in the middle, corrected."""

from typing import Any

import pytest

from tests.api.client import PLAYERS, Client, take, without


def test_a_game_begins_with_the_decision_that_is_due(client: Client) -> None:
    position = client.position(salt="pepper")
    assert position["digest"].startswith("sha256:")
    assert position["seats"] == list(PLAYERS)
    assert position["state"]["salt"] == "pepper"
    assert position["decisions"] == [
        {
            "actor": "red",
            "step": "turn",
            "rule": "turn.one-take",
            "prompt": "Take one to three stones, or pass.",
            "types": ["take", "pass"],
            "optional": False,
        }
    ]
    assert (position["finished"], position["result"]) == (False, None)
    assert [event["seen_by"] for event in position["events"]] == [["red"], ["blue"]]
    assert "defects" not in position


def test_without_a_seed_chance_is_the_clients_to_settle(client: Client) -> None:
    position = client.ask("./states", {"players": [{"seat": "green"}, {"seat": "red"}]})
    assert position["seats"] == ["green", "red"]
    assert [decision["actor"] for decision in position["decisions"]] == ["chance"]
    decision = client.legal(position["state"])
    assert sum(action["probability"] for action in decision["actions"]) == pytest.approx(1)
    assert {action["weight"] for action in decision["actions"]} == {1}
    # An outcome may be sent back as it was listed, or bare: weight and probability are not read.
    listed, bare = decision["actions"][4], without(decision["actions"][4], "weight", "probability")
    verdict = client.play(position["state"], listed)
    assert verdict == client.play(position["state"], bare)
    assert verdict["applied"] == [bare]
    assert verdict["reversible"] is False


def test_options_are_the_games_own(client: Client) -> None:
    assert client.position(options={"heap": 40})["state"]["heap"] == 40
    assert client.position(options={"deal": "none"})["state"]["players"]["red"]["charm"] is None
    problem = client.refused("./states", {"players": 2, "options": {"heap": 501, "heaps": 1}}, "invalid-body")
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [
        ("/options/heap", "out-of-range"),
        ("/options/heaps", "unknown-field"),
    ]


@pytest.mark.parametrize(
    ("setup", "slug"),
    [
        ({"players": 4}, "illegal-setup"),
        ({"players": [{"seat": "pink"}, {"seat": "red"}]}, "illegal-setup"),
        ({"players": [{"seat": "red"}, {"seat": "red"}]}, "illegal-setup"),
        ({"players": 2, "pack": "deluxe"}, "invalid-body"),
        ({"players": [{"seat": "red", "charm": "charm-0"}, {"seat": "blue"}]}, "invalid-body"),
        ({}, "invalid-body"),
        ({"players": 0}, "invalid-body"),
        ({"players": True}, "invalid-body"),
        ({"players": "two"}, "invalid-body"),
        ({"players": 2, "seal": "x"}, "invalid-body"),
        ({"players": 2, "chance": {"seed": "x" * 257}}, "invalid-body"),
        ({"players": 2, "chance": {}}, "invalid-body"),
        ({"players": 2, "salt": "x" * 257}, "invalid-body"),
    ],
)
def test_setups_that_cannot_be(client: Client, setup: Any, slug: str) -> None:
    client.refused("./states", setup, slug)


def test_flaws_of_a_setup_are_where_they_are(client: Client) -> None:
    problem = client.refused("./states", {"players": 2, "pack": "deluxe"}, "invalid-body")
    assert [error["pointer"] for error in problem["errors"]] == ["/pack"]
    players = [{"seat": "red"}, {"seat": "blue", "charm": "charm-0"}]
    problem = client.refused("./states", {"players": players}, "invalid-body")
    assert [error["pointer"] for error in problem["errors"]] == ["/players/1/charm"]


def test_a_game_is_entered_in_the_middle(client: Client) -> None:
    table = {"heap": 3, "players": {"red": {"stones": 9, "charm": "charm-1"}, "blue": {"charm": "charm-2"}}}
    position = client.ask("./states", {"players": 2, "at": {"step": "turn", "actor": "blue", "table": table}})
    assert position["defects"] == []
    assert position["decisions"][0]["actor"] == "blue"
    assert position["state"]["players"]["red"]["stones"] == 9
    assert client.play(position["state"], take(3, "blue"))["finished"] is True


def test_an_entry_with_defects_is_no_position_yet(client: Client) -> None:
    body: Any = {"players": 2, "at": {"step": "turn", "table": {"heap": -1}}}
    answer = client.ask("./states", body)
    assert [(defect["severity"], defect["pointer"]) for defect in answer["defects"]] == [("error", "/heap")]
    assert set(answer) == {"defects"}
    body["at"]["table"]["heap"] = 11
    answer = client.ask("./states", body)
    assert [defect["severity"] for defect in answer["defects"]] == ["warning"]
    assert answer["decisions"][0]["actor"] == "red"


def test_a_state_is_corrected(client: Client) -> None:
    state = client.position()["state"]
    answer = client.ask("./states", {"state": state, "at": {"step": "turn", "table": {"heap": 2}}})
    assert answer["state"]["heap"] == 2
    assert client.ask("./states", {"state": state})["defects"] == []


def test_a_state_of_an_older_patch_is_renewed(client: Client) -> None:
    state = {**client.position()["state"], "rules_version": "1.2.0"}
    assert client.ask("./states", {"state": state})["state"]["rules_version"] == "1.2.3"
    assert client.play(state, take(1))["state"]["rules_version"] == "1.2.3"
