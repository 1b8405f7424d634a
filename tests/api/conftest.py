"""The service with Stones, shared by all tests that do not look into its caches."""

import pytest

from tests.api.client import Client, stones_app


@pytest.fixture(scope="session")
def client() -> Client:
    return Client(stones_app())
