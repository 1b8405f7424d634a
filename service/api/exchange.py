"""What every request and every response has in common: ids, timing, security headers, CORS, compression."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from random import getrandbits
from time import perf_counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, Response, request
from flask_compress import Compress
from flask_cors import CORS

from service.api.answers import JSON
from service.api.bodies import drain
from service.api.codings import packed
from service.api.html import POLICY
from service.settings import Settings

if TYPE_CHECKING:
    from opentelemetry.trace import Span

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
NOTHING: Mapping[str, Any] = MappingProxyType({})
EXPOSED = ["Request-Id", "Retry-After", "RateLimit", "RateLimit-Policy", "ETag", "Deprecation", "Sunset"]
PREFLIGHT_MAX_AGE = 7200
COMPRESSED = [JSON, "text/html", "text/plain", "text/css", "text/javascript"]
# Below this a coding costs more time than it saves on any network.
COMPRESS_FROM_BYTES = 1024
SECURITY = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    # Who may read an answer is CORS' business; every page may embed what everybody may ask for.
    ("Cross-Origin-Resource-Policy", "cross-origin"),
)
OF_DATA = (*SECURITY, ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"))
OF_PAGES = (*SECURITY, ("Content-Security-Policy", POLICY))


class Exchange(Request):
    """One request, with its id and the moments that Server-Timing reports (seconds of `perf_counter`)."""

    is_page = False
    """Whether the answer is HTML for people, which loads styles and scripts of ours."""
    key_name = ""
    """The name of the key that came with it, if that is a good one."""
    readings: tuple[Any, ...] = ()
    """What the rate limits have said, where there are any."""

    # What logs and traces tell of it, where there is something to tell.
    loaded: Mapping[str, Any] = NOTHING
    recalled = b""
    problem = ""
    """The slug of the problem that was answered."""
    span: Span | None = None

    def __init__(self, environ: dict[str, Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(environ, *args, **kwargs)
        given = environ.get("HTTP_REQUEST_ID", "")
        self.request_id: str = given if REQUEST_ID.fullmatch(given) else f"{getrandbits(128):032x}"
        self.started = perf_counter()
        self.body: bytes | None = None
        """Inflated, once it has been read."""
        self.asked: bytes | None = None
        """The hash of the body, where answers are remembered by it."""
        self.received = 0.0
        self.validated = 0.0
        self.answered = 0.0
        self.media_type = JSON
        """What the answer will be; `negotiates` where the client could have had another."""
        self.negotiates = False
        self.cache = ""
        """`hit` or `miss`, once the answer cache has been asked."""

    @cached_property
    def blueprints(self) -> list[str]:
        """As Flask has it, which asks several times a request."""
        return super().blueprints

    def begin(self) -> None:
        """The body is about to be read."""
        self.received = perf_counter()

    def validated_now(self, loaded: Mapping[str, Any] = NOTHING, recalled: bytes = b"") -> None:
        """All that was asked is known to be well-formed; what follows is the engine's time.

        `loaded` is the body, or `recalled` the answer to one that nobody had to load.
        """
        self.loaded, self.recalled = loaded, recalled
        self.validated = perf_counter()


def current() -> Exchange:
    """The request being answered."""
    exchange: Exchange = request._get_current_object()  # type: ignore[attr-defined]
    return exchange


def install(app: Flask, settings: Settings) -> None:
    """Hooks the exchange into `app`. Flask runs what comes after a request in the reverse order of this."""
    app.request_class = Exchange
    app.config.update(
        COMPRESS_REGISTER=False,
        COMPRESS_MIMETYPES=COMPRESSED,
        COMPRESS_MIN_SIZE=COMPRESS_FROM_BYTES,
        COMPRESS_ALGORITHM=["zstd", "br", "gzip"],
    )
    compress = Compress(app)
    everybody = settings.cors_origins == ("*",)
    vary = "Accept-Encoding" if everybody else "Accept-Encoding, Origin"

    @app.after_request
    def finish(response: Response) -> Response:
        exchange = current()
        drain(exchange)
        headers = response.headers
        # Nobody has set these before, and to look for what is to be replaced takes as long as all the rest.
        headers.add("Request-Id", exchange.request_id)
        for name, value in OF_PAGES if exchange.is_page else OF_DATA:
            headers.add(name, value)
        if exchange.received:
            exchange.answered = perf_counter()
            headers.add("Server-Timing", server_timing(exchange, settings.timing_cache))
        if exchange.method == "OPTIONS" and response.status_code == 200:
            response.status_code = 204
            del headers["Content-Type"]
            return response
        headers["Vary"] = f"{vary}, Accept" if exchange.negotiates else vary
        if not wants_coding(exchange):
            return response
        return packed(exchange, response) if response.is_streamed else compress.after_request(response)

    CORS(
        app,
        origins="*" if everybody else list(settings.cors_origins),
        methods=["GET", "HEAD", "POST", "OPTIONS"],
        expose_headers=EXPOSED,
        max_age=PREFLIGHT_MAX_AGE,
        send_wildcard=everybody,
        always_send=everybody,
        allow_private_network=False,
    )
    if not everybody:
        return
    exposed = ", ".join(sorted(EXPOSED))

    @app.after_request
    def open_to_everybody(response: Response) -> Response:
        # What flask-cors would work out anew for each answer. It passes over those that have it, and does preflights.
        if current().method != "OPTIONS":
            response.headers.add("Access-Control-Allow-Origin", "*")
            response.headers.add("Access-Control-Expose-Headers", exposed)
        return response


def server_timing(exchange: Exchange, tells_cache: bool) -> str:
    """`validate` and `engine` in milliseconds; a body that was refused never got to the engine.

    Of a stream, `engine` is the time to its first line. `cache` tells what others have asked before, so it is only
    for operators who want that.
    """
    now = exchange.answered
    if not exchange.validated:
        return f"validate;dur={1000 * (now - exchange.received):.3f}"
    validate, engine = exchange.validated - exchange.received, now - exchange.validated
    timing = f"validate;dur={1000 * validate:.3f}, engine;dur={1000 * engine:.3f}"
    return f"{timing}, cache;desc={exchange.cache}" if tells_cache and exchange.cache else timing


def wants_coding(exchange: Exchange) -> bool:
    """Whether the client takes a coding that we have: Flask-Compress overlooks `q=0`, which excludes one."""
    header = exchange.environ.get("HTTP_ACCEPT_ENCODING")
    if not header or header == "identity":
        return False
    if "q=" not in header:
        return True
    return all(quality > 0 for _, quality in exchange.accept_encodings)
