"""`GET /v1/games/{game}/components/{pack}`: cards, tiles and map."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.api.answers import document
from service.api.arguments import Resources
from service.api.desk import Desk
from service.api.operations import add_page
from service.api.pages import GameQuery, game_page, missing


def add(resources: Resources, desk: Desk) -> None:
    """Adds the page for the game of `desk`."""
    packs = {name: document(pack.document) for name, pack in desk.game.packs.items()}

    def components(query: dict[str, Any], pack: str) -> Response:
        """The component pack: what states and actions name by id, each entry with its provenance."""
        if pack not in packs:
            raise missing("pack", pack)
        return game_page(desk.game, packs[pack], query)

    add_page(
        resources,
        "/components/<pack>",
        components,
        name="components",
        summary="Show a component pack",
        answer={"type": "object"},
        query=GameQuery,
        refusals=("not-found",),
    )
