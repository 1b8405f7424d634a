"""What every tier of the answer cache offers, and so does the whole of it."""

from typing import Literal, Protocol


class AnswerCache(Protocol):
    """Finished answers, as bytes, by the keys of `answer_key`. No method raises."""

    def get(self, key: str) -> bytes | None:
        """The bytes stored under `key`, or None: not stored, evicted, expired, or not to be had just now."""

    def put(self, key: str, value: bytes, cost_ms: float) -> None:
        """Stores an answer that took `cost_ms` to compute, if it is worth keeping."""

    def status(self) -> Literal["ok", "degraded"]:
        """For readiness: `degraded` when answers go on, but uncached. May ask a server: not for every request."""

    def close(self) -> None:
        """Lets go of memory and connections."""
