"""`GET /docs`: the OpenAPI document, rendered by the Swagger UI that comes with the installed package.

Nothing is loaded from another host, and the page works under a strict Content-Security-Policy.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from flask import Flask, Response

from service.api.answers import document_of, served
from service.api.arguments import Resources
from service.api.documents import DocumentQuery
from service.api.exchange import current
from service.api.html import HTML, link, nav, page
from service.api.operations import add_page
from service.api.pages import missing
from service.engine.game import Game

SWAGGER, OURS = ("flask_swagger_ui", "dist"), ("service.api", "data")
ASSETS = {
    "swagger-ui.css": (SWAGGER, "text/css; charset=utf-8"),
    "swagger-ui-bundle.js": (SWAGGER, "text/javascript; charset=utf-8"),
    "favicon-32x32.png": (SWAGGER, "image/png"),
    "docs.css": (OURS, "text/css; charset=utf-8"),
    "docs.js": (OURS, "text/javascript; charset=utf-8"),
}
"""What the page is made of: name, where it is installed, media type."""

HEAD = """\
<link rel="stylesheet" href="/docs/swagger-ui.css">
<script src="/docs/swagger-ui-bundle.js" defer></script>
<script src="/docs/docs.js" defer></script>
"""


def add(resources: Resources, games: Iterable[Game]) -> None:
    """Adds the page."""
    titles = {game.id: game.title for game in games}
    pages = {game: document_of(docs_page(titles, game), HTML) for game in (None, *titles)}

    def docs(query: dict[str, Any]) -> Response:
        """The documentation of all operations for people, with examples that can be sent from the page; with `game`
        only of those that a client of one game needs.
        """
        game = query["game"]
        if game not in pages:
            raise missing("game", game)
        exchange = current()
        exchange.is_page = True
        return served(exchange, pages[game])

    add_page(
        resources,
        "/docs",
        docs,
        name="docs",
        summary="Show the documentation",
        answer={"type": "string"},
        query=DocumentQuery,
        media_types=("text/html",),
        refusals=("not-found",),
    )


def docs_page(titles: dict[str, str], game: str | None) -> bytes:
    """The page of one game, or of all."""
    document = "/openapi.json" if game is None else f"/openapi.json?game={game}"
    links = [link("/docs", "All games", game is None)]
    links += [link(f"/docs?game={id_}", title, id_ == game) for id_, title in titles.items()]
    links += [link(document, "openapi.json"), link("/v1/games", "/v1/games")]
    expansion = "none" if game is None and len(titles) > 1 else "list"
    body = (
        f'{nav(links)}<div id="docs" data-document="{document}" data-expansion="{expansion}"></div>\n'
        "<noscript><main><p>This page needs JavaScript; the document itself is at "
        f"{link(document, document)}.</p></main></noscript>\n"
    )
    return page("Tabletop Referee: the HTTP interface", HEAD, body)


def install(app: Flask) -> None:
    """Adds the files that the page loads. They are no operations, so no document lists them."""

    @app.get("/docs/<asset>")
    def docs_asset(asset: str) -> Response:
        if asset not in ASSETS:
            raise missing("file", asset)
        place, media_type = ASSETS[asset]
        return served(current(), document_of(asset_bytes(*place, asset), media_type))


@cache
def asset_bytes(package: str, folder: str, name: str) -> bytes:
    """A file of an installed package, read once."""
    return files(package).joinpath(folder, name).read_bytes()
