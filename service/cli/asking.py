"""What the commands share with the calls of the web: a game's request schemas, and the settled bodies that they load.

The tests hold every command and its call to the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click
import msgspec

from schemas.envelopes import Envelopes, envelopes
from schemas.fields import flaws_of
from schemas.messages import required, wrong_type
from schemas.pointers import flatten
from service.cli.given import Given
from service.cli.refusals import invalid_body, no_such_game
from service.engine import referee
from service.engine.defect import Defect, error
from service.engine.errors import RulesVersion
from service.engine.game import Game
from service.engine.referee import Entered, Outcome
from service.engine.registry import load_games

encode = msgspec.json.Encoder(order="deterministic").encode
"""Answers: fields as declared, keys of dicts sorted."""
as_written = msgspec.json.Encoder().encode
"""Documents, whose order is meant."""


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


def bodies_of(game: Game) -> Envelopes:
    """The schemas of the calls; a state comes out of them as a position."""
    return envelopes(
        game.id,
        state=game.State,
        view=game.View,
        action=game.Action,
        event=game.Event,
        options=game.Options,
        seat=game.SeatSetup,
        at_steps=game.entry_steps,
        admit=lambda state: referee.admit(game, _in_order(state)),
        foreign=lambda plain: _refuse_foreign(game, plain),
    )


def _in_order(state: Any) -> Any:
    """The same state with the keys of its dicts sorted: states of one digest have one answer."""
    return msgspec.json.decode(encode(state), type=type(state))


def _refuse_foreign(game: Game, plain: Any) -> None:
    """Raises `RulesVersion` for a state that says it follows other rules: its shape may be another one."""
    version = plain.get("rules_version") if isinstance(plain, Mapping) else None
    if isinstance(version, str) and len(version) <= 32 and version.count(".") == 2 and not game.takes(version):
        raise RulesVersion(version, game.accepts)


def body_of(**members: Any) -> dict[str, Any]:
    """The body of a call: the members that were given, with what was given for them."""
    return {
        name: value.plain if isinstance(value, Given) else value for name, value in members.items() if value is not None
    }


def chance_of(seed: str | None) -> dict[str, str] | None:
    """The member `chance` for a seed."""
    return None if seed is None else {"seed": seed}


def seed_of(body: Mapping[str, Any]) -> str | None:
    """The seed of a loaded body, or None where chance is entered by hand."""
    chance = body["chance"]
    return None if chance is None else str(chance.seed)


def malformed(flaws: Iterable[Mapping[str, Any]]) -> list[Defect]:
    """Broken schemas as defects of a state."""
    return [error("referee.malformed-state", flaw["pointer"], flaw["code"], flaw["detail"]) for flaw in flaws]


def explain(shape: Any, plain: Any) -> Sequence[Defect]:
    """Every defect of a value that does not fit `shape`."""
    return malformed(flaws_of(shape, plain))


def set_up(game: Game, setup: Mapping[str, Any], seed: str | None) -> Outcome | Entered:
    """The game that a loaded setup describes, begun or entered in the middle. Raises what the engine raises."""
    members = (setup["players"], setup["options"], setup["pack"], setup["salt"])
    if setup["at"] is None:
        return referee.begin(game, *members, seed)
    return referee.enter(game, *members, setup["at"], seed, explain)
