"""`POST /v1/games/{game}/validations`: does a state add up?"""

from __future__ import annotations

from typing import Any

from flask import Response

from schemas.openapi import ref
from service.api.answers import encode, ruled
from service.api.arguments import Resources
from service.api.desk import Desk, malformed
from service.api.operations import add_call
from service.engine import referee
from service.engine.answers import Validation
from service.engine.defect import error
from service.engine.errors import RulesVersion


def add(resources: Resources, desk: Desk) -> None:
    """Adds the call for the game of `desk`."""

    def validate(body: dict[str, Any]) -> Response:
        """Everything that is wrong with a state or a view, from its schema to its counts; if nothing is worse than a
        warning, also its position.
        """
        return ruled(encode(validation(desk, body["state"])))

    add_call(
        resources,
        "/validations",
        validate,
        name="validate",
        summary="Check a state",
        body=desk.envelopes.validations,
        answer=ref(desk.envelopes.prefix, "Validation"),
    )


def validation(desk: Desk, plain: dict[str, Any]) -> Validation:
    """The verdict on a state as decoded JSON. Raises nothing, whatever the state holds."""
    try:
        state, flaws = desk.envelopes.state_or_view.examine(plain)
    except RulesVersion as refusal:
        foreign = error("referee.malformed-state", "/rules_version", "rules-version", refusal.detail)
        return Validation(valid=False, defects=[foreign])
    if flaws:
        return Validation(valid=False, defects=malformed(flaws))
    return referee.validate(desk.game, state)
