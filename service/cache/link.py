"""The way to redis that all parts of a process share: ask, and be answered in time or not at all."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from redis.exceptions import AskError, RedisError, ResponseError, TimeoutError, TryAgainError

from service.cache.connecting import Directory
from service.cache.interface import Result, Status, Unwatched, Watch
from service.cache.keeper import PATIENCE_S, Keeper
from service.cache.line import Command
from service.cache.node import Node, failure_of

FIRST_STATUS_S = 0.25
"""How long the readiness check waits for the very first connection."""
Replies = list[Any] | Result
"""Of the server; or `skipped` (it is being left alone), or `error`."""


class Link:
    """Safe to use from several threads and to build before a fork: it connects when it is first asked.

    Its connections are made by a thread of the process (see `Keeper`). After a failure redis is left alone, at no cost
    to requests, until that thread has found it well. A redis that refuses to store is still read. No method raises.
    """

    def __init__(self, url: str, *, timeout_ms: int, watch: Watch | None = None, **keeping: Any) -> None:
        """`url` as `connecting` describes it, or ValueError; `keeping` goes to the Keeper. Nothing is sent yet."""
        self.watch = watch or Unwatched()
        self.timeout_s = timeout_ms / 1000
        keeping.setdefault("patience_s", max(PATIENCE_S, 4 * self.timeout_s))
        self.keeper = Keeper(Directory(url), self.watch, **keeping)

    def open(self) -> None:
        """Starts to connect, without waiting for it: called after the fork, it spares the first requests the wait."""
        self.keeper.start()

    def ask(
        self, key: str, commands: Sequence[Command], within_s: float | None = None, *, writing: bool = False
    ) -> Replies:
        """The replies of the server where `key` lives, or why there are none. By default within the whole time-out.

        A first reply that is a refusal counts as none. With `writing` it only keeps the server from being written to.
        """
        within_s = self.timeout_s if within_s is None else within_s
        node = self.keeper.node_of(key, time.monotonic() + within_s)
        if node is None or not node.breaker.closed or (writing and not node.writes.closed):
            return "skipped"
        replies = self._ask_node(node, commands, within_s)
        if not isinstance(replies, list) or not isinstance(replies[0], ResponseError):
            return replies
        refusal = replies[0]
        if isinstance(refusal, AskError | TryAgainError):
            self.keeper.moved()
        elif writing:
            self.keeper.refuse_writes(node, failure_of(refusal))
        else:
            self.keeper.trip(node, failure_of(refusal))
        return "error"

    def send(self, key: str, command: Command) -> None:
        """Has `command`, which writes `key`, sent some time soon, if possible. Nobody waits for it or hears of it."""
        if not self.keeper.degraded():
            self.keeper.send(key, command)

    def status(self) -> Status:
        """`degraded` while redis, or a server of a cluster, cannot be read or does not store. Asks redis."""
        if self.keeper.degraded():
            return "degraded"
        deadline = time.monotonic() + max(FIRST_STATUS_S, self.timeout_s)
        for node in self.keeper.nodes(deadline):
            within_s = self.timeout_s if not node.fresh else deadline - time.monotonic()
            self._ask_node(node, [("GET", node.probe_key)], within_s)
        return "degraded" if self.keeper.degraded() else "ok"

    def close(self) -> None:
        """Closes the connections; a later call would open new ones."""
        self.keeper.close()

    def _ask_node(self, node: Node, commands: Sequence[Command], within_s: float) -> Replies:
        deadline = time.monotonic() + within_s
        for last in (False, True):
            line = self.keeper.line(node, deadline)
            if line is None:
                return "error"
            try:
                replies = line.exchange(commands, deadline)
            except TimeoutError:
                self.keeper.trip(node, "timeout")
                return "error"
            except (RedisError, OSError) as error:
                if last:
                    self.keeper.trip(node, failure_of(error))
                    return "error"
                # It may have been restarted, or have closed what lay idle: the keeper finds out.
                node.forget_lines()
            else:
                node.idle.append(line)
                return replies
        raise AssertionError("unreachable")
