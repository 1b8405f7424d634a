"""Tic-Tac-Toe in process, JSON in and out: how many actions a second the engine itself can rule on.

One round is one move of a random game: a state arrives as JSON; every action is listed, the illegal ones with their
reasons; an action arrives as JSON and is applied; the answers leave as JSON, as they stand in the contract. A round of
the middle of the game lists five legal actions and four with reasons, and applies one.

An action counts when an answer tells its fate: listed as legal, told as unavailable with its clause, or applied. The
report has two stricter counts beside it: without the unavailable ones, and moves alone (rounds). The rules are as
plain as rules can be, so what is measured is the engine: what any game pays whatever its rules.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from service.engine import referee
from service.engine.game import Game
from tests.third_party.installing import SOURCE

GAMES = 100
ROUNDS = 7


class Move(NamedTuple):
    """A position and the action taken there, as they come over the wire."""

    state: bytes
    action: bytes
    legal: int
    unavailable: int


def game() -> Game:
    """The game, installed or not."""
    if str(SOURCE) not in sys.path:
        sys.path.append(str(SOURCE))
    from tictactoe_referee import GAME

    return GAME


def moves(game: Game) -> list[Move]:
    """Every move of some random games."""
    found, rng = [], random.Random("tic-tac-toe")
    for _ in range(GAMES):
        position = referee.begin(game, 2).position
        while position.state.result is None:
            (decision,) = referee.legal_actions(position, explain=True).decisions
            action = rng.choice(decision.actions)
            counts = len(decision.actions), len(decision.unavailable)
            found.append(Move(msgspec.json.encode(position.state), msgspec.json.encode(action), *counts))
            outcome, _ = referee.play(position, [action])
            assert outcome is not None
            position = outcome.position
    return found


Work = Callable[[Move, referee.Position], object]


def stages(game: Game) -> dict[str, Work]:
    """What is measured, by name. The second argument is the position as a worker remembers it."""
    read_state, read_action = msgspec.json.Decoder(game.State).decode, msgspec.json.Decoder(game.Action).decode
    write = msgspec.json.Encoder().encode

    def check(move: Move, seen: referee.Position) -> referee.Position:
        return referee.admit(game, read_state(move.state))

    def listed(move: Move, seen: referee.Position) -> object:
        return write(referee.legal_actions(seen))

    def explained(move: Move, seen: referee.Position) -> object:
        return write(referee.legal_actions(seen, explain=True))

    def applied(move: Move, seen: referee.Position) -> object:
        return write(referee.adjudicate(seen, [read_action(move.action)]))

    def round_seen(move: Move, seen: referee.Position) -> object:
        return explained(move, seen), applied(move, seen)

    def round_unseen(move: Move, seen: referee.Position) -> object:
        return round_seen(move, check(move, seen))

    return {
        "state read and checked": check,
        "listed": listed,
        "listed with reasons": explained,
        "applied": applied,
        "listed with reasons, and applied; state seen before": round_seen,
        "listed with reasons, and applied; state read and checked": round_unseen,
    }


def seconds(work: Work, sample: list[Move], positions: list[referee.Position]) -> float:
    """Processor time of one round: the median of a few passes over the sample."""
    passes = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for move, position in zip(sample, positions, strict=True):
            work(move, position)
        passes.append(time.process_time() - start)
    return statistics.median(passes) / len(sample)


def report() -> list[str]:
    """The figures, as a section of the report."""
    subject = game()
    sample = moves(subject)
    decode = msgspec.json.Decoder(subject.State).decode
    positions = [referee.admit(subject, decode(move.state)) for move in sample]
    legal = statistics.mean(move.legal for move in sample)
    every = legal + statistics.mean(move.unavailable for move in sample)
    lines = [
        f"## {subject.title}, in process",
        "",
        f"{len(sample)} moves of random games. A round lists {every:.1f} actions, {legal:.1f} of them legal,",
        "the rest with reasons, and applies one. JSON in and out; processor time of one core.",
        "",
        "| one round | µs | rounds a second | legal and applied actions a second | all actions a second |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for name, work in stages(subject).items():
        spent = seconds(work, sample, positions)
        counts = [f"{(number + 1) / spent:,.0f}" for number in (legal, every)] if "and applied" in name else ["", ""]
        lines.append(f"| {name} | {1e6 * spent:,.1f} | {1 / spent:,.0f} | {' | '.join(counts)} |")
    return [*lines, ""]


if __name__ == "__main__":
    print("\n".join(report()))
