"""`POST /v1/games/{game}/validations`: does a state add up?"""

from __future__ import annotations

from typing import Any

from flask import Response

from schemas.openapi import ref
from service.api.answers import ruled
from service.api.arguments import Resources
from service.api.desk import Desk
from service.api.operations import add_call
from service.asking import encode_answer, validation
from service.engine import referee


def add(resources: Resources, desk: Desk) -> None:
    """Adds the call for the game of `desk`."""

    def validate(body: dict[str, Any]) -> Response:
        """Everything that is wrong with a state or a view, from its schema to its counts; if nothing is worse than a
        warning, also its position. A seal that does not go with the state is refused; one beside what is no state is
        not looked at any further.
        """
        seal = body["seal"]
        if seal is not None:
            desk.seals.read(seal)
        answer = validation(desk.game, desk.envelopes, body["state"])
        if seal is not None and answer.valid:
            position = referee.unchecked(desk.game, answer.state)
            answer.seal = desk.seals.seal(position, desk.seals.check(position, seal))
        return ruled(encode_answer(answer))

    add_call(
        resources,
        "/validations",
        validate,
        name="validate",
        summary="Check a state",
        body=desk.envelopes.validations,
        answer=ref(desk.envelopes.prefix, "Validation"),
    )
