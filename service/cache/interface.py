"""What the cache tells of itself while it works."""

from typing import Literal, Protocol

Result = Literal["hit", "miss", "error", "skipped"]
"""Of a look-up. `error`: redis was asked and could not say. `skipped`: it was not asked, because the answer is as
quickly computed or because redis is being left alone."""
Outcome = Literal["led", "waited", "timed-out"]
"""Of a question that several may be asking: who computes `led`, who was given the answer of another one `waited`, who
waited in vain `timed-out`."""
Failure = Literal[
    "unreachable",
    "lost",
    "timeout",
    "refused",
    "full",
    "read-only",
    "moved",
    "down",
    "protocol",
    "value",
]
"""What can be wrong with redis. `refused`: the password or the permissions; `moved`: a cluster says that a key lives
elsewhere; `down`: the server itself says that it cannot answer; `value`: what stands under our key is not ours."""
Status = Literal["ok", "degraded"]


class Watch(Protocol):
    """Who counts what happens in the cache. The methods are called from any thread and must be quick."""

    def looked_up(self, tier: str, result: Result) -> None:
        """Somebody looked in a tier: `memory`, `redis` (answers) or `marks` (states found good, in redis)."""

    def stored(self, stored: bool) -> None:
        """An answer was sent to redis, and kept there or not."""

    def leased(self, outcome: Outcome) -> None:
        """A question that takes long has been answered."""

    def failed(self, kind: Failure) -> None:
        """Something was wrong with redis."""

    def breaker(self, is_open: bool) -> None:
        """Redis is left alone from now on, or used again; of a cluster, one of its servers at least."""


class Unwatched:
    """A `Watch` that counts nothing."""

    def looked_up(self, tier: str, result: Result) -> None: ...

    def stored(self, stored: bool) -> None: ...

    def leased(self, outcome: Outcome) -> None: ...

    def failed(self, kind: Failure) -> None: ...

    def breaker(self, is_open: bool) -> None: ...
