"""The longest list and the longest time of every decision: ``python -m tests.games.widest --game gilded-realms``.

Plays ``--games`` random games of each number of players and each variant of the soak, and prints for each step how
often it came, the most legal actions that were listed, and the longest times that listing, and carrying out the action
that was chosen, have taken. Times are those of a busy machine: the worst of many, not a measurement.
"""

import argparse
import sys
import time
from dataclasses import dataclass
from typing import Any

from service.engine import referee
from service.engine.registry import load_games
from tests.games.players import indifferent, random_positions
from tests.games.soak import WEIGH, playable, variants


@dataclass
class Worst:
    """What the decisions at one step have come to."""

    times: int = 0
    list: int = 0
    listing: float = 0.0
    action: float = 0.0


def measure(name: str, players: int, options: dict[str, Any], seed: str, found: dict[str, Worst]) -> None:
    """Play one game, and keep the worst of every step."""
    game = load_games()[name]
    for position, action in random_positions(game, players, options, seed, WEIGH.get(name, indifferent)):
        fresh = referee.admit(game, position.state)
        for decision in referee.decisions_of(game, fresh.state):
            began = time.perf_counter()
            (listed,) = referee.legal_actions(fresh, actor=decision.actor).decisions
            spent = time.perf_counter() - began
            worst = found.setdefault(decision.step, Worst())
            worst.times += 1
            worst.list = max(worst.list, listed.count or 0)
            worst.listing = max(worst.listing, spent)
            if decision.actor == action.actor:
                began = time.perf_counter()
                referee.play(fresh, [action])
                worst.action = max(worst.action, time.perf_counter() - began)


def main() -> int:
    """Play, and print the table, the longest list first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True)
    parser.add_argument("--games", type=int, default=1, help="games of each number of players and each variant")
    parser.add_argument("--kinds", type=int, help="only so many of the numbers of players and variants")
    parser.add_argument("--seed", default="widest")
    arguments = parser.parse_args()
    game, found = load_games()[arguments.game], dict[str, Worst]()
    low, high = game.players
    every = [(number, options) for options in variants(game) for number in range(low, high + 1)]
    kinds = [kind for kind in every if playable(game, *kind)][: arguments.kinds]
    for players, options in kinds:
        for number in range(arguments.games):
            measure(arguments.game, players, options, f"{arguments.seed}-{number}", found)
    print(f"{'step':<26}{'times':>8}{'longest list':>14}{'listing ms':>12}{'action ms':>11}")
    for step, worst in sorted(found.items(), key=lambda entry: (-entry[1].list, entry[0])):
        print(f"{step:<26}{worst.times:>8}{worst.list:>14}{worst.listing * 1000:>12.1f}{worst.action * 1000:>11.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
