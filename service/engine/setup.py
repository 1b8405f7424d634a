"""Setups: seats and options before anything is dealt, and states that are entered in the middle."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from service.engine.catalogue import SETUP
from service.engine.defect import Defect, error
from service.engine.errors import IllegalSetup, UnknownPack
from service.engine.game import Game, SeatSetup, Setup
from service.engine.shapes import Shape
from service.engine.violation import Violated

Explain = Callable[[Any, Any], Sequence[Defect]]
"""Given a type and a value that is not of that type: every defect of the value, with pointers relative to it."""


class At(Shape):
    """Where a game is entered: a step of ``entry_steps``, who decides there, and any part of the state."""

    step: str
    actor: str | None = None
    table: dict[str, Any] = {}


def make_setup(
    game: Game, players: int | Sequence[SeatSetup], options: Any | None, pack: str | None, salt: str | None
) -> Setup:
    """The setup that a request describes; raises ``IllegalSetup`` or ``UnknownPack``."""
    low, high = game.players
    count = players if isinstance(players, int) else len(players)
    if not low <= count <= high:
        raise _refused(f"{game.title} is for {low} to {high} players, not {count}")
    entries = (
        [game.SeatSetup(seat=seat) for seat in game.seats[:players]] if isinstance(players, int) else list(players)
    )
    seats = [entry.seat for entry in entries]
    strangers = [seat for seat in seats if seat not in game.seats]
    if strangers:
        raise _refused(f"{game.title} has no seat {strangers[0]!r}; its seats are {', '.join(game.seats)}")
    if len(set(seats)) != len(seats):
        raise _refused("a seat is named twice")
    name = pack if pack is not None else next(iter(game.packs))
    if name not in game.packs:
        raise UnknownPack(name)
    return Setup(
        seats=seats,
        presets={entry.seat: entry for entry in entries},
        options=options if options is not None else game.Options(),
        pack=name,
        salt=salt,
    )


def _refused(detail: str) -> IllegalSetup:
    return IllegalSetup(detail, [Violated.of(SETUP, detail, "/players")])


FIXED = ("agenda", "game", "rules_version", "pack", "result")


def merged(state: Any, table: Mapping[str, Any]) -> Any:
    """A state as plain values with ``table`` merged into it: objects are merged, null removes, all else replaces."""
    plain = msgspec.to_builtins(state)
    plain |= {"agenda": [], "result": None}
    return _merge(plain, table)


def _merge(old: Any, new: Any) -> Any:
    if not isinstance(old, dict) or not isinstance(new, Mapping):
        return new
    result = dict(old)
    for name, value in new.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = _merge(result.get(name), value)
    return result


def build(game: Game, plain: Any, explain: Explain | None) -> tuple[Any, list[Defect]]:
    """The state that plain values describe, or its defects."""
    try:
        return msgspec.convert(plain, game.State), []
    except msgspec.ValidationError as refusal:
        found = list(explain(game.State, plain)) if explain else []
        return None, found or [error("referee.malformed-state", "", "malformed", str(refusal))]
