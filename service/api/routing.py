"""Which operation a request is for: its method and its path decide, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Request
from werkzeug.exceptions import NotFound
from werkzeug.routing import MapAdapter


class Service(Flask):
    """Flask, for a service that means the same under every name."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Nothing here is async, so that it need not be looked for around every function of every request."""
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Reads neither Host nor Upgrade.

        By default both are looked at before the path: a name that the DNS could not hold is refused with 400, though
        its syntax is sound, and so is an offer to go on with another protocol, which a server is free to ignore.
        A doubled slash is another path everywhere. Raises `NotFound` for one at the beginning.
        """
        if request is None:
            return super().create_url_adapter(None)
        environ = request.environ
        # Not the request's own `path`, in which doubled slashes at the beginning are one.
        path = environ["PATH_INFO"].encode("latin-1").decode(errors="replace")
        if path.startswith("//"):
            # The map of paths would strip them, and a proxy that guards /metrics may not.
            raise NotFound
        return self.url_map.bind(
            "",
            script_name=environ.get("SCRIPT_NAME", ""),
            url_scheme=environ["wsgi.url_scheme"],
            default_method=environ["REQUEST_METHOD"],
            path_info=path,
            query_args=environ.get("QUERY_STRING", ""),
        )
