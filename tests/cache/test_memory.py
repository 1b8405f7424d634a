from concurrent.futures import ThreadPoolExecutor
from random import Random

from service.cache import MemoryTier, ObjectCache
from service.cache.memory import ENTRY_OVERHEAD


def test_what_was_put_is_found_until_it_is_closed() -> None:
    tier = MemoryTier(10_000)
    assert tier.get("a") is None
    tier.put("a", b"one", 1.0)
    tier.put("empty", b"", 1.0)
    assert (tier.get("a"), tier.get("empty"), tier.status()) == (b"one", b"", "ok")
    tier.close()
    assert tier.get("a") is None
    assert tier.used_bytes == 0


def test_the_least_recently_used_goes_first() -> None:
    tier = MemoryTier(3 * (100 + ENTRY_OVERHEAD))
    for key in "abc":
        tier.put(key, key.encode() * 100, 1.0)
    tier.get("a")
    tier.put("d", b"d" * 100, 1.0)
    assert [key for key in "abcd" if tier.get(key)] == ["a", "c", "d"]


def test_bytes_are_counted_not_entries() -> None:
    limit = 100_000
    tier, rng = MemoryTier(limit), Random(1)
    for number in range(2000):
        tier.put(str(number), b"x" * rng.randrange(20_000), 1.0)
        assert tier.used_bytes <= limit
    assert tier.used_bytes > limit // 2
    for number in range(2000):
        tier.put(f"tiny{number}", b"", 1.0)
    assert tier.used_bytes <= limit
    assert sum(tier.get(f"tiny{number}") is not None for number in range(2000)) == limit // ENTRY_OVERHEAD


def test_an_answer_larger_than_the_tier_pushes_nothing_out() -> None:
    tier = MemoryTier(2000)
    tier.put("small", b"s", 1.0)
    tier.put("large", b"l" * 2000, 1.0)
    assert (tier.get("small"), tier.get("large")) == (b"s", None)


def test_no_bytes_keep_nothing() -> None:
    tier, objects = MemoryTier(0), ObjectCache(0, 100)
    tier.put("a", b"", 1.0)
    objects.put(b"a", object())
    assert tier.get("a") is None
    assert objects.get(b"a") is None


def test_a_second_put_replaces_the_first_and_its_size() -> None:
    tier = MemoryTier(10_000)
    tier.put("a", b"x" * 5000, 1.0)
    tier.put("a", b"y", 1.0)
    assert tier.get("a") == b"y"
    assert tier.used_bytes == 1 + ENTRY_OVERHEAD


def test_objects_come_back_as_they_are_and_are_as_many_as_there_is_room_for() -> None:
    cache, kept = ObjectCache(4 * (1000 + ENTRY_OVERHEAD) - 1, 1000), {}
    for number in range(5):
        key, value = bytes([number]) * 32, [number]
        kept[key] = value
        cache.put(key, value)
        assert cache.get(key) is value
    assert [key for key, value in kept.items() if cache.get(key) is value] == list(kept)[2:]
    assert len(cache) == 3
    assert cache.get(list(kept)[4]) == [4]


def test_threads_may_share_both() -> None:
    tier, objects = MemoryTier(20_000), ObjectCache(20_000, 100)

    def work(seed: int) -> None:
        rng = Random(seed)
        for _ in range(3000):
            key = str(rng.randrange(200))
            tier.put(key, key.encode(), 1.0)
            objects.put(key.encode(), key)
            key = str(rng.randrange(200))
            assert tier.get(key) in (None, key.encode())
            assert objects.get(key.encode()) in (None, key)

    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(work, seed) for seed in range(8)]:
            done.result()
    assert tier.used_bytes <= 20_000
    assert len(objects) <= 20_000 // 100
