"""`GET /v1`: where everything begins."""

from __future__ import annotations

from typing import Any

from flask import Response

from schemas import limits
from service.api.answers import document, served
from service.api.arguments import Resources
from service.api.exchange import current
from service.api.operations import add_page
from service.api.shapes import Index, Limits
from service.settings import Settings

CONTRACT = "1.0"
LINKS = {
    "self": "/v1",
    "games": "/v1/games",
    "openapi": "/openapi.json",
    "docs": "/docs",
    "problems": "/problems/{slug}",
    "health": "/healthz",
    "readiness": "/readyz",
    "metrics": "/metrics",
}


def add(resources: Resources, settings: Settings, build: str) -> None:
    """Adds the page."""
    page = document(
        Index(
            contract=CONTRACT,
            build=build,
            limits=Limits(
                body_bytes=settings.max_body_bytes,
                nesting=limits.MAX_DEPTH,
                errors=limits.MAX_ERRORS,
                actions=limits.MAX_ADJUDICATED_ACTIONS,
                replayed_actions=limits.MAX_REPLAYED_ACTIONS,
                listed_actions=limits.MAX_LEGAL_ACTIONS,
                listed_actions_default=limits.DEFAULT_LEGAL_ACTIONS,
                work_budget=settings.work_budget,
            ),
            links=LINKS,
        )
    )

    def index(query: dict[str, Any]) -> Response:
        """The version of the contract, the build, the limits of a request, and the paths to go on with."""
        return served(current(), page)

    add_page(
        resources,
        "/v1",
        index,
        name="index",
        summary="Show where everything begins",
        answer={"$ref": "#/components/schemas/Index"},
    )
