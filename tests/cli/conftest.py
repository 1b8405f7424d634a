"""A terminal for every test, and the service to compare its answers with."""

from pathlib import Path

import pytest

from tests.api.client import Client, stones_app
from tests.cli.terminal import Terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path)


@pytest.fixture(scope="session")
def client() -> Client:
    return Client(stones_app())
