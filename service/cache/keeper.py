"""The thread that keeps connections to redis at hand, so that no request has to make one.

It looks servers up, connects, probes those that are left alone, and sends what nobody waits for. A process has none
before something is asked of redis, and so none at the moment of a fork.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Condition, Thread
from typing import Any
from weakref import WeakSet

from redis.exceptions import AskError, ReadOnlyError, RedisError, ResponseError

from service.cache.breaker import FIRST_PAUSE_S, LAST_PAUSE_S, Breaker
from service.cache.connecting import Directory, Place, Routes
from service.cache.interface import Failure, Watch
from service.cache.line import Command, Line
from service.cache.node import Node, failure_of, probe_key_at

PATIENCE_S = 0.25
"""How long the keeper itself waits for a server, if that is longer than a request would. A handshake of TLS takes a few
round trips and some computing."""
GATHERED_S = 0.2
"""How long what nobody waits for is gathered before it is sent together: to wake the thread and to talk to redis costs
the processor time of a hundred commands. Whoever makes the next move of a game takes longer."""
MOST_LETTERS = 10_000
"""Commands that may wait to be sent; further ones are dropped, as they are while redis is left alone."""


@dataclass(slots=True)
class Repeated:
    """A command that is sent again and again."""

    command: Command
    every_s: float
    due: float


class Keeper:
    """Connections to the servers of one directory, for all threads of this process."""

    def __init__(
        self,
        directory: Directory,
        watch: Watch,
        *,
        patience_s: float = PATIENCE_S,
        pauses_s: tuple[float, float] = (FIRST_PAUSE_S, LAST_PAUSE_S),
    ) -> None:
        self._directory, self._watch, self._patience_s, self._pauses_s = directory, watch, patience_s, pauses_s
        self._begin()
        _keepers.add(self)

    def _begin(self) -> None:
        self._bell = Condition()
        self._thread: Thread | None = None
        self._closing = False
        self._routes: Routes | None = None
        self._nodes: dict[Place, Node] = {}
        self._letters: deque[tuple[str, Command]] = deque()
        self._send_at = 0.0
        self._repeated: dict[str, Repeated] = {}
        self._stale = False
        self._found_at = -self._pauses_s[0]
        # Of finding out where the servers are.
        self._finding = self._breaker()
        routes = self._directory.fixed()
        if routes is not None:
            self._follow(routes)

    def after_fork(self) -> None:
        """In a child: the parent's thread is not here, and its connections are the parent's."""
        self._begin()

    def start(self) -> None:
        """Starts the thread, which connects to what it can find."""
        with self._bell:
            self._start()

    def node_of(self, key: str, deadline: float) -> Node | None:
        """The server where `key` lives, if it can be told by `deadline`; only before the first time that takes long."""
        routes = self._routes
        if routes is None:
            if not self._finding.closed:
                return None
            with self._bell:
                self._start()
                while self._routes is None and self._finding.closed:
                    if not self._wait_until(deadline):
                        self._watch.failed("unreachable")
                        self._finding.trip()
                        self._tell()
                routes = self._routes
            if routes is None:
                return None
        place = routes.place_of(key)
        if place is None:
            self.moved()
            return None
        return self._nodes.get(place)

    def line(self, node: Node, deadline: float) -> Line | None:
        """A connection to `node`, to be put back into `idle`; None, and a tripped breaker, if there is none in time."""
        try:
            return node.idle.pop()
        except IndexError:
            pass
        with self._bell:
            self._start()
            node.waiting += 1
            self._bell.notify_all()
            try:
                while not node.idle and node.breaker.closed:
                    if not self._wait_until(deadline):
                        self.trip(node, "unreachable")
                return node.idle.pop() if node.idle and node.breaker.closed else None
            finally:
                node.waiting -= 1

    def trip(self, node: Node, failure: Failure) -> None:
        """`node` has failed a request: it is left alone from now on."""
        self._watch.failed(failure)
        with self._bell:
            node.breaker.trip()
            node.forget_lines()
            self._tell()
            self._start()
            self._bell.notify_all()

    def refuse_writes(self, node: Node, failure: Failure) -> None:
        """`node` did not store something: from now on it is only read."""
        self._watch.failed(failure)
        with self._bell:
            node.writes.trip()
            if failure == "read-only":
                # It was the master once, maybe: its name may lead to another server by now.
                self._stale = self._directory.moves
                node.forget_lines()
            self._start()
            self._bell.notify_all()

    def moved(self) -> None:
        """A server says that a key lives elsewhere: time to ask again where the servers are."""
        self._watch.failed("moved")
        with self._bell:
            self._stale = self._directory.moves
            self._start()
            self._bell.notify_all()

    def send(self, key: str, command: Command) -> None:
        """Has `command`, which writes `key`, sent some time soon, if possible."""
        if len(self._letters) >= MOST_LETTERS:
            return
        self._letters.append((key, command))
        if not self._send_at:
            with self._bell:
                self._send_at = time.monotonic() + GATHERED_S
                self._start()
                self._bell.notify_all()

    def repeat(self, key: str, command: Command, every_s: float) -> None:
        """Has `command`, which concerns `key`, sent again and again until `end`."""
        with self._bell:
            self._repeated[key] = Repeated(command, every_s, time.monotonic() + every_s)
            self._start()
            self._bell.notify_all()

    def end(self, key: str) -> None:
        """Ends `repeat`."""
        with self._bell:
            self._repeated.pop(key, None)

    def nodes(self, deadline: float) -> list[Node]:
        """All servers; empty if none is known by `deadline`."""
        self.node_of("", deadline)
        return list(self._nodes.values())

    def degraded(self) -> bool:
        """Whether a server is left alone or only read, or none could be found."""
        for node in tuple(self._nodes.values()):
            if not (node.breaker.closed and node.writes.closed):
                return True
        return self._routes is None and not self._finding.closed

    def close(self) -> None:
        """Ends the thread and closes all connections. What is asked later begins anew."""
        with self._bell:
            self._closing = True
            thread = self._thread
            self._bell.notify_all()
        if thread is not None:
            thread.join(4 * self._patience_s)
        for node in self._nodes.values():
            node.close()
        self._begin()

    def _all_closed(self) -> bool:
        if self._routes is None:
            return self._finding.closed
        return all(node.breaker.closed for node in list(self._nodes.values()))

    def _tell(self) -> None:
        self._watch.breaker(not self._all_closed())

    def _breaker(self) -> Breaker:
        first, last = self._pauses_s
        return Breaker(first_s=first, last_s=last)

    def _wait_until(self, deadline: float) -> bool:
        left = deadline - time.monotonic()
        if left > 0:
            self._bell.wait(left)
        return left > 0

    def _start(self) -> None:
        if self._thread is None and not self._closing:
            self._thread = Thread(target=self._run, args=(self._bell,), name="redis-keeper", daemon=True)
            self._thread.start()

    # What follows is done by the thread alone.

    def _run(self, bell: Condition) -> None:
        try:
            while True:
                with bell:
                    while not self._closing and (pause := self._pause()) != 0:
                        bell.wait(pause)
                    if self._closing or bell is not self._bell:
                        return
                self._work()
        finally:
            # Should it ever end by an error, the next that is asked of redis starts another one.
            if bell is self._bell:
                self._thread = None

    def _pause(self) -> float | None:
        """Seconds until there is something to do; None: until something is asked."""
        due = [self._find_due()] if self._routes is None or self._stale else []
        for node in self._nodes.values():
            if not node.breaker.closed:
                due.append(node.breaker.due)
            elif node.needs_line:
                return 0
            elif not node.writes.closed:
                due.append(node.writes.due)
        if self._send_at:
            due.append(self._send_at)
        due += [repeated.due for repeated in self._repeated.values()]
        return max(0.0, min(due) - time.monotonic()) if due else None

    def _work(self) -> None:
        if (self._routes is None or self._stale) and time.monotonic() >= self._find_due():
            self._find()
        for node in list(self._nodes.values()):
            if not node.breaker.closed:
                if node.breaker.probe():
                    self._connect(node)
            elif node.needs_line:
                self._connect(node)
            elif node.writes.probe():
                self._probe_writes(node)
        now = time.monotonic()
        with self._bell:
            for key, repeated in self._repeated.items():
                if now >= repeated.due:
                    repeated.due = now + repeated.every_s
                    self._letters.append((key, repeated.command))
                    self._send_at = self._send_at or now
        if self._send_at and now >= self._send_at:
            self._send_letters()

    def _find_due(self) -> float:
        # However often a cluster says that a key has moved, it is not asked for its slots more often than this.
        return max(self._finding.due, self._found_at + self._pauses_s[0])

    def _find(self) -> None:
        try:
            routes = self._directory.find(tuple(self._nodes), self._patience_s)
        except (RedisError, OSError):
            if self._routes is None:
                self._watch.failed("unreachable")
            with self._bell:
                self._finding.fail()
                self._tell()
                self._bell.notify_all()
            return
        with self._bell:
            self._stale, self._found_at = False, time.monotonic()
            self._finding.succeed()
            self._follow(routes)
            self._tell()
            self._bell.notify_all()

    def _follow(self, routes: Routes) -> None:
        nodes = {place: self._nodes.get(place) or Node(place, self._breaker) for place in routes.places}
        for place, node in nodes.items():
            node.probe_key = probe_key_at(routes, place)
        gone = [node for place, node in self._nodes.items() if place not in nodes]
        self._nodes, self._routes = nodes, routes
        for node in gone:
            node.close()

    def _connect(self, node: Node) -> None:
        """Makes a connection that is known to answer, and so closes the breaker, or opens it."""
        try:
            line = self._directory.open(node.place, self._patience_s)
            (reply,) = self._exchange(line, [("GET", node.probe_key)])
            if isinstance(reply, ResponseError) and not isinstance(reply, AskError):
                line.close()
                raise reply
        except (RedisError, OSError) as error:
            failure = failure_of(error)
            self._watch.failed("unreachable" if failure == "lost" else failure)
            with self._bell:
                node.breaker.fail()
                node.forget_lines()
                self._stale = self._directory.moves
                self._tell()
                self._bell.notify_all()
            return
        with self._bell:
            node.fresh = False
            node.idle.append(line)
            node.breaker.succeed()
            self._tell()
            self._bell.notify_all()

    def _probe_writes(self, node: Node) -> None:
        reply = self._on_own_line(node, [("SET", node.probe_key, b"", "EX", 1)])
        with self._bell:
            if reply is None or isinstance(reply[0], ResponseError):
                if reply is not None and isinstance(reply[0], ReadOnlyError):
                    node.close()
                node.writes.fail()
            else:
                node.writes.succeed()

    def _send_letters(self) -> None:
        with self._bell:
            self._send_at = 0.0
        routes, by_node = self._routes, dict[Place, list[Command]]()
        while self._letters:
            key, command = self._letters.popleft()
            place = None if routes is None else routes.place_of(key)
            if place is not None:
                by_node.setdefault(place, []).append(command)
        for place, commands in by_node.items():
            node = self._nodes[place]
            if node.breaker.closed and node.writes.closed:
                for command, reply in zip(commands, self._on_own_line(node, commands) or (), strict=False):
                    if isinstance(reply, AskError):
                        self.moved()
                    elif isinstance(reply, ResponseError) and command[0] == "SET":
                        self.refuse_writes(node, failure_of(reply))

    def _on_own_line(self, node: Node, commands: Sequence[Command]) -> list[Any] | None:
        """The replies, or None when the connection is not what it should be."""
        try:
            node.own = node.own or self._directory.open(node.place, self._patience_s)
            return self._exchange(node.own, commands)
        except (RedisError, OSError) as error:
            self._watch.failed(failure_of(error))
            node.own = None
            return None

    def _exchange(self, line: Line, commands: Sequence[Command]) -> list[Any]:
        return line.exchange(commands, time.monotonic() + self._patience_s)


_keepers: WeakSet[Keeper] = WeakSet()


def _after_fork() -> None:
    for keeper in list(_keepers):
        keeper.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
