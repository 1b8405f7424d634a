"""One service for an evening: gunicorn with two workers, asked over HTTP and in no other way."""

from collections.abc import Iterator

import pytest

from tests.evenings.client import Game
from tests.servers import gunicorn_server


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    """Kingdom Defenders, as a client sees it."""
    with gunicorn_server(workers=2) as base:
        yield Game(base, "kingdom-defenders")
