"""`GET /healthz` and `GET /readyz`: alive, and ready."""

from __future__ import annotations

from typing import Any

from flask import Response

from service import stopping
from service.api.answers import NO_STORE, document, served
from service.api.arguments import Resources
from service.api.exchange import current
from service.api.operations import add_page
from service.api.problems import Problem
from service.api.shapes import Health
from service.cache import Answers

HEALTH = {"$ref": "#/components/schemas/Health"}
RETRY_AFTER_S = "5"
"""About as long as it takes to start again."""


def add(resources: Resources, answers: Answers) -> None:
    """Adds both pages."""
    pages = {status: document(Health(status=status)) for status in ("ok", "degraded")}

    def alive(query: dict[str, Any]) -> Response:
        """Answers as long as the process does; touches nothing else."""
        return served(current(), pages["ok"], NO_STORE)

    def ready(query: dict[str, Any]) -> Response:
        """`ok`, or `degraded` while redis is away: then answers go on, some of them uncached. 503 once the service has
        been told to stop: it still answers, but nobody should begin to count on it.
        """
        if stopping.announced() is not None:
            raise Problem("unavailable", "the service is stopping", headers={"Retry-After": RETRY_AFTER_S})
        return served(current(), pages[answers.status()], NO_STORE)

    add_page(
        resources,
        "/healthz",
        alive,
        name="alive",
        summary="Tell whether the service is alive",
        answer=HEALTH,
        counted=False,
    )
    add_page(
        resources,
        "/readyz",
        ready,
        name="ready",
        summary="Tell whether the service is ready",
        answer=HEALTH,
        counted=False,
        refusals=("unavailable",),
    )
