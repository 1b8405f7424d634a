from typing import Literal

import pytest

from service.cache import MemoryTier, Tiers, answer_cache


class Recorder:
    """A tier that counts what it is asked."""

    def __init__(self, state: Literal["ok", "degraded"] = "ok") -> None:
        self.held: dict[str, bytes] = {}
        self.state = state
        self.asked: list[str] = []
        self.closed = False

    def get(self, key: str) -> bytes | None:
        self.asked.append(key)
        return self.held.get(key)

    def put(self, key: str, value: bytes, cost_ms: float) -> None:
        self.held[key] = value

    def status(self) -> Literal["ok", "degraded"]:
        return self.state

    def close(self) -> None:
        self.closed = True


def test_a_near_hit_does_not_ask_the_far_tier() -> None:
    near, far = Recorder(), Recorder()
    near.held["a"] = b"1"
    assert Tiers(near, far, min_ms=0.3).get("a") == b"1"
    assert far.asked == []


def test_a_far_hit_is_kept_near() -> None:
    near, far = Recorder(), Recorder()
    far.held["a"] = b"1"
    tiers = Tiers(near, far, min_ms=0.3)
    assert [tiers.get("a"), tiers.get("a"), tiers.get("b")] == [b"1", b"1", None]
    assert near.held == {"a": b"1"}
    assert far.asked == ["a", "b"]


def test_an_empty_answer_is_a_hit() -> None:
    near, far = Recorder(), Recorder()
    near.held["a"] = b""
    assert Tiers(near, far, min_ms=0.3).get("a") == b""
    assert far.asked == []


def test_only_what_was_expensive_goes_far() -> None:
    near, far = Recorder(), Recorder()
    tiers = Tiers(near, far, min_ms=0.3)
    for key, cost in (("cheap", 0.29), ("edge", 0.3), ("dear", 50.0)):
        tiers.put(key, b"x", cost)
    assert list(near.held) == ["cheap", "edge", "dear"]
    assert list(far.held) == ["edge", "dear"]


def test_one_degraded_tier_degrades_both_and_closing_closes_both() -> None:
    near, far = Recorder(), Recorder("degraded")
    tiers = Tiers(near, far, min_ms=0.3)
    assert tiers.status() == "degraded"
    assert Tiers(near, Recorder(), min_ms=0.3).status() == "ok"
    tiers.close()
    assert near.closed
    assert far.closed


def test_the_cache_is_what_the_settings_ask_for() -> None:
    def built(redis_url: str | None) -> object:
        return answer_cache(cache_bytes=1000, redis_url=redis_url, cache_ttl_s=60, cache_min_ms=0.3, redis_timeout_ms=5)

    assert isinstance(built(None), MemoryTier)
    assert isinstance(built("unix:///nowhere/redis.sock?db=0"), Tiers)
    with pytest.raises(ValueError):
        built("http://localhost")
