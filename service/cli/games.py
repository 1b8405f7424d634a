"""Which game a command is about, and the body of the call that it stands for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from schemas.messages import required, wrong_type
from schemas.pointers import flatten
from service.cli.given import Given
from service.cli.refusals import no_such_game
from service.engine.game import Game
from service.engine.registry import load_games
from service.refusals import invalid_body


def installed(ctx: click.Context) -> Mapping[str, Game]:
    """The games: those that the caller of the program handed over, or the installed ones."""
    games: Mapping[str, Game] | None = ctx.find_object(dict)
    if games is None:
        games = ctx.find_root().obj = load_games()
    return games


def game_of(ctx: click.Context, given: Given) -> Game:
    """The game that a state names. Raises `Refusal` where it names none, or one that is not installed."""
    plain = given.plain
    if not isinstance(plain, dict):
        raise invalid_body(flatten([wrong_type(["object"], plain)], "/state"))
    name = plain.get("game")
    if not isinstance(name, str):
        message = wrong_type(["string"], name) if "game" in plain else required()
        raise invalid_body(flatten([message], "/state/game"))
    return named_game(ctx, name)


def named_game(ctx: click.Context, name: str) -> Game:
    """The game of this id. Raises `Refusal`."""
    games = installed(ctx)
    if name not in games:
        raise no_such_game(name, list(games))
    return games[name]


def body_of(**members: Any) -> dict[str, Any]:
    """The body of a call: the members that were given, with what was given for them."""
    return {
        name: value.plain if isinstance(value, Given) else value for name, value in members.items() if value is not None
    }


def chance_of(seed: str | None) -> dict[str, str] | None:
    """The member `chance` for a seed."""
    return None if seed is None else {"seed": seed}
