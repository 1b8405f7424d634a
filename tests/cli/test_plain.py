"""What is printed for people."""

import json
from typing import Any

import pytest

from service.cli import telling
from service.cli.refusals import Code
from service.engine.answers import ListedDecision, OpenType, PlayerScore, Scores, TeamScore, TieBreak
from tests.api.client import Client, take
from tests.cli.terminal import Terminal


@pytest.fixture
def state(client: Client) -> Any:
    return client.position()["state"]


def test_a_new_game_tells_what_happened_and_who_decides(terminal: Terminal) -> None:
    ended = terminal.run("new", "stones", "--players", "2", "--seed", "a")
    assert ended.lines == [
        "stones 1.2.3: red, blue",
        "  red gets charm-9 (for red only) [setup.deal]",
        "  blue gets charm-2 (for blue only) [setup.deal]",
        "red must decide: Take one to three stones, or pass. [turn.one-take]",
        "  turn: take, pass",
    ]


def test_a_table_that_is_not_complete_tells_what_is_missing(terminal: Terminal) -> None:
    at = {"step": "turn", "table": {"players": {"red": None}, "heap": -1}}
    ended = terminal.run("new", "stones", "--players", "2", "--at", json.dumps(at))
    assert ended.code == Code.NO
    assert ended.lines == [
        "this is not a position yet",
        "  error: /heap: Must be at least 0 and at most 1000. [referee.malformed-state]",
    ]


def test_a_legal_action(terminal: Terminal, state: Any) -> None:
    ended = terminal.run("judge", terminal.file("state.json", state), json.dumps(take(3)))
    assert ended.lines == [
        "legal",
        "  red takes 3 [turn.one-take]",
        "blue must decide: Take one to three stones, or pass. [turn.one-take]",
        "  turn: take, pass",
    ]


def test_an_illegal_action_has_its_clauses_with_their_text(terminal: Terminal, state: Any) -> None:
    path = terminal.file("state.json", {**state, "heap": 2})
    ended = terminal.run("judge", path, terminal.file("action.json", take(4)))
    action = terminal.directory / "action.json"
    clause = "    Turn: A take is one, two or three stones, never more than the heap holds."
    assert (ended.code, ended.err) == (Code.NO, "")
    assert ended.lines == [
        "illegal",
        f"  turn.at-most-three, {action} at /number: 4 stones is not one to three",
        clause,
        f"  turn.at-most-three:heap, {action} at /number: the heap has 2, not 4",
        clause,
    ]


def test_a_sequence_says_which_action_is_illegal(terminal: Terminal, state: Any) -> None:
    path = terminal.file("state.json", state)
    ended = terminal.run("judge", path, json.dumps([take(1), take(2, "blue"), take(0)]))
    assert ended.lines[:2] == [
        "illegal: action 3 of 3",
        "  turn.at-most-three, ACTION at /2/number: 0 stones is not one to three",
    ]


def test_legal_actions_can_be_pasted_behind_judge(terminal: Terminal, state: Any) -> None:
    path = terminal.file("state.json", state)
    first, *actions = terminal.run("legal", path).lines
    assert first == "red must decide at turn: 4 legal actions"
    assert len(actions) == 4
    assert [terminal.run("judge", path, action.strip()).code for action in actions] == [Code.YES] * 4


def test_legal_explains_and_tells_how_to_go_on(terminal: Terminal, state: Any) -> None:
    path = terminal.file("state.json", {**state, "heap": 2})
    lines = terminal.run("legal", path, "--explain", "--limit", "1").lines
    assert lines[0] == "red must decide at turn: 3 legal actions"
    assert lines[2].startswith("  and more: --cursor ")
    assert lines[3:] == [
        "  not legal: 1 action",
        '    {"type": "take", "actor": "red", "number": 3}',
        "      turn.at-most-three:heap: the heap has 2, not 3",
    ]


def test_legal_tells_of_what_it_does_not_list(terminal: Terminal) -> None:
    position = terminal.answer("new", "harbour", "--players", "2", "--at", '{"step": "open-trade"}')
    lines = terminal.run("legal", terminal.file("position.json", position)).lines
    assert any(line.startswith("  also taken: ") and "(offer)" in line for line in lines), lines


def test_lists_past_the_budget_and_bundles() -> None:
    bundle = OpenType(type="march", kind="bundle", listed=True, schema={})
    decision = ListedDecision(
        actor="red", step="turn", optional=True, actions=[], count=None, next_cursor=None, open=[bundle]
    )
    assert list(telling.one_listed(decision)) == [
        "red may decide at turn: too many legal actions to count; these are some",
        '  also taken: march (bundle, listed with --where \'{"type": "march"}\')',
    ]


def test_a_finished_game(terminal: Terminal, state: Any) -> None:
    path = terminal.file("state.json", {**state, "heap": 1})
    lines = terminal.run("judge", path, json.dumps(take(1)), "-o", terminal.directory / "end.json").lines
    assert lines[2:] == ["The game is over: the heap is empty [end.empty-heap]", "  1. red", "  2. blue"]
    ended = terminal.run("legal", terminal.directory / "end.json")
    assert (ended.code, ended.lines) == (Code.NO, ["nobody has anything to decide"])


def test_scores(terminal: Terminal, client: Client, state: Any) -> None:
    lines = terminal.run("scores", terminal.file("state.json", state)).lines
    assert lines[:3] == ["score so far", "red: 9", "     0  Stones [scoring.stones]"]
    assert lines[-3:] == ["ranking", "  1. red", "  2. blue"]
    shown = client.ask("./views", {"state": state, "viewer": "red"})["state"]
    lines = terminal.run("scores", terminal.file("view.json", shown)).lines
    assert "blue: ?" in lines
    assert "     ?  Charm [scoring.charm]" in lines


def test_ties_and_opponents_are_told() -> None:
    scores = Scores(
        players=[PlayerScore(seat="red", total=1, lines=[]), PlayerScore(seat="blue", total=1, lines=[])],
        ranking=[["red", "blue"], ["green"]],
        tie_breaks=[TieBreak(rule="end.tie", seats=["red", "blue"], detail="both have 1")],
        opponents=[{"name": "horde", "total": 3}],
        final=True,
        teams=[TeamScore(team="first", seats=["red", "blue"], total=2, lines=[])],
    )
    assert list(telling.scored(scores))[-6:] == [
        "team first (red, blue): 2",
        "ranking",
        "  1. red, blue",
        "  3. green",
        "  tie between red, blue: both have 1 [end.tie]",
        'opponents: [{"name": "horde", "total": 3}]',
    ]


def test_a_view_is_printed_as_a_state(terminal: Terminal, state: Any) -> None:
    path = terminal.file("state.json", state)
    shown = json.loads(terminal.run("view", path, "red").out)
    assert shown["viewer"] == "red"
    assert shown["players"]["blue"]["charm"] is None
    written = terminal.run("view", path, "red", "-o", terminal.directory / "red.json")
    assert written.out == b""
    assert terminal.read("red.json") == shown


def test_check_tells_what_does_not_add_up_and_where(terminal: Terminal, client: Client) -> None:
    position = client.position()
    position["state"]["heap"] = 3
    path = terminal.file("position.json", position)
    ended = terminal.run("check", path)
    assert (ended.code, ended.err) == (Code.YES, "")
    assert ended.lines[:2] == ["valid", f"  warning: {path} at /state/heap: 0 and 3 are not 12 [bounds.heap]"]
    del position["state"]["heap"]
    position["state"]["hepa"] = 3
    ended = terminal.run("check", terminal.file("position.json", position))
    assert ended.code == Code.NO
    assert ended.lines[:2] == [
        "not valid",
        f"  error: {path} at /state/heap: This field is required. [referee.malformed-state]",
    ]
    assert ended.lines[2].startswith(f"  error: {path} at /state/hepa: This field is unknown")


def test_replay_says_how_far_it_got(terminal: Terminal) -> None:
    record = {"game": "stones", "setup": {"players": 2}, "actions": [take(1), take(4, "blue")], "chance": {"seed": "a"}}
    path = terminal.file("record.json", record)
    ended = terminal.run("replay", path, "-o", terminal.directory / "reached.json")
    assert ended.code == Code.NO
    assert ended.lines[:2] == [
        "illegal: action 2 of 2",
        f"  turn.at-most-three, {path} at /actions/1/number: 4 stones is not one to three",
    ]
    assert ended.lines[-2].startswith("blue must decide")
    assert terminal.read("reached.json")["players"]["red"]["stones"] == 1
    record["actions"] = record["actions"][:1]  # type: ignore[index]
    assert terminal.run("replay", terminal.file("record.json", record)).lines[0] == "legal: 1 action"


def test_rules(terminal: Terminal) -> None:
    lines = terminal.run("rules", "stones", "never more").lines
    assert lines == [
        "turn.at-most-three [legality] Turn",
        "  A take is one, two or three stones, never more than the heap holds.",
        "  Ruling: Nobody may take from an empty heap.",
    ]
    nothing = terminal.run("rules", "stones", "bridge")
    assert (nothing.code, nothing.out, nothing.err) == (Code.NO, b"", "no clause says that\n")


def test_games(terminal: Terminal) -> None:
    lines = terminal.run("games").lines
    assert lines[:6] == [
        "stones 1.2.3: Stones, 2 to 3 players",
        "  seats: red, blue, green",
        "  packs: standard",
        "  option heap (default: 12)",
        '  option deal (default: "one")',
        "  can be entered at: turn",
    ]
    assert terminal.run("games", "stones").lines == lines[:6]


# --- Refusals ---------------------------------------------------------------------------------------------------------


def test_a_refusal_points_into_what_was_given(terminal: Terminal, client: Client) -> None:
    position = client.position()
    position["state"]["players"]["red"]["stones"] = "many"
    path = terminal.file("position.json", position)
    ended = terminal.run("judge", path, '{"type": "take", "actor": "red", "nubmer": 1}')
    assert (ended.code, ended.out) == (Code.MALFORMED, b"")
    assert ended.err.splitlines() == [
        "What was given does not fit:",
        "  ACTION at /nubmer: This field is unknown; known here: type, actor, number.",
        "  ACTION at /number: This field is required.",
        f"  {path} at /state/players/red/stones: Must be an integer, not a string.",
    ]


def test_a_refusal_points_at_options(terminal: Terminal, state: Any) -> None:
    ended = terminal.run("new", "stones", "--players", "2", "--option", "heap=0", "--seed", "")
    assert ended.err.splitlines()[1:] == [
        "  --seed: Must have at least 1 character.",
        "  --option at /heap: Must be at least 1 and at most 500.",
    ]
    ended = terminal.run("legal", terminal.file("state.json", state), "--where", '{"type": "steal"}', "--limit", "5")
    assert ended.err.splitlines()[1:] == ["  --where at /type: no action of this game has the type 'steal'"]


def test_a_refusal_tells_defects_violations_and_versions(terminal: Terminal, state: Any) -> None:
    path = terminal.file("state.json", {**state, "players": {}})
    assert terminal.run("legal", path).err.splitlines() == [
        "No game can be in this state: the state cannot occur in this game",
        f"  error: {path} at /players: every seat has its place on the table [bounds.heap]",
    ]
    ended = terminal.run("new", "stones", "--players", "9")
    assert ended.err.splitlines()[:2] == [
        "The setup breaks the rules: Stones is for 2 to 3 players, not 9",
        "  referee.setup, --players: Stones is for 2 to 3 players, not 9",
    ]
    ended = terminal.run("legal", terminal.file("state.json", {**state, "rules_version": "9.0.0"}))
    assert ended.err.splitlines()[1:] == ["  accepts: 1.2.x"]
