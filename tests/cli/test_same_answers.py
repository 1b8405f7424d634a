"""With --json every command answers what its call answers, byte for byte, and refuses what it refuses, alike."""

import json
from typing import Any

import pytest

from schemas.problems import KINDS
from service.asking import encode
from service.cli.refusals import Code, Refusal, refusing
from service.engine import errors
from service.engine.defect import error
from service.engine.shapes import Flaw
from service.refusals import refusal_of
from tests.api.client import Client, take, without
from tests.cli.terminal import Terminal

SEED = {"chance": {"seed": "a"}}


def same(terminal: Terminal, client: Client, call: str, body: Any, *command: Any, code: int = Code.YES) -> Any:
    """Both answers, which must be the same; a problem but for its `instance`."""
    ended = terminal.run(*command, "--json")
    assert (ended.code, ended.err) == (code, "")
    response = client.post(f"./{call}", body)
    if code in (Code.YES, Code.NO):
        assert response.status_code == 200
        assert ended.out == response.get_data() + b"\n"
    else:
        assert without(ended.json, "instance") == without(response.get_json(), "instance")
        assert response.status_code >= 400
    return ended.json


@pytest.fixture
def state(client: Client) -> Any:
    return client.position()["state"]


# --- Answers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "body"),
    [
        (["--players", "2"], {"players": 2}),
        (["--players", "3", "--seed", "a", "--salt", "s", "--pack", "standard"], {"players": 3, "salt": "s", **SEED}),
        (["--players", "blue,red", "--option", "deal=none"], {"players": ["blue", "red"], "options": {"deal": "none"}}),
        (
            ["--players", '[{"seat": "red", "charm": "charm-1"}, {"seat": "blue"}]', "--option", "heap=40"],
            {"players": [{"seat": "red", "charm": "charm-1"}, {"seat": "blue"}], "options": {"heap": 40}},
        ),
        (
            ["--players", "2", "--at", '{"step": "turn", "actor": "blue", "table": {"heap": 3}}'],
            {"players": 2, "at": {"step": "turn", "actor": "blue", "table": {"heap": 3}}},
        ),
    ],
)
def test_new(terminal: Terminal, client: Client, options: list[str], body: Any) -> None:
    if isinstance(body["players"], list):
        body["players"] = [seat if isinstance(seat, dict) else {"seat": seat} for seat in body["players"]]
    assert same(terminal, client, "states", body, "new", "stones", *options)["decisions"]


def test_a_game_that_is_not_complete_yet(terminal: Terminal, client: Client) -> None:
    at = {"step": "turn", "table": {"players": {"red": None}}}
    command = ("new", "stones", "--players", "2", "--at", terminal.file("at.json", at))
    answer = same(terminal, client, "states", {"players": 2, "at": at}, *command, code=Code.NO)
    assert answer["defects"][0]["code"] == "wrong-seats"


def test_check(terminal: Terminal, client: Client, state: Any) -> None:
    doubtful = {**state, "heap": 3}
    impossible = {**state, "players": {}}
    malformed = {**state, "heap": "many", "hoop": 1}
    foreign = {**state, "rules_version": "9.0.0", "new": True}
    for given, code in (
        (state, Code.YES),
        (doubtful, Code.YES),
        (impossible, Code.NO),
        (malformed, Code.NO),
        (foreign, Code.NO),
    ):
        command = ("check", terminal.file("state.json", given))
        answer = same(terminal, client, "validations", {"state": given}, *command, code=code)
        assert answer["valid"] == (code == Code.YES)
        assert bool(answer["defects"]) == (given is not state)


def test_judge(terminal: Terminal, client: Client, state: Any) -> None:
    path = terminal.file("state.json", state)
    sequence = [take(3), take(2, "blue"), take(1)]
    for action, code in ((take(3), Code.YES), (take(4), Code.NO)):
        body = {"state": state, "action": action}
        same(terminal, client, "adjudications", body, "judge", path, json.dumps(action), code=code)
    for actions, code in ((sequence, Code.YES), ([*sequence, take(1)], Code.NO)):
        given = terminal.file("actions.json", actions)
        body = {"state": state, "actions": actions}
        same(terminal, client, "adjudications", body, "judge", path, given, code=code)


def test_judge_with_and_without_a_seed(terminal: Terminal, client: Client) -> None:
    state = client.ask("./states", {"players": 3})["state"]
    path = terminal.file("state.json", state)
    deal = {"type": "deal-charm", "actor": "chance", "charm": "charm-4"}
    body = {"state": state, "action": deal}
    by_hand = same(terminal, client, "adjudications", body, "judge", path, json.dumps(deal))
    seeded = same(terminal, client, "adjudications", {**body, **SEED}, "judge", path, json.dumps(deal), "--seed", "a")
    assert (len(by_hand["applied"]), len(seeded["applied"])) == (1, 3)


@pytest.mark.parametrize(
    ("options", "question", "code"),
    [
        ([], {}, Code.YES),
        (["--actor", "red"], {"actor": "red"}, Code.YES),
        (["--actor", "blue"], {"actor": "blue"}, Code.NO),
        (["--where", '{"type": "take", "number": 2}'], {"where": {"type": "take", "number": 2}}, Code.YES),
        (["--where", '{"number": 9}'], {"where": {"number": 9}}, Code.NO),
        (["--explain"], {"explain": True}, Code.YES),
        (["--limit", "2"], {"limit": 2}, Code.YES),
    ],
)
def test_legal(terminal: Terminal, client: Client, options: list[str], question: Any, code: int) -> None:
    position = client.position(options={"heap": 2})
    command = ("legal", terminal.file("position.json", position), *options)
    same(terminal, client, "legal-actions", {"state": position["state"], **question}, *command, code=code)


def test_legal_goes_on_where_a_list_was_cut(terminal: Terminal, client: Client, state: Any) -> None:
    path = terminal.file("state.json", state)
    cursor = terminal.answer("legal", path, "--limit", "3")["decisions"][0]["next_cursor"]
    body = {"state": state, "limit": 3, "cursor": cursor}
    answer = same(terminal, client, "legal-actions", body, "legal", path, "--limit", "3", "--cursor", cursor)
    assert answer["decisions"][0]["actions"] == [{"type": "pass", "actor": "red"}]


def test_scores_and_views(terminal: Terminal, client: Client, state: Any) -> None:
    path = terminal.file("state.json", state)
    same(terminal, client, "scores", {"state": state}, "scores", path)
    for viewer in ("red", "spectator"):
        body = {"state": state, "viewer": viewer}
        shown = same(terminal, client, "views", body, "view", path, viewer)["state"]
        of_view = terminal.file("view.json", shown)
        same(terminal, client, "scores", {"state": shown}, "scores", of_view)
        same(terminal, client, "validations", {"state": shown}, "check", of_view)


def test_replay(terminal: Terminal, client: Client, state: Any) -> None:
    from_state = {"state": state, "actions": [take(1), take(2, "blue")]}
    from_setup = {"setup": {"players": 2}, "actions": [take(1), take(2, "blue")], **SEED}
    illegal = {**from_setup, "actions": [take(1), take(2)]}
    entered = {"setup": {"players": 2, "at": {"step": "turn", "table": {"heap": 3}}}, "actions": []}
    same(terminal, client, "replays", from_state, "replay", terminal.file("a.json", from_state))
    for record, code in ((from_setup, Code.YES), (illegal, Code.NO), (entered, Code.YES)):
        named = terminal.file("b.json", {"game": "stones", **record})
        same(terminal, client, "replays", record, "replay", named, code=code)
        unnamed = terminal.file("c.json", record)
        same(terminal, client, "replays", record, "replay", unnamed, "--game", "stones", code=code)


def test_rules_and_games(terminal: Terminal, client: Client) -> None:
    def page(path: str) -> bytes:
        return client.get(path).get_data() + b"\n"

    assert terminal.run("rules", "stones", "--json").out == page("./rules")
    assert terminal.run("rules", "stones", "HEAP", "--json").out == page("./rules?q=heap")
    searched = terminal.run("rules", "stones", "--kind", "legality", "--section", "turn", "--json")
    assert searched.out == page("./rules?kind=legality&section=turn")
    about = client.get("/v1/games").get_json()["games"][0]
    assert without(about, "links") in terminal.answer("games")["games"]
    assert terminal.answer("games", "stones") == without(client.get("/v1/games/stones").get_json(), "links")


# --- Refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "body", "code"),
    [
        (["--players", "2", "--option", "heap=0"], {"players": 2, "options": {"heap": 0}}, Code.MALFORMED),
        (["--players", "2", "--option", "heep=9"], {"players": 2, "options": {"heep": 9}}, Code.MALFORMED),
        (["--players", "2", "--pack", "deluxe"], {"players": 2, "pack": "deluxe"}, Code.MALFORMED),
        (["--players", "2", "--pack", "?"], {"players": 2, "pack": "?"}, Code.MALFORMED),
        (["--players", "2", "--seed", ""], {"players": 2, "chance": {"seed": ""}}, Code.MALFORMED),
        (["--players", "2", "--at", '{"step": "lunch"}'], {"players": 2, "at": {"step": "lunch"}}, Code.MALFORMED),
        (["--players", "true"], {"players": True}, Code.MALFORMED),
        (["--players", "4"], {"players": 4}, Code.REFUSED),
        (["--players", "red,red"], {"players": [{"seat": "red"}, {"seat": "red"}]}, Code.REFUSED),
    ],
)
def test_setups_that_are_refused(terminal: Terminal, client: Client, options: list[str], body: Any, code: int) -> None:
    same(terminal, client, "states", body, "new", "stones", *options, code=code)


def test_actions_that_are_refused(terminal: Terminal, client: Client, state: Any) -> None:
    path = terminal.file("state.json", state)
    for action in ({}, 7, take(1, "nobody"), {**take(1), "colour": "red"}, {"type": "steal", "actor": "red"}):
        body = {"state": state, "action": action}
        given = terminal.file("action.json", action)
        same(terminal, client, "adjudications", body, "judge", path, given, code=Code.MALFORMED)
    for actions in ([], [take(1), take(2, "nobody")], [take(1), {}]):
        body = {"state": state, "actions": actions}
        same(terminal, client, "adjudications", body, "judge", path, json.dumps(actions), code=Code.MALFORMED)


def test_states_that_are_refused(terminal: Terminal, client: Client, state: Any) -> None:
    shown = client.ask("./views", {"state": state, "viewer": "red"})["state"]
    for given, code in (
        ({**state, "heap": -1}, Code.MALFORMED),
        ({**state, "players": {}}, Code.REFUSED),
        ({**state, "rules_version": "9.0.0"}, Code.REFUSED),
        (shown, Code.REFUSED),
    ):
        body = {"state": given, "action": take(1)}
        path = terminal.file("state.json", given)
        same(terminal, client, "adjudications", body, "judge", path, json.dumps(take(1)), code=code)
        record = {"state": given, "actions": [take(1)]}
        same(terminal, client, "replays", record, "replay", terminal.file("record.json", record), code=code)


def test_questions_that_are_refused(terminal: Terminal, client: Client, state: Any) -> None:
    path = terminal.file("state.json", state)
    for options, question, code in (
        (["--actor", "nobody"], {"actor": "nobody"}, Code.MALFORMED),
        (["--actor", "RED"], {"actor": "RED"}, Code.MALFORMED),
        (["--limit", "0"], {"limit": 0}, Code.MALFORMED),
        (["--where", '{"type": "steal"}'], {"where": {"type": "steal"}}, Code.MALFORMED),
        (["--where", "[]"], {"where": []}, Code.MALFORMED),
        (["--cursor", "x"], {"cursor": "x"}, Code.REFUSED),
    ):
        body = {"state": state, **question}
        same(terminal, client, "legal-actions", body, "legal", path, *options, code=code)
    body = {"state": state, "viewer": "green"}
    same(terminal, client, "views", body, "view", path, "green", code=Code.MALFORMED)


def test_records_that_are_refused(terminal: Terminal, client: Client, state: Any) -> None:
    setup = {"players": 2}
    for record, code in (
        ([], Code.MALFORMED),
        ({"setup": setup}, Code.MALFORMED),
        ({"setup": setup, "state": state, "actions": []}, Code.MALFORMED),
        ({"setup": {**setup, "pack": "deluxe"}, "actions": []}, Code.MALFORMED),
        ({"setup": {**setup, "at": {"step": "turn", "actor": "green"}}, "actions": []}, Code.MALFORMED),
        ({"setup": setup, "actions": [take(1, "nobody")], **SEED}, Code.MALFORMED),
        ({"setup": {"players": 9}, "actions": []}, Code.REFUSED),
        (
            {"setup": {**setup, "at": {"step": "turn", "table": {"players": {"red": None}}}}, "actions": []},
            Code.REFUSED,
        ),
    ):
        path = terminal.file("record.json", record)
        same(terminal, client, "replays", record, "replay", path, "--game", "stones", code=code)


REFUSED = [
    errors.MalformedAction([Flaw(pointer="/a", code="unknown-id", detail="there is no a", params={})]),
    errors.ImpossibleState([error("setup.deal", "/heap", "count", "no")]),
    errors.IllegalSetup("no", []),
    errors.HiddenValue("no"),
    errors.RulesVersion("9.0.0", ["1.0.x"]),
    errors.BadCursor(),
    errors.TooMuchWork(["type"]),
    errors.UnknownPack("deluxe"),
]


def test_every_refusal_of_the_engine_is_told_as_the_web_tells_it() -> None:
    assert {type(refused) for refused in REFUSED} == set(errors.Refused.__subclasses__())
    for refused in REFUSED:
        with pytest.raises(Refusal) as told, refusing({}):
            raise refused
        on_the_web = refusal_of(refused)
        assert on_the_web is not None
        ours = json.loads(encode(told.value.problem()))
        assert ours["type"] == KINDS[on_the_web.slug].type
        assert ours["detail"] == on_the_web.detail
        members = {name: json.loads(encode(value)) for name, value in on_the_web.members.items()}
        assert without(ours, "type", "title", "status", "detail", "instance") == members
