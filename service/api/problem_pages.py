"""`GET /problems/{slug}`: what a type of problem means and what to do about it, for programs and for people."""

from __future__ import annotations

from typing import Any

from flask import Response

from schemas.problems import KINDS, Kind
from service.api.answers import JSON, document, document_of, served
from service.api.arguments import Resources
from service.api.exchange import current
from service.api.html import HTML, link, nav, page, prose
from service.api.operations import add_page
from service.api.pages import missing
from service.api.shapes import Explained


def add(resources: Resources) -> None:
    """Adds the page."""
    as_json = {
        slug: document(Explained(type=kind.type, title=kind.title, status=kind.status, explanation=kind.explanation))
        for slug, kind in KINDS.items()
    }
    as_html = {slug: document_of(problem_page(kind), HTML) for slug, kind in KINDS.items()}

    def explained(query: dict[str, Any], slug: str) -> Response:
        """What this type of problem means and what to do about it: the `type` of a problem is the path of this page.
        A browser gets it as HTML.
        """
        if slug not in KINDS:
            raise missing("type of problem", slug)
        exchange = current()
        exchange.is_page = exchange.media_type != JSON
        return served(exchange, (as_html if exchange.is_page else as_json)[slug])

    add_page(
        resources,
        "/problems/<slug>",
        explained,
        name="problem",
        summary="Explain a type of problem",
        answer={"$ref": "#/components/schemas/Explained"},
        media_types=(JSON, "text/html"),
        refusals=("not-found",),
    )


def problem_page(kind: Kind) -> bytes:
    """The explanation with links to all others."""
    others = "".join(
        f"<li>{link(each.type, each.title, each is kind)} ({each.status})</li>\n" for each in KINDS.values()
    )
    body = (
        f"{nav([link('/docs', 'Documentation')])}<main>\n<h1>{kind.status}: {kind.title}</h1>\n"
        f"<p><code>{kind.type}</code></p>\n{prose(kind.explanation)}"
        f"<h2>All types of problem</h2>\n<ul>\n{others}</ul>\n</main>\n"
    )
    return page(f"{kind.title} ({kind.status})", "", body)
