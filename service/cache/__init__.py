"""Answers that were expensive to compute. Any of them can be computed again, so losing one is never an error."""

from service.cache.answers import Answer, Answers
from service.cache.costs import moving_mean
from service.cache.counts import Count, Counts, OwnCounts, SharedCounts, request_counts
from service.cache.interface import Failure, Outcome, Result, Status, Watch
from service.cache.keys import answer_key, found_with, mark_key
from service.cache.link import Link
from service.cache.memory import MemoryTier, ObjectCache
from service.cache.redis_tier import RedisTier

__all__ = [
    "Answer",
    "Answers",
    "Count",
    "Counts",
    "Failure",
    "Link",
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
    "found_with",
    "mark_key",
    "moving_mean",
    "open_link",
    "request_counts",
]


def open_link(redis_url: str | None, *, redis_timeout_ms: int, watch: Watch | None = None) -> Link | None:
    """The way to the redis that the settings name, if they do. Nothing is connected yet.

    Raises ValueError for a URL that cannot be read.
    """
    return None if redis_url is None else Link(redis_url, timeout_ms=redis_timeout_ms, watch=watch)


def answer_cache(
    link: Link | None,
    *,
    cache_bytes: int,
    cache_ttl_s: int,
    cache_min_ms: float,
    cache_max_value_bytes: int,
    cache_wait_ms: int,
    watch: Watch | None = None,
) -> Answers:
    """The cache that the settings ask for: in-process alone, or with redis behind it. `watch` counts what happens."""
    far = None
    if link is not None:
        far = RedisTier(link, ttl_s=cache_ttl_s, max_value_bytes=cache_max_value_bytes)
    return Answers(MemoryTier(cache_bytes), far, min_ms=cache_min_ms, wait_ms=cache_wait_ms, watch=watch)
