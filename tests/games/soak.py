"""Many random games in a row: ``python -m tests.games.soak --games 1000 [--game kingdom-defenders] [--seed 1]``.

Every registered game, all its numbers of players, each value of each of its options that is a choice of a few. Prints a
line now and then, and exits 1 with the seed of the first game in which something does not hold.
"""

import argparse
import itertools
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import msgspec

from service.engine import referee
from service.engine.errors import IllegalSetup
from service.engine.game import Game
from service.engine.registry import load_games
from tests.games.gilded_realms import rulers
from tests.games.heroes_of_land_air_and_sea import generals
from tests.games.kingdom_defenders import defenders
from tests.games.lords_of_xidit import heroes
from tests.games.players import Weigh, few_choices, indifferent, play_out

WEIGH: dict[str, Weigh] = {
    "gilded-realms": rulers.weigh,
    "heroes-of-land-air-and-sea": generals.weigh,
    "kingdom-defenders": defenders.weigh,
    "lords-of-xidit": heroes.weigh,
}
"""Players who do not lose by indifference; every second game is theirs."""


def variants(game: Game) -> list[dict[str, Any]]:
    """The default options, and each value of each option that is a choice of a few; and what a game's soak adds."""
    choices = [{name: value} for name, values in few_choices(game).items() for value in values]
    return [*([] if choices else [{}]), *choices, *EXTRA.get(game.id, ())]


EXTRA: dict[str, tuple[dict[str, Any], ...]] = {
    "gilded-realms": (
        {"saga": {}},
        {"saga": {"games": 1, "warfront": 7, "prosperity": 6, "factions": ["emberfall"], "rewards": ["war-banner"]}},
        {
            "length": "epic",
            "saga": {
                "games": 2,
                "difficulty": "hard",
                "warfront": 3,
                "prosperity": 9,
                "factions": ["ender-clan", "gnorvic-clan"],
                "rewards": ["golden-road", "imperial-walls", "royal-granary"],
            },
        },
    ),
    "kingdom-defenders": (
        {"tiles": [*(f"E{n}" for n in range(6, 19)), *(f"P{n}" for n in range(2, 13))]},
        {"variant": "extreme", "tiles": [*(f"E{n}" for n in range(11, 19)), *(f"P{n}" for n in range(5, 13))]},
    ),
    "mage-knight": (
        {"interactive": False},
        {"night_arrival": True},
        {"scenario": "full-conquest", "city_levels": [1, 11]},
        {"scenario": "full-conquest", "city_levels": [1, 2, 3, 11]},
    ),
}


def playable(game: Game, players: int, options: dict[str, Any]) -> bool:
    """Whether so many may play with these options: some modes are for a certain number."""
    try:
        referee.begin(game, players, msgspec.convert(options, game.Options))
    except IllegalSetup:
        return False
    return True


def soak_one(task: tuple[str, int, dict[str, Any], str]) -> tuple[str, int, int]:
    """Play one game; why it ended, how many actions it took, the longest list."""
    name, players, options, seed = task
    weigh = WEIGH.get(name, indifferent) if seed.endswith(("1", "3", "5", "7", "9")) else indifferent
    try:
        played = play_out(load_games()[name], players, options, seed, weigh=weigh)
    except Exception as failure:
        raise RuntimeError(f"{task}: {traceback.format_exc()}") from failure
    return played.end.state.result.rule, len(played.actions), played.longest_list


def main() -> int:
    """Play, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--game")
    parser.add_argument("--seed", default="soak")
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    for game in load_games().values():
        if arguments.game in (None, game.id):
            low, high = game.players
            every = itertools.product(range(low, high + 1), variants(game))
            kinds = itertools.cycle([kind for kind in every if playable(game, *kind)])
            tasks = [
                (game.id, players, options, f"{arguments.seed}-{number}")
                for number, (players, options) in zip(range(arguments.games), kinds, strict=False)
            ]
            report(game.id, tasks, arguments.processes)
    return 0


def report(name: str, tasks: list[tuple[str, int, dict[str, Any], str]], processes: int) -> None:
    """Play these games on several processes and print what came of them."""
    began, ends, actions, longest = time.monotonic(), Counter[str](), 0, 0
    with ProcessPoolExecutor(processes) as pool:
        for number, (rule, length, most) in enumerate(pool.map(soak_one, tasks, chunksize=5), start=1):
            ends[rule] += 1
            actions += length
            longest = max(longest, most)
            if number % 100 == 0:
                print(f"{name}: {number} games, {actions} actions, {time.monotonic() - began:.0f} s", flush=True)
    reasons = ", ".join(f"{rule} {count}" for rule, count in ends.most_common())
    print(
        f"{name}: {len(tasks)} games without a broken invariant; longest list {longest}; ended by {reasons}", flush=True
    )


if __name__ == "__main__":
    sys.exit(main())
