"""`POST /v1/games/{game}/scores`: the points, line by line."""

from __future__ import annotations

from typing import Any

from flask import Response

from schemas.openapi import ref
from service.api.answers import ruled
from service.api.arguments import Resources
from service.api.desk import Desk
from service.api.operations import add_call
from service.asking import encode
from service.engine import referee


def add(resources: Resources, desk: Desk) -> None:
    """Adds the call for the game of `desk`."""

    def scores(body: dict[str, Any]) -> Response:
        """What every seat has scored so far, each line with the clause that gives it; `final` once the game is over. In
        answer to a view the lines that it hides have `points: null`.
        """
        desk.seals.check(body["state"], body["seal"])
        return ruled(encode(referee.scores(body["state"])))

    add_call(
        resources,
        "/scores",
        scores,
        name="scores",
        summary="Count the points",
        body=desk.envelopes.scores,
        answer=ref(desk.envelopes.prefix, "Scores"),
        refusals=("impossible-state", "rules-version", "hidden-value"),
    )
