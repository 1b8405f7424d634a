"""Rule coverage: every test tells which clauses it has touched, and the run ends with a report for each game."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from service.engine.game import Game
from service.engine.registry import load_games

KINDS = ("legality", "effect", "timing", "scoring", "end", "hidden-information", "chance")
"""The kinds of clause that count for rule coverage."""

_touched: dict[str, set[str]] = {}


@pytest.fixture
def touch() -> Callable[[Game, Iterable[str]], None]:
    """Note that these clauses of a game have been touched by a test."""

    def note(game: Game, rules: Iterable[str]) -> None:
        _touched.setdefault(game.id, set()).update(rules)

    return note


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker sends what it has seen to the process that reports."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["touched"] = {game: sorted(rules) for game, rules in _touched.items()}


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Collect what a worker has sent."""
    for game, rules in getattr(node, "workeroutput", {}).get("touched", {}).items():
        _touched.setdefault(game, set()).update(rules)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print rule coverage, with the clauses that no test has touched."""
    for game in load_games().values():
        touched = _touched.get(game.id)
        if touched:
            for line in coverage_report(game, touched):
                terminalreporter.write_line(line)


def coverage_report(game: Game, touched: set[str]) -> list[str]:
    """Rule coverage of a game in lines of text."""
    printed = [clause for clause in game.catalogue if clause.section != "Referee"]
    counted = [clause for clause in printed if clause.kind in KINDS]
    covered = [clause for clause in counted if clause.id in touched]
    shown = [clause for clause in printed if clause.id in touched]
    share = 100 * len(covered) / len(counted)
    lines = [
        f"rule coverage {game.id}: {len(covered)} of {len(counted)} clauses ({share:.1f} %); "
        f"of all kinds {len(shown)} of {len(printed)}"
    ]
    for clause in printed:
        if clause.id not in touched:
            reason = clause.not_enforced or "NOT COVERED"
            lines.append(f"  not covered: {clause.id} [{clause.kind}] {reason}")
    return lines
