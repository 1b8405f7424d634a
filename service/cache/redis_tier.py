"""The redis tier: answers shared by all workers. Whatever goes wrong with redis is a miss, never an error."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from redis.exceptions import AskError, RedisError, ResponseError, TimeoutError, TryAgainError

from service.cache.connecting import Directory
from service.cache.interface import Result, Status, Unwatched, Watch
from service.cache.keeper import PATIENCE_S, Keeper
from service.cache.keys import lease_key
from service.cache.line import Command
from service.cache.node import Node, failure_of
from service.cache.packing import DamagedValue, packed, unpacked

MAX_VALUE_BYTES = 1024 * 1024
MARK_TTL_S = 600
"""Marks are for the next moves of a game that is being played; to check a state again after a pause costs little."""
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
FIRST_STATUS_S = 0.25
"""How long the readiness check waits for the very first connection."""


class Seen(NamedTuple):
    """What stands under a key."""

    asked: bool
    """Whether redis has said anything."""
    value: bytes | None = None
    leased: bool = False
    """Whether somebody is computing the value."""


NOTHING = Seen(asked=False)


class RedisTier:
    """Safe to use from several threads and to build before a fork: it connects when it is first asked.

    Everything that a request does here about one key takes `timeout_ms` at most, polls aside. Its connections are made
    by a thread of the process (see `Keeper`). After a failure redis is left alone, at no cost to requests, until that
    thread has found it well. A redis that refuses to store is still read.
    """

    def __init__(
        self,
        url: str,
        *,
        ttl_s: int,
        timeout_ms: int,
        max_value_bytes: int = MAX_VALUE_BYTES,
        watch: Watch | None = None,
        **keeping: Any,
    ) -> None:
        """`url` as `connecting` describes it, or ValueError; `keeping` goes to the Keeper. Nothing is sent yet."""
        self.watch = watch or Unwatched()
        self.timeout_s = timeout_ms / 1000
        self.ttl_s = ttl_s
        self.max_value_bytes = max_value_bytes
        keeping.setdefault("patience_s", max(PATIENCE_S, 4 * self.timeout_s))
        self._keeper = Keeper(Directory(url), self.watch, **keeping)

    def open(self) -> None:
        """Starts to connect, without waiting for it."""
        self._keeper.start()

    def inquiry(self, key: str) -> Inquiry:
        """The way to ask about one key and to store under it, all within one time-out."""
        return Inquiry(self, key)

    def mark(self, key: str) -> bytes | None:
        """What was left under `key`, or None."""
        replies = self.ask(key, [("GET", key)], self.timeout_s)
        found = isinstance(replies, list) and isinstance(replies[0], bytes)
        self.watch.looked_up("marks", "hit" if found else "miss" if isinstance(replies, list) else replies)
        return replies[0] if found else None  # type: ignore[return-value]

    def leave_mark(self, key: str, value: bytes) -> None:
        """Stores `value` for some minutes, soon. Nobody waits for it and nobody hears of it."""
        if not self._keeper.degraded():
            self._keeper.send(key, ("SET", key, value, "EX", min(self.ttl_s, MARK_TTL_S)))

    def status(self) -> Status:
        """`degraded` while redis, or a server of a cluster, cannot be read or does not store. Asks redis."""
        if self._keeper.degraded():
            return "degraded"
        deadline = time.monotonic() + max(FIRST_STATUS_S, self.timeout_s)
        for node in self._keeper.nodes(deadline):
            within_s = self.timeout_s if not node.fresh else deadline - time.monotonic()
            self._ask_node(node, [("GET", node.probe_key)], within_s)
        return "degraded" if self._keeper.degraded() else "ok"

    def close(self) -> None:
        """Closes the connections; a later call would open new ones."""
        self._keeper.close()

    def renew(self, lease: str, token: bytes) -> None:
        """Keeps a lease of this process alive until `end`."""
        self._keeper.repeat(lease, ("EVAL", RENEW, 1, lease, token, LEASE_MS), RENEW_S)

    def end(self, lease: str) -> None:
        """Ends `renew`."""
        self._keeper.end(lease)

    def ask(self, key: str, commands: Sequence[Command], within_s: float, *, writing: bool = False) -> Replies:
        """The replies of the server where `key` lives, or why there are none.

        A first reply that is a refusal counts as none. With `writing` it only keeps the server from being written to.
        """
        node = self._keeper.node_of(key, time.monotonic() + within_s)
        if node is None or not node.breaker.closed or (writing and not node.writes.closed):
            return "skipped"
        replies = self._ask_node(node, commands, within_s)
        if not isinstance(replies, list) or not isinstance(replies[0], ResponseError):
            return replies
        refusal = replies[0]
        if isinstance(refusal, AskError | TryAgainError):
            self._keeper.moved()
        elif writing:
            self._keeper.refuse_writes(node, failure_of(refusal))
        else:
            self._keeper.trip(node, failure_of(refusal))
        return "error"

    def _ask_node(self, node: Node, commands: Sequence[Command], within_s: float) -> Replies:
        deadline = time.monotonic() + within_s
        for last in (False, True):
            line = self._keeper.line(node, deadline)
            if line is None:
                return "error"
            try:
                replies = line.exchange(commands, deadline)
            except TimeoutError:
                self._keeper.trip(node, "timeout")
                return "error"
            except (RedisError, OSError) as error:
                if last:
                    self._keeper.trip(node, failure_of(error))
                    return "error"
                # It may have been restarted, or have closed what lay idle: the keeper finds out.
                node.forget_lines()
            else:
                node.idle.append(line)
                return replies
        raise AssertionError("unreachable")


Replies = list[Any] | Result


class Inquiry:
    """One question to redis: what stands under a key, and what is to stand there. None of it raises."""

    __slots__ = ("_key", "_lease", "_left_s", "_tier")

    def __init__(self, tier: RedisTier, key: str) -> None:
        self._tier, self._key, self._lease = tier, key, lease_key(key)
        self._left_s = tier.timeout_s

    def look(self) -> Seen:
        """The value, and whether somebody is computing it, in one round trip."""
        seen, result = self._see(self._left_s)
        self._tier.watch.looked_up("redis", result)
        return seen

    def poll(self) -> Seen:
        """The same for somebody who waits: it may take a while, and what follows has the whole time-out again."""
        seen, _ = self._see(max(POLL_S, self._tier.timeout_s))
        self._left_s = self._tier.timeout_s
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
        self._tier.renew(self._lease, token)
        return True

    def end_lease(self, token: bytes) -> None:
        """Takes the lease back, without a value."""
        self._tier.end(self._lease)
        self._ask([self._release(token)], writing=True)

    def store(self, value: bytes, token: bytes | None) -> None:
        """Stores the value, unless it is too large, and ends the lease of `token` if there is one."""
        if token is not None:
            self._tier.end(self._lease)
        content = packed(value)
        if len(content) > self._tier.max_value_bytes:
            if token is not None:
                self._ask([self._release(token)], writing=True)
            return
        commands: list[Command] = [("SET", self._key, content, "EX", self._tier.ttl_s)]
        if token is not None:
            commands.append(self._release(token))
        self._tier.watch.stored(isinstance(self._ask(commands, writing=True), list))

    def _see(self, within_s: float) -> tuple[Seen, Result]:
        replies = self._ask([("MGET", self._key, self._lease)], within_s)
        if not isinstance(replies, list):
            return NOTHING, replies
        try:
            stored, lease = replies[0]
            value = None if stored is None else unpacked(stored)
        except (DamagedValue, TypeError, ValueError):
            self._tier.watch.failed("value")
            return Seen(asked=True), "error"
        return Seen(True, value, lease is not None), "miss" if value is None else "hit"

    def _ask(self, commands: Sequence[Command], within_s: float | None = None, *, writing: bool = False) -> Replies:
        within_s = self._left_s if within_s is None else within_s
        if within_s < LEAST_SHARE * self._tier.timeout_s:
            return "skipped"
        started = time.monotonic()
        replies = self._tier.ask(self._key, commands, within_s, writing=writing)
        self._left_s -= time.monotonic() - started
        return replies

    def _release(self, token: bytes) -> Command:
        return ("EVAL", RELEASE, 1, self._lease, token)
