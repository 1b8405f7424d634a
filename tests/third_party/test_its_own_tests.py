"""A third party's game is held to what ours are held to, and a game that lacks something does not pass."""

import json

import pytest

from tests.third_party.installing import GAME, Installed

EVERY_GAME = "tests/games/test_every_game.py"

pytestmark = pytest.mark.slow


def test_it_keeps_every_promise(installed: Installed) -> None:
    """What every game is asked, its casebook, its playthrough, random games, and broken states over the web."""
    report = installed.run_tests(
        "tests/games/test_guest_games.py", EVERY_GAME, "tests/api/test_installed_games.py", "-k", GAME
    )
    assert report.status == 0, report.text
    passed = report.tests("PASSED")
    kinds = {name.partition("[")[0] for name in passed}
    assert kinds >= {
        "test_it_has_a_casebook",
        "test_it_has_its_playthroughs",
        "test_it_has_its_messages",
        "test_it_checks_consistency",
        "test_case",
        "test_playthrough",
        "test_random_games",
        "test_positions_keep_the_promises",
        "test_broken_states_and_actions_are_borne",
    }
    cases = [case for path in installed.package.glob("tests/cases/*.json") for case in json.loads(path.read_text())]
    assert sum(name.startswith("test_case[") for name in passed) == len([case for case in cases if "rule" in case])
    assert "rule coverage tic-tac-toe: 7 of 7 clauses (100.0 %)" in report.text


def test_its_author_s_tests_pass(installed: Installed) -> None:
    report = installed.run_tests(installed.project / "tests")
    assert report.status == 0, report.text
    assert report.tests("PASSED") == {
        "test_every_game",
        "test_exactly_the_boards_that_can_come_up_have_no_defects",
    }


def test_what_a_game_lacks_is_noticed(broken: Installed) -> None:
    """No casebook, no playthrough, an event without words, no consistency checks: each test finds its own."""
    for path in (*broken.package.glob("tests/cases/*.json"), *broken.package.glob("tests/golden/*.jsonl")):
        path.unlink()
    replace(broken, "events.py", 'template = "{seat} marks {space}"', 'template = ""')
    replace(broken, "consistency.py", "    yield from _numbers(table)\n    yield from _ending(table)\n", "")
    report = broken.run_tests(EVERY_GAME, "-k", GAME)
    assert report.tests("FAILED") == {
        f"test_it_has_a_casebook[{GAME}]",
        f"test_it_has_its_playthroughs[{GAME}]",
        f"test_it_has_its_messages[{GAME}]",
        f"test_it_checks_consistency[{GAME}]",
    }, report.text
    assert f"test_both_ways_of_checking_agree[{GAME}-states]" in report.tests("PASSED")


def test_a_wrong_rule_is_noticed(broken: Installed) -> None:
    """A game that allows what its casebook calls illegal fails at the clause, and only there."""
    replace(broken, "turn.py", "if holder is not None:", "if holder == actor:")
    report = broken.run_tests("tests/games/test_guest_games.py", "-k", "test_case")
    failed = report.tests("FAILED")
    assert failed, report.text
    assert all(name.endswith("-turn.empty-space]") for name in failed), failed
    assert report.tests("PASSED")


def replace(broken: Installed, module: str, old: str, new: str) -> None:
    """Change the installed source of a module."""
    path = broken.package / module
    source = path.read_text(encoding="utf-8")
    assert source.count(old) == 1
    path.write_text(source.replace(old, new), encoding="utf-8")
