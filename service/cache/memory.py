"""The in-process tier: what this worker has computed or seen, least recently used out first."""

from threading import Lock
from typing import Literal

from cachetools import LRUCache

# What an entry takes beside its key and value: the dict slot, the recency link, two object headers.
ENTRY_OVERHEAD = 250


class MemoryTier:
    """Finished answers, bounded by bytes. Safe to use from several threads."""

    def __init__(self, max_bytes: int) -> None:
        self._lock = Lock()
        self._answers: LRUCache[str, bytes] = LRUCache(max_bytes, getsizeof=_answer_size)

    def get(self, key: str) -> bytes | None:
        """The answer stored under `key`, or None."""
        with self._lock:
            return self._answers.get(key)

    def put(self, key: str, value: bytes, cost_ms: float = 0.0) -> None:
        """Stores `value`; one that is larger than the whole tier is dropped. `cost_ms` is not looked at."""
        with self._lock:
            if _answer_size(value) <= self._answers.maxsize:
                self._answers[key] = value

    def status(self) -> Literal["ok", "degraded"]:
        """Always `ok`."""
        return "ok"

    def close(self) -> None:
        """Forgets everything."""
        with self._lock:
            self._answers.clear()

    @property
    def used_bytes(self) -> int:
        """Bytes in use, bookkeeping included (an estimate)."""
        return int(self._answers.currsize)


class ObjectCache:
    """Small objects of about one size by the hash of the bytes that they are about: as many as there is room for.

    The objects are shared by everybody who gets them: they must never be changed. Safe to use from several threads.
    """

    def __init__(self, max_bytes: int, object_bytes: int) -> None:
        """`object_bytes` is what one takes, with its key."""
        self._lock = Lock()
        self._objects: LRUCache[bytes, object] = LRUCache(max_bytes // (object_bytes + ENTRY_OVERHEAD))

    def get(self, key: bytes) -> object | None:
        """The object stored under `key`, or None."""
        with self._lock:
            return self._objects.get(key)

    def put(self, key: bytes, value: object) -> None:
        """Stores `value`, unless there is room for nothing."""
        with self._lock:
            if self._objects.maxsize:
                self._objects[key] = value

    def __len__(self) -> int:
        return len(self._objects)


def _answer_size(value: bytes) -> int:
    return len(value) + ENTRY_OVERHEAD
