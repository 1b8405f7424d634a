"""`GET /v1/games/{game}/schemas/{state,view,action,event}`: the shapes as JSON Schema."""

from __future__ import annotations

from typing import Any

from flask import Response

from schemas.openapi import standalone
from service.api.answers import document
from service.api.arguments import Resources
from service.api.desk import Desk
from service.api.operations import add_page
from service.api.pages import GameQuery, game_page, missing


def add(resources: Resources, desk: Desk) -> None:
    """Adds the page for the game of `desk`."""
    game = desk.game
    shapes = {"state": game.State, "view": game.View, "action": game.Action, "event": game.Event}
    pages = {name: document(standalone(shape)) for name, shape in shapes.items()}

    def schemas(query: dict[str, Any], shape: str) -> Response:
        """A JSON Schema 2020-12 document that needs nothing beside itself."""
        if shape not in pages:
            raise missing("schema", shape)
        return game_page(game, pages[shape], query)

    add_page(
        resources,
        "/schemas/<shape>",
        schemas,
        name="schemas",
        summary="Show the JSON Schema of states, views, actions or events",
        answer={"type": "object"},
        query=GameQuery,
        refusals=("not-found",),
    )
