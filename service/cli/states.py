"""`referee new` and `referee check`: states to begin with, and whether a state can be judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from service.asking import Incomplete, bodies_of, enter, validation
from service.cli import telling
from service.cli.games import body_of, chance_of, game_of, named_game
from service.cli.given import Given, Json, loose, state_in
from service.cli.output import json_option, output_option, tell, write_state
from service.cli.refusals import Code, refusing
from service.engine import referee
from service.engine.answers import PositionAnswer
from service.engine.referee import Outcome


class Players(click.ParamType[Any]):
    """`3`, or `red,blue` in clockwise order, or the list as JSON with what is chosen for each."""

    name = "players"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The member `players` of a setup."""
        plain = loose(value)
        if isinstance(plain, str):
            return [{"seat": seat.strip()} for seat in plain.split(",")]
        return plain


class Option(click.ParamType[tuple[str, Any]]):
    """`name=value`."""

    name = "option"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, Any]:
        """Name and value; the value is JSON where it can be read as that, else a text."""
        name, equals, text = value.partition("=")
        if not equals:
            self.fail(f"{value!r} is not name=value", param, ctx)
        return name, loose(text)


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--players", metavar="N|SEATS", required=True, type=Players(), help="3, or red,blue clockwise, or JSON.")
@click.option("--option", "options", metavar="NAME=VALUE", multiple=True, type=Option(), help="An option of the game.")
@click.option("--pack", metavar="NAME", help="The component pack.")
@click.option("--seed", metavar="TEXT", help="Settle dice and draws by this seed; without it you enter what came.")
@click.option("--salt", metavar="TEXT", help="Random text kept in the state, so that digests tell nothing.")
@click.option("--at", metavar="AT", type=Json(inline=True), help="Enter the game in the middle: step, actor?, table.")
@output_option("the state")
@json_option
@click.pass_context
def new(
    ctx: click.Context,
    name: str,
    players: Any,
    options: Sequence[tuple[str, Any]],
    pack: str | None,
    seed: str | None,
    salt: str | None,
    at: Given | None,
    output: str | None,
) -> Code:
    """Begin a game, or enter one in the middle.

    `referee games` lists the games with their seats and options. --at takes a file or JSON written out, as
    `POST …/states` takes it; while something is missing, the answer is a list of it.
    """
    places = {f"/{word}": Given(None, f"--{word}") for word in ("players", "pack", "salt")}
    places |= {"/options": Given(None, "--option"), "/chance/seed": Given(None, "--seed")}
    places |= {} if at is None else {"/at": at}
    setup = body_of(players=players, options=dict(options) or None, pack=pack, salt=salt, chance=chance_of(seed), at=at)
    with refusing(places):
        game = named_game(ctx, name)
        body = bodies_of(game).states().load(setup)
        entered = enter(game, body)
    outcome, defects = (entered, []) if isinstance(entered, Outcome) else (entered.outcome, entered.defects)
    told = list(telling.defects(defects, lambda pointer: pointer or "the table"))
    if outcome is None:
        tell(Incomplete(defects=defects), ["this is not a position yet", *told])
        return Code.NO
    answer = referee.position_answer(outcome)
    if at is not None:
        answer.defects = defects
    write_state(output, answer.state)
    tell(answer, [*_begun(answer), *told])
    return Code.YES


def _begun(answer: PositionAnswer) -> list[str]:
    head = f"{answer.state.game} {answer.state.rules_version}: {', '.join(answer.seats)}"
    return [head, *telling.events(answer.events), *telling.decisions(answer.decisions, answer.result)]


@click.command()
@click.argument("given", metavar="STATE", type=Json())
@json_option
@click.pass_context
def check(ctx: click.Context, given: Given) -> Code:
    """Say whether a state adds up.

    STATE is a file with a state, a view or an answer that holds one, or - for standard input. Exits with 1 if it cannot
    be judged; what is only doubtful (a warning) can be.
    """
    state = state_in(given)
    with refusing({"/state": state}):
        game = game_of(ctx, state)
        answer = validation(game, bodies_of(game), state.plain)
    told = telling.defects(answer.defects, state.place)
    if not answer.valid:
        tell(answer, ["not valid", *told])
        return Code.NO
    tell(answer, ["valid", *told, *telling.decisions(answer.decisions or [], answer.result or None)])
    return Code.YES
