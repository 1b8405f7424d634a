"""Every POST call, from setup to the last score."""

from typing import Any

import pytest

from tests.api.client import Client, take, without

PLAYERS = ("red", "blue")


# --- states -----------------------------------------------------------------------------------------------------------


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


# --- legal actions ----------------------------------------------------------------------------------------------------


def test_legal_actions_are_listed(client: Client) -> None:
    position = client.position()
    answer = client.ask("./legal-actions", {"state": position["state"]})
    assert answer["digest"] == position["digest"]
    (decision,) = answer["decisions"]
    assert decision["actions"] == [take(1), take(2), take(3), {"type": "pass", "actor": "red"}]
    assert (decision["count"], decision["next_cursor"], decision["open"]) == (4, None, [])
    assert client.ask("./legal-actions", {"state": position["state"], "actor": "blue"})["decisions"] == []


def test_where_picks_the_actions_that_agree(client: Client) -> None:
    state = client.position()["state"]
    assert client.legal(state, where={"type": "take"})["count"] == 3
    assert client.legal(state, where={"type": "take", "number": 2})["actions"] == [take(2)]
    assert client.legal(state, where={"number": 9})["actions"] == []
    problem = client.refused("./legal-actions", {"state": state, "where": {"colour": 1}}, "invalid-body")
    assert [error["pointer"] for error in problem["errors"]] == ["/where/colour"]


def test_explain_says_why_not(client: Client) -> None:
    state = client.position(options={"heap": 2})["state"]
    (refused,) = client.legal(state, explain=True)["unavailable"]
    assert refused["action"] == take(3)
    assert refused["violations"][0]["code"] == "turn.at-most-three:heap"
    assert "unavailable" not in client.legal(state)


def test_pages_make_up_the_whole_list(client: Client) -> None:
    state = client.position()["state"]
    whole = client.legal(state)["actions"]
    pages, cursor = [], None
    for expected in (2, 2):
        page = client.legal(state, actor="red", limit=2, **({"cursor": cursor} if cursor else {}))
        assert (page["count"], len(page["actions"])) == (4, expected)
        pages += page["actions"]
        cursor = page["next_cursor"]
    assert cursor is None
    assert pages == whole


def test_a_cursor_goes_with_its_question(client: Client) -> None:
    state = client.position()["state"]
    cursor = client.legal(state, limit=1)["next_cursor"]
    for other in ({"explain": True}, {"where": {"type": "take"}}, {"cursor": "x" + cursor}, {"cursor": "é"}):
        client.refused("./legal-actions", {"state": state, "limit": 1, "cursor": cursor, **other}, "bad-cursor")
    later = client.play(state, take(1))["state"]
    client.refused("./legal-actions", {"state": later, "limit": 1, "cursor": cursor}, "bad-cursor")


def test_an_enumeration_has_a_budget() -> None:
    from tests.api.client import stones_app

    poor = Client(stones_app(work_budget=2))
    problem = poor.refused("./legal-actions", {"state": poor.position()["state"]}, "too-much-work")
    assert problem["narrow_by"] == ["number"]
    # The same question, asked again: nothing of a refusal is remembered.
    assert poor.refused("./legal-actions", {"state": poor.position()["state"]}, "too-much-work")


@pytest.mark.parametrize(
    "question",
    [
        {"limit": 0},
        {"limit": 10_001},
        {"limit": 1.5},
        {"actor": "Red!"},
        {"actor": "pink"},
        {"where": []},
        {"explain": 1},
    ],
)
def test_questions_that_are_not_well_formed(client: Client, question: Any) -> None:
    problem = client.refused("./legal-actions", {"state": client.position()["state"], **question}, "invalid-body")
    assert [error["pointer"] for error in problem["errors"]] == [f"/{next(iter(question))}"]


# --- adjudications ----------------------------------------------------------------------------------------------------


def test_a_legal_action_leads_to_a_new_state(client: Client) -> None:
    before = client.position()
    verdict = client.play(before["state"], take(2))
    assert verdict["legal"] is True
    assert verdict["applied"] == [take(2)]
    assert verdict["events"] == [
        {"type": "stones-taken", "seat": "red", "number": 2, "rule": "turn.one-take", "text": "red takes 2"}
    ]
    assert verdict["reversible"] is True
    assert verdict["decisions"][0]["actor"] == "blue"
    assert verdict["digest"] != before["digest"]
    assert client.ask("./legal-actions", {"state": verdict["state"]})["digest"] == verdict["digest"]


def test_an_illegal_action_is_answered_with_every_reason(client: Client) -> None:
    position = client.position(options={"heap": 2})
    verdict = client.play(position["state"], take(9))
    assert verdict == {
        "legal": False,
        "digest": position["digest"],
        "failed_at": 0,
        "violations": [
            {
                "code": "turn.at-most-three",
                "rule": "turn.at-most-three",
                "section": "Turn",
                "text": "A take is one, two or three stones, never more than the heap holds.",
                "detail": "9 stones is not one to three",
                "pointer": "/number",
                "params": {"number": 9},
            },
            {
                "code": "turn.at-most-three:heap",
                "rule": "turn.at-most-three",
                "section": "Turn",
                "text": "A take is one, two or three stones, never more than the heap holds.",
                "detail": "the heap has 2, not 9",
                "pointer": "/number",
                "params": {"heap": 2, "number": 9},
            },
        ],
    }


def test_a_sequence_stands_or_falls_together(client: Client) -> None:
    state = client.position()["state"]
    sequence = [take(1), take(2, "blue"), {"type": "pass", "actor": "red"}]
    verdict = client.ask("./adjudications", {"state": state, "actions": sequence})
    assert verdict["applied"] == sequence
    assert verdict["state"]["heap"] == 9
    broken = client.ask("./adjudications", {"state": state, "actions": [take(1), take(2, "blue"), take(2, "blue")]})
    assert (broken["legal"], broken["failed_at"]) == (False, 2)
    assert "state" not in broken


@pytest.mark.parametrize(
    ("action", "pointer", "code"),
    [
        ({"type": "steal", "actor": "red"}, "/action/type", "unknown-tag"),
        ({"actor": "red"}, "/action/type", "required"),
        ({"type": "take", "actor": "red"}, "/action/number", "required"),
        ({"type": "take", "actor": "red", "number": "2"}, "/action/number", "wrong-type"),
        ({"type": "take", "actor": "red", "number": 100}, "/action/number", "out-of-range"),
        ({"type": "take", "actor": "red", "number": 2**80}, "/action/number", "out-of-range"),
        ({"type": "take", "actor": "red", "number": 1.5}, "/action/number", "wrong-type"),
        ({"type": "take", "actor": "red", "number": 1, "colour": "x"}, "/action/colour", "unknown-field"),
        ({"type": "take", "actor": "green", "number": 1}, "/action/actor", "unknown-id"),
        ({"type": "deal-charm", "actor": "chance", "charm": "charm-0"}, "/action/charm", "unknown-id"),
        (None, "/action", "wrong-type"),
        ([], "/action", "wrong-type"),
    ],
)
def test_malformed_actions(client: Client, action: Any, pointer: str, code: str) -> None:
    state = client.position()["state"]
    problem = client.refused("./adjudications", {"state": state, "action": action}, "invalid-body")
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [(pointer, code)]
    problem = client.refused("./adjudications", {"state": state, "actions": [take(1), action]}, "invalid-body")
    moved = pointer.replace("/action", "/actions/1", 1)
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [(moved, code)]


def test_what_can_be_but_not_now_is_illegal_and_not_malformed(client: Client) -> None:
    state = client.position()["state"]
    for action in (take(1, "blue"), {"type": "deal-charm", "actor": "chance", "charm": "charm-1"}, take(1, "chance")):
        assert client.play(state, action)["legal"] is False


def test_after_the_end_nothing_can_be_done(client: Client) -> None:
    end = client.play(client.position(options={"heap": 1})["state"], take(1))
    assert end["finished"] is True
    assert end["decisions"] == []
    assert end["result"]["ranking"] == client.ask("./scores", {"state": end["state"]})["ranking"]
    late = client.play(end["state"], take(1))
    assert [violation["rule"] for violation in late["violations"]] == ["referee.game-over"]
    assert client.ask("./legal-actions", {"state": end["state"]})["decisions"] == []


@pytest.mark.parametrize(
    "body", [{}, {"action": take(1), "actions": [take(1)]}, {"actions": []}, {"actions": [take(1)] * 1001}]
)
def test_one_action_or_some(client: Client, body: Any) -> None:
    client.refused("./adjudications", {"state": client.position()["state"], **body}, "invalid-body")


# --- include ----------------------------------------------------------------------------------------------------------

EVERYTHING = ["state", "legal-actions", "scores", "view:red", "view:spectator"]


def test_include_adds_what_its_own_calls_would_answer(client: Client) -> None:
    verdict = client.play(client.position()["state"], take(2), include=EVERYTHING)
    state = verdict["state"]
    assert verdict["legal-actions"] == client.ask("./legal-actions", {"state": state})
    assert verdict["scores"] == client.ask("./scores", {"state": state})
    for viewer in ("red", "spectator"):
        body = {"state": state, "viewer": viewer, "events": verdict["events"]}
        assert verdict[f"view:{viewer}"] == client.ask("./views", body)


def test_include_for_a_new_game_hides_what_others_were_dealt(client: Client) -> None:
    position = client.position(include=["view:red", "view:blue"])
    assert "state" not in position
    for seat, other in (PLAYERS, PLAYERS[::-1]):
        view = position[f"view:{seat}"]
        assert [event["seat"] for event in view["events"]] == [seat]
        assert view["state"]["players"][other]["charm"] is None


def test_an_empty_include_is_the_ruling_alone(client: Client) -> None:
    state = client.position()["state"]
    whole = client.play(state, take(2))
    assert client.play(state, take(2), include=[]) == without(whole, "state")
    assert client.play(state, take(2), include=["state"]) == whole


def test_nothing_is_added_to_an_illegal_verdict(client: Client) -> None:
    state = client.position()["state"]
    assert client.play(state, take(9), include=EVERYTHING) == client.play(state, take(9))


@pytest.mark.parametrize("part", ["view:green", "view:", "views", "State", "view:red\n", 1])
def test_include_names_what_there_is(client: Client, part: Any) -> None:
    state = client.position()["state"]
    for path, body in (("./adjudications", {"state": state, "action": take(1)}), ("./states", {"players": 2})):
        problem = client.refused(path, {**body, "include": ["state", part]}, "invalid-body")
        assert [error["pointer"] for error in problem["errors"]] == ["/include/1"]


# --- validations, views, scores, replays ------------------------------------------------------------------------------


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
