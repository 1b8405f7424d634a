"""Logs: one JSON object a line, for what the service, its libraries and gunicorn have to say.

What clients send stays out of them: bodies, seeds, salts, keys, seals, and paths that are not ours. Of a position only
its digest is told.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from datetime import timedelta
from types import TracebackType
from typing import TYPE_CHECKING, Any

import structlog
from flask import Flask, Response, request
from structlog.tracebacks import ExceptionDictTransformer
from structlog.types import EventDict

from service.api.routes import route_of

if TYPE_CHECKING:
    from service.api.exchange import Exchange

TRACEPARENT = re.compile(r"(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(-.*)?")
DIGEST = re.compile(rb'\{"digest":"(sha256:[0-9a-f]{64})"')
"""How an answer about a position begins."""
MAX_FRAMES = 20
"""Of a stack, so that a line is written in one piece even where several processes share a pipe."""
KEPT = "referee.exchange"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
IN_REQUESTS = ("service.api", "gunicorn.error:Error handling request", "gunicorn.error:Socket error")
"""Loggers (and beginnings of their messages) whose exceptions come out of a request."""
GUNICORN_QUOTES = ("Invalid request from ip=", "Error handling request", "Ignored premature client disconnection")
"""Beginnings of gunicorn's messages that go on with a part of what the client has sent."""


def trace_of(header: str | None) -> tuple[str, str] | None:
    """The trace and the caller's span in a W3C `traceparent`; None for a header that is missing or malformed."""
    match = TRACEPARENT.fullmatch(header) if header else None
    if match is None or (match[1] == "00" and match[4] is not None):
        return None
    return match[2], match[3]


def digest_of(exchange: Exchange) -> str | None:
    """The digest of the position that was sent, if one was and it was found fit."""
    digest: str | None = getattr(exchange.loaded.get("state"), "digest", None)
    if digest is None and (match := DIGEST.match(exchange.recalled)):
        return match[1].decode()
    return digest


def exchange_fields(exchange: Exchange) -> dict[str, Any]:
    """What is told of a request in every line about it."""
    fields: dict[str, Any] = {"request_id": exchange.request_id}
    if exchange.span is not None:
        context = exchange.span.get_span_context()
        fields["trace_id"], fields["span_id"] = f"{context.trace_id:032x}", f"{context.span_id:016x}"
    elif trace := trace_of(exchange.environ.get("HTTP_TRACEPARENT")):
        fields["trace_id"], fields["parent_id"] = trace
    fields["method"] = exchange.method if exchange.method in METHODS else "other"
    game, fields["route"] = route_of(exchange.url_rule)
    if game:
        fields["game"] = game
    if digest := digest_of(exchange):
        fields["digest"] = digest
    if exchange.key_name:
        fields["key"] = exchange.key_name
    return fields


def install(app: Flask) -> None:
    """Keeps every exchange of `app` for `request_fields`: Flask is through with it before the answer has been sent."""

    @app.after_request
    def keep(response: Response) -> Response:
        request.environ[KEPT] = request._get_current_object()  # type: ignore[attr-defined]
        return response


def request_fields(response: Any, environ: MutableMapping[str, Any], took: timedelta) -> dict[str, Any]:
    """The line of one request, from gunicorn's response and the WSGI environment.

    A request that is not even HTTP has gunicorn's status and nothing else.
    """
    # Taken out again, since an exchange holds its environment.
    exchange: Exchange | None = environ.pop(KEPT, None)
    fields = {} if exchange is None else exchange_fields(exchange)
    fields["status"] = response.status_code or int(str(response.status).split()[0])
    if exchange is not None and exchange.problem:
        fields["problem"] = exchange.problem
    if exchange is not None and exchange.validated:
        fields["validate_ms"] = _ms(exchange.validated - exchange.received)
        fields["engine_ms"] = _ms(exchange.answered - exchange.validated)
    fields["total_ms"] = _ms(took.total_seconds())
    length = environ.get("CONTENT_LENGTH")
    if length and length.isascii() and length.isdecimal():
        fields["bytes_in"] = int(length[:19])
    fields["bytes_out"] = response.sent
    return fields


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 3)


def _origin(logger: Any, method: str, event: EventDict) -> EventDict:
    record: logging.LogRecord = event["_record"]
    event["logger"], event["pid"] = record.name, record.process
    return event


def _discreet(logger: Any, method: str, event: EventDict) -> EventDict:
    """Cuts off what gunicorn's messages quote of a request."""
    if event["_record"].name == "gunicorn.error":
        for beginning in GUNICORN_QUOTES:
            if event["event"].startswith(beginning):
                # An address follows the first of them, and a colon that.
                event["event"] = event["event"].partition(": ")[0] if beginning.endswith("=") else beginning
                if (kind := sys.exc_info()[0]) is not None:
                    event["error"] = kind.__name__
    return event


_told = ExceptionDictTransformer(show_locals=False, max_frames=MAX_FRAMES)


def _exceptions(logger: Any, method: str, event: EventDict) -> EventDict:
    """The exception and its causes. What one says that came out of a request may quote a state, so only its type and
    where it happened are told.
    """
    raised = event.pop("exc_info", None)
    if not raised:
        return event
    record: logging.LogRecord = event["_record"]
    in_request = f"{record.name}:{event['event']}".startswith(IN_REQUESTS)
    event["exception"] = [
        {
            "type": stack["exc_type"],
            **({} if in_request else {"message": stack["exc_value"]}),
            "frames": [f"{frame['filename']}:{frame['lineno']} {frame['name']}" for frame in stack["frames"]],
        }
        for stack in _told(raised if isinstance(raised, tuple) else sys.exc_info())
    ]
    return event


FORMATTER = structlog.stdlib.ProcessorFormatter(
    foreign_pre_chain=[
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
    ],
    processors=[
        _origin,
        _discreet,
        _exceptions,
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.JSONRenderer(),
    ],
)
"""Makes one line of a log record."""


def set_up(level: int) -> None:
    """Sends what is logged anywhere in this process to standard error, and warnings and a fatal exception as well."""
    root = logging.getLogger()
    for handler in [handler for handler in root.handlers if handler.formatter is FORMATTER]:
        root.removeHandler(handler)
    handler = logging.StreamHandler()
    handler.setFormatter(FORMATTER)
    root.addHandler(handler)
    root.setLevel(level)
    logging.captureWarnings(True)
    sys.excepthook = _fatal


def _fatal(kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    logging.getLogger("service").critical("fatal error", exc_info=(kind, error, traceback))
