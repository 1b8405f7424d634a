"""Short ways to begin, enter and play a game in these tests."""

import random
from typing import Any

import msgspec

from service.engine import referee
from service.engine.answers import IllegalVerdict, LegalVerdict
from service.engine.game import Game
from service.engine.referee import Entered, Position
from service.engine.setup import At
from tests.engine.harbour import GAME

SEED = "a seed"


def entered(
    step: str = "turn", *, number: int = 2, actor: str | None = None, game: Game = GAME, **table: Any
) -> Entered:
    """A game of this many players entered at a step, with ``table`` merged into what the setup begins with."""
    return referee.enter(game, number, game.Options(), None, None, At(step=step, actor=actor, table=table))


def position(step: str = "turn", **more: Any) -> Position:
    """The position of a game entered without a defect."""
    found = entered(step, **more)
    assert found.outcome is not None, found.defects
    return found.outcome.position


def hands(**players: Any) -> dict[str, Any]:
    """A part of a state: what players hold, with the cards of the deck that are left."""
    held = [card for player in players.values() for card in player.get("hand", [])]
    left = {card: number - held.count(card) for card, number in {"lamp": 3, "map": 2, "rope": 1}.items()}
    return {"players": players, "deck": {"unseen": left, "count": sum(left.values())}}


def action(kind: str, actor: str, game: Game = GAME, **parameters: Any) -> Any:
    """An action as the wire has it, decoded."""
    return msgspec.convert({"type": kind, "actor": actor, **parameters}, game.Action)


def legal(start: Position, *actions: Any, seed: str | None = None) -> LegalVerdict:
    """The verdict on a legal sequence."""
    verdict = referee.adjudicate(start, actions, seed)
    assert isinstance(verdict, LegalVerdict), verdict
    return verdict


def illegal(start: Position, *actions: Any, seed: str | None = None) -> IllegalVerdict:
    """The verdict on an illegal sequence."""
    verdict = referee.adjudicate(start, actions, seed)
    assert isinstance(verdict, IllegalVerdict), verdict
    return verdict


def after(start: Position, *actions: Any, seed: str | None = None) -> Position:
    """The position that a legal sequence leads to, read again as if a client had sent it."""
    verdict = legal(start, *actions, seed=seed)
    state = msgspec.json.decode(msgspec.json.encode(verdict.state), type=start.game.State)
    return referee.admit(start.game, state)


def due_of(where: Position) -> list[tuple[str, str, bool]]:
    """Who decides at which step, and whether it is optional."""
    return [(d.actor, d.step, d.optional) for d in referee.decisions_of(where.game, where.state)]


def codes(verdict: IllegalVerdict) -> list[str]:
    """The codes of what is broken, in order."""
    return [violation.code for violation in verdict.violations]


def shuffled(value: Any, rng: random.Random) -> Any:
    """The same JSON value with the members of every object in another order."""
    if isinstance(value, dict):
        names = rng.sample(list(value), len(value))
        return {name: shuffled(value[name], rng) for name in names}
    if isinstance(value, list):
        return [shuffled(member, rng) for member in value]
    return value


def sent(state: Any, **changes: Any) -> Any:
    """A state or view as a client sends it, changed."""
    shape = GAME.View if hasattr(state, "viewer") else GAME.State
    return msgspec.convert({**msgspec.to_builtins(state), **changes}, shape)
