"""When to leave a server alone, and when to try it again."""

import time
from collections.abc import Callable
from typing import Literal

FIRST_PAUSE_S = 0.25
LAST_PAUSE_S = 5.0


class Breaker:
    """Closed: the server is used. Open: it is left alone until `due`. Half-open: a probe is under way.

    Each failed probe doubles the pause before the next one, up to a limit. A server that fails again soon after it was
    found well has not recovered, so its pauses go on growing: one that answers probes and nothing else costs
    as little as one that answers nothing.

    A plain state machine without a lock: threads that share it have one. `closed` may be read at any time.
    """

    def __init__(
        self,
        *,
        first_s: float = FIRST_PAUSE_S,
        last_s: float = LAST_PAUSE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._first_s, self._last_s, self._clock = first_s, last_s, clock
        self._pause_s = 0.0
        self._closed_at: float | None = None
        self.state: Literal["closed", "open", "half-open"] = "closed"
        self.closed = True
        self.due = 0.0
        """While open: when to probe, by the clock."""

    def trip(self) -> None:
        """The server has failed a request. Does nothing unless closed: an open breaker knows."""
        if not self.closed:
            return
        relapsed = self._closed_at is not None and self._clock() - self._closed_at < self._last_s
        self._open(2 * self._pause_s if relapsed else self._first_s)

    def probe(self) -> bool:
        """Whether a probe is due; if so, one is under way from now on, and `succeed` or `fail` has to follow."""
        if self.closed or self._clock() < self.due:
            return False
        self.state = "half-open"
        return True

    def succeed(self) -> None:
        """The server is well."""
        if not self.closed:
            self.state, self.closed, self._closed_at = "closed", True, self._clock()

    def fail(self) -> None:
        """The server is not well; said by a probe, or before the first request."""
        self._open(2 * self._pause_s if not self.closed else self._first_s)

    def _open(self, pause_s: float) -> None:
        self._pause_s = max(self._first_s, min(pause_s, self._last_s))
        self.state, self.closed, self.due = "open", False, self._clock() + self._pause_s
