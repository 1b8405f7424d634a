"""`POST /v1/games/{game}/replays`: a record of actions, carried out as far as it is legal."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from schemas.openapi import ref
from service.api.answers import encode, ruled
from service.api.arguments import Resources
from service.api.desk import Desk, seed_of
from service.api.operations import add_call
from service.api.problems import invalid_body, moved
from service.api.states import enter
from service.engine import referee
from service.engine.errors import ImpossibleState, MalformedAction, UnknownPack
from service.engine.referee import Outcome, Position
from service.engine.shapes import Flaw


def add(resources: Resources, desk: Desk) -> None:
    """Adds the call for the game of `desk`."""

    def replay(body: dict[str, Any]) -> Response:
        """Carries `actions` out one after the other from `state` or from a `setup`, and says where the first illegal
        one stands and what it breaks. The position is the one reached before it.
        """
        position = begun(desk, body) if body["setup"] is not None else body["state"]
        try:
            answer = referee.replay(position, body["actions"], seed_of(body))
        except MalformedAction as error:
            raise invalid_body(moved(error.errors, lambda pointer: "/actions" + pointer)) from error
        return ruled(encode(answer))

    add_call(
        resources,
        "/replays",
        replay,
        name="replay",
        summary="Replay a record of actions",
        body=desk.envelopes.replays,
        answer=ref(desk.envelopes.prefix, "Replay"),
        refusals=("impossible-state", "illegal-setup", "rules-version", "hidden-value", "too-much-work"),
    )


def begun(desk: Desk, body: dict[str, Any]) -> Position:
    """The position of `setup`. Raises `ImpossibleState` where the table that it describes is not complete."""
    setup = msgspec.structs.asdict(body["setup"])
    try:
        entered = enter(desk.game, {**setup, "chance": body["chance"]}, desk.explain)
    except MalformedAction as error:
        raise invalid_body(moved(error.errors, lambda pointer: "/setup" + pointer)) from error
    except UnknownPack as error:
        flaw = Flaw(pointer="/setup/pack", code="unknown-id", detail=error.detail, params={"kind": "pack"})
        raise invalid_body([flaw]) from error
    if isinstance(entered, Outcome):
        return entered.position
    if entered.outcome is None:
        raise ImpossibleState(entered.defects)
    return entered.outcome.position
