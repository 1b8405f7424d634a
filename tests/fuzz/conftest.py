"""Adds up what the processes of a run have sent, and fails a whole run that has sent too little to mean anything."""

from importlib.util import find_spec
from typing import Any

import pytest

from tests.fuzz.tally import CASES, OPERATIONS, SLOWEST, TOLD, lacking, merge, report

if find_spec("schemathesis") is None:
    # It comes with the extra `dev`; every other test does without.
    collect_ignore_glob = ["*.py"]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker sends its counts; the process that reports has them all by now."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["fuzz"] = {"told": dict(TOLD), "slowest": SLOWEST, "operations": sorted(OPERATIONS)}
    elif missing(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Collect what a worker has sent."""
    sent = getattr(node, "workeroutput", {}).get("fuzz")
    if sent:
        TOLD.update(sent["told"])
        OPERATIONS.update(sent["operations"])
        merge(sent["slowest"])


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the counts."""
    for line in report(TOLD, SLOWEST) if TOLD else ():
        terminalreporter.write_line(line)
    for line in missing(terminalreporter.config):
        terminalreporter.write_line(f"fuzz: {line}")


def missing(config: pytest.Config) -> list[str]:
    """What a whole run has left out; of one that was asked for a part, nothing is expected."""
    partly = config.option.keyword or any("::" in argument for argument in config.args)
    return lacking(TOLD, OPERATIONS, CASES) if OPERATIONS and not partly else []
