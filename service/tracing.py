"""OpenTelemetry, where the operator wants it: a span for each request, sent to where the OTEL_* variables say.

Its packages come with the extra `otel`, so only this module imports them, and it is only imported if traces are wanted.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable

from flask import Flask, Response
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, StatusCode, Tracer, set_span_in_context
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from service.api.exchange import Exchange, current
from service.api.routes import route_of
from service.logs import METHODS, digest_of

FLUSH_S = 5.0
"""A worker that ends tries for so long to send what it has; a collector that is away must not keep it."""

_propagator = TraceContextTextMapPropagator()
_providers: list[TracerProvider] = []


def sending(build: str) -> TracerProvider:
    """Sends spans in batches over OTLP/HTTP. It has a thread of its own, so it must be made after a fork."""
    attributes = {SERVICE_VERSION: build}
    if not os.environ.get("OTEL_SERVICE_NAME"):
        attributes[SERVICE_NAME] = "tabletop-referee"
    provider = TracerProvider(resource=Resource.create(attributes), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    _providers.append(provider)
    return provider


def shut_down() -> None:
    """Sends what this process has not sent yet, for at most `FLUSH_S`."""
    while _providers:
        thread = threading.Thread(target=_providers.pop().shutdown, daemon=True)
        thread.start()
        thread.join(FLUSH_S)


def install(app: Flask, provider: Callable[[], TracerProvider]) -> None:
    """Traces every request of `app`; `provider` is called in each process by its first one."""
    tracers: dict[int, Tracer] = {}
    making = threading.Lock()

    def tracer() -> Tracer:
        pid = os.getpid()
        with making:
            if pid not in tracers:
                tracers[pid] = provider().get_tracer("tabletop-referee")
            return tracers[pid]

    @app.before_request
    def begin() -> None:
        exchange = current()
        headers = {"traceparent": "HTTP_TRACEPARENT", "tracestate": "HTTP_TRACESTATE"}
        carrier = {name: exchange.environ[key] for name, key in headers.items() if key in exchange.environ}
        game, route = route_of(exchange.url_rule)
        method = exchange.method if exchange.method in METHODS else "_OTHER"
        attributes = {
            "http.request.method": method,
            "url.scheme": exchange.scheme,
            "referee.request_id": exchange.request_id,
        }
        if exchange.url_rule is not None:
            attributes |= {"http.route": route, "url.path": exchange.path}
        if game:
            attributes["referee.game"] = game
        exchange.span = tracer().start_span(
            f"{method} {route}" if exchange.url_rule is not None else method.replace("_OTHER", "HTTP"),
            context=_propagator.extract(carrier),
            kind=SpanKind.SERVER,
            attributes=attributes,
            start_time=wall_clock(exchange.started),
        )

    @app.after_request
    def finish(response: Response) -> Response:
        exchange = current()
        if exchange.span is None:
            return response
        if response.is_streamed:
            response.call_on_close(lambda: end(tracer(), exchange, response.status_code))
        else:
            end(tracer(), exchange, response.status_code)
        return response


def end(tracer: Tracer, exchange: Exchange, status: int) -> None:
    """Ends the span of an exchange, with its two parts below it."""
    span = exchange.span
    assert span is not None, "only called where one was begun"
    if span.is_recording():
        span.set_attribute("http.response.status_code", status)
        if digest := digest_of(exchange):
            span.set_attribute("referee.digest", digest)
        if exchange.problem:
            span.set_attribute("error.type", exchange.problem)
        if status >= 500:
            span.set_status(StatusCode.ERROR)
        context = set_span_in_context(span)
        for name, began, ended in (
            ("validate", exchange.received, exchange.validated),
            ("engine", exchange.validated, exchange.answered),
        ):
            if began and ended:
                part = tracer.start_span(name, context=context, start_time=wall_clock(began))
                part.end(wall_clock(ended))
    span.end()


def wall_clock(moment: float) -> int:
    """A moment of `perf_counter` in nanoseconds since 1970."""
    return time.time_ns() - int(1e9 * (time.perf_counter() - moment))
