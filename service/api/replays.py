"""`POST /v1/games/{game}/replays`: a record of actions, carried out as far as it is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from flask import Response

from schemas.openapi import any_of, ref
from service.api.answers import ruled
from service.api.arguments import Resources
from service.api.desk import Desk
from service.api.exchange import current
from service.api.operations import add_call
from service.api.problems import Problem
from service.api.seals import NONE, mark_after
from service.api.shapes import ReplayEnd, ReplayLine
from service.api.streams import NDJSON, streamed
from service.asking import begun, encode, seed_of
from service.engine import referee
from service.engine.answers import PositionAnswer, Replay
from service.engine.referee import Outcome, Position, Run
from service.refusals import pointing


def add(resources: Resources, desk: Desk) -> None:
    """Adds the call for the game of `desk`."""

    def replay(body: dict[str, Any]) -> Response:
        """Carries `actions` out one after the other from `state` or from a `setup`, and says where the first illegal
        one stands and what it breaks. The position is the one reached before it. With `Accept: application/x-ndjson`
        the answer comes line by line: one for each action, and at last one with the position.
        """
        with pointing(lambda pointer: "/setup" + pointer):
            position, mark = begun_with(desk, body)
        with pointing(lambda pointer: "/actions" + pointer):
            actions = referee.check_actions(position, body["actions"])
        seed = seed_of(body)
        run = Run(position, actions, seed, keep=True)

        def answer(outcome: Outcome) -> PositionAnswer:
            reached = referee.position_answer(outcome)
            reached.seal = desk.seals.after(mark, outcome, seed)
            reached.state = msgspec.Raw(desk.remembered(outcome.position))
            return reached

        return streamed(told(run, answer)) if current().media_type == NDJSON else ruled(encode(summed_up(run, answer)))

    prefix = desk.envelopes.prefix
    add_call(
        resources,
        "/replays",
        replay,
        name="replay",
        summary="Replay a record of actions",
        body=desk.envelopes.replays,
        answer=ref(prefix, "Replay"),
        streams={
            NDJSON: any_of(ref(prefix, "ReplayLine"), ref(prefix, "ReplayEnd"), ref("", "ReplayProblem")),
        },
        refusals=("impossible-state", "illegal-setup", "rules-version", "hidden-value", "too-much-work"),
    )


def begun_with(desk: Desk, body: dict[str, Any]) -> tuple[Position, str | None]:
    """Where the record begins, and the mark that the chain of seals goes on from, if it has one."""
    setup, seals = body["setup"], desk.seals
    if setup is None:
        return body["state"], seals.check(body["state"], body["seal"])
    if setup.at is None:
        outcome = begun(desk.game, setup)
        return outcome.position, mark_after(NONE, outcome, None)
    if seals.required:
        raise Problem("bad-seal", "this service rules on states with their seal only; a table entered by hand has none")
    return begun(desk.game, setup).position, None


Answered = Callable[[Outcome], PositionAnswer]


def summed_up(run: Run, answer: Answered) -> Replay:
    """Where the record has led, in one answer."""
    for index, violated in run:
        if violated:
            return Replay(legal=False, failed_at=index, violations=violated, position=answer(run.stopped()))
    return Replay(legal=True, failed_at=None, violations=[], position=answer(run.finished()))


def told(run: Run, answer: Answered) -> Iterator[ReplayLine | ReplayEnd]:
    """The same as it comes about: a line for each action up to the first that is illegal, then where it has led."""
    legal = True
    for index, violated in run:
        legal = not violated
        yield ReplayLine(
            index=index,
            legal=legal,
            digest=run.digest(),
            events=run.news(),
            violations=violated or msgspec.UNSET,
        )
    yield ReplayEnd(end=True, position=answer(run.finished() if legal else run.stopped()))
