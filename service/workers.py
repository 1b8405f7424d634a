"""gunicorn's sync worker, which in addition loses no request when the server stops.

A request is the server's as soon as the kernel has made the connection, long before a worker accepts it. gunicorn's own
worker leaves after the request that it is at, and what still waits in the kernel's queue is reset.
"""

from __future__ import annotations

import ctypes
import errno
import math
import os
import select
import signal
import socket
import struct
import sys
import time
from types import FrameType
from typing import Any

from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]
from gunicorn.glogging import Logger  # type: ignore[import-untyped]
from gunicorn.util import close_on_exec  # type: ignore[import-untyped]
from gunicorn.workers.sync import SyncWorker  # type: ignore[import-untyped]

from service import logs, stopping
from service.collector import between_requests

QUIET_S = 0.05
"""Once no new connection can begin: longer than those take that have begun (the last step of a TCP handshake)."""
OPEN_S = 1.0
"""Where new connections cannot be kept out they may never cease: so long a worker waits for a moment without one."""
SILENT_S = 2.0
"""A connection that waited and then says nothing for so long is given up: others may be waiting behind it."""
SPARE_S = 1.0
"""So long before gunicorn kills its workers they leave by themselves."""
SAME_STOP_S = 1.0
"""Some supervisors signal a process and then its group: SIGTERM twice in so short a time is one."""


class Worker(SyncWorker):  # type: ignore[misc]
    """One request at a time. Told to stop with the whole server, it goes on until nobody waits any more.

    A worker that is only replaced (reload, `max_requests`) leaves at once: the others share its queue.
    """

    leaving = False
    """It has left gunicorn's loop, and empties the queue."""
    quitting = False
    """It must not begin another request."""

    def init_process(self) -> None:
        """Becomes the worker; returns when it is done."""
        try:
            super().init_process()
        except Exception:
            # gunicorn would print the message once more, as plain text.
            self.log.exception("Exception in worker process")
            sys.exit(255 if self.booted else Arbiter.WORKER_BOOT_ERROR)

    def init_signals(self) -> None:
        """Puts the handlers in place (gunicorn's own method)."""
        super().init_signals()
        # A signal that came right after the fork has been lost.
        if stopping.announced() is not None:
            self.alive = False

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """SIGQUIT and SIGINT: stop at once."""
        self.quitting = True
        super().handle_quit(sig, frame)

    def run(self) -> None:
        """Answers requests until it is told to stop."""
        super().run()
        stop = stopping.announced()
        if stop is None or self.quitting:
            return
        self.leaving = True
        self._answer_until(stop.accept_until, quiet_s=math.inf)
        if stop.alone and all(refuse_connections(listener) for listener in self.sockets):
            self._answer_until(stop.since + self.cfg.graceful_timeout - SPARE_S, quiet_s=QUIET_S)
        else:
            self._answer_until(stop.accept_until + OPEN_S, quiet_s=0.0)
        for listener in self.sockets:
            listener.close()

    def handle(self, listener: Any, client: Any, address: Any) -> None:
        """Answers one request, and tidies up when the client has its answer (gunicorn's own method)."""
        super().handle(listener, client, address)
        between_requests()

    def accept(self, listener: Any) -> None:
        """Answers the next connection that waits. Raises OSError (EAGAIN) if there is none."""
        if not self.leaving:
            super().accept(listener)
            return
        client, address = listener.accept()
        client.settimeout(SILENT_S)
        close_on_exec(client)
        self.handle(listener, client, address)

    def _answer_until(self, until: float, quiet_s: float) -> None:
        """Goes on until the moment `until`, or until no connection has come for `quiet_s`."""
        came = time.monotonic()
        while not self.quitting:
            self.notify()
            if any(self._answered(listener) for listener in self.sockets):
                came = time.monotonic()
                if came > until:
                    return
                continue
            left = min(until, came + quiet_s) - time.monotonic()
            if left <= 0:
                return
            select.select(self.sockets, [], [], min(left, 1.0))

    def _answered(self, listener: Any) -> bool:
        try:
            self.accept(listener)
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.EWOULDBLOCK, errno.ECONNABORTED):
                raise
            return False
        return True


# A classic BPF program, run on the TCP header of each packet to the listening socket: drop those that have SYN set
# and ACK not, let all others pass.
_DROP_NEW = b"".join(
    struct.pack("HBBI", *instruction)
    for instruction in (
        (0x30, 0, 0, 13),  # load the byte with the flags
        (0x54, 0, 0, 0x12),  # and: SYN and ACK of it
        (0x15, 0, 1, 0x02),  # SYN alone?
        (0x06, 0, 0, 0),  # then drop
        (0x06, 0, 0, 0xFFFFFFFF),  # else pass
    )
)
_SO_ATTACH_FILTER = 26


def refuse_connections(listener: Any) -> bool:
    """Lets no new connection begin at a listening socket; those in its queue stay. False where that is impossible.

    There is no call for this: closing or shutting down a TCP socket resets what waits in its queue. So packets that
    would open a connection are dropped; the client's kernel sends them again after a second, and is then refused.
    """
    raw: socket.socket = getattr(listener, "sock", listener)
    try:
        if raw.family == socket.AF_UNIX:
            raw.shutdown(socket.SHUT_RD)
        elif sys.platform == "linux":
            program = ctypes.create_string_buffer(_DROP_NEW, len(_DROP_NEW))
            count = len(_DROP_NEW) // 8
            raw.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, struct.pack("HP", count, ctypes.addressof(program)))
        else:
            return False
    except OSError:
        return False
    return True


def announce_stops(server: Any, drain_s: float, *, shared: bool) -> None:
    """Makes gunicorn's master process (`server`) announce a stop before its workers hear of it.

    `shared`: others may hold the listening socket too. A second SIGTERM stops the server at once.
    """

    def told(number: int, frame: FrameType | None) -> None:
        if os.getpid() != server.pid:
            # A worker that has just been forked: it looks at what is announced once its own handlers are in place.
            return
        stop = stopping.announced()
        if stop is None:
            # Set while two masters run side by side, one of which is to replace the other (SIGUSR2).
            others = server.reexec_pid or server.master_pid
            stopping.announce(drain_s, alone=not (shared or server.systemd or others))
        elif time.monotonic() - stop.since > SAME_STOP_S:
            number = signal.SIGQUIT
        else:
            return
        server.signal(number, frame)

    signal.signal(signal.SIGTERM, told)


class JsonLogger(Logger):  # type: ignore[misc]
    """gunicorn's logger, with one JSON object a line; it also writes the line of each request."""

    def setup(self, cfg: Any) -> None:
        """Sets all loggers up (gunicorn's own method, called again by a reload)."""
        super().setup(cfg)
        logs.set_up(self.loglevel)
        for log in (self.error_log, self.access_log):
            for handler in log.handlers:
                handler.setFormatter(logs.FORMATTER)

    def access(self, resp: Any, req: Any, environ: dict[str, Any], request_time: Any) -> None:
        """Writes the line of one request, if there are to be any (gunicorn's own method, called once it is over)."""
        if self.access_log_enabled:
            self.access_log.info("request", extra=logs.request_fields(resp, environ, request_time))
