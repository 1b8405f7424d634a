"""The shapes of the web's own answers, and those of the engine's made exact for one game (for the documents alone)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from schemas.problems import Problem
from service.asking import Incomplete
from service.engine import answers
from service.engine.defect import Defect
from service.engine.game import Game
from service.engine.violation import Violated

Links = dict[str, str]


class Limits(Struct, kw_only=True):
    """What one request may ask for."""

    body_bytes: int
    nesting: int
    errors: int
    actions: int
    replayed_actions: int
    listed_actions: int
    listed_actions_default: int
    work_budget: int


class Index(Struct, kw_only=True):
    """Where everything begins."""

    contract: str
    build: str
    limits: Limits
    links: Links


class ListedGame(answers.About, kw_only=True):
    """A game in one paragraph, with the paths of its resources."""

    links: Links


class GameDetails(answers.Details, kw_only=True):
    """Everything about a game that a client may want before the first move."""

    links: Links


class Games(Struct, kw_only=True):
    """The games that are installed, by id."""

    games: list[ListedGame]


class Messages(Struct, kw_only=True):
    """English templates by code; `{name}` stands for a member of `params` (refusals) or of the event.

    Lists are told with commas, counts by kind as `2 coin, 1 spell`, several of those with `or`, nothing as `nothing`.
    """

    messages: dict[str, str]


class Health(Struct, kw_only=True):
    """Whether the service is alive, or ready. `degraded`: answers go on, some of them uncached."""

    status: str


class Explained(Struct, kw_only=True):
    """A type of problem."""

    type: str
    title: str
    status: int
    explanation: str


class ReplayLine(Struct, kw_only=True):
    """What one action of a record has come to. An illegal one has `violations`, and the state is that before it."""

    index: int
    legal: bool
    digest: str
    events: list[Any]
    violations: list[Violated] | UnsetType = UNSET


class ReplayEnd(Struct, kw_only=True):
    """The last line of a record that was carried out as far as it is legal."""

    end: Literal[True]
    position: answers.PositionAnswer


class ReplayProblem(Struct, kw_only=True):
    """The last line of a record that could not be carried out further, for another reason than an illegal action."""

    problem: Problem


def answer_shapes(game: Game) -> list[tuple[str, Any]]:
    """Name and type of every answer to a POST of this game, with its own states, actions and events in them."""
    state: Any = game.State
    view: Any = game.View
    action: Any = game.Action
    event: Any = game.Event
    position = _exact(
        answers.PositionAnswer, "Position", state=_may(state), events=list[event], defects=_may(list[Defect])
    )
    refused: Any = _exact(answers.Unavailable, "Unavailable", action=action)
    listed: Any = _exact(
        answers.ListedDecision, "ListedDecision", actions=list[action], unavailable=_may(list[refused])
    )
    verdict = _exact(answers.LegalVerdict, "LegalVerdict", state=_may(state), applied=list[action], events=list[event])
    return [
        ("Position", position),
        ("Incomplete", Incomplete),
        ("LegalActions", _exact(answers.LegalActions, "LegalActions", decisions=list[listed])),
        ("LegalVerdict", verdict),
        ("IllegalVerdict", answers.IllegalVerdict),
        ("Validation", _exact(answers.Validation, "Validation", events=_may(list[event]))),
        ("Viewed", _exact(answers.Viewed, "Viewed", state=view, events=_may(list[event]))),
        ("Scores", answers.Scores),
        ("Replay", _exact(answers.Replay, "Replay", position=position)),
        ("ReplayLine", _exact(ReplayLine, "ReplayLine", events=list[event])),
        ("ReplayEnd", _exact(ReplayEnd, "ReplayEnd", position=position)),
    ]


def _may(shape: Any) -> tuple[Any, Any]:
    return (shape | UnsetType, UNSET)


def _exact(shape: type[Struct], name: str, **fields: Any) -> Any:
    """`shape` under `name` with these fields of a more exact type (a pair has a default)."""
    exact = [(field, *type_) if isinstance(type_, tuple) else (field, type_) for field, type_ in fields.items()]
    return msgspec.defstruct(
        name, exact, bases=(shape,), kw_only=True, namespace={"__doc__": shape.__doc__}, forbid_unknown_fields=False
    )
