"""Whether the server has been told to stop, as all of its processes see it at once."""

from __future__ import annotations

import mmap
import struct
import time
from typing import NamedTuple

_RECORD = struct.Struct("dd?")
# Shared with every process that is forked from this one.
_shared = mmap.mmap(-1, _RECORD.size)


class Stop(NamedTuple):
    """What the master process has announced. Moments are seconds of `time.monotonic`."""

    since: float
    accept_until: float
    """Until then requests are taken as ever."""
    alone: bool
    """Nobody else listens at the same socket: what waits there is lost if we do not answer it."""


def announce(drain_s: float, *, alone: bool) -> None:
    """Tells every process that the server stops, and goes on taking requests for `drain_s` seconds."""
    now = time.monotonic()
    _shared[:] = _RECORD.pack(now, now + drain_s, alone)


def announced() -> Stop | None:
    """What has been announced, or None while nothing has."""
    stop = Stop(*_RECORD.unpack(_shared[:]))
    return stop if stop.since else None
