"""The redis tier: answers shared by all workers. Whatever goes wrong with redis is a miss, never an error."""

import time
from collections.abc import Callable
from typing import Literal

import redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, ResponseError
from redis.retry import Retry

MAX_VALUE_BYTES = 1024 * 1024
BACK_OFF_S = 1.0


class RedisTier:
    """Safe to use from several threads and to build before a fork: it connects when it is first asked.

    One request costs at most two time-outs (to connect and to be answered), not counting the look-up of a host name.

    After a lost connection or a time-out redis is left alone for `back_off_s`: until then every `get` is a miss
    and every `put` does nothing, at no cost. A redis that refuses to store (its memory is full) is still read.
    """

    def __init__(
        self,
        url: str,
        *,
        ttl_s: int,
        timeout_ms: int,
        max_value_bytes: int = MAX_VALUE_BYTES,
        back_off_s: float = BACK_OFF_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`url` as redis-py takes it (`redis://`, `rediss://`, `unix://`), or ValueError; nothing is sent yet."""
        self._client = redis.Redis.from_url(
            url,
            socket_timeout=timeout_ms / 1000,
            socket_connect_timeout=timeout_ms / 1000,
            # redis-py would by itself try again, with pauses, while a request waits for its answer.
            retry=Retry(NoBackoff(), 0),
            # Neither HELLO nor CLIENT SETINFO: a new connection costs one round trip less for each.
            protocol=2,
            driver_info=None,
        )
        self._ttl_s = ttl_s
        self._max_value_bytes = max_value_bytes
        self._back_off_s = back_off_s
        self._clock = clock
        self._away_until = 0.0
        self._refusing_until = 0.0

    def get(self, key: str) -> bytes | None:
        """The answer stored under `key`; None when there is none or redis cannot say in time."""
        if self._clock() < self._away_until:
            return None
        try:
            value = self._client.get(key)
        except ResponseError:
            # The server is there and answered: a key of another type, a command denied to this user.
            return None
        except (RedisError, OSError):
            self._leave_alone()
            return None
        return value if isinstance(value, bytes) else None

    def put(self, key: str, value: bytes, cost_ms: float = 0.0) -> None:
        """Stores `value` for the time to live, unless it is too large; a failure goes unnoticed."""
        now = self._clock()
        if len(value) > self._max_value_bytes or now < self._away_until or now < self._refusing_until:
            return
        try:
            self._client.set(key, value, ex=self._ttl_s)
        except ResponseError:
            self._refusing_until = self._clock() + self._back_off_s
        except (RedisError, OSError):
            self._leave_alone()

    def status(self) -> Literal["ok", "degraded"]:
        """Asks redis, unless it is being left alone: `degraded` while it cannot be read or refuses to store."""
        now = self._clock()
        if now < self._away_until or now < self._refusing_until:
            return "degraded"
        try:
            self._client.ping()
        except ResponseError:
            return "degraded"
        except (RedisError, OSError):
            self._leave_alone()
            return "degraded"
        return "ok"

    def close(self) -> None:
        """Closes the connections; a later call would open new ones."""
        self._client.close()

    def _leave_alone(self) -> None:
        self._away_until = self._clock() + self._back_off_s
