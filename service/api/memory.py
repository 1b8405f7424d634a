"""States that have been checked: by this worker, or by another one that has left a mark in redis.

What was found is kept, not the states: every request comes with its own.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any, cast

from schemas.fields import Noted
from service.api.metrics import Metrics
from service.asking import admitted
from service.cache import Answers, ObjectCache, found_with, mark_key, moving_mean
from service.engine import referee
from service.engine.digest import named_by
from service.engine.game import Game
from service.engine.referee import Position

LOOK_FROM_MS = 0.06
"""Cheaper checks are made again rather than asked for. Measured with states of 3 kB: a check takes 140 to 180 µs, to
recall one 27 µs of processor time through a unix socket (35 µs all in all), to ask in vain 16 µs. A mark costs who
leaves it 5 µs, and the thread that sends many together 3 to 10 µs each."""
NOTED_BYTES = 400
"""What it takes to remember a state."""


class GameMemory:
    """The part of the worker's object cache that belongs to one game: the same bytes are another state elsewhere.

    Behind it are the marks of all workers, under everything that a check depends on: the build, the game, its rules,
    the pack, and the bytes themselves, whose hash is always computed here.
    """

    def __init__(self, game: Game, objects: ObjectCache, answers: Answers, build: str, metrics: Metrics) -> None:
        self._game, self._objects, self._marks, self._metrics = game, objects, answers.far, metrics
        self._prefix = game.id.encode() + b"/"
        self._found_with = {
            pack: found_with(
                build=build, game=game.id, rules_version=game.rules_version, budget=game.work_budget, pack=pack
            )
            for pack in game.packs
        }
        """What the keys of marks have in common."""
        self._check_ms: float | None = None
        """What a check costs; None before the first."""

    def get(self, key: bytes, /) -> Noted | None:
        """What is known of the bytes with this hash."""
        found = self._objects.get(self._prefix + key)
        if found is None:
            return None
        self._metrics.looked_up("states", "hit")
        return cast(Noted, found)

    def note(self, key: bytes, value: Any, admitted: Position, /, *, is_view: bool, in_order: bool) -> None:
        """Keeps what was found of the state `value`, which bytes with this hash gave, perhaps not quite in order."""
        tidy = in_order and admitted.state is value
        self._objects.put(self._prefix + key, Noted(admitted.digest, is_view, tidy))

    def again(self, noted: Noted, value: Any, /) -> Position:
        """The position of a state that was admitted here before."""
        return referee.recall(self._game, value, noted.finding, tidy=noted.tidy)

    def mark(self, content: bytes, value: Any, admitted: Position, /) -> None:
        """Lets the other workers know of a position, unless its state is not as it was sent.

        `content` is the hash of the canonical JSON of the state `value`.
        """
        if admitted.state is value and self._marks is not None and self._is_dear():
            self._marks.leave_mark(mark_key(self._found_with[value.pack], content))

    def recall(self, content: bytes, value: Any, /) -> Position | None:
        """The position of a decoded state that was checked before, maybe by another worker."""
        here = self._objects.get(self._prefix + content)
        self._metrics.looked_up("states", "miss" if here is None else "hit")
        if here is not None:
            return self.again(cast(Noted, here), value)
        checked = self._found_with.get(value.pack)
        if checked is None or self._marks is None or not self._is_dear():
            return None
        if not self._marks.is_marked(mark_key(checked, content)):
            return None
        return referee.recall(self._game, value, named_by(content))

    def admit(self, state: Any, content: bytes | None) -> Position:
        """The position of a state that has to be checked. Raises what the engine's `admit` raises."""
        started = perf_counter()
        position = admitted(self._game, state, content)
        self._check_ms = moving_mean(self._check_ms, 1000 * (perf_counter() - started))
        return position

    def _is_dear(self) -> bool:
        return self._check_ms is None or self._check_ms >= LOOK_FROM_MS
