"""One redis server as this process knows it: whether it is well, and the connections that wait to be used."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from redis.exceptions import (
    AskError,
    AuthenticationError,
    BusyLoadingError,
    ClusterDownError,
    ConnectionError,
    InvalidResponse,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
    TimeoutError,
    TryAgainError,
)

from service.cache.breaker import Breaker
from service.cache.connecting import Place, Routes
from service.cache.interface import Failure
from service.cache.keys import PREFIX
from service.cache.line import Line


class Node:
    """What is known of the server at `place`."""

    def __init__(self, place: Place, make_breaker: Callable[[], Breaker]) -> None:
        self.place = place
        self.breaker = make_breaker()
        """Open: it is not used at all."""
        self.writes = make_breaker()
        """Open: it is read but does not store anything just now."""
        self.idle: list[Line] = []
        """Connections that nobody uses. Taking and putting back is one step of a list, so it needs no lock."""
        self.waiting = 0
        """Threads that wait for a connection."""
        self.fresh = True
        """Nobody has been connected yet; the first connection is made before somebody waits for it."""
        self.own: Line | None = None
        """The keeper's own connection."""
        self.probe_key = f"{PREFIX}probe"

    @property
    def needs_line(self) -> bool:
        """Whether a connection has to be made."""
        return self.fresh or len(self.idle) < self.waiting

    def forget_lines(self) -> None:
        """Closes what nobody uses: after one connection has failed, the others are not to be trusted."""
        while self.idle:
            self.idle.pop().close()

    def close(self) -> None:
        """Closes what is open."""
        self.forget_lines()
        if self.own is not None:
            self.own.close()
            self.own = None


def probe_key_at(routes: Routes, place: Place) -> str:
    """A key that lives at `place`."""
    candidates = (f"{PREFIX}{{probe{number}}}" for number in count())
    return next(key for key in candidates if routes.place_of(key) == place)


def failure_of(error: BaseException) -> Failure:
    """The kind of an error of redis-py or of the operating system."""
    for kinds, failure in FAILURES:
        if isinstance(error, kinds):
            return failure
    return "lost"


FAILURES: tuple[tuple[type[Exception] | tuple[type[Exception], ...], Failure], ...] = (
    (TimeoutError, "timeout"),
    ((AuthenticationError, NoPermissionError), "refused"),
    ((BusyLoadingError, ClusterDownError), "down"),
    ((AskError, TryAgainError), "moved"),
    (OutOfMemoryError, "full"),
    (ReadOnlyError, "read-only"),
    (InvalidResponse, "protocol"),
    (ResponseError, "refused"),
    ((ConnectionError, OSError), "lost"),
)
