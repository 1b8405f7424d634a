"""Random players: full games of any registered game, in process, with each position checked."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from service.engine import referee
from service.engine.action import Action, TakeBack
from service.engine.game import Game
from service.engine.referee import Position

MOST_TAKE_BACKS = 3
MOST_ACTIONS = 3000

SHORT: dict[str, dict[str, Any]] = {"heroes-of-land-air-and-sea": {"round_limit": 8}}
"""Options with which random games of a game end that may else go on without end; whoever names others, wins."""

FEW = 12
"""Of so many ids at most it is still a choice of a few."""

Watch = Callable[[Position], None]
Weigh = Callable[[Action], float]


def indifferent(action: Action) -> float:
    """Every action is as likely as any other."""
    return 1.0


@dataclass
class Played:
    """A finished random game: where it began, what was done, what it led to, and the clauses that were cited."""

    start: Position
    end: Position
    actions: list[Action] = field(default_factory=list)
    applied: list[Action] = field(default_factory=list)
    rules: set[str] = field(default_factory=set)
    longest_list: int = 0


def few_choices(game: Game) -> dict[str, list[Any]]:
    """The options of a game that are a choice of a few, with their values: listed in the schema, or ids of the pack."""
    details = game.details()
    properties: dict[str, Any] = {}
    for definition in details.options.get("$defs", {}).values():
        properties |= definition.get("properties", {})
    found = {name: _values(shape, details.ids) for name, shape in properties.items()}
    return {name: values for name, values in found.items() if 0 < len(values) <= FEW}


def _values(shape: dict[str, Any], ids: dict[str, list[str]]) -> list[Any]:
    if "enum" in shape:
        return list(shape["enum"])
    branches = [shape, *shape.get("anyOf", ())]
    return [value for branch in branches for value in ids.get(branch.get("x-id-of", ""), ())]


def begin(game: Game, players: int, options: dict[str, Any], seed: str) -> referee.Outcome:
    """A new game with settled chance."""
    options = {**SHORT.get(game.id, {}), **options}
    return referee.begin(game, players, msgspec.convert(options, game.Options), seed=seed)


def reread(game: Game, position: Position) -> Position:
    """The position as a client sends it back: through JSON, and checked like any state from outside."""
    state = msgspec.json.decode(msgspec.json.encode(position.state), type=game.State)
    return referee.admit(game, state)


def random_positions(
    game: Game, players: int, options: dict[str, Any], seed: str, weigh: Weigh = indifferent
) -> Iterator[tuple[Position, Action]]:
    """The positions of a random game, each with the action that is taken there."""
    rng = random.Random(seed)
    position = begin(game, players, options, seed).position
    backs = 0
    while position.state.result is None:
        action = choose(rng, position, backs, weigh)
        backs = backs + 1 if isinstance(action, TakeBack) else 0
        yield position, action
        outcome, _ = referee.play(position, [action], seed)
        assert outcome is not None
        position = outcome.position


def choose(rng: random.Random, position: Position, backs: int = 0, weigh: Weigh = indifferent) -> Action:
    """A random action of somebody who decides, mostly of those who must; ``weigh`` says what such players like."""
    decisions = [decision for decision in referee.legal_actions(position).decisions if decision.actions]
    must = [decision for decision in decisions if not decision.optional]
    assert must, ("nobody can do anything", referee.decisions_of(position.game, position.state))
    decision = rng.choice(must if backs >= MOST_TAKE_BACKS or rng.random() < 0.8 else decisions)
    (action,) = rng.choices(decision.actions, [weigh(action) for action in decision.actions])
    return action  # type: ignore[no-any-return]


def play_out(
    game: Game,
    players: int,
    options: dict[str, Any],
    seed: str,
    watch: Watch | None = None,
    weigh: Weigh = indifferent,
) -> Played:
    """A random game to its end. Every position is sent through JSON and checked; ``watch`` may check more."""
    rng = random.Random(seed)
    first = begin(game, players, options, seed)
    played = Played(first.position, first.position)
    played.rules |= {event.rule for event in first.events}
    position, backs = first.position, 0
    while position.state.result is None:
        decisions = referee.legal_actions(position).decisions
        for decision in decisions:
            if not decision.optional:
                assert decision.actions or decision.open, ("a decision without a legal action", decision.step)
            played.longest_list = max(played.longest_list, len(decision.actions))
        action = choose(rng, position, backs, weigh)
        backs = backs + 1 if isinstance(action, TakeBack) else 0
        outcome, verdict = referee.play(position, [action], seed)
        assert outcome is not None, ("a listed action is illegal", action, verdict)
        played.actions.append(action)
        played.applied += outcome.applied
        played.rules |= {event.rule for event in outcome.events}
        position = reread(game, outcome.position)
        assert position.digest == outcome.position.digest
        assert referee.examine(game, position.state)[1] == [], action
        if watch is not None:
            watch(position)
        assert len(played.actions) <= MOST_ACTIONS, "the game does not end"
    played.end = position
    return played
