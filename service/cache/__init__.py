"""Answers that were expensive to compute. Any of them can be computed again, so losing one is never an error."""

from service.cache.answers import Answer, Answers
from service.cache.costs import Costs
from service.cache.counts import Count, Counts, OwnCounts, SharedCounts, request_counts
from service.cache.interface import Failure, Outcome, Result, Status, Watch
from service.cache.keys import answer_key, mark_key
from service.cache.memory import MemoryTier, ObjectCache
from service.cache.redis_tier import RedisTier

__all__ = [
    "Answer",
    "Answers",
    "Costs",
    "Count",
    "Counts",
    "Failure",
    "MemoryTier",
    "ObjectCache",
    "Outcome",
    "OwnCounts",
    "RedisTier",
    "Result",
    "SharedCounts",
    "Status",
    "Watch",
    "answer_cache",
    "answer_key",
    "mark_key",
    "request_counts",
]


def answer_cache(
    *,
    cache_bytes: int,
    redis_url: str | None,
    cache_ttl_s: int,
    cache_min_ms: float,
    cache_max_value_bytes: int,
    cache_wait_ms: int,
    redis_timeout_ms: int,
    watch: Watch | None = None,
) -> Answers:
    """The cache that the settings ask for: in-process alone, or with redis behind it. Nothing is connected yet.

    `watch` counts what happens. Raises ValueError for a `redis_url` that cannot be read.
    """
    far = None
    if redis_url is not None:
        far = RedisTier(
            redis_url,
            ttl_s=cache_ttl_s,
            timeout_ms=redis_timeout_ms,
            max_value_bytes=cache_max_value_bytes,
            watch=watch,
        )
    return Answers(MemoryTier(cache_bytes), far, min_ms=cache_min_ms, wait_ms=cache_wait_ms, watch=watch)
