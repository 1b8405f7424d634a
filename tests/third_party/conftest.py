"""Tic-Tac-Toe as a third party has it: a package of its own, built and installed, found by its entry point."""

from pathlib import Path

import pytest

from tests.third_party.installing import Installed, install

collect_ignore = ["tic_tac_toe"]
"""Its own tests run where it is installed (test_its_own_tests.py)."""


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The package, installed into a directory of its own."""
    return install(tmp_path_factory.mktemp("third-party"))


@pytest.fixture
def broken(tmp_path: Path) -> Installed:
    """The same, to be spoiled."""
    return install(tmp_path)
