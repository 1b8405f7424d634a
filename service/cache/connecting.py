"""Which redis servers a URL means, where a key lives among them, and how to connect to one.

    redis://[user:pass@]host:port/db        rediss:// the same under TLS
    unix://[user:pass@]/path?db=0
    redis+sentinel://[user:pass@]host:port,host:port/master[/db]     (rediss+sentinel://)
    redis+cluster://[user:pass@]host:port,host:port                  (rediss+cluster://)

`ssl_…` in the query goes to redis-py as it is. Nothing here is called while a request waits.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from redis.connection import Connection, UnixDomainSocketConnection, parse_url
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot
from redis.exceptions import AuthenticationError, ConnectionError, RedisError, ResponseError

from service.cache.line import Line

REDIS_PORT, SENTINEL_PORT = 6379, 26379


class Place(NamedTuple):
    """Where a server listens; `port` is 0 for the path of a unix socket."""

    host: str
    port: int


class Routes(NamedTuple):
    """Which server holds which keys. `slots` has the index of a place for each slot of a cluster, or None."""

    places: tuple[Place, ...]
    slots: tuple[int | None, ...] | None = None

    def place_of(self, key: str) -> Place | None:
        """Where `key` lives; None if no server has its slot."""
        if self.slots is None:
            return self.places[0]
        index = self.slots[key_slot(key.encode())]
        return None if index is None else self.places[index]


class Directory:
    """The servers that a URL means. Nothing is connected before `find` or `open`."""

    def __init__(self, url: str) -> None:
        """Raises ValueError for a URL that is none of those above, or has an option that redis-py does not know."""
        scheme, _, self._kind = urlsplit(url).scheme.partition("+")
        if self._kind not in ("", "sentinel", "cluster"):
            raise ValueError(f"there is no redis+{self._kind}://")
        parts = urlsplit(url)
        path, self._master = parts.path, ""
        if self._kind == "sentinel":
            _, self._master, *database = path.split("/")
            path = "/" + "".join(database)
        user, at, hosts = parts.netloc.rpartition("@")
        query = f"?{parts.query}" if parts.query else ""
        options: list[dict[str, Any]] = [
            parse_url(f"{scheme}://{user}{at}{host}{path}{query}")  # type: ignore[no-untyped-call]
            for host in hosts.split(",")
        ]
        port = SENTINEL_PORT if self._kind == "sentinel" else REDIS_PORT
        self._asked = [_place_of(each, port) for each in options]
        self._class: Any = options[0].pop("connection_class", Connection)
        self._options = {name: value for name, value in options[0].items() if name not in ("host", "port", "path")}
        try:
            self._connection(self._asked[0], self._options, 1.0)
        except (TypeError, RedisError) as error:
            raise ValueError(f"redis-py cannot read this URL: {error}") from None

    @property
    def moves(self) -> bool:
        """Whether servers may come and go, so that `find` may find others later."""
        return self._kind != ""

    def fixed(self) -> Routes | None:
        """The routes where nobody has to be asked for them."""
        return None if self.moves else Routes((self._asked[0],))

    def find(self, known: Sequence[Place], timeout_s: float) -> Routes:
        """Asks the sentinels, or the servers of a cluster (also those `known` from before), one after the other.

        Each may take `timeout_s`. Raises redis-py's ConnectionError if none of them can tell.
        """
        ask = self._master_by if self._kind == "sentinel" else self._slots_by
        reasons = []
        for place in dict.fromkeys([*self._asked, *(known if self._kind == "cluster" else ())]):
            try:
                return ask(place, timeout_s)
            except (RedisError, OSError, ValueError, LookupError, TypeError) as error:
                reasons.append(f"{place.host}:{place.port}: {error}")
        raise ConnectionError("; ".join(reasons))

    def open(self, place: Place, timeout_s: float) -> Line:
        """A connection to a server, with the handshakes of TLS and of redis done; each step may take `timeout_s`.

        Raises redis-py's errors.
        """
        return self._open(place, self._options, timeout_s)

    def _open(self, place: Place, options: dict[str, Any], timeout_s: float) -> Line:
        return Line(lambda **more: self._connection(place, {**options, **more}, timeout_s), timeout_s)

    def _connection(self, place: Place, options: dict[str, Any], timeout_s: float) -> Connection:
        unix = self._class is UnixDomainSocketConnection
        where = {"path": place.host} if unix else {"host": place.host, "port": place.port}
        connection: Connection = self._class(
            **{
                **options,
                **where,
                "socket_timeout": timeout_s,
                "socket_connect_timeout": timeout_s,
                # Neither HELLO nor CLIENT SETINFO: a round trip less for each.
                "protocol": 2,
                "driver_info": None,
            }
        )
        return connection

    def _master_by(self, sentinel: Place, timeout_s: float) -> Routes:
        of_sentinel = {name: value for name, value in self._options.items() if name != "db"}
        public = {name: value for name, value in of_sentinel.items() if name not in ("username", "password")}
        try:
            # Sentinels often want no password even where the servers do, and refuse one that they did not ask for.
            reply = self._ask(sentinel, public, timeout_s, "SENTINEL", "GET-MASTER-ADDR-BY-NAME", self._master)
        except AuthenticationError:
            reply = self._ask(sentinel, of_sentinel, timeout_s, "SENTINEL", "GET-MASTER-ADDR-BY-NAME", self._master)
        if reply is None:
            raise ConnectionError(f"watches no {self._master}")
        host, port = reply
        return Routes((Place(host.decode(), int(port)),))

    def _slots_by(self, server: Place, timeout_s: float) -> Routes:
        places: dict[Place, int] = {}
        slots: list[int | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
        for first, last, (host, port, *_), *_ in self._ask(server, self._options, timeout_s, "CLUSTER", "SLOTS"):
            # A server that does not know its own name means: where you have reached me.
            place = Place(host.decode() if host else server.host, int(port))
            slots[first : last + 1] = [places.setdefault(place, len(places))] * (last + 1 - first)
        if not places:
            raise ConnectionError("has no slots")
        return Routes(tuple(places), tuple(slots))

    def _ask(self, place: Place, options: dict[str, Any], timeout_s: float, *command: str) -> Any:
        with closing(self._open(place, options, timeout_s)) as line:
            (reply,) = line.exchange([command], time.monotonic() + timeout_s)
        if isinstance(reply, ResponseError):
            raise reply
        return reply


def _place_of(options: dict[str, Any], port: int) -> Place:
    if "path" in options:
        return Place(options["path"], 0)
    return Place(options.get("host", "localhost"), options.get("port", port))
