"""`POST /v1/games/{game}/states`: a new game, one entered in the middle, or one corrected."""

from __future__ import annotations

from typing import Any

from flask import Response

from schemas.openapi import ref
from service.api.answers import ruled
from service.api.arguments import Resources
from service.api.desk import Desk
from service.api.operations import add_call
from service.asking import Incomplete, encode, enter
from service.engine import referee
from service.engine.referee import Outcome


def add(resources: Resources, desk: Desk) -> None:
    """Adds the call for the game of `desk`."""

    def set_up(body: dict[str, Any]) -> Response:
        """The position in which a game begins; with `at`, in which it stands in the middle; with `state`, as corrected.
        `defects` then says what does not add up; while one of them is an error there is no position yet.
        """
        entered = enter(desk.game, body)
        if isinstance(entered, Outcome):
            outcome, answer = entered, referee.position_answer(entered)
        elif entered.outcome is None:
            return ruled(encode(Incomplete(defects=entered.defects)))
        else:
            outcome, answer = entered.outcome, referee.position_answer(entered.outcome)
            answer.defects = entered.defects
        return ruled(desk.with_parts(answer, outcome.position, body["include"], outcome.events))

    prefix = desk.envelopes.prefix
    add_call(
        resources,
        "/states",
        set_up,
        name="setUp",
        summary="Set a game up, enter it in the middle, or correct it",
        body=desk.envelopes.states,
        answer={"anyOf": [ref(prefix, "Position"), ref(prefix, "Incomplete")]},
        refusals=("illegal-setup", "rules-version", "hidden-value", "too-much-work"),
    )
