"""Two tiers as one: near and small in front, far and shared behind."""

from typing import Literal

from service.cache.interface import AnswerCache


class Tiers:
    """Looks in `near`, then in `far`; what is found in `far` is kept in `near` too."""

    def __init__(self, near: AnswerCache, far: AnswerCache, *, min_ms: float) -> None:
        """Answers that took less than `min_ms` are kept in `near` alone."""
        self._near = near
        self._far = far
        self._min_ms = min_ms

    def get(self, key: str) -> bytes | None:
        """The answer stored under `key` in either tier, or None."""
        value = self._near.get(key)
        if value is None:
            value = self._far.get(key)
            if value is not None:
                self._near.put(key, value, 0.0)
        return value

    def put(self, key: str, value: bytes, cost_ms: float) -> None:
        """Stores `value`, which took `cost_ms` to compute."""
        self._near.put(key, value, cost_ms)
        if cost_ms >= self._min_ms:
            self._far.put(key, value, cost_ms)

    def status(self) -> Literal["ok", "degraded"]:
        """`ok` when both tiers are."""
        return "ok" if self._near.status() == "ok" and self._far.status() == "ok" else "degraded"

    def close(self) -> None:
        """Closes both tiers."""
        self._near.close()
        self._far.close()
