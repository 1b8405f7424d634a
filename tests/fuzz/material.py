"""Real positions to begin from: moments of random games, as a client would have them in JSON."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from service.engine import referee
from service.engine.action import TakeBack
from service.engine.game import Game
from service.engine.referee import Outcome
from service.engine.shapes import SPECTATOR
from tests.api.mutations import words
from tests.games.players import choose
from tests.games.soak import playable, variants

MOST_ACTIONS = 400
MOMENTS_A_GAME = 8
FOLLOWING = 6
"""So many actions are kept of what is done after a moment."""


@dataclass(frozen=True, repr=False)
class Moment:
    """A position in plain JSON, with the setup of its game, what led to it and what was done then."""

    setup: dict[str, Any]
    state: dict[str, Any]
    events: list[Any]
    actions: list[dict[str, Any]]
    views: dict[str, dict[str, Any]]
    """What each seat and a spectator see; the keys are all viewers."""

    def __repr__(self) -> str:
        """Short: Hypothesis writes it out with every strategy."""
        return f"Moment({self.setup})"


@dataclass(frozen=True, repr=False)
class Material:
    """What is known of one game."""

    game: Game
    moments: list[Moment]
    vocabulary: list[str]
    """Every word that occurs in states, actions and the pack, and a few that occur nowhere."""

    def __repr__(self) -> str:
        """As short."""
        return f"Material({self.game.id})"


def gather(game: Game) -> Material:
    """Moments of one random game for each number of players and each variant, chance settled or left to be decided."""
    moments: list[Moment] = []
    for number, options in enumerate(variants(game)):
        for players in range(game.players[0], game.players[1] + 1):
            if not playable(game, players, options):
                continue
            seed = f"fuzz-{number}" if (number + players) % 2 else None
            moments += chosen(game, players, options, seed)
    known = {word for moment in moments for part in (moment.state, moment.actions) for word in words(part)}
    ids = {word for pack in game.packs.values() for listed in pack.ids.values() for word in listed}
    return Material(game, moments, sorted({*known, *ids, "", "nobody", "red\n", "x" * 400, "ä", "\0", "view:red"}))


def chosen(game: Game, players: int, options: dict[str, Any], seed: str | None) -> list[Moment]:
    """Some moments of a random game, the first and the last among them."""
    rng = random.Random(f"{game.id} {players} {options}")
    course = list(played(game, players, options, seed, rng))
    some = {0, 1, len(course) - 1, *(rng.randrange(len(course)) for _ in range(MOMENTS_A_GAME - 3))}
    setup = {"players": players, "options": options}
    return [moment(game, setup, course, index) for index in sorted(some)]


def played(
    game: Game, players: int, options: dict[str, Any], seed: str | None, rng: random.Random
) -> Iterator[tuple[Outcome, Any]]:
    """Every position of a random game with the action that follows; `None` after the last."""
    outcome = referee.begin(game, players, msgspec.convert(options, game.Options), seed=seed)
    backs = 0
    for _ in range(MOST_ACTIONS):
        if outcome.position.state.result is not None:
            break
        action = choose(rng, outcome.position, backs)
        backs = backs + 1 if isinstance(action, TakeBack) else 0
        yield outcome, action
        after, refused = referee.play(outcome.position, [action], seed)
        assert after is not None, refused
        outcome = after
    yield outcome, None


def moment(game: Game, setup: dict[str, Any], course: list[tuple[Outcome, Any]], index: int) -> Moment:
    """One of the positions of `course`."""
    outcome = course[index][0]
    position = outcome.position
    following = [action for _, action in course[index : index + FOLLOWING] if action is not None]
    viewers = [*position.state.seats, SPECTATOR]
    return Moment(
        setup=setup,
        state=plain(position.state),
        events=[plain(event) for event in outcome.events],
        actions=[plain(action) for action in following],
        views={viewer: plain(referee.view(position, viewer).state) for viewer in viewers},
    )


def plain(value: Any) -> Any:
    """The value as the JSON that the service writes is read."""
    return msgspec.json.decode(msgspec.json.encode(value))
