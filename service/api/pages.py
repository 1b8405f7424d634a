"""What the pages about a game have in common: their query string and how long they may be kept."""

from __future__ import annotations

from typing import Annotated, Any

from flask import Response
from msgspec import Meta

from schemas.fields import Shape
from service.api.answers import A_WHILE, FOR_EVER, Document, served
from service.api.arguments import Query
from service.api.exchange import current
from service.api.problems import Problem
from service.engine.game import Game

Version = Annotated[
    str, Meta(max_length=32, description="The rules version that the client knows: the page may then be kept.")
]


def nothing() -> None:
    """The default of a parameter that was left out; unlike a plain None, no document shows it."""


class GameQuery(Query):
    """The query string of a page that changes with the rules version and with nothing else."""

    rules_version = Shape(Version, load_default=nothing)


def game_page(game: Game, page: Document, query: dict[str, Any]) -> Response:
    """The answer to a GET of a page about `game`; it never changes under the current rules version."""
    return served(current(), page, FOR_EVER if query["rules_version"] == game.rules_version else A_WHILE)


def missing(what: str, name: str) -> Problem:
    """404: the path is one of ours, but names something that does not exist."""
    return Problem("not-found", f"there is no {what} {name[:100]!r}")
