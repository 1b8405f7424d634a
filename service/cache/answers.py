"""Finished answers: from this worker's memory, from redis, from somebody who is at it already, or computed here."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Hashable
from typing import NamedTuple

from service.cache.costs import Costs
from service.cache.flights import Flights
from service.cache.interface import Outcome, Status, Unwatched, Watch
from service.cache.memory import MemoryTier
from service.cache.redis_tier import Inquiry, RedisTier, Seen

LEASE_FROM_MS = 10.0
"""Kinds of question that usually take less are computed by every worker that is asked: a lease costs two round
trips, and without it each worker computes at most once."""
FIRST_PAUSE_S = 0.001
LAST_PAUSE_S = 0.05
"""Between two polls of somebody who waits for another worker."""


class Answer(NamedTuple):
    """Finished bytes, and whether they were there already."""

    data: bytes
    known: bool


class Answers:
    """The answer cache of a worker. Whatever goes wrong in it, there is an answer. Safe to use from several threads."""

    def __init__(
        self,
        near: MemoryTier,
        far: RedisTier | None,
        *,
        min_ms: float,
        wait_ms: int = 0,
        watch: Watch | None = None,
        lease_from_ms: float = LEASE_FROM_MS,
    ) -> None:
        """Answers that took less than `min_ms` are kept in `near` alone, and kinds that do are not looked for in `far`.

        `wait_ms` is how long to wait for somebody who computes the same already.
        """
        self.near, self.far = near, far
        self._min_ms, self._wait_s, self._lease_from_ms = min_ms, wait_ms / 1000, lease_from_ms
        self._watch = watch or Unwatched()
        self._costs, self._flights = Costs(), Flights()

    def recent(self, key: str) -> bytes | None:
        """The answer under `key` that this worker still has, or None; then `answer` is to follow."""
        data = self.near.get(key)
        self._watch.looked_up("memory", "miss" if data is None else "hit")
        return data

    def answer(self, key: str, kind: Hashable, compute: Callable[[], bytes]) -> Answer:
        """The answer under `key`: from elsewhere, or what `compute` returns. Raises what that raises.

        `kind` says which questions take about as long as this one. The same key must always have the same answer.
        """
        cost = self._costs.of(kind)
        if cost is not None and cost < self._min_ms:
            if self.far is not None:
                self._watch.looked_up("redis", "skipped")
            return Answer(self._computed(key, kind, compute, None, None), False)
        return self._dear(key, kind, compute, leasing=cost is None or cost >= self._lease_from_ms)

    def status(self) -> Status:
        """For readiness: `degraded` when answers go on, but uncached. May ask redis: not for every request."""
        return "ok" if self.far is None else self.far.status()

    def close(self) -> None:
        """Lets go of memory and connections."""
        self.near.close()
        if self.far is not None:
            self.far.close()

    def _dear(self, key: str, kind: Hashable, compute: Callable[[], bytes], *, leasing: bool) -> Answer:
        """One thread of the process works, the others wait for it."""
        known = False

        def work() -> bytes:
            nonlocal known
            data, known = self._shared(key, kind, compute, leasing=leasing)
            return data

        data, of_another = self._flights.result(key, work, self._wait_s)
        if data is None:
            self._watch.leased("timed-out")
            return Answer(self._computed(key, kind, compute, None, None), False)
        if of_another:
            self._watch.leased("waited")
        return Answer(data, known or of_another)

    def _shared(self, key: str, kind: Hashable, compute: Callable[[], bytes], *, leasing: bool) -> Answer:
        """One worker computes, if redis can be asked; the others wait for it."""
        if self.far is None:
            return Answer(self._computed(key, kind, compute, None, None), False)
        inquiry = self.far.inquiry(key)
        seen = inquiry.look()
        token, outcome = None, None
        if seen.value is None and seen.asked and leasing and self._wait_s:
            seen, token, outcome = self._waited(inquiry, seen)
        if outcome is not None:
            self._watch.leased(outcome)
        if seen.value is not None:
            self.near.put(key, seen.value)
            return Answer(seen.value, True)
        return Answer(self._computed(key, kind, compute, inquiry, token), False)

    def _waited(self, inquiry: Inquiry, seen: Seen) -> tuple[Seen, bytes | None, Outcome | None]:
        """The value that somebody else has computed, or the token of the lease for computing it, or neither."""
        until = time.monotonic() + self._wait_s
        pause_s = FIRST_PAUSE_S
        token = os.urandom(12)
        while seen.asked and seen.value is None:
            if not seen.leased:
                taken = inquiry.take_lease(token)
                if taken is not False:
                    return seen, token if taken else None, "led" if taken else None
            if time.monotonic() >= until:
                return seen, None, "timed-out"
            time.sleep(pause_s)
            pause_s = min(1.5 * pause_s, LAST_PAUSE_S)
            seen = inquiry.poll()
        return seen, None, "waited" if seen.value is not None else None

    def _computed(
        self, key: str, kind: Hashable, compute: Callable[[], bytes], inquiry: Inquiry | None, token: bytes | None
    ) -> bytes:
        started = time.perf_counter()
        try:
            data = compute()
        except BaseException:
            if inquiry is not None and token is not None:
                inquiry.end_lease(token)
            raise
        cost_ms = 1000 * (time.perf_counter() - started)
        self._costs.note(kind, cost_ms)
        self.near.put(key, data)
        if inquiry is None and self.far is not None and cost_ms >= self._min_ms:
            inquiry = self.far.inquiry(key)
        if inquiry is not None:
            if cost_ms >= self._min_ms:
                inquiry.store(data, token)
            elif token is not None:
                inquiry.end_lease(token)
        return data
