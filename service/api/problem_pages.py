"""`GET /problems/{slug}`: what a type of problem means and what to do about it."""

from __future__ import annotations

from typing import Any

from flask import Response

from schemas.problems import KINDS
from service.api.answers import document, served
from service.api.arguments import Resources
from service.api.exchange import current
from service.api.operations import add_page
from service.api.pages import missing
from service.api.shapes import Explained


def add(resources: Resources) -> None:
    """Adds the page."""
    pages = {
        slug: document(Explained(type=kind.type, title=kind.title, status=kind.status, explanation=kind.explanation))
        for slug, kind in KINDS.items()
    }

    def explained(query: dict[str, Any], slug: str) -> Response:
        """What this type of problem means and what to do about it: the `type` of a problem is the path of this page."""
        if slug not in pages:
            raise missing("type of problem", slug)
        return served(current(), pages[slug])

    add_page(
        resources,
        "/problems/<slug>",
        explained,
        name="problem",
        summary="Explain a type of problem",
        answer={"$ref": "#/components/schemas/Explained"},
        refusals=("not-found",),
    )
