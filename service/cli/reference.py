"""`referee games` and `referee rules`: what the referee knows."""

from __future__ import annotations

from collections.abc import Iterator

import click
import msgspec

from service.asking import as_written
from service.cli import telling
from service.cli.games import installed, named_game
from service.cli.output import json_option, tell
from service.cli.refusals import Code
from service.engine.answers import About, Rules
from service.engine.game import Game


class Games(msgspec.Struct):
    """The games that are installed, by id."""

    games: list[About]


@click.command()
@click.argument("name", metavar="[GAME]", required=False)
@json_option
@click.pass_context
def games(ctx: click.Context, name: str | None) -> Code:
    """List the games, their seats and options.

    With GAME, only that game; its JSON then also has the schemas of options and actions, and the steps.
    """
    found = list(installed(ctx).values()) if name is None else [named_game(ctx, name)]
    answer = Games([game.about() for game in found]) if name is None else found[0].details()
    tell(answer, (line for game in found for line in _game(game)), as_written)
    return Code.YES


def _game(game: Game) -> Iterator[str]:
    low, high = game.players
    yield f"{game.id} {game.rules_version}: {game.title}, {low} to {high} players"
    yield f"  seats: {', '.join(game.seats)}"
    yield f"  packs: {', '.join(game.packs)}"
    for option in msgspec.structs.fields(game.Options):
        default = "" if option.required else f" (default: {msgspec.json.encode(_default(option)).decode()})"
        yield f"  option {option.encode_name}{default}"
    yield f"  can be entered at: {', '.join(game.entry_steps)}"


def _default(option: msgspec.structs.FieldInfo) -> object:
    made = option.default_factory
    return option.default if made is msgspec.NODEFAULT else made()


@click.command()
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="[TEXT]", required=False)
@click.option("--kind", metavar="KIND", help="Only clauses of this kind, as legality.")
@click.option("--section", metavar="TEXT", help="Only clauses whose printed heading contains this.")
@json_option
@click.pass_context
def rules(ctx: click.Context, name: str, text: str | None, kind: str | None, section: str | None) -> Code:
    """Search the rules of a game.

    Prints the clauses of GAME whose id, text or ruling contains TEXT; exits with 1 if there are none.
    """
    found = named_game(ctx, name).catalogue.rules(kind, section, text)
    tell(Rules(rules=found), (line for clause in found for line in telling.clause(clause)), as_written)
    if not found:
        click.echo("no clause says that", err=True)
    return Code.YES if found else Code.NO
