"""What the service is asked while it is measured: the calls about positions from the middle of a game.

A salt is part of the state and means nothing to the rules: with another salt the same position is one that the service
has never seen, of exactly the same size.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import msgspec

from service.engine.digest import canonical_bytes
from service.engine.game import Game
from tests.bench.load import post
from tests.games.players import random_positions

PLAYERS = 3
POSITIONS = 12

Moment = tuple[Any, Any]
"""A state and the action that was taken there."""
Members = Callable[[Any, Any], dict[str, Any]]


@dataclass(frozen=True)
class Kind:
    """One line of the report. `known`: the state is one that the worker has seen."""

    name: str
    call: str
    members: Members
    known: bool
    first: str | None = None
    """A call about the same state that is made beforehand and not counted."""
    spaced: bool = False
    """Written with a space after each colon and comma, as Python's json does."""
    elsewhere: bool = False
    """Another worker has answered about the state before, so that only redis can know it."""
    goal: float | None = None
    """At most this many times the echo's processor time."""


def alone(state: Any, action: Any) -> dict[str, Any]:
    return {"state": state}


def ruling(state: Any, action: Any) -> dict[str, Any]:
    return {"state": state, "action": action}


def move_of_an_app(state: Any, action: Any) -> dict[str, Any]:
    return {**ruling(state, action), "chance": {"seed": "bench"}, "include": ["state", "legal-actions"]}


def for_a_seat(state: Any, action: Any) -> dict[str, Any]:
    return {"state": state, "viewer": state.seats[0]}


SEEN, UNSEEN = "adjudication, state seen", "adjudication, state unseen"
ELSEWHERE = Kind("adjudication, state known to redis alone", "adjudications", ruling, False, elsewhere=True, goal=2.5)
KINDS = (
    Kind(SEEN, "adjudications", ruling, known=True, goal=2.0),
    Kind(UNSEEN, "adjudications", ruling, known=False, goal=3.0),
    Kind("the same, JSON with spaces", "adjudications", ruling, known=False, spaced=True),
    Kind("an app's move: seed, new state and list, state seen", "adjudications", move_of_an_app, known=True),
    Kind("legal actions, warm", "legal-actions", alone, known=True, goal=1.3),
    Kind("legal actions, state seen, list new", "legal-actions", alone, known=False, first="scores"),
    Kind("legal actions, cold", "legal-actions", alone, known=False),
    Kind("scores, state seen", "scores", alone, known=True),
    Kind("view, state seen", "views", for_a_seat, known=True),
    Kind("validation", "validations", alone, known=False),
)
WITH_REDIS = (KINDS[0], ELSEWHERE, KINDS[1], *KINDS[3:7])


def middle(game: Game) -> list[Moment]:
    """Positions spread over the middle third of a random game."""
    played = list(random_positions(game, PLAYERS, {}, f"bench-{PLAYERS}"))
    third = len(played) // 3
    chosen = [played[third + third * index // POSITIONS] for index in range(POSITIONS)]
    return [(position.state, action) for position, action in chosen]


class Asked:
    """Makes the requests of each kind."""

    def __init__(self, game: Game, moments: Sequence[Moment]) -> None:
        self._game, self._moments = game, moments
        self._fresh = count(1)

    def requests(self, kind: Kind) -> tuple[list[bytes], list[bytes]]:
        """What has to be asked first, and what is counted: one request for each position."""
        states = [self._salted(state, 0 if kind.known else next(self._fresh)) for state, _ in self._moments]
        bodies = [
            as_the_service(kind.members(state, action))
            for state, (_, action) in zip(states, self._moments, strict=True)
        ]
        counted = [self._post(kind.call, spaced(body) if kind.spaced else body) for body in bodies]
        if kind.elsewhere:
            return counted, counted
        first = [self._post(kind.first, as_the_service({"state": state})) for state in states] if kind.first else []
        return first, counted

    def _salted(self, state: Any, number: int) -> Any:
        return msgspec.structs.replace(state, salt=f"bench-{number:010}")

    def _post(self, call: str, body: bytes) -> bytes:
        return post(f"/v1/games/{self._game.id}/{call}", body)


def as_the_service(members: dict[str, Any]) -> bytes:
    """States in the bytes in which the service answers them, as they come back from most clients."""
    written = {**members, "state": msgspec.Raw(canonical_bytes(members["state"]))}
    return msgspec.json.encode(written, order="deterministic")


def spaced(data: bytes) -> bytes:
    """The same as Python's json writes it again."""
    return json.dumps(json.loads(data), ensure_ascii=False).encode()
