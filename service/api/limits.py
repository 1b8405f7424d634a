"""Rate limits: how often one client may ask, told in the headers of every answer.

Flask-Limiter asks before anything else is done with a request. Where requests are counted is ours
(`service.cache.counts`): its own memory storage grows with every address and starts a thread every few milliseconds,
and its redis storages ask twice for each limit and connect while the application is still being made.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from flask import Flask, Response, request
from flask_limiter import ApplicationLimit, Limiter, RateLimitExceeded
from limits.storage.base import SlidingWindowCounterSupport, Storage

from service.api.exchange import current
from service.api.problems import Problem, respond
from service.cache import Count, Counts
from service.setting_readers import Limit
from service.settings import Settings

UNCOUNTED = ("/healthz", "/readyz", "/metrics")
"""Those who watch over the service must not be turned away by it."""
DOCS_FILES = "/docs/"
"""A page of documentation is several of these."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A limit and where the client stands."""

    limit: Limit
    count: Count

    @property
    def remaining(self) -> int:
        """Requests left at this moment."""
        return self.count.remaining(*self.limit)

    @property
    def wait_s(self) -> int:
        """Whole seconds after which there is room for one more, at least 1."""
        return math.floor(self.count.free_in_s(*self.limit)) + 1

    def told(self) -> str:
        """As an item of `RateLimit`: what is left, and for how long."""
        left = self.remaining
        return f'"{name_of(self.limit)}";r={left};t={math.ceil(self.count.left_s) if left else self.wait_s}'


class Counting(Storage, SlidingWindowCounterSupport):
    """`Counts` as Flask-Limiter's storage: it takes requests and remembers with each what it has read."""

    STORAGE_SCHEME = ["referee"]
    base_exceptions = ()

    def __init__(self, uri: str | None = None, *, counts: Counts, **options: Any) -> None:
        super().__init__(uri, **options)
        self._counts = counts

    def acquire_sliding_window_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Counts the request if it is within the limit."""
        count = self._counts.take(key, limit, expiry)
        exchange = current()
        exchange.readings = (*exchange.readings, Reading(Limit(limit, expiry), count))
        return count.taken

    def check(self) -> bool:
        """Always: redis away is no failure of ours."""
        return True

    def _not_asked(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise NotImplementedError("Flask-Limiter asks a sliding window for this only where it writes headers")

    incr = get = get_expiry = reset = clear = get_sliding_window = clear_sliding_window = _not_asked


def install(app: Flask, settings: Settings, client: Callable[[], str], counts: Counts) -> None:
    """Limits the requests of each `client` to `app` as counted; settings without a limit are not for this."""
    limits = sorted(settings.rate_limit, key=lambda limit: limit.seconds)
    policy = ", ".join(f'"{name_of(limit)}";q={limit.requests};w={limit.seconds}' for limit in limits)
    limiter = Limiter(
        client,
        # One count for everything that a client asks for, not one for each path.
        application_limits=[ApplicationLimit(f"{limit.requests} per {limit.seconds} second") for limit in limits],
        request_identifier=lambda: "request",
        strategy="sliding-window-counter",
        storage_uri="referee://",
        storage_options={"counts": counts},  # type: ignore[dict-item]
        headers_enabled=False,
    )
    limiter.request_filter(is_uncounted)
    limiter.init_app(app)
    app.register_error_handler(RateLimitExceeded, refuse)

    @app.after_request
    def tell(response: Response) -> Response:
        readings = current().readings
        if readings:
            response.headers.add("RateLimit-Policy", policy)
            response.headers.add("RateLimit", ", ".join(reading.told() for reading in readings))
        return response


def is_uncounted() -> bool:
    """Whether this request costs nothing: a preflight, a probe, a part of the documentation page."""
    path = request.path
    return request.method == "OPTIONS" or path in UNCOUNTED or path.startswith(DOCS_FILES)


def refuse(error: RateLimitExceeded) -> Response:
    """429: the limit that was read last is the one that is used up."""
    reading = current().readings[-1]
    limit, wait = reading.limit, reading.wait_s
    detail = f"{limit.requests} requests in {limit.seconds} s are used up; try again in {wait} s"
    return respond(Problem("rate-limited", detail, headers={"Retry-After": str(wait)}))


def name_of(limit: Limit) -> str:
    """`50-per-1s`: how both headers name it."""
    return f"{limit.requests}-per-{limit.seconds}s"
