"""Golden playthroughs: whole games with open cards, kept as files. ``python -m tests.games.golden`` rewrites them.

A file is JSON Lines: the setup with the seed of its chance; a line for each applied action (those of chance too) with
the digest and the events that follow (clause and text); the result with the scores. For every registered game there is
one for each number of players, and one for each value of each option that is a choice of a few (listed, or ids).
"""

import argparse
import json
import os
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from service.engine import referee
from service.engine.action import Action, TakeBack
from service.engine.chance import sample
from service.engine.game import Game
from service.engine.referee import Outcome, Position
from service.engine.registry import load_games
from service.engine.shapes import CHANCE
from tests.games.players import SHORT, choose, few_choices, indifferent
from tests.games.soak import WEIGH, playable

Line = dict[str, Any]

MOST_BYTES = 400_000
"""A long game of four or five players fits; whoever reads the difference of a file should still get through it."""


@dataclass(frozen=True)
class Recipe:
    """What a playthrough is of. The seed gives chance, and the players' choices when it is recorded."""

    name: str
    players: int
    options: dict[str, Any]

    @property
    def seed(self) -> str:
        """A published seed, so that everybody can check the dice."""
        return f"golden {self.name}"


def folder(game: Game) -> Path:
    """Where the playthroughs of a game are kept: beside these tests, or in the package of a third party's game."""
    if is_guest(game):
        return Path(str(resources.files(game.parts.package))) / "tests" / "golden"
    return Path(__file__).parent / game.parts.package.rpartition(".")[2] / "golden"


def is_guest(game: Game) -> bool:
    """Whether a third party has made the game: its tests come with its own package."""
    return not game.parts.package.startswith("service.games.")


def recipes(game: Game) -> list[Recipe]:
    """The playthroughs that a game has."""
    low, high = game.players
    short = SHORT.get(game.id, {})
    found = [Recipe(f"{number}-players", number, short) for number in range(low, high + 1)]
    default = msgspec.to_builtins(game.Options())
    for name, values in few_choices(game).items():
        found += [
            Recipe(f"{name}-{value}", played_by(game, short | {name: value}), short | {name: value})
            for value in values
            if value != default.get(name)
        ]
    return found


def played_by(game: Game, options: dict[str, Any]) -> int:
    """How many play in the playthrough of an option: the middle number, or the next that is allowed, more first."""
    low, high = game.players
    middle = (low + high) // 2
    numbers = [*range(middle, high + 1), *range(middle - 1, low - 1, -1)]
    return next(number for number in numbers if playable(game, number, options))


# --- recording --------------------------------------------------------------------------------------------------------


def record(game: Game, recipe: Recipe) -> Iterator[Line]:
    """Play the game and tell every line of its file."""
    rng, weigh, backs = random.Random(recipe.seed), WEIGH.get(game.id, indifferent), 0
    outcome = begin(game, recipe.players, recipe.options)
    setup = {"game": game.id, "players": recipe.players, "options": recipe.options, "chance": {"seed": recipe.seed}}
    yield setup | told(outcome)
    while outcome.position.state.result is None:
        position = outcome.position
        action = by_seed(position, recipe.seed)
        if action is None:
            action = choose(rng, position, backs, weigh)
            backs = backs + 1 if isinstance(action, TakeBack) else 0
        outcome = carried_out(position, action)
        yield {"action": msgspec.to_builtins(outcome.applied[0])} | told(outcome)
    yield ending(outcome.position)


def begin(game: Game, players: int, options: dict[str, Any]) -> Outcome:
    """The game before anything has been drawn."""
    return referee.begin(game, players, msgspec.convert(options, game.Options))


def by_seed(position: Position, seed: str) -> Action | None:
    """What the seed gives where chance decides; None where it does not."""
    decisions = referee.legal_actions(position, actor=CHANCE).decisions
    if not decisions:
        return None
    outcomes = decisions[0].actions
    index = sample(seed, position.game.id, position.state.chances, [outcome.weight for outcome in outcomes])
    return outcomes[index].bare()  # type: ignore[no-any-return]


def carried_out(position: Position, action: Action) -> Outcome:
    """Where a legal action leads."""
    outcome, verdict = referee.play(position, [action])
    assert outcome is not None, ("an action of the playthrough is illegal", action, verdict)
    return outcome


def told(outcome: Outcome) -> Line:
    """What a line says of where its action has led."""
    return {"digest": outcome.position.digest, "events": [[event.rule, event.text] for event in outcome.events]}


def ending(position: Position) -> Line:
    """The last line."""
    result, scores = position.state.result, referee.scores(position)
    return {"result": msgspec.to_builtins(result), "scores": msgspec.to_builtins(scores)}


# --- comparing --------------------------------------------------------------------------------------------------------


def read(path: Path) -> list[Line]:
    """The lines of a playthrough."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def check(game: Game, path: Path) -> None:
    """Replay a playthrough; fails at the first line that comes out otherwise."""
    setup, *moves, last = read(path)
    assert setup["game"] == game.id
    outcome = begin(game, setup["players"], setup["options"])
    compare(path, 1, told(outcome), setup)
    for number, line in enumerate(moves, start=2):
        action = msgspec.convert(line["action"], game.Action)
        assert by_seed(outcome.position, setup["chance"]["seed"]) in (None, action), (path.name, number)
        outcome = carried_out(outcome.position, action)
        assert [msgspec.to_builtins(action) for action in outcome.applied] == [line["action"]], (path.name, number)
        compare(path, number, told(outcome), line)
    assert outcome.position.state.result is not None
    compare(path, len(moves) + 2, ending(outcome.position), last)


def compare(path: Path, number: int, found: Line, line: Line) -> None:
    """Whether everything that was found is what the line says."""
    for name, value in found.items():
        assert value == line[name], (f"{path.name}, line {number}, {name}", "now", value, "recorded", line[name])


def write(game: Game) -> Iterator[Path]:
    """Record every playthrough of a game, and remove what is no longer one."""
    where = folder(game)
    where.mkdir(parents=True, exist_ok=True)
    kept = set()
    for recipe in recipes(game):
        path = where / f"{recipe.name}.jsonl"
        lines = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in record(game, recipe)]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        kept.add(path)
        yield path
    for path in set(where.glob("*.jsonl")) - kept:
        path.unlink()


def main() -> int:
    """Rewrite the playthroughs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", help="only this one")
    arguments = parser.parse_args()
    for game in load_games().values():
        if arguments.game in (None, game.id):
            for path in write(game):
                print(f"{os.path.relpath(path)}: {len(read(path))} lines, {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
