"""`GET /v1/games` and `GET /v1/games/{game}`: the games that are installed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec
from flask import Response

from service.api.answers import document, served
from service.api.arguments import Resources
from service.api.desk import Desk
from service.api.exchange import current
from service.api.operations import add_page
from service.api.pages import GameQuery, game_page
from service.api.shapes import GameDetails, Games, Links, ListedGame
from service.engine.answers import About
from service.engine.game import Game

G = TypeVar("G", ListedGame, GameDetails)

CALLS = ("states", "legal-actions", "adjudications", "validations", "views", "scores", "replays")


def links_of(game: Game) -> Links:
    """The paths of everything about a game."""
    base = f"/v1/games/{game.id}"
    pages = {"self": base, "rules": f"{base}/rules", "messages": f"{base}/messages"}
    packs = {f"components:{pack}": f"{base}/components/{pack}" for pack in game.packs}
    schemas = {f"schemas:{name}": f"{base}/schemas/{name}" for name in ("state", "view", "action", "event")}
    calls = {call: f"{base}/{call}" for call in CALLS}
    return {
        **pages,
        **packs,
        **schemas,
        **calls,
        "openapi": f"/openapi.json?game={game.id}",
        "docs": f"/docs?game={game.id}",
    }


def linked(shape: type[G], about: About, game: Game) -> G:
    """What the engine tells of a game, with its links."""
    return shape(**msgspec.structs.asdict(about), links=links_of(game))


def add_list(resources: Resources, games: Iterable[Game]) -> None:
    """Adds `GET /v1/games`."""
    page = document(Games(games=[linked(ListedGame, game.about(), game) for game in games]))

    def listed(query: dict[str, Any]) -> Response:
        """The games that this service knows, their seats, and the versions of states that are taken."""
        return served(current(), page)

    add_page(
        resources,
        "/v1/games",
        listed,
        name="games",
        summary="List the games",
        answer={"$ref": "#/components/schemas/Games"},
    )


def add(resources: Resources, desk: Desk) -> None:
    """Adds `GET /v1/games/{game}` for the game of `desk`."""
    page = document(linked(GameDetails, desk.game.details(), desk.game))

    def about(query: dict[str, Any]) -> Response:
        """Options and seats of a setup, the types of action, the steps, the steps at which a game can be entered, and
        how much of each pack is rulebook, published or reconstructed.
        """
        return game_page(desk.game, page, query)

    add_page(
        resources,
        "",
        about,
        name="about",
        summary="Describe the game",
        answer={"$ref": "#/components/schemas/GameDetails"},
        query=GameQuery,
    )
