"""What an operator may set, read once from the environment."""

import difflib
import importlib.util
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Self

from service import setting_readers as readers
from service.setting_readers import MIB, ApiKey, Limit, SealKey

PREFIX = "REFEREE_"
SECRETS = ("REFEREE_REDIS_URL", "REFEREE_API_KEYS", "REFEREE_SEAL_KEYS")
"""Never repeated in a message, and taken from a file where the name has `_FILE` at its end."""
TRACING = ("opentelemetry.sdk.trace", "opentelemetry.exporter.otlp.proto.http")
"""Modules of the packages that the extra `otel` brings."""
STEPS_A_SECOND = 30_000
"""Steps of an enumeration that the slowest game manages on a slow machine: what the time-out has to leave room for."""


class SettingsError(ValueError):
    """The environment cannot be used; the message names every variable at fault, one a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every value is checked by `from_env`; built directly (as tests do), values are taken as they are."""

    bind: str = "127.0.0.1:8000"
    workers: int | None = None
    """Processes; None: one for each core."""
    timeout_s: int = 40
    """A worker that is busy with one request for longer is killed."""
    graceful_timeout_s: int = 30
    """How long a stopping worker may take to finish its request."""
    drain_s: int = 0
    """How long a service that was told to stop goes on taking requests, while /readyz says 503."""
    max_requests: int = 100_000
    """A worker is replaced after about so many requests; 0: never."""
    access_log: bool = False
    log_level: str = "info"
    metrics_rules: bool = False
    """Whether /metrics counts violations by clause."""
    otel: bool = False
    """Whether requests are traced with OpenTelemetry, which an extra of the package brings."""

    max_body_bytes: int = MIB
    """Limit of a request body, counted after inflating it."""
    work_budget: int = 800_000
    """Steps that the enumerations of one request may take."""
    cors_origins: tuple[str, ...] = ("*",)
    trusted_proxies: int = 0
    """How many proxies in front of the service add to X-Forwarded-For."""
    api_keys: tuple[ApiKey, ...] = field(default=(), repr=False)
    """Who may POST; none: everybody."""
    rate_limit: tuple[Limit, ...] = ()
    """Requests that one key, or one address without a key, may make."""
    seal_keys: tuple[SealKey, ...] = field(default=(), repr=False)
    """The first signs, all verify; none: nothing is sealed."""
    require_seal: bool = False

    cache_bytes: int = 64 * MIB
    """Finished answers kept in each worker; 0 keeps none."""
    state_cache_bytes: int = 16 * MIB
    """What each worker remembers of states that it has checked or made, some 650 bytes each; 0 remembers nothing."""
    cache_min_ms: float = 0.3
    """Answers that took less are not worth a trip to redis."""
    cache_max_value_bytes: int = MIB
    """Larger answers are not sent to redis."""
    cache_ttl_s: int = 3600
    """How long redis keeps an answer."""
    cache_wait_ms: int = 10_000
    """How long a worker waits for an answer that another one is computing; 0: never."""
    redis_url: str | None = field(default=None, repr=False)
    redis_timeout_ms: int = 4
    """Longest wait for redis in one request."""

    timing_cache: bool = False
    """Whether Server-Timing tells if a list was known already: what others have asked is a hint."""

    build: str | None = None
    """Names the deployed build; None: derived from the installed source."""

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Self:
        """Reads `REFEREE_*` and `PORT`. A variable set to nothing counts as not set.

        A secret may also stand in a file that `…_FILE` names. Raises SettingsError for values that cannot be used,
        alone or together, and for `REFEREE_*` names that do not exist.
        """
        values: dict[str, Any] = {}
        given, problems = _given(environ)
        for name, text in sorted(given.items()):
            read = READERS.get(name)
            if read is None:
                problems.append(f"{name} is not a setting{_suggestion(name)}")
            elif text:
                try:
                    values[field_of(name)] = read(text)
                except ValueError as error:
                    problems.append(f"{name}={_shown(name, text)}: {error}")
        number = environ.get("PORT", "").strip()
        if number and "bind" not in values:
            try:
                values["bind"] = f"127.0.0.1:{readers.port(number)}"
            except ValueError as error:
                problems.append(f"PORT={number}: {error}")
        problems += _contradictions(cls(**values))
        if problems:
            raise SettingsError("\n".join(problems))
        return cls(**values)


def installed(*modules: str) -> bool:
    """Whether all of them can be imported."""
    try:
        return all(importlib.util.find_spec(module) for module in modules)
    except ImportError:
        # Not even the package that one of them is in.
        return False


def variable_of(field: str) -> str:
    """`cache_bytes` -> `REFEREE_CACHE_BYTES`."""
    return PREFIX + field.upper()


def field_of(variable: str) -> str:
    """`REFEREE_CACHE_BYTES` -> `cache_bytes`."""
    return variable.removeprefix(PREFIX).lower()


def _given(environ: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Our variables, those in files read from there, and what is wrong with the files."""
    given = {name: text.strip() for name, text in environ.items() if name.startswith(PREFIX)}
    problems = []
    for name in SECRETS:
        path = given.pop(f"{name}_FILE", "")
        if not path:
            continue
        if given.get(name):
            problems.append(f"{name}_FILE={path}: {name} is set as well")
            continue
        try:
            given[name] = Path(path).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            problems.append(f"{name}_FILE={path}: {error.strerror if isinstance(error, OSError) else 'is not UTF-8'}")
    return given, problems


def _contradictions(settings: Settings) -> Iterator[str]:
    """What single values do not show."""
    if settings.require_seal and not settings.seal_keys:
        yield "REFEREE_REQUIRE_SEAL=1: there are no REFEREE_SEAL_KEYS, so no state could have a seal"
    if settings.otel and not installed(*TRACING):
        yield "REFEREE_OTEL=1: OpenTelemetry is not installed; pip install 'tabletop-referee[otel]'"
    waiting = settings.cache_wait_ms / 1000 if settings.redis_url else 0.0
    needed = math.ceil(settings.work_budget / STEPS_A_SECOND + waiting)
    if settings.timeout_s < needed:
        yield (
            f"REFEREE_TIMEOUT_S={settings.timeout_s}: a worker may need {needed} s for REFEREE_CACHE_WAIT_MS and "
            f"REFEREE_WORK_BUDGET={settings.work_budget}, and would be killed over it"
        )


def _suggestion(name: str) -> str:
    close = difflib.get_close_matches(field_of(name), map(field_of, READERS), n=1, cutoff=0.6)
    return f"; did you mean {variable_of(close[0])}?" if close else f"; there are {', '.join(sorted(READERS))}"


def _shown(name: str, text: str) -> str:
    # This message ends up in logs.
    return "…" if name in SECRETS else text


READERS: Mapping[str, Callable[[str], object]] = {
    "REFEREE_BIND": readers.bind,
    "REFEREE_WORKERS": readers.integer(1, 256),
    "REFEREE_TIMEOUT_S": readers.integer(1, 3600),
    "REFEREE_GRACEFUL_TIMEOUT_S": readers.integer(1, 3600),
    "REFEREE_DRAIN_S": readers.integer(0, 3600),
    "REFEREE_MAX_REQUESTS": readers.integer(0, 10**9),
    "REFEREE_ACCESS_LOG": readers.flag,
    "REFEREE_LOG_LEVEL": readers.log_level,
    "REFEREE_METRICS_RULES": readers.flag,
    "REFEREE_OTEL": readers.flag,
    "REFEREE_MAX_BODY_BYTES": readers.size(1024, 64 * MIB),
    "REFEREE_WORK_BUDGET": readers.integer(1000, 10**8),
    "REFEREE_CORS_ORIGINS": readers.origins,
    "REFEREE_TRUSTED_PROXIES": readers.integer(0, 16),
    "REFEREE_API_KEYS": readers.api_keys,
    "REFEREE_RATE_LIMIT": readers.rate_limit,
    "REFEREE_SEAL_KEYS": readers.seal_keys,
    "REFEREE_REQUIRE_SEAL": readers.flag,
    "REFEREE_CACHE_BYTES": readers.size(0, 1024 * 1024 * MIB),
    "REFEREE_STATE_CACHE_BYTES": readers.size(0, 1024 * 1024 * MIB),
    "REFEREE_CACHE_MIN_MS": readers.milliseconds,
    "REFEREE_CACHE_MAX_VALUE_BYTES": readers.size(0, 512 * MIB),
    "REFEREE_CACHE_TTL_S": readers.integer(1, 30 * 24 * 3600),
    "REFEREE_CACHE_WAIT_MS": readers.integer(0, 60_000),
    "REFEREE_REDIS_URL": readers.redis_url,
    "REFEREE_REDIS_TIMEOUT_MS": readers.integer(1, 10_000),
    "REFEREE_TIMING_CACHE": readers.flag,
    "REFEREE_BUILD": readers.build,
}
"""How each variable is read; each sets the field of `Settings` of its name in lower case."""

assert {field_of(name) for name in READERS} == {field.name for field in fields(Settings)}
