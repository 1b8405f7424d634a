"""The files that workers count into (PROMETHEUS_MULTIPROC_DIR): those of dead workers become one.

prometheus_client gives each process files of its own and never removes those of counters, so that no sum falls. With
workers that are replaced now and then they would grow without end, and each scrape reads them all.
"""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from prometheus_client.mmap_dict import MmapedDict

GONE = "gone"
"""Stands in the name of a file where others have the number of their process."""


def fold(directory: str | Path, alive: Collection[int]) -> None:
    """Adds what processes other than `alive` have counted to one file of each type, and removes theirs.

    What such a process was gauging is forgotten. While somebody reads, nothing is done: the next call will.
    """
    with _locked(directory, fcntl.LOCK_EX | fcntl.LOCK_NB) as free:
        if not free:
            return
        for path in sorted(Path(directory).glob("*.db")):
            kind, _, process = path.stem.rpartition("_")
            if process == GONE or int(process) in alive:
                continue
            if not kind.startswith("gauge"):
                _add(path, path.with_name(f"{kind}_{GONE}.db"))
            path.unlink()


@contextmanager
def reading(directory: str | Path) -> Iterator[None]:
    """While this lasts no file disappears, and nothing is counted twice."""
    with _locked(directory, fcntl.LOCK_SH):
        yield


def _add(source: Path, target: Path) -> None:
    sums = MmapedDict(str(target))  # type: ignore[no-untyped-call]
    try:
        for key, value, _, _ in MmapedDict.read_all_values_from_file(str(source)):  # type: ignore[no-untyped-call]
            sums.write_value(key, sums.read_value(key)[0] + value, 0.0)  # type: ignore[no-untyped-call]
    except struct.error:
        # A file that was just being made: it has nothing in it.
        pass
    finally:
        sums.close()  # type: ignore[no-untyped-call]


@contextmanager
def _locked(directory: str | Path, operation: int) -> Iterator[bool]:
    descriptor = os.open(Path(directory) / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, operation)
    except BlockingIOError:
        yield False
    else:
        yield True
    finally:
        os.close(descriptor)
