"""`referee judge` and `referee replay`: rulings."""

from __future__ import annotations

import click

from schemas.messages import wrong_type
from schemas.pointers import flatten
from service.asking import begun, bodies_of, seed_of
from service.cli import telling
from service.cli.games import body_of, chance_of, game_of, named_game
from service.cli.given import Given, Json, place_of, state_in
from service.cli.output import json_option, output_option, tell, write_state
from service.cli.refusals import Code, refusing
from service.engine import referee
from service.engine.answers import IllegalVerdict
from service.engine.game import Game
from service.refusals import invalid_body


@click.command()
@click.argument("given", metavar="STATE", type=Json())
@click.argument("action", metavar="ACTION", type=Json(inline=True))
@click.option("--seed", metavar="TEXT", help="Settle dice and draws by this seed; without it you enter what came.")
@output_option("the new state, if the action is legal,")
@json_option
@click.pass_context
def judge(ctx: click.Context, given: Given, action: Given, seed: str | None, output: str | None) -> Code:
    """Rule on an action, or on several.

    STATE is a file with a state or with an answer that holds one; ACTION is a file or JSON written out: an action, or a
    list of actions one after the other, of which none is applied unless all are legal. One of the two may be - for
    standard input. Exits with 1 if it is illegal.
    """
    state, several = state_in(given), isinstance(action.plain, list)
    member = "actions" if several else "action"
    places = {"/state": state, f"/{member}": action, "/chance/seed": Given(seed, "--seed")}

    def moved(pointer: str) -> str:
        # The engine counts the actions of a sequence; a body with a single one has no index.
        return f"/{member}{pointer if several else pointer.removeprefix('/0')}"

    with refusing(places, moved):
        game = game_of(ctx, state)
        asked = body_of(state=state, chance=chance_of(seed), **{member: action})
        body = bodies_of(game).adjudications().load(asked)
        actions = body["actions"] if several else [body["action"]]
        ruling = referee.adjudicate(body["state"], actions, seed_of(body))
    if isinstance(ruling, IllegalVerdict):
        failed = f"/{member}/{ruling.failed_at}" if several else f"/{member}"
        tell(ruling, telling.verdict(ruling, len(actions), lambda pointer: place_of(failed + pointer, places)))
        return Code.NO
    write_state(output, ruling.state)
    tell(ruling, telling.verdict(ruling, len(actions), str))
    return Code.YES


@click.command()
@click.argument("given", metavar="GAME", type=Json())
@click.option("--game", "name", metavar="ID", help="The game, where the file does not name it.")
@output_option("the state that is reached, legally or up to the illegal action,")
@json_option
@click.pass_context
def replay(ctx: click.Context, given: Given, name: str | None, output: str | None) -> Code:
    """Carry a record of actions out.

    GAME is a file with `setup` or `state`, `actions` and perhaps `chance`, as `POST …/replays` takes them. A record
    that begins with a setup also has a member `game`, or --game names it. Exits with 1 at the first illegal action.
    """
    with refusing({"": given}):
        game = _game_played(ctx, given, name)
        body = bodies_of(game).replays().load({k: v for k, v in given.plain.items() if k != "game"})
    with refusing({"": given, "/state": Given(None, "the table of the setup")}, lambda pointer: f"/setup{pointer}"):
        start = body["state"] if body["setup"] is None else begun(game, body["setup"]).position
    with refusing({"": given}, lambda pointer: f"/actions{pointer}"):
        answer = referee.replay(start, body["actions"], seed_of(body))
    write_state(output, answer.position.state)
    failed = f"/actions/{answer.failed_at}"
    lines = telling.replayed(answer, len(body["actions"]), lambda pointer: given.place(failed + pointer))
    tell(answer, lines)
    return Code.YES if answer.legal else Code.NO


def _game_played(ctx: click.Context, given: Given, name: str | None) -> Game:
    plain = given.plain
    if not isinstance(plain, dict):
        raise invalid_body(flatten([wrong_type(["object"], plain)]))
    if name is None and isinstance(plain.get("game"), str):
        name = plain["game"]
    if name is not None:
        return named_game(ctx, name)
    if "state" in plain:
        return game_of(ctx, given.member("state"))
    raise click.UsageError("the record does not say of which game it is: give --game, or a member `game`")
