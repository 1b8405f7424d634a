"""`POST /v1/games/{game}/views`: what a seat or a spectator may see."""

from __future__ import annotations

from typing import Any

from flask import Response

from schemas.openapi import ref
from service.api.answers import ruled
from service.api.arguments import Resources
from service.api.desk import Desk
from service.api.operations import add_call
from service.asking import encode_answer
from service.engine import referee


def add(resources: Resources, desk: Desk) -> None:
    """Adds the call for the game of `desk`."""

    def view(body: dict[str, Any]) -> Response:
        """The state with `null` in the place of what the viewer may not see, and those of the events that the viewer is
        told.
        """
        position, events = body["state"], body["events"]
        desk.seals.check(position, body["seal"])
        if events:
            referee.check_events(position, events)
        return ruled(encode_answer(referee.view(position, body["viewer"], events)))

    add_call(
        resources,
        "/views",
        view,
        name="view",
        summary="Show the state as a viewer may see it",
        body=desk.envelopes.views,
        answer=ref(desk.envelopes.prefix, "Viewed"),
        refusals=("impossible-state", "rules-version", "hidden-value"),
    )
