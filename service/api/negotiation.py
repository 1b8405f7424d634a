"""Which of the media types that a path has a client wants."""

from __future__ import annotations

from collections.abc import Sequence

from flask import request

from service.api.problems import Problem


def negotiated(offered: Sequence[str]) -> str:
    """The one that the client likes best, the first of equals. Raises `not-acceptable` if it takes none of them."""
    accept = request.environ.get("HTTP_ACCEPT")
    if accept is None or accept in ("*/*", offered[0]) or not accept.strip():
        return offered[0]
    accepted = request.accept_mimetypes
    best = max(offered, key=accepted.quality)
    if accepted.quality(best) <= 0:
        raise Problem("not-acceptable", f"this is answered as {' or '.join(offered)}, which Accept excludes")
    return best
