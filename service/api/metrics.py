"""`GET /metrics`: counts and times for Prometheus.

Labels come from the registry of games and from the templates of routes, never from what a client has sent. Under
gunicorn all workers count into one directory (PROMETHEUS_MULTIPROC_DIR), and whichever is asked tells the sum.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from threading import Lock
from time import perf_counter
from typing import Any

from flask import Flask, Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, values
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from service.api.answers import NO_STORE, document_of, served
from service.api.arguments import Resources
from service.api.exchange import current
from service.api.operations import add_page
from service.cache import Failure, Outcome, Result
from service.engine.answers import IllegalVerdict, Verdict
from service.engine.game import Game


def _process_number() -> Callable[[], int]:
    """The number of this process without a system call each time, of which a request makes several."""
    number = os.getpid()

    def forked() -> None:
        nonlocal number
        number = os.getpid()

    os.register_at_fork(after_in_child=forked)
    return lambda: number


if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
    # As prometheus_client does by itself, with `os.getpid`.
    values.ValueClass = values.MultiProcessValue(_process_number())  # type: ignore[no-untyped-call]

TEXT = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.125, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
LENGTHS = (0, 1, 3, 10, 30, 100, 300, 1000, 3000, 10_000)
UNMATCHED = ("", "unmatched")
"""Game and operation of a request whose path or method is none of ours."""


class Metrics:
    """What one application counts."""

    def __init__(self, build: str = "", *, rules: bool = False) -> None:
        """`build` is told in the page; `rules`: whether violations are counted."""
        self._about = About(build)
        self._registry = CollectorRegistry()
        # Its count is how many requests there were: a counter of them would say the same once more.
        self._seconds = Histogram(
            "referee_request_seconds",
            "Time from the first byte of a request to its answer; of a stream, to its end.",
            ("game", "operation", "status"),
            registry=self._registry,
            buckets=SECONDS,
        )
        self._lookups = Counter(
            "referee_cache_lookups",
            "Look-ups by tier: states (checked or made by this worker), memory and redis (finished answers), "
            "marks (states that another worker has checked, in redis).",
            ("tier", "result"),
            registry=self._registry,
        )
        self._stores = Counter("referee_cache_stores", "Answers sent to redis.", ("result",), registry=self._registry)
        self._leases = Counter(
            "referee_cache_leases",
            "Questions that take long: led (computed here), waited (given by another worker or thread), timed-out.",
            ("outcome",),
            registry=self._registry,
        )
        self._failures = Counter(
            "referee_redis_failures", "What was wrong with redis.", ("kind",), registry=self._registry
        )
        self._breaker: tuple[Gauge, Counter] | None = None
        self._is_open = False
        self._lock = Lock()
        self._listed = Histogram(
            "referee_listed_actions",
            "Legal actions in a list that had to be worked out.",
            ("game",),
            registry=self._registry,
            buckets=LENGTHS,
        )
        self._problems = Counter(
            "referee_problems", "Requests refused, by type of problem.", ("game", "slug"), registry=self._registry
        )
        self._violations = rules and Counter(
            "referee_violations", "Rules that judged actions broke.", ("game", "rule"), registry=self._registry
        )
        self._of_route: dict[tuple[str | None, int], Any] = {}
        self._of_lookup: dict[tuple[str, Result], Any] = {}

    def answered(self, app: Flask, endpoint: str | None, status: int, seconds: float) -> None:
        """Count a request; `endpoint` is Flask's name of the route, None where none has matched."""
        counted = self._of_route.get((endpoint, status))
        if counted is None:
            labels = (*route_labels(app, endpoint), str(status))
            counted = self._of_route[endpoint, status] = self._seconds.labels(*labels)
        counted.observe(seconds)

    def refused(self, app: Flask, endpoint: str | None, slug: str) -> None:
        """Count a problem that was answered."""
        self._problems.labels(route_labels(app, endpoint)[0], slug).inc()

    def violated(self, game: Game, verdict: Verdict | None) -> None:
        """Count the clauses that an action would break, each once, if the operator wants that."""
        if not self._violations or not isinstance(verdict, IllegalVerdict):
            return
        for rule in {violation.rule for violation in verdict.violations}:
            if rule in game.catalogue:
                self._violations.labels(game.id, rule).inc()

    def begin_worker(self, waiting: Callable[[], int]) -> None:
        """This process answers from now on; `waiting` counts the connections that nobody has accepted yet."""
        # Not made before: it takes a file of this process's own.
        gauge = Gauge("referee_workers", "Processes that answer.", registry=self._registry, multiprocess_mode="livesum")
        gauge.set(1)
        self._about.waiting = waiting

    def looked_up(self, tier: str, result: Result) -> None:
        """Count a look-up in a tier of the caches."""
        counted = self._of_lookup.get((tier, result))
        if counted is None:
            counted = self._of_lookup[tier, result] = self._lookups.labels(tier, result)
        counted.inc()

    def stored(self, stored: bool) -> None:
        """Count an answer that redis has kept, or not."""
        self._stores.labels("stored" if stored else "failed").inc()

    def leased(self, outcome: Outcome) -> None:
        """Count a question that takes long, by how it came to its answer."""
        self._leases.labels(outcome).inc()

    def failed(self, kind: Failure) -> None:
        """Count something that was wrong with redis."""
        self._failures.labels(kind).inc()

    def breaker(self, is_open: bool) -> None:
        """Note whether this worker leaves redis alone."""
        with self._lock:
            # They have no labels, so they open files as soon as they are made; gunicorn loads us before those have
            # a place.
            if self._breaker is None:
                self._breaker = self._make_breaker()
            gauge, openings = self._breaker
            gauge.set(int(is_open))
            if is_open and not self._is_open:
                openings.inc()
            self._is_open = is_open

    def _make_breaker(self) -> tuple[Gauge, Counter]:
        what = "leaves redis, or one server of a cluster, alone"
        gauge = Gauge(
            "referee_redis_breaker", f"1 while a worker {what}.", registry=self._registry, multiprocess_mode="livemax"
        )
        openings = Counter(
            "referee_redis_breaker_openings", f"Times from which on a worker {what}.", registry=self._registry
        )
        return gauge, openings

    def listed(self, game: str, actions: int) -> None:
        """Count a list of legal actions."""
        self._listed.labels(game).observe(actions)

    def text(self) -> bytes:
        """Everything in Prometheus' text format; with a directory, of all processes that count there."""
        about = generate_latest(self._about)
        directory = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
        if not directory:
            return generate_latest(self._registry) + about
        # Only under gunicorn, and so on a system that has file locks.
        from service.metrics_files import reading

        everybody = CollectorRegistry()
        MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
        with reading(directory):
            return generate_latest(everybody) + about


class About(Collector):
    """What is not counted but looked up when somebody asks."""

    def __init__(self, build: str) -> None:
        self._build = build
        self.waiting: Callable[[], int] | None = None

    def collect(self) -> Iterator[Metric]:
        """The build; under gunicorn also the queue that all workers share."""
        build = GaugeMetricFamily("referee_build_info", "What answers; always 1.", labels=["build"])
        build.add_metric([self._build], 1)
        yield build
        waiting = -1 if self.waiting is None else self.waiting()
        if waiting >= 0:
            help_text = "Connections that the kernel keeps until a worker has time."
            yield GaugeMetricFamily("referee_waiting_connections", help_text, waiting)


def route_labels(app: Flask, endpoint: str | None) -> tuple[str, str]:
    """The game (empty where there is none) and the path below it, as the route has it: `/rules/{rule}`."""
    if endpoint is None:
        return UNMATCHED
    rule = next(app.url_map.iter_rules(endpoint)).rule.replace("<", "{").replace(">", "}")
    prefix = app.blueprints[endpoint.partition(".")[0]].url_prefix if "." in endpoint else None
    return (prefix.rpartition("/")[2], rule.removeprefix(prefix) or "/") if prefix else ("", rule)


def install(app: Flask, metrics: Metrics) -> None:
    """Counts every request of `app`."""

    @app.after_request
    def count(response: Response) -> Response:
        exchange = current()
        rule = exchange.url_rule

        def done() -> None:
            endpoint = rule.endpoint if rule else None
            metrics.answered(app, endpoint, response.status_code, perf_counter() - exchange.started)
            if exchange.problem:
                metrics.refused(app, endpoint, exchange.problem)

        if response.is_streamed:
            response.call_on_close(done)
        else:
            done()
        return response


def add(resources: Resources, metrics: Metrics) -> None:
    """Adds the page."""

    def told(query: dict[str, Any]) -> Response:
        """Requests and their times, look-ups in the caches and lengths of lists, in Prometheus' text format."""
        return served(current(), document_of(metrics.text(), TEXT), NO_STORE)

    add_page(
        resources,
        "/metrics",
        told,
        name="metrics",
        summary="Show counts and times for Prometheus",
        answer={"type": "string"},
        media_types=("text/plain",),
        counted=False,
    )
