"""Answers that were expensive to compute. Any of them can be computed again, so losing one is never an error."""

from collections.abc import Callable

from service.cache.counts import Count, Counts, OwnCounts, SharedCounts, request_counts
from service.cache.interface import AnswerCache
from service.cache.keys import answer_key
from service.cache.memory import MemoryTier, ObjectCache
from service.cache.redis_tier import RedisTier
from service.cache.tiers import Tiers

__all__ = [
    "AnswerCache",
    "Count",
    "Counts",
    "MemoryTier",
    "ObjectCache",
    "OwnCounts",
    "RedisTier",
    "SharedCounts",
    "Tiers",
    "answer_cache",
    "answer_key",
    "request_counts",
]


def answer_cache(
    *,
    cache_bytes: int,
    redis_url: str | None,
    cache_ttl_s: int,
    cache_min_ms: float,
    redis_timeout_ms: int,
    watched: Callable[[str, AnswerCache], AnswerCache] = lambda tier, answers: answers,
) -> AnswerCache:
    """The cache that the settings ask for: in-process alone, or with redis behind it. Nothing is connected yet.

    `watched` may wrap each tier (`memory`, `redis`), to count what is asked of it. Raises ValueError for a `redis_url`
    that redis-py cannot read.
    """
    near = watched("memory", MemoryTier(cache_bytes))
    if redis_url is None:
        return near
    far = watched("redis", RedisTier(redis_url, ttl_s=cache_ttl_s, timeout_ms=redis_timeout_ms))
    return Tiers(near, far, min_ms=cache_min_ms)
