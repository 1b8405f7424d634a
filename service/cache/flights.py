"""Single flight within a process: of several threads that ask the same at once, one works and the others wait."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Lock


class Flight:
    """Work under way."""

    def __init__(self) -> None:
        self.done = Event()
        self.result: bytes | None = None


class Flights:
    """What this process is working on, by key."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._under_way: dict[str, Flight] = {}

    def result(self, key: str, work: Callable[[], bytes], wait_s: float) -> tuple[bytes | None, bool]:
        """What `work` returns and whether another thread did it, or None after waiting for `wait_s` in vain.

        Raises what `work` raises, to the one who works; then one of those who wait is the next.
        """
        until = time.monotonic() + wait_s
        while True:
            with self._lock:
                flight = self._under_way.get(key)
                if flight is None:
                    mine = self._under_way[key] = Flight()
                    break
            if not flight.done.wait(until - time.monotonic()):
                return None, True
            if flight.result is not None:
                return flight.result, True
        try:
            mine.result = work()
            return mine.result, False
        finally:
            with self._lock:
                self._under_way.pop(key, None)
            mine.done.set()
