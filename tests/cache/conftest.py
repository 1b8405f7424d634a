from collections.abc import Iterator

import pytest
import redis

from tests.servers import RedisProcess, redis_process


@pytest.fixture(scope="module")
def shared() -> Iterator[RedisProcess]:
    """One redis for the tests of a module that do it no harm."""
    with redis_process() as server:
        yield server


@pytest.fixture
def server(shared: RedisProcess) -> RedisProcess:
    """It, empty and with nothing counted."""
    with redis.Redis.from_url(shared.url) as client:
        client.flushall()
        client.config_resetstat()
    return shared
