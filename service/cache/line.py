"""One connection to one redis server, on which every exchange has a deadline."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from hiredis import pack_command
from redis.connection import Connection, DefaultParser
from redis.exceptions import InvalidResponse, ResponseError, TimeoutError

Command = tuple[str | bytes | int, ...]
SLACK = 0.1
"""By such a part of it a reply may be waited for longer than said."""


class PunctualParser(DefaultParser):  # type: ignore[misc, valid-type]
    """redis-py's reader, except that a reply has to be there at `deadline` (of `time.monotonic`) as a whole.

    redis-py's own time-outs are for each packet: a reply that trickles in would never be late.
    """

    deadline = float("inf")

    def read_from_socket(self, timeout: Any = None, raise_on_timeout: bool = True) -> Any:
        """Reads what there is. Raises TimeoutError past the deadline."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("the reply is late")
        if is_about(left, self._socket_timeout):
            return super().read_from_socket(raise_on_timeout=raise_on_timeout)
        return super().read_from_socket(left, raise_on_timeout)


def is_about(wanted_s: float, set_s: float | None) -> bool:
    """Whether the time-out that a socket has will do, so that no system call has to set another one."""
    return set_s is not None and abs(set_s - wanted_s) <= SLACK * wanted_s


class Line:
    """A connection of redis-py, used by one thread at a time. An error that it raises has closed it."""

    def __init__(self, make: Callable[..., Connection], timeout_s: float) -> None:
        """Connects, with all handshakes. `make` gets the keyword arguments that this class needs for its connection.

        Raises redis-py's errors.
        """
        self._parser: PunctualParser | None = None
        self._timeout_s: float | None = None
        self._connection = make(parser_class=self._make_parser)
        self._deadline_is(time.monotonic() + timeout_s)
        try:
            self._connection.connect()  # type: ignore[no-untyped-call]
        except BaseException:
            self.close()
            raise

    def exchange(self, commands: Sequence[Command], deadline: float) -> list[Any]:
        """Sends all `commands` at once and returns their replies; a refusal is a ResponseError in its place.

        Raises redis-py's TimeoutError when `deadline` passes, and what else it raises when the connection or the
        protocol breaks.
        """
        left = deadline - time.monotonic()
        if left <= 0:
            self.close()
            raise TimeoutError("no time left")
        self._deadline_is(deadline)
        if not is_about(left, self._timeout_s):
            self._connection.update_current_socket_timeout(left)
            self._timeout_s = left
        packed = b"".join([pack_command(command) for command in commands])  # type: ignore[arg-type]
        try:
            self._connection.send_packed_command((packed,), check_health=False)  # type: ignore[no-untyped-call]
            return [self._reply() for _ in commands]
        except (UnicodeError, ValueError) as error:
            # An error message that is no text, say. Whatever is left on the connection is not to be trusted.
            self.close()
            raise InvalidResponse(str(error)) from error

    def close(self) -> None:
        """Closes the connection."""
        self._connection.disconnect()  # type: ignore[no-untyped-call]

    def _reply(self) -> Any:
        try:
            return self._connection.read_response()
        except ResponseError as refusal:
            return refusal

    def _make_parser(self, socket_read_size: int) -> PunctualParser:
        self._parser = PunctualParser(socket_read_size=socket_read_size)
        return self._parser

    def _deadline_is(self, deadline: float) -> None:
        assert self._parser is not None
        self._parser.deadline = deadline
