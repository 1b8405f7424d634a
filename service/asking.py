"""What the web and the command line share: how a game is asked with the bodies that the contract describes.

Neither Flask nor click is known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from schemas.envelopes import Envelopes, envelopes
from schemas.fields import flaws_of
from service.engine import referee
from service.engine.answers import Replay, Validation
from service.engine.defect import Defect, error
from service.engine.digest import canonical_bytes, named_by
from service.engine.errors import ImpossibleState, RulesVersion
from service.engine.game import Game
from service.engine.referee import Entered, Outcome, Position

encode = msgspec.json.Encoder(order="deterministic").encode
"""Encodes what the engine answers: fields as declared, keys of dicts sorted. The order in which a game happened to fill
a dict is nobody's business: it could tell where a hidden card went.
"""

as_written = msgspec.json.Encoder().encode
"""Encodes documents, whose order is meant: a catalogue, a pack."""


def encode_answer(answer: Any) -> bytes:
    """Encodes an answer with its state or view as canonical JSON.

    The digest is the hash of these very bytes, so whoever keeps them can see that they are whole.
    """
    return encode(_canonical(answer))


def _canonical(answer: Any) -> Any:
    if isinstance(answer, Replay):
        return msgspec.structs.replace(answer, position=_canonical(answer.position))
    state = getattr(answer, "state", UNSET)
    if state is UNSET:
        return answer
    return msgspec.structs.replace(answer, state=msgspec.Raw(canonical_bytes(state)))


class Incomplete(msgspec.Struct, kw_only=True):
    """A game entered by hand that cannot go on yet: at least one of the defects is an error."""

    defects: list[Defect]


def bodies_of(
    game: Game, admit: Callable[[Any, bytes | None], Position] | None = None, remember: Any = None
) -> Envelopes:
    """The schemas of the calls of `game`, which take a while to make; a state comes out of them as a position.

    `admit` stands in for this module's `admitted`, `remember` keeps positions by the bytes that they were read from.
    """
    return envelopes(
        game.id,
        state=game.State,
        view=game.View,
        action=game.Action,
        event=game.Event,
        options=game.Options,
        seat=game.SeatSetup,
        at_steps=game.entry_steps,
        remember=remember,
        admit=admit or (lambda state, content: admitted(game, state, content)),
        foreign=lambda plain: refuse_foreign(game, plain),
    )


def admitted(game: Game, state: Any, content: bytes | None = None) -> Position:
    """The position of a state that was sent, its dicts in order. Raises what the engine's `admit` raises.

    `content` is the hash of its canonical JSON, where that is known.
    """
    return referee.admit(game, state, None if content is None else named_by(content))


def refuse_foreign(game: Game, plain: Any) -> None:
    """Raises `RulesVersion` for a state that says it follows other rules: its shape may be another one."""
    version = plain.get("rules_version") if isinstance(plain, Mapping) else None
    if isinstance(version, str) and len(version) <= 32 and version.count(".") == 2 and not game.takes(version):
        raise RulesVersion(version, game.accepts)


def seed_of(body: Mapping[str, Any]) -> str | None:
    """The seed of `chance`, or None where whoever asks settles chance."""
    chance = body["chance"]
    return None if chance is None else str(chance.seed)


def enter(game: Game, body: Mapping[str, Any]) -> Outcome | Entered:
    """What the engine makes of the members of `POST states`. Raises what the engine raises."""
    seed, at = seed_of(body), body["at"]
    if body.get("state") is not None:
        return referee.correct(game, body["state"], at, seed, explain)
    setup = (body["players"], body["options"], body["pack"], body["salt"])
    if at is not None:
        return referee.enter(game, *setup, at, seed, explain)
    return referee.begin(game, *setup, seed)


def begun(game: Game, setup: msgspec.Struct) -> Outcome:
    """Where a record begins, chance not yet settled: the record may itself say what came first.

    Raises `ImpossibleState` where the table that it describes is not complete, and what the engine raises.
    """
    entered = enter(game, {**msgspec.structs.asdict(setup), "chance": None})
    if isinstance(entered, Outcome):
        return entered
    if entered.outcome is None:
        raise ImpossibleState(entered.defects)
    return entered.outcome


def validation(game: Game, bodies: Envelopes, plain: dict[str, Any]) -> Validation:
    """The verdict on a state as decoded JSON. Raises nothing, whatever the state holds."""
    try:
        state, flaws = bodies.state_or_view.examine(plain)
    except RulesVersion as refusal:
        foreign = error("referee.malformed-state", "/rules_version", "rules-version", refusal.detail)
        return Validation(valid=False, defects=[foreign])
    if flaws:
        return Validation(valid=False, defects=malformed(flaws))
    return referee.validate(game, state)


def explain(shape: Any, plain: Any) -> Sequence[Defect]:
    """Every defect of a value that does not fit `shape` (the engine asks this when it builds a state by hand)."""
    return malformed(flaws_of(shape, plain))


def malformed(flaws: Iterable[Mapping[str, Any]]) -> list[Defect]:
    """Broken schemas as defects of a state."""
    return [error("referee.malformed-state", flaw["pointer"], flaw["code"], flaw["detail"]) for flaw in flaws]
