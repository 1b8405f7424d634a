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
    """Objects by the hash of the bytes that they are about, bounded by the sum of the sizes given with them.

    The objects are shared by everybody who gets them: they must never be changed. Safe to use from several threads.
    """

    def __init__(self, max_bytes: int) -> None:
        self._lock = Lock()
        self._objects: LRUCache[bytes, tuple[object, int]] = LRUCache(max_bytes, getsizeof=_object_size)

    def get(self, key: bytes) -> object | None:
        """The object stored under `key`, or None."""
        with self._lock:
            found = self._objects.get(key)
        return None if found is None else found[0]

    def put(self, key: bytes, value: object, size: int) -> None:
        """Stores `value`, counted as `size` bytes; one that is larger than the whole cache is dropped."""
        entry = (value, size)
        with self._lock:
            if _object_size(entry) <= self._objects.maxsize:
                self._objects[key] = entry

    @property
    def used_bytes(self) -> int:
        """Sum of the sizes in use, bookkeeping included (an estimate)."""
        return int(self._objects.currsize)


def _answer_size(value: bytes) -> int:
    return len(value) + ENTRY_OVERHEAD


def _object_size(entry: tuple[object, int]) -> int:
    return entry[1] + ENTRY_OVERHEAD
