"""How the text of each kind of setting is read. Every reader raises ValueError with what it wants instead."""

import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

MIB = 1024 * 1024


class ApiKey(NamedTuple):
    """Who holds a key, and the SHA-256 of the key: the key itself is nowhere in the service."""

    name: str
    sha256: str


class SealKey(NamedTuple):
    """A signing key: its id, which stands in every seal made with it, and the secret."""

    id: str
    secret: bytes


class Limit(NamedTuple):
    """At most so many requests in so many seconds."""

    requests: int
    seconds: int


def integer(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,18}", text, re.ASCII) or not low <= int(text) <= high:
            raise ValueError(f"must be a whole number from {low} to {high}")
        return int(text)

    return read


def size(low: int, high: int) -> Callable[[str], int]:
    units = {"": 1, "KiB": 1024, "MiB": MIB, "GiB": 1024 * MIB}

    def read(text: str) -> int:
        match = re.fullmatch(r"([0-9]{1,15}) ?(|KiB|MiB|GiB)", text, re.ASCII)
        if match is None or not low <= (given := int(match[1]) * units[match[2]]) <= high:
            raise ValueError(f"must be a number of bytes from {low} to {high}, as 1048576 or 1MiB")
        return given

    return read


def milliseconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text, re.ASCII):
        raise ValueError("must be a number of milliseconds, as 0.3")
    return float(text)


def flag(text: str) -> bool:
    if text not in ("0", "1"):
        raise ValueError("must be 0 or 1")
    return text == "1"


port = integer(1, 65535)


def bind(text: str) -> str:
    if re.fullmatch(r"unix:/[^\0]+|fd://[0-9]{1,4}", text):
        return text
    host, colon, number = text.rpartition(":")
    if not colon or not re.fullmatch(r"[A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\]", host):
        raise ValueError("must be host:port, [ipv6]:port, unix:/path or fd://number")
    return f"{host}:{port(number)}"


def redis_url(text: str) -> str:
    """One server, one behind sentinels, or a cluster; what `service.cache.connecting` understands."""
    try:
        parts = urlsplit(text)
    except ValueError:
        raise ValueError("is not a URL") from None
    scheme, _, kind = parts.scheme.partition("+")
    if scheme == "unix" and not kind:
        if len(parts.path) < 2:
            raise ValueError("must name a socket, as unix:///run/redis/redis.sock?db=0")
    elif scheme in ("redis", "rediss") and kind in ("", "sentinel", "cluster"):
        _check_hosts(parts.netloc, several=bool(kind))
        if not re.fullmatch(PATHS[kind][0], parts.path, re.ASCII):
            raise ValueError(PATHS[kind][1])
    else:
        raise ValueError("must begin with redis://, rediss://, unix://, redis+sentinel:// or redis+cluster://")
    for name, value in parse_qsl(parts.query, keep_blank_values=True):
        # redis-py lets a query set everything, time-outs too; those have a setting of their own here.
        if not (name.startswith("ssl_") if name != "db" else re.fullmatch(r"[0-9]{1,4}", value, re.ASCII)):
            raise ValueError("may set db (a number) and ssl_… in its query, nothing else")
    return text


PATHS = {
    "": (r"(/[0-9]{0,4})?", "must name a database by its number, as redis://127.0.0.1:6379/0"),
    "sentinel": (
        r"/[A-Za-z0-9._-]{1,64}(/[0-9]{1,4})?",
        "must name the master that the sentinels watch, as redis+sentinel://one:26379,two:26379/mymaster/0",
    ),
    "cluster": (r"/?", "must name no database: a cluster has only one"),
}
"""By the second half of the scheme: the path that such a URL has, and what to say of another."""


def _check_hosts(netloc: str, *, several: bool) -> None:
    hosts = netloc.rpartition("@")[2].split(",")
    if len(hosts) > 1 and not several:
        raise ValueError(
            "names several hosts: those of sentinels (redis+sentinel://) or of a cluster (redis+cluster://)?"
        )
    for host in hosts:
        match = re.fullmatch(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?", host, re.ASCII)
        if match is None:
            raise ValueError("must name a host, as redis://127.0.0.1:6379/0")
        if match[2] is not None:
            try:
                port(match[2])
            except ValueError:
                raise ValueError("names a port that there is not") from None


def origins(text: str) -> tuple[str, ...]:
    named = tuple(dict.fromkeys(origin.strip() for origin in text.split(",")))
    if named == ("*",):
        return named
    for origin in named:
        # Exactly what a browser sends in `Origin`: with a slash or a path at its end it would never match.
        if not re.fullmatch(r"https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(:[0-9]{1,5})?", origin):
            raise ValueError(f"{origin!r} is not an origin, as https://example.org, nor * alone")
    return named


def build(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9._+-]{1,64}", text):
        raise ValueError("must be 1 to 64 of the characters A-Z a-z 0-9 . _ + -")
    return text


def log_level(text: str) -> str:
    if text not in ("debug", "info", "warning", "error"):
        raise ValueError("must be debug, info, warning or error")
    return text


def api_keys(text: str) -> tuple[ApiKey, ...]:
    keys = []
    for part in _parts(text):
        match = re.fullmatch(r"([A-Za-z0-9_-]{1,32}):([0-9a-f]{64})", part, re.ASCII)
        if match is None:
            raise ValueError("must be name:hash, separated by commas, with the SHA-256 of the key in 64 hex digits")
        keys.append(ApiKey(match[1], match[2]))
    # One name may hold several keys, so that a client can change from one to the next; a key belongs to one name.
    if len({key.sha256 for key in keys}) < len(keys):
        raise ValueError("names one key twice")
    return tuple(keys)


def seal_keys(text: str) -> tuple[SealKey, ...]:
    keys = []
    for part in _parts(text):
        match = re.fullmatch(r"([A-Za-z0-9_-]{1,32}):([0-9a-fA-F]{64,128})", part, re.ASCII)
        if match is None or len(match[2]) % 2:
            raise ValueError("must be id:secret, separated by commas, with a secret of 32 to 64 bytes in hex digits")
        keys.append(SealKey(match[1], bytes.fromhex(match[2])))
    if len({key.id for key in keys}) < len(keys):
        raise ValueError("gives two keys one id")
    return tuple(keys)


SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}


def rate_limit(text: str) -> tuple[Limit, ...]:
    limits = []
    for part in text.split(";"):
        match = re.fullmatch(r" *([1-9][0-9]{0,8})/(second|minute|hour|day) *", part, re.ASCII)
        if match is None:
            raise ValueError("must be a number of requests and a time, as 50/second;1000/minute")
        limits.append(Limit(int(match[1]), SECONDS[match[2]]))
    if len({limit.seconds for limit in limits}) < len(limits):
        raise ValueError("limits the same time twice")
    return tuple(limits)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.replace("\n", ",").split(",") if part.strip()]
