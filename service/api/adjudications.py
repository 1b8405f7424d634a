"""`POST /v1/games/{game}/adjudications`: is it legal, and what comes of it?"""

from __future__ import annotations

from typing import Any

from flask import Response

from schemas.openapi import ref
from service.api.answers import ruled
from service.api.arguments import Resources
from service.api.desk import Desk, check_include
from service.api.operations import add_call
from service.asking import encode, seed_of
from service.engine import referee
from service.refusals import pointing


def add(resources: Resources, desk: Desk) -> None:
    """Adds the call for the game of `desk`."""

    def adjudicate(body: dict[str, Any]) -> Response:
        """The ruling on one action, or on a sequence of which nothing is applied unless all are legal. An illegal
        action is answered with status 200 and every rule that it would break. `include` adds answers about the new
        state.
        """
        position, include = body["state"], body["include"]
        check_include(include, position.state.seats)
        seed, mark = seed_of(body), desk.seals.check(position, body["seal"])
        alone = body["actions"] is None
        with pointing(_of_action if alone else _of_actions):
            # The state was read for this request alone.
            outcome, refused = referee.play(position, [body["action"]] if alone else body["actions"], seed, spend=True)
        if outcome is None:
            desk.metrics.violated(desk.game, refused)
            return ruled(encode(refused))
        verdict = referee.verdict_of(outcome)
        verdict.seal = desk.seals.after(mark, outcome, seed)
        return ruled(desk.with_parts(verdict, outcome.position, include, outcome.events))

    add_call(
        resources,
        "/adjudications",
        adjudicate,
        name="adjudicate",
        summary="Rule on an action",
        body=desk.envelopes.adjudications,
        answer={"oneOf": [ref(desk.envelopes.prefix, "LegalVerdict"), ref(desk.envelopes.prefix, "IllegalVerdict")]},
        refusals=("impossible-state", "illegal-setup", "rules-version", "hidden-value", "too-much-work"),
    )


def _of_action(pointer: str) -> str:
    # The engine counts the actions of a sequence; a body with a single one has no index.
    return "/action" + pointer.removeprefix("/0")


def _of_actions(pointer: str) -> str:
    return "/actions" + pointer
