"""Putting a request to the application as a server does (PEP 3333), without a server."""

from __future__ import annotations

import io
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Flask

from tests.fuzz.messages import Message
from tests.fuzz.promises import Answer


def environ_of(message: Message) -> dict[str, Any]:
    """What PEP 3333 makes of a request, as gunicorn does it: the body ends where the message ends."""
    path, _, query = message.target.partition("?")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": message.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path.encode("latin-1")).decode("latin-1"),
        "QUERY_STRING": query,
        "RAW_URI": message.target,
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_LENGTH": str(len(message.body)),
        "HTTP_HOST": "localhost",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(message.body),
        "wsgi.input_terminated": True,
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in message.headers:
        key = name.upper().replace("-", "_")
        environ[key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"] = value
    return environ


def put(app: Flask, message: Message) -> Answer:
    """One exchange in this process. What the application raises is raised here."""
    begun: list[Any] = []
    pieces = app.wsgi_app(environ_of(message), lambda status, headers, error=None: begun.append((status, headers)))
    data = b"".join(pieces)
    ((status, headers),) = begun
    return Answer(int(status.split()[0]), {name.lower(): value for name, value in headers}, data)
