"""What an operator may set, read once from the environment."""

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit

PREFIX = "REFEREE_"

MIB = 1024 * 1024


class SettingsError(ValueError):
    """The environment cannot be used; the message names every variable at fault, one a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every value is checked by `from_env`; built directly (as tests do), values are taken as they are."""

    bind: str = "127.0.0.1:8000"
    workers: int | None = None
    """Processes; None: one for each core."""
    timeout_s: int = 30
    """A worker that is busy with one request for longer is killed."""
    graceful_timeout_s: int = 30
    """How long a stopping worker may take to finish its request."""
    access_log: bool = False

    max_body_bytes: int = MIB
    """Limit of a request body, counted after inflating it."""
    work_budget: int = 1_000_000
    """Steps that one enumeration of actions may take."""
    cors_origins: tuple[str, ...] = ("*",)

    cache_bytes: int = 64 * MIB
    """Finished answers kept in each worker; 0 keeps none."""
    state_cache_bytes: int = 64 * MIB
    """Decoded states kept in each worker, counted by the bytes they came as; 0 keeps none."""
    cache_min_ms: float = 0.3
    """Answers that took less are not worth a trip to redis."""
    cache_ttl_s: int = 3600
    """How long redis keeps an answer."""
    redis_url: str | None = None
    redis_timeout_ms: int = 5
    """Longest wait for redis, to connect and for each reply."""

    timing_cache: bool = False
    """Whether Server-Timing tells if a list was known already: what others have asked is a hint."""

    build: str | None = None
    """Names the deployed build; None: derived from the installed source."""

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Self:
        """Reads `REFEREE_*` and `PORT`. A variable set to nothing counts as not set.

        Raises SettingsError for values that cannot be used and for `REFEREE_*` names that do not exist.
        """
        values: dict[str, Any] = {}
        problems: list[str] = []
        given = {name: text.strip() for name, text in environ.items() if name.startswith(PREFIX)}
        for name, text in sorted(given.items()):
            read = READERS.get(name)
            if read is None:
                problems.append(f"{name} is not a setting{_suggestion(name)}")
            elif text:
                try:
                    values[field_of(name)] = read(text)
                except ValueError as error:
                    problems.append(f"{name}={_shown(name, text)}: {error}")
        port = environ.get("PORT", "").strip()
        if port and "bind" not in values:
            try:
                values["bind"] = f"127.0.0.1:{_port(port)}"
            except ValueError as error:
                problems.append(f"PORT={port}: {error}")
        if problems:
            raise SettingsError("\n".join(problems))
        return cls(**values)


def variable_of(field: str) -> str:
    """`cache_bytes` -> `REFEREE_CACHE_BYTES`."""
    return PREFIX + field.upper()


def field_of(variable: str) -> str:
    """`REFEREE_CACHE_BYTES` -> `cache_bytes`."""
    return variable.removeprefix(PREFIX).lower()


def _suggestion(name: str) -> str:
    close = difflib.get_close_matches(field_of(name), map(field_of, READERS), n=1, cutoff=0.6)
    return f"; did you mean {variable_of(close[0])}?" if close else f"; there are {', '.join(sorted(READERS))}"


def _shown(name: str, text: str) -> str:
    # A redis URL may hold a password, and this message ends up in logs.
    return "…" if name == "REFEREE_REDIS_URL" else text


def _integer(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,18}", text, re.ASCII) or not low <= int(text) <= high:
            raise ValueError(f"must be a whole number from {low} to {high}")
        return int(text)

    return read


def _size(low: int, high: int) -> Callable[[str], int]:
    units = {"": 1, "KiB": 1024, "MiB": MIB, "GiB": 1024 * MIB}

    def read(text: str) -> int:
        match = re.fullmatch(r"([0-9]{1,15}) ?(|KiB|MiB|GiB)", text, re.ASCII)
        if match is None or not low <= (size := int(match[1]) * units[match[2]]) <= high:
            raise ValueError(f"must be a number of bytes from {low} to {high}, as 1048576 or 1MiB")
        return size

    return read


def _milliseconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text, re.ASCII):
        raise ValueError("must be a number of milliseconds, as 0.3")
    return float(text)


def _flag(text: str) -> bool:
    if text not in ("0", "1"):
        raise ValueError("must be 0 or 1")
    return text == "1"


_port = _integer(1, 65535)


def _bind(text: str) -> str:
    if re.fullmatch(r"unix:/[^\0]+|fd://[0-9]{1,4}", text):
        return text
    host, colon, port = text.rpartition(":")
    if not colon or not re.fullmatch(r"[A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\]", host):
        raise ValueError("must be host:port, [ipv6]:port, unix:/path or fd://number")
    return f"{host}:{_port(port)}"


def _redis_url(text: str) -> str:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise ValueError("is not a URL") from None
    if parts.scheme in ("redis", "rediss"):
        if not parts.hostname or port == 0:
            raise ValueError("must name a host, as redis://127.0.0.1:6379/0")
        if not re.fullmatch(r"(/[0-9]{0,4})?", parts.path):
            raise ValueError("must name a database by its number, as redis://127.0.0.1:6379/0")
    elif parts.scheme == "unix":
        if len(parts.path) < 2:
            raise ValueError("must name a socket, as unix:///run/redis/redis.sock?db=0")
    else:
        raise ValueError("must begin with redis://, rediss:// or unix://")
    for name, value in parse_qsl(parts.query, keep_blank_values=True):
        # redis-py lets a query set everything, time-outs too; those have a setting of their own here.
        if not (name.startswith("ssl_") if name != "db" else re.fullmatch(r"[0-9]{1,4}", value, re.ASCII)):
            raise ValueError("may set db (a number) and ssl_… in its query, nothing else")
    return text


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(dict.fromkeys(origin.strip() for origin in text.split(",")))
    if origins == ("*",):
        return origins
    for origin in origins:
        # Exactly what a browser sends in `Origin`: with a slash or a path at its end it would never match.
        if not re.fullmatch(r"https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(:[0-9]{1,5})?", origin):
            raise ValueError(f"{origin!r} is not an origin, as https://example.org, nor * alone")
    return origins


def _build(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9._+-]{1,64}", text):
        raise ValueError("must be 1 to 64 of the characters A-Z a-z 0-9 . _ + -")
    return text


READERS: Mapping[str, Callable[[str], object]] = {
    "REFEREE_BIND": _bind,
    "REFEREE_WORKERS": _integer(1, 256),
    "REFEREE_TIMEOUT_S": _integer(1, 3600),
    "REFEREE_GRACEFUL_TIMEOUT_S": _integer(1, 3600),
    "REFEREE_ACCESS_LOG": _flag,
    "REFEREE_MAX_BODY_BYTES": _size(1024, 64 * MIB),
    "REFEREE_WORK_BUDGET": _integer(1000, 10**9),
    "REFEREE_CORS_ORIGINS": _origins,
    "REFEREE_CACHE_BYTES": _size(0, 1024 * 1024 * MIB),
    "REFEREE_STATE_CACHE_BYTES": _size(0, 1024 * 1024 * MIB),
    "REFEREE_CACHE_MIN_MS": _milliseconds,
    "REFEREE_CACHE_TTL_S": _integer(1, 30 * 24 * 3600),
    "REFEREE_REDIS_URL": _redis_url,
    "REFEREE_REDIS_TIMEOUT_MS": _integer(1, 10_000),
    "REFEREE_TIMING_CACHE": _flag,
    "REFEREE_BUILD": _build,
}
"""How each variable is read; each sets the field of `Settings` of its name in lower case."""

assert {field_of(name) for name in READERS} == {field.name for field in fields(Settings)}
