"""Adds up what the processes of a run have sent, and fails a whole run that has sent too little to mean anything."""

from importlib.util import find_spec
from typing import Any

import pytest

from tests.fuzz.tally import CASES, TOLD, report

if find_spec("schemathesis") is None:
    # It comes with the extra `dev`; every other test does without.
    collect_ignore_glob = ["*.py"]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker sends its counts; the process that reports has them all by now."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["fuzz"] = dict(TOLD)
    elif TOLD and not session.config.option.keyword and TOLD.total() < CASES:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Collect what a worker has sent."""
    TOLD.update(getattr(node, "workeroutput", {}).get("fuzz", {}))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the counts."""
    for line in report(TOLD) if TOLD else ():
        terminalreporter.write_line(line)
    if 0 < TOLD.total() < CASES and not terminalreporter.config.option.keyword:
        terminalreporter.write_line(f"fuzz: fewer than the {CASES} cases asked for")
