"""How fast the referee is: ``python -m tests.bench``; ``--write`` puts the figures into the report, with a plot.

In process, over HTTP beside an echo without redis and with it (``tests.bench.http``), and the memory of a worker over
many requests (``tests.bench.memory``). One round in process: a state arrives as JSON, is checked, its legal actions are
listed and encoded, one of them is adjudicated on a copy, and the verdict is encoded. The positions are those of random
games. Machines are noisy: only figures of one run are compared with each other.
"""

import argparse
import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from service.engine import referee
from service.engine.game import Game
from service.engine.registry import load_games
from tests.bench import http, http_report, memory, plot, tic_tac_toe
from tests.games.players import random_positions

REPORT = Path(__file__).parent / "report.md"
PLOT = Path(__file__).parent / "report.svg"
ROUNDS = 5

Sample = tuple[bytes, Any]


def samples(game: Game) -> list[Sample]:
    """Positions of random games as JSON, each with the action that was taken there."""
    low, high = game.players
    return [
        (msgspec.json.encode(position.state), action)
        for players in range(low, high + 1)
        for position, action in random_positions(game, players, {}, f"bench-{players}")
    ]


def rate(work: Callable[[bytes, Any], object], positions: list[Sample]) -> tuple[float, float]:
    """How many a second of processor time: the median of a few rounds, and the best."""
    rates = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for raw, action in positions:
            work(raw, action)
        rates.append(len(positions) / (time.process_time() - start))
    return statistics.median(rates), max(rates)


def stages(game: Game) -> dict[str, Callable[[bytes, Any], object]]:
    """What is measured, by name."""
    decoder = msgspec.json.Decoder(game.State)

    def admit(raw: bytes, action: Any) -> referee.Position:
        return referee.admit(game, decoder.decode(raw))

    def full_list(raw: bytes, action: Any) -> object:
        return msgspec.json.encode(referee.legal_actions(admit(raw, action)))

    def verdict(raw: bytes, action: Any) -> object:
        return msgspec.json.encode(referee.adjudicate(admit(raw, action), [action]))

    def list_and_apply(raw: bytes, action: Any) -> object:
        position = admit(raw, action)
        listed = msgspec.json.encode(referee.legal_actions(position))
        return listed, msgspec.json.encode(referee.adjudicate(position, [action]))

    return {
        "state parsed": lambda raw, action: decoder.decode(raw),
        "state parsed and checked": admit,
        "checked and listed": full_list,
        "checked and adjudicated": verdict,
        "checked, listed and applied": list_and_apply,
    }


def measure(game: Game) -> list[str]:
    """A table of the figures of one game."""
    positions = samples(game)
    size = statistics.mean(len(raw) for raw, _ in positions)
    lines = [
        f"## {game.title}",
        "",
        f"{len(positions)} positions of random games, {size / 1000:.1f} kB each on average.",
        "",
        "| one round | a second, median | best | µs, median |",
        "| --- | ---: | ---: | ---: |",
    ]
    for name, work in stages(game).items():
        median, best = rate(work, positions)
        lines.append(f"| {name} | {median:,.0f} | {best:,.0f} | {1e6 / median:,.0f} |")
    return [*lines, ""]


def main() -> None:
    """Measure every registered game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help=f"write {REPORT.name} and {PLOT.name}")
    parser.add_argument("--game", help="this one alone")
    parser.add_argument("--requests", type=int, default=memory.REQUESTS, help="how many while memory is watched")
    arguments = parser.parse_args()
    games = [game for game in load_games().values() if arguments.game in (None, game.id)]
    figures: list[http_report.Figure] = []
    lines = [
        "# How fast the referee is",
        "",
        f"Processor time of one core, JSON in and out, Python {platform.python_version()}. Figures of one run on one",
        "machine: compare them with each other, not with those of another run. Again: `make bench`.",
        "",
        f"![Processor time beside the echo's, and memory over many requests]({PLOT.name})",
        "",
    ]
    over_http = http.measure(games)
    for game in games:
        lines += [*measure(game), *http_report.report(game, over_http[game.id], figures)]
    if arguments.game in (None, "tic-tac-toe"):
        lines += tic_tac_toe.report()
    samples, told = memory.measure_and_report(games, arguments.requests)
    text = "\n".join([*lines, *told])
    print(text)
    if arguments.write:
        REPORT.write_text(text, encoding="utf-8")
        plot.draw(figures, samples, PLOT)


if __name__ == "__main__":
    main()
