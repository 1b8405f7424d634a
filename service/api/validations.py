"""`POST /v1/games/{game}/validations`: does a state add up?"""

from __future__ import annotations

from typing import Any

from flask import Response

from schemas.openapi import ref
from service.api.answers import ruled
from service.api.arguments import Resources
from service.api.desk import Desk
from service.api.operations import add_call
from service.asking import encode, validation


def add(resources: Resources, desk: Desk) -> None:
    """Adds the call for the game of `desk`."""

    def validate(body: dict[str, Any]) -> Response:
        """Everything that is wrong with a state or a view, from its schema to its counts; if nothing is worse than a
        warning, also its position.
        """
        return ruled(encode(validation(desk.game, desk.envelopes, body["state"])))

    add_call(
        resources,
        "/validations",
        validate,
        name="validate",
        summary="Check a state",
        body=desk.envelopes.validations,
        answer=ref(desk.envelopes.prefix, "Validation"),
    )
