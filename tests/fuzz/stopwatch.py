"""How much processor time an answer takes, whatever else the machine does meanwhile."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterable
from typing import Any, Final

from flask import Flask

LONGEST_S: Final = 2.0
"""No answer may take longer."""


class Stopwatch:
    """Goes around an application and knows the processor seconds of the last answer, a streamed one to its end.

    Of this thread alone, so it is for one client in the same thread.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app.wsgi_app
        self.seconds = 0.0
        app.wsgi_app = self  # type: ignore[method-assign]

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        # A collection would go through all that the tests hold. Under gunicorn it comes between requests.
        gc.disable()
        begin = time.thread_time()
        try:
            answer = self._app(environ, start_response)
            try:
                whole = b"".join(answer)
            finally:
                if hasattr(answer, "close"):
                    answer.close()
        finally:
            self.seconds = time.thread_time() - begin
            gc.enable()
        return [whole]


def in_time(seconds: float, what: str) -> None:
    """Fails for an answer that took too long."""
    assert seconds <= LONGEST_S, f"{what} took {seconds:.2f} s of processor time"
