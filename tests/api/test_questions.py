"""`POST validations`, `views`, `scores` and `replays`."""

from typing import Any

import pytest

from tests.api.client import PLAYERS, Client, take


def test_a_good_state_is_valid(client: Client) -> None:
    position = client.position()
    answer = client.ask("./validations", {"state": position["state"]})
    assert (answer["valid"], answer["defects"]) == (True, [])
    for name in ("digest", "state", "seats", "decisions", "finished", "result"):
        assert answer[name] == position[name]


def test_a_view_is_valid_too(client: Client) -> None:
    view = client.ask("./views", {"state": client.position()["state"], "viewer": "red"})["state"]
    assert client.ask("./validations", {"state": view})["valid"] is True


def test_a_count_that_is_off_is_a_warning(client: Client) -> None:
    state = {**client.position()["state"], "heap": 11}
    answer = client.ask("./validations", {"state": state})
    assert answer["valid"] is True
    assert [(defect["severity"], defect["pointer"]) for defect in answer["defects"]] == [("warning", "/heap")]
    assert client.play(state, take(1))["legal"] is True


BROKEN: list[tuple[dict[str, Any], str, str]] = [
    ({"heap": "many"}, "/heap", "wrong-type"),
    ({"heap": -1}, "/heap", "out-of-range"),
    ({"colour": 1}, "/colour", "unknown-field"),
    ({"agenda": [{"type": "dance"}]}, "/agenda/0/type", "unknown-tag"),
    ({"agenda": []}, "/agenda", "nobody-decides"),
    ({"game": "chess"}, "/game", "wrong-game"),
    ({"pack": "deluxe"}, "/pack", "unknown-id"),
    ({"seats": ["red", "red"]}, "/seats", "wrong-seats"),
    ({"rules_version": "x"}, "/rules_version", "pattern"),
    ({"players": {"red": {"charm": "charm-0"}, "blue": {}}}, "/players/red/charm", "unknown-id"),
]


@pytest.mark.parametrize(("change", "pointer", "code"), BROKEN)
def test_validations_tell_what_other_calls_refuse(client: Client, change: Any, pointer: str, code: str) -> None:
    state = {**client.position()["state"], **change}
    answer = client.ask("./validations", {"state": state})
    assert answer["valid"] is False
    assert "digest" not in answer
    (defect,) = answer["defects"]
    assert (defect["severity"], defect["pointer"], defect["code"]) == ("error", pointer, code)
    for call, body in (("legal-actions", {}), ("adjudications", {"action": take(1)}), ("scores", {})):
        problem = client.post(f"./{call}", {"state": state, **body}).get_json()
        if problem["type"] == "/problems/impossible-state":
            assert problem["defects"] == answer["defects"]
        else:
            assert problem["type"] == "/problems/invalid-body"
            assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [(f"/state{pointer}", code)]


def test_validations_tell_of_another_rules_version(client: Client) -> None:
    for version in ("1.3.0", "2.2.3"):
        state = {**client.position()["state"], "rules_version": version}
        for changed in (state, {**state, "colour": 1}):
            answer = client.ask("./validations", {"state": changed})
            assert [defect["pointer"] for defect in answer["defects"]] == ["/rules_version"]
            problem = client.refused("./scores", {"state": changed}, "rules-version")
            assert problem["accepts"] == ["1.2.x"]


def test_all_defects_are_told_up_to_a_hundred(client: Client) -> None:
    state = {**client.position()["state"], **{f"x{number}": 1 for number in range(500)}}
    assert len(client.ask("./validations", {"state": state})["defects"]) == 100
    assert len(client.refused("./scores", {"state": state}, "invalid-body")["errors"]) == 100


@pytest.mark.parametrize("viewer", ["red", "blue", "spectator"])
def test_a_view_hides_what_its_viewer_may_not_see(client: Client, viewer: str) -> None:
    position = client.position(salt="pepper")
    body = {"state": position["state"], "viewer": viewer, "events": position["events"]}
    shown = client.ask("./views", body)
    assert shown["state"]["viewer"] == viewer
    assert shown["state"]["salt"] is None
    for seat in PLAYERS:
        charm = shown["state"]["players"][seat]["charm"]
        assert charm == (position["state"]["players"][seat]["charm"] if seat == viewer else None)
    assert [event["seat"] for event in shown["events"]] == [seat for seat in PLAYERS if seat == viewer]
    again = client.ask("./views", {"state": shown["state"], "viewer": viewer})
    assert again == {"state": shown["state"]}


def test_events_that_come_back_name_what_exists(client: Client) -> None:
    position = client.position()
    events = [*position["events"], {**position["events"][0], "seat": "purple"}]
    body = {"state": position["state"], "viewer": "red", "events": events}
    (error,) = client.refused("./views", body, "invalid-body")["errors"]
    assert (error["pointer"], error["code"]) == (f"/events/{len(events) - 1}/seat", "unknown-id")


def test_a_view_does_not_betray_a_card_by_its_place(client: Client) -> None:
    """Two states that differ only in the hidden charm give the same bytes."""
    position = client.ask("./states", {"players": 2})
    states = []
    for charm in ("charm-2", "charm-7"):
        dealt = client.play(position["state"], {"type": "deal-charm", "actor": "chance", "charm": "charm-5"})["state"]
        states.append(client.play(dealt, {"type": "deal-charm", "actor": "chance", "charm": charm})["state"])
    views = [client.post("./views", {"state": state, "viewer": "red"}).get_data() for state in states]
    assert views[0] == views[1]


def test_a_view_answers_for_its_viewer(client: Client) -> None:
    state = client.position()["state"]
    view = client.ask("./views", {"state": state, "viewer": "red"})["state"]
    assert client.legal(view)["actions"] == client.legal(state)["actions"]
    blue = client.ask("./views", {"state": state, "viewer": "blue"})["state"]
    assert client.ask("./legal-actions", {"state": blue})["decisions"] == []
    client.refused("./legal-actions", {"state": blue, "actor": "red"}, "hidden-value")
    client.refused("./views", {"state": blue, "viewer": "red"}, "hidden-value")


def test_rulings_need_the_full_state(client: Client) -> None:
    view = client.ask("./views", {"state": client.position()["state"], "viewer": "red"})["state"]
    for _ in range(2):
        client.refused("./adjudications", {"state": view, "action": take(1)}, "hidden-value")
        client.refused("./replays", {"state": view, "actions": [take(1)]}, "hidden-value")
        client.refused("./states", {"state": view}, "hidden-value")
        # Now the view is remembered as a view, and still no full state.
        client.ask("./scores", {"state": view})


@pytest.mark.parametrize("viewer", ["green", "chance", "nobody"])
def test_nobody_else_looks(client: Client, viewer: str) -> None:
    problem = client.refused("./views", {"state": client.position()["state"], "viewer": viewer}, "invalid-body")
    assert [error["pointer"] for error in problem["errors"]] == ["/viewer"]


def test_scores_are_told_line_by_line(client: Client) -> None:
    state = client.position()["state"]
    scores = client.ask("./scores", {"state": client.play(state, take(3))["state"]})
    assert [player["seat"] for player in scores["players"]] == list(PLAYERS)
    for player in scores["players"]:
        assert player["total"] == sum(line["points"] for line in player["lines"])
    assert scores["final"] is False
    hidden = client.ask("./scores", {"state": client.ask("./views", {"state": state, "viewer": "red"})["state"]})
    assert hidden["players"][1]["total"] is None
    assert hidden["players"][1]["lines"][1] == {"rule": "scoring.charm", "label": "Charm", "points": None}


def test_a_record_is_replayed_from_a_setup_or_a_state(client: Client) -> None:
    begin = client.ask("./states", {"players": 2})
    deals = [{"type": "deal-charm", "actor": "chance", "charm": f"charm-{number}"} for number in (3, 4)]
    record = [*deals, take(3), take(2, "blue")]
    expected = client.ask("./adjudications", {"state": begin["state"], "actions": record})
    for start in ({"setup": {"players": 2}}, {"state": begin["state"]}):
        replay = client.ask("./replays", {**start, "actions": record})
        assert (replay["legal"], replay["failed_at"], replay["violations"]) == (True, None, [])
        assert replay["position"]["digest"] == expected["digest"]
    assert client.ask("./replays", {"setup": {"players": 2}, "actions": []})["position"]["digest"] == begin["digest"]


def test_a_replay_stops_where_it_is_illegal(client: Client) -> None:
    state = client.position()["state"]
    replay = client.ask("./replays", {"state": state, "actions": [take(3), take(3), take(3)]})
    assert (replay["legal"], replay["failed_at"]) == (False, 1)
    assert replay["violations"][0]["rule"] == "turn.one-take"
    assert replay["position"]["digest"] == client.play(state, take(3))["digest"]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"setup": {"players": 2, "pack": "deluxe"}, "actions": []}, "/setup/pack"),
        (
            {"setup": {"players": [{"seat": "red", "charm": "charm-0"}, {"seat": "blue"}]}, "actions": []},
            "/setup/players/0/charm",
        ),
        ({"setup": {"players": 2}, "actions": [{"type": "take", "actor": "green", "number": 1}]}, "/actions/0/actor"),
        ({"setup": {"players": 2}, "actions": [{"type": "take"}]}, "/actions/0/actor"),
        ({"setup": {"players": 2}}, "/actions"),
        ({"setup": {"players": 2, "colour": 1}, "actions": []}, "/setup/colour"),
    ],
)
def test_flaws_of_a_replay(client: Client, body: Any, pointer: str) -> None:
    problem = client.refused("./replays", body, "invalid-body")
    assert problem["errors"][0]["pointer"] == pointer


def test_a_replay_begins_where_a_game_was_entered(client: Client) -> None:
    at: Any = {"step": "turn", "actor": "blue", "table": {"heap": 2}}
    replay = client.ask("./replays", {"setup": {"players": 2, "at": at}, "actions": [take(2, "blue")]})
    assert replay["position"]["finished"] is True
    at["table"]["heap"] = -2
    client.refused("./replays", {"setup": {"players": 2, "at": at}, "actions": []}, "impossible-state")
