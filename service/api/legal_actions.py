"""`POST /v1/games/{game}/legal-actions`: who may decide what."""

from __future__ import annotations

from typing import Any

from flask import Response

from schemas.openapi import ref
from service.api.answers import ruled
from service.api.arguments import Resources
from service.api.desk import Desk
from service.api.operations import add_call


def add(resources: Resources, desk: Desk) -> None:
    """Adds the call for the game of `desk`."""

    def legal_actions(body: dict[str, Any]) -> Response:
        """The decisions that are due with all their legal actions, or a page of each. `where` is a partial action that
        the answers agree with; `explain` adds what is not legal, with the reasons. Takes a view for its viewer.
        """
        desk.seals.check(body["state"], body["seal"])
        answer = desk.legal_actions(
            body["state"],
            actor=body["actor"],
            where=body["where"],
            explain=body["explain"],
            limit=body["limit"],
            cursor=body["cursor"],
        )
        return ruled(answer)

    add_call(
        resources,
        "/legal-actions",
        legal_actions,
        name="legalActions",
        summary="List the legal actions",
        body=desk.envelopes.legal_actions,
        answer=ref(desk.envelopes.prefix, "LegalActions"),
        refusals=("impossible-state", "rules-version", "hidden-value", "bad-cursor", "too-much-work"),
        recall=desk.recalled,
    )
