"""`POST /v1/games/{game}/states`: a new game, one entered in the middle, or one corrected."""

from __future__ import annotations

from typing import Any

from flask import Response

from schemas.openapi import ref
from service.api.answers import ruled
from service.api.arguments import Resources
from service.api.desk import Desk, check_include
from service.api.operations import add_call
from service.api.seals import NONE
from service.asking import Incomplete, encode, enter, seed_of
from service.engine import referee
from service.engine.referee import Outcome


def add(resources: Resources, desk: Desk) -> None:
    """Adds the call for the game of `desk`."""

    def set_up(body: dict[str, Any]) -> Response:
        """The position in which a game begins; with `at`, in which it stands in the middle; with `state`, as corrected.
        `defects` then says what does not add up; while one of them is an error there is no position yet.
        """
        mark = begun_with(desk, body)
        entered = enter(desk.game, body)
        if isinstance(entered, Outcome):
            outcome, answer = entered, referee.position_answer(entered)
        elif entered.outcome is None:
            return ruled(encode(Incomplete(defects=entered.defects)))
        else:
            outcome, answer = entered.outcome, referee.position_answer(entered.outcome)
            answer.defects = entered.defects
        check_include(body["include"], answer.seats)
        answer.seal = desk.seals.after(mark, outcome, seed_of(body))
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


def begun_with(desk: Desk, body: dict[str, Any]) -> str | None:
    """The mark that the chain of seals goes on from: that of a sealed state, or of a new game.

    Nothing is known of how a table entered by hand came about, so it has none; nor has a state without a seal.
    """
    state, by_hand = body["state"], body["at"] is not None
    if state is None:
        return None if by_hand else NONE
    if body["seal"] is None and (by_hand or not desk.seals.required):
        return None
    mark = desk.seals.check(referee.unchecked(desk.game, state), body["seal"])
    return None if by_hand else mark
