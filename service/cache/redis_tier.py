"""The redis tier: answers shared by all workers. Whatever goes wrong with redis is a miss, never an error."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from service.cache.interface import Result, Status
from service.cache.keys import lease_key
from service.cache.line import Command
from service.cache.link import Link, Replies
from service.cache.packing import DamagedValue, packed, unpacked

MAX_VALUE_BYTES = 1024 * 1024
MARK_TTL_S = 600
"""Marks are for the next moves of a game that is being played; to check a state again after a pause costs little."""
MARK = packed(b"sound")
RELEASE = "if redis.call('GET',KEYS[1])==ARGV[1] then return redis.call('DEL',KEYS[1]) end return 0"
"""Whoever computed for longer than their lease has lasted must not end another one's."""
RENEW = "if redis.call('GET',KEYS[1])==ARGV[1] then return redis.call('PEXPIRE',KEYS[1],ARGV[2]) end return 0"
LEASE_MS = 3000
"""How long others go on waiting for a process that has died. Whoever lives renews the lease."""
RENEW_S = 1.0
LEAST_SHARE = 0.25
"""With a smaller part of the time-out left nothing is sent: it would be cut off, and that taken for a failure."""
POLL_S = 0.25
"""How long a poll may take: whoever waits for somebody else's computing has time."""


class Seen(NamedTuple):
    """What stands under a key."""

    asked: bool
    """Whether redis has said anything."""
    value: bytes | None = None
    leased: bool = False
    """Whether somebody is computing the value."""


NOTHING = Seen(asked=False)


class RedisTier:
    """What is kept in redis, through a link that the process may also use otherwise. Safe to use from several threads.

    Everything that a request does here about one key takes the link's time-out at most, polls aside.
    """

    def __init__(self, link: Link, *, ttl_s: int, max_value_bytes: int = MAX_VALUE_BYTES) -> None:
        """Larger values are not stored, others for `ttl_s`."""
        self.link, self.ttl_s, self.max_value_bytes = link, ttl_s, max_value_bytes

    def inquiry(self, key: str) -> Inquiry:
        """The way to ask about one key and to store under it, all within one time-out."""
        return Inquiry(self, key)

    def is_marked(self, key: str) -> bool:
        """Whether a mark was left under `key`."""
        replies = self.link.ask(key, [("GET", key)])
        if not isinstance(replies, list):
            self.link.watch.looked_up("marks", replies)
            return False
        found: bool = replies[0] == MARK
        if not found and replies[0] is not None:
            self.link.watch.failed("value")
        self.link.watch.looked_up("marks", "hit" if found else "miss")
        return found

    def leave_mark(self, key: str) -> None:
        """Leaves a mark for some minutes, soon."""
        self.link.send(key, ("SET", key, MARK, "EX", min(self.ttl_s, MARK_TTL_S)))

    def status(self) -> Status:
        """`degraded` while redis cannot be used as it should. Asks redis."""
        return self.link.status()

    def close(self) -> None:
        """Closes the link."""
        self.link.close()


class Inquiry:
    """One question to redis: what stands under a key, and what is to stand there. None of it raises."""

    __slots__ = ("_key", "_lease", "_left_s", "_tier")

    def __init__(self, tier: RedisTier, key: str) -> None:
        self._tier, self._key, self._lease = tier, key, lease_key(key)
        self._left_s = tier.link.timeout_s

    def look(self) -> Seen:
        """The value, and whether somebody is computing it, in one round trip."""
        seen, result = self._see(self._left_s)
        self._tier.link.watch.looked_up("redis", result)
        return seen

    def poll(self) -> Seen:
        """The same for somebody who waits: it may take a while, and what follows has the whole time-out again."""
        seen, _ = self._see(max(POLL_S, self._tier.link.timeout_s))
        self._left_s = self._tier.link.timeout_s
        return seen

    def take_lease(self, token: bytes) -> bool | None:
        """Says that the value is being computed; False if somebody else does, None if redis cannot say.

        From then on the lease is renewed, until it is ended or this process dies.
        """
        replies = self._ask([("SET", self._lease, token, "NX", "PX", LEASE_MS)], writing=True)
        if not isinstance(replies, list):
            return None
        if replies[0] is None:
            return False
        self._tier.link.keeper.repeat(self._lease, ("EVAL", RENEW, 1, self._lease, token, LEASE_MS), RENEW_S)
        return True

    def end_lease(self, token: bytes) -> None:
        """Takes the lease back, without a value."""
        self._tier.link.keeper.end(self._lease)
        self._ask([self._release(token)], writing=True)

    def store(self, value: bytes, token: bytes | None) -> None:
        """Stores the value, unless it is too large, and ends the lease of `token` if there is one."""
        if token is not None:
            self._tier.link.keeper.end(self._lease)
        content = packed(value)
        if len(content) > self._tier.max_value_bytes:
            if token is not None:
                self._ask([self._release(token)], writing=True)
            return
        commands: list[Command] = [("SET", self._key, content, "EX", self._tier.ttl_s)]
        if token is not None:
            commands.append(self._release(token))
        self._tier.link.watch.stored(isinstance(self._ask(commands, writing=True), list))

    def _see(self, within_s: float) -> tuple[Seen, Result]:
        replies = self._ask([("MGET", self._key, self._lease)], within_s)
        if not isinstance(replies, list):
            return NOTHING, replies
        try:
            stored, lease = replies[0]
            value = None if stored is None else unpacked(stored)
        except (DamagedValue, TypeError, ValueError):
            self._tier.link.watch.failed("value")
            return Seen(asked=True), "error"
        return Seen(True, value, lease is not None), "miss" if value is None else "hit"

    def _ask(self, commands: Sequence[Command], within_s: float | None = None, *, writing: bool = False) -> Replies:
        within_s = self._left_s if within_s is None else within_s
        if within_s < LEAST_SHARE * self._tier.link.timeout_s:
            return "skipped"
        started = time.monotonic()
        replies = self._tier.link.ask(self._key, commands, within_s, writing=writing)
        self._left_s -= time.monotonic() - started
        return replies

    def _release(self, token: bytes) -> Command:
        return ("EVAL", RELEASE, 1, self._lease, token)
