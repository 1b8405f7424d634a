"""What the tests of the cache share."""

import time
from collections import Counter
from collections.abc import Callable
from threading import Lock
from typing import Any

from service.cache import Link, RedisTier
from service.cache.redis_tier import Seen
from tests.servers import RedisProcess

PAUSES_S = (0.02, 0.1)
"""Of the breaker, so that a test need not wait for long."""
PATIENT_MS = 5000
"""A time-out for tests in which nothing is to be late, however busy the machine is."""


class Recorder:
    """Counts what the cache tells."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.counts: Counter[tuple[str, ...]] = Counter()
        self.open = False

    def __getitem__(self, name: str | tuple[str, ...]) -> int:
        return self.counts[(name,) if isinstance(name, str) else name]

    def _count(self, *name: str) -> None:
        with self._lock:
            self.counts[name] += 1

    def looked_up(self, tier: str, result: str) -> None:
        self._count(tier, result)

    def stored(self, stored: bool) -> None:
        self._count("stored" if stored else "not stored")

    def leased(self, outcome: str) -> None:
        self._count(outcome)

    def failed(self, kind: str) -> None:
        self._count("failed", kind)

    def breaker(self, is_open: bool) -> None:
        self.open = is_open


def link_to(server: RedisProcess | str, watch: Recorder | None = None, **settings: Any) -> Link:
    """A link with short pauses and, unless `timeout_ms` is given, a long time-out."""
    url = server if isinstance(server, str) else server.url
    return Link(url, watch=watch, **{"timeout_ms": PATIENT_MS, "pauses_s": PAUSES_S, **settings})


def tier_at(server: RedisProcess | str, watch: Recorder | None = None, **settings: Any) -> RedisTier:
    """A tier on a link of its own."""
    kept = {name: settings.pop(name) for name in ("ttl_s", "max_value_bytes") if name in settings}
    return RedisTier(link_to(server, watch, **settings), **{"ttl_s": 60, **kept})


def look(tier: RedisTier, key: str) -> Seen:
    """What stands under a key."""
    return tier.inquiry(key).look()


def get(tier: RedisTier, key: str) -> bytes | None:
    """The value under a key."""
    return look(tier, key).value


def put(tier: RedisTier, key: str, value: bytes) -> None:
    """Stores a value."""
    tier.inquiry(key).store(value, None)


def until(done: Callable[[], object], within_s: float = 20.0) -> None:
    """Returns once `done` says so; fails when that takes long."""
    end = time.monotonic() + within_s
    while not done():
        assert time.monotonic() < end, "still not so"
        time.sleep(0.01)
