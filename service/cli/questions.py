"""`referee legal`, `referee scores` and `referee view`: questions that change nothing."""

from __future__ import annotations

import click

from service.asking import bodies_of
from service.cli import telling
from service.cli.games import body_of, game_of
from service.cli.given import Given, Json, state_in
from service.cli.output import json_option, output_option, shown, tell, write_state
from service.cli.refusals import Code, refusing
from service.engine import referee


@click.command()
@click.argument("given", metavar="STATE", type=Json())
@click.option("--actor", metavar="SEAT", help="Only the actions of this seat, or of chance.")
@click.option("--where", metavar="JSON", type=Json(inline=True), help="Only actions that agree with a partial one.")
@click.option("--explain", is_flag=True, help="Also what is not legal, with the reasons.")
@click.option("--limit", metavar="N", type=int, help="The longest list for each decision (default: 1000).")
@click.option("--cursor", metavar="TEXT", help="Go on with a list that was too long.")
@json_option
@click.pass_context
def legal(
    ctx: click.Context,
    given: Given,
    actor: str | None,
    where: Given | None,
    explain: bool,
    limit: int | None,
    cursor: str | None,
) -> Code:
    """List the legal actions.

    STATE is a file with a state, a view or an answer that holds one, or - for standard input. Each action is printed as
    `judge` takes it. Exits with 1 if there is none.
    """
    state = state_in(given)
    places = {f"/{word}": Given(None, f"--{word}") for word in ("actor", "limit", "cursor")}
    places |= {"/state": state} | ({} if where is None else {"/where": where})
    with refusing(places):
        game = game_of(ctx, state)
        asked = body_of(state=state, actor=actor, where=where, explain=explain, limit=limit, cursor=cursor)
        body = bodies_of(game).legal_actions().load(asked)
        answer = referee.legal_actions(
            body["state"],
            actor=body["actor"],
            where=body["where"],
            explain=body["explain"],
            limit=body["limit"],
            cursor=body["cursor"],
        )
    tell(answer, telling.listed(answer))
    some = any(decision.count != 0 or (decision.open and where is None) for decision in answer.decisions)
    return Code.YES if some else Code.NO


@click.command()
@click.argument("given", metavar="STATE", type=Json())
@json_option
@click.pass_context
def scores(ctx: click.Context, given: Given) -> Code:
    """Count the points.

    Each line of a score has its clause; then come the ranking and what broke ties.
    STATE is a file with a state, a view or an answer that holds one, or - for standard input.
    """
    state = state_in(given)
    with refusing({"/state": state}):
        game = game_of(ctx, state)
        answer = referee.scores(bodies_of(game).scores().load(body_of(state=state))["state"])
    tell(answer, telling.scored(answer))
    return Code.YES


@click.command()
@click.argument("given", metavar="STATE", type=Json())
@click.argument("viewer", metavar="VIEWER")
@output_option("what the viewer may see")
@json_option
@click.pass_context
def view(ctx: click.Context, given: Given, viewer: str, output: str | None) -> Code:
    """Print what a seat may see.

    VIEWER is a seat or `spectator`; null stands for what is hidden.
    STATE is a file with a state, a view or an answer that holds one, or - for standard input.
    """
    state = state_in(given)
    with refusing({"/state": state, "/viewer": Given(viewer, "VIEWER")}):
        game = game_of(ctx, state)
        body = bodies_of(game).views().load(body_of(state=state, viewer=viewer))
        answer = referee.view(body["state"], body["viewer"])
    write_state(output, answer.state)
    tell(answer, [] if output else [shown(answer.state)])
    return Code.YES
