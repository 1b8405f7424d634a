"""How often somebody has asked lately: what rate limits are made of.

A sliding window counter: two numbers a client, those of the window that runs now (windows begin at multiples of their
length) and of the one before, of which that part still counts that is less than a window ago. It lets nobody through
twice at the border of two windows, as a fixed window would, and unlike a list of moments it takes the same room for
a thousand requests a day as for ten a second.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from threading import Lock
from typing import NamedTuple, Protocol

from cachetools import LRUCache

from service.cache.link import Link

PREFIX = "referee:limits:v1:"
REMEMBERED = 100_000
"""Windows that one process keeps count of; beyond that the one longest untouched is forgotten."""


class Count(NamedTuple):
    """The requests of one client in one window of time."""

    taken: bool
    """Whether one more was within the limit; only then it has been counted."""
    before: int
    """Requests in the window before."""
    now: int
    """Requests in the window that runs, this one with them."""
    left_s: float
    """Until that window ends."""

    def remaining(self, limit: int, seconds: int) -> int:
        """How many more are allowed at once."""
        return max(0, limit - self.now - int(self.before * self.left_s / seconds))

    def free_in_s(self, limit: int, seconds: int) -> float:
        """When one more will be within the limit, if nobody asks in between; 0 where it is already."""
        if self.remaining(limit, seconds):
            return 0.0
        if self.now < limit:
            # What is left of the window before has to shrink below what is free beside the one that runs.
            return max(0.0, self.left_s - (limit - self.now) * seconds / self.before)
        return self.left_s


class Counts(Protocol):
    """Where requests are counted. Neither method raises."""

    def take(self, client: str, limit: int, seconds: int) -> Count:
        """Counts a request of `client` if it is within `limit` in so many seconds."""

    def close(self) -> None:
        """Lets go of connections."""


class OwnCounts:
    """Kept in this process, for as many clients as there is room for. Safe to use from several threads."""

    def __init__(self, remembered: int = REMEMBERED, clock: Callable[[], float] = time.time) -> None:
        self._lock, self._clock = Lock(), clock
        self._windows: LRUCache[tuple[str, int], tuple[int, int, int]] = LRUCache(remembered)

    def take(self, client: str, limit: int, seconds: int) -> Count:
        """Counts a request of `client` if it is within `limit` in so many seconds."""
        moment = self._clock()
        window = math.floor(moment / seconds)
        left_s = (window + 1) * seconds - moment
        with self._lock:
            known, now, before = self._windows.get((client, seconds), (window, 0, 0))
            if known != window:
                now, before = 0, now if known == window - 1 else 0
            taken = now + int(before * left_s / seconds) < limit
            if taken:
                now += 1
                self._windows[client, seconds] = window, now, before
        return Count(taken, before, now, left_s)

    def close(self) -> None:
        """Nothing to let go of."""


TAKE = """
local limit, seconds = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local moment = tonumber(time[1]) + tonumber(time[2]) / 1000000
local window = math.floor(moment / seconds)
local left = (window + 1) * seconds - moment
local kept = redis.call('HMGET', KEYS[1], 'window', 'now', 'before')
local known, now, before = tonumber(kept[1]) or window, tonumber(kept[2]) or 0, tonumber(kept[3]) or 0
if known == window - 1 then
  before, now = now, 0
elseif known ~= window then
  before, now = 0, 0
end
local taken = 0
if now + math.floor(before * left / seconds) < limit then
  now, taken = now + 1, 1
  redis.call('HSET', KEYS[1], 'window', window, 'now', now, 'before', before)
  redis.call('EXPIRE', KEYS[1], 2 * seconds)
end
return {taken, before, now, tostring(left)}
"""
"""The same in one step of redis, by the clock of redis, so that all workers mean the same window."""


class SharedCounts:
    """Kept in redis for all workers; while redis is away, silent or does not store, each worker counts in `own`."""

    def __init__(self, link: Link, own: Counts) -> None:
        self._link, self._own = link, own

    def take(self, client: str, limit: int, seconds: int) -> Count:
        """Counts a request of `client` if it is within `limit` in so many seconds."""
        key = f"{PREFIX}{client}:{seconds}"
        replies = self._link.ask(key, [("EVAL", TAKE, 1, key, limit, seconds)], writing=True)
        if not isinstance(replies, list):
            return self._own.take(client, limit, seconds)
        taken, before, now, left_s = replies[0]
        return Count(bool(taken), int(before), int(now), float(left_s))

    def close(self) -> None:
        """Closes the link; a later call would open a new one."""
        self._link.close()
        self._own.close()


def request_counts(link: Link | None) -> Counts:
    """The counts of a service: of this process alone, or in redis with those to fall back on."""
    own = OwnCounts()
    return own if link is None else SharedCounts(link, own)
