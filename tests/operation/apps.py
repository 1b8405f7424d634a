"""Applications to run under gunicorn: a service that starts quickly, and ones that make mistakes."""

import os
import time

from flask import Flask

from service.app import create_app
from tests.api.stones import GAME


def stones() -> Flask:
    """The service with Stones as its only game, set up from the environment."""
    return create_app(games={GAME.id: GAME})


def failing() -> Flask:
    """The same with a page that fails and one that never ends."""
    app = stones()

    def fail(word: str) -> str:
        state = {"secret": word}
        try:
            raise KeyError(state["secret"])
        except KeyError as error:
            raise ValueError(f"no such card in {state}") from error

    def hang() -> str:
        while True:
            time.sleep(0.01)

    app.add_url_rule("/fails/<word>", view_func=fail)
    app.add_url_rule("/hangs", view_func=hang)
    return app


def slow_to_fork() -> Flask:
    """The service, in workers that take a while before they hear signals."""
    app = stones()
    os.register_at_fork(after_in_child=lambda: time.sleep(0.5))
    return app


def broken() -> Flask:
    """An application that cannot be made."""
    raise LookupError("nothing there")
