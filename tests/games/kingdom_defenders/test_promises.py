"""Random games of Kingdom Defenders, and what must hold at every position of them."""

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from service.engine import referee
from service.engine.referee import Position
from service.games.kingdom_defenders import GAME
from tests.games import promises
from tests.games.kingdom_defenders import defenders
from tests.games.kingdom_defenders.scramble import scrambled
from tests.games.players import Played, indifferent, play_out, random_positions

ALL_TILES = [f"E{number}" for number in range(6, 19)] + [f"P{number}" for number in range(2, 13)]
NUMBERS = (2, 3, 4)
VARIANTS = ("none", "family", "extreme")
POOLS: tuple[dict[str, Any], ...] = ({}, {"tiles": ALL_TILES})
GAMES = list(product(NUMBERS, VARIANTS, range(len(POOLS))))


def options(variant: str, pool: int) -> dict[str, Any]:
    return {"variant": variant, **POOLS[pool]}


def check_conservation(position: Position) -> None:
    """Rewards never leave the game; Adventure cards and Deeds are in one place at most."""
    state = position.state
    owned = Counter(relic for player in state.players.values() for relic in player.rewards)
    rewards = Counter(state.reward_reserve.unseen) + owned + Counter(state.rewards.values())
    assert rewards == Counter(GAME.packs["standard"].rewards)  # type: ignore[attr-defined]
    held = [card for player in state.players.values() for card in player.adventures]
    cards = Counter([*held, *state.adventures.values(), *state.adventure_deck.unseen])
    assert max(cards.values()) == 1
    deeds = Counter([*state.deeds.values(), *state.deed_pile_1.unseen, *state.deed_pile_2.unseen])
    assert not deeds or max(deeds.values()) == 1
    assert sum(standing.grey for standing in state.discs.values()) <= 1


@pytest.mark.parametrize(("number", "variant", "pool"), GAMES)
def test_random_game(number: int, variant: str, pool: int, touch: Any) -> None:
    for seed in range(3):
        name = f"{number}-{variant}-{pool}-{seed}"
        weigh = defenders.weigh if seed else indifferent
        played = play_out(GAME, number, options(variant, pool), name, check_conservation, weigh)
        touch(GAME, played.rules)
        check_end(played, variant)
        check_replay(played)
        assert played.longest_list < 400


def check_end(played: Played, variant: str) -> None:
    result = played.end.state.result
    scores = referee.scores(played.end)
    assert scores.final
    assert result.ranking == scores.ranking
    assert result.winners == scores.ranking[0]
    for player in scores.players:
        assert player.total == sum(line.points for line in player.lines)
    if result.rule == "siege.second-siege-ends-game":
        assert played.end.state.wall == "gone"
    else:
        assert played.end.state.round == (5 if variant == "family" else 6)


def check_replay(played: Played) -> None:
    replay = referee.replay(played.start, played.applied)
    assert replay.legal
    assert replay.position.digest == played.end.digest


@pytest.mark.parametrize(("number", "variant", "pool"), GAMES)
def test_positions_keep_the_promises(number: int, variant: str, pool: int, touch: Any) -> None:
    rng = random.Random(f"{number}{variant}{pool}")
    name = f"promises-{number}-{variant}-{pool}"
    positions = list(random_positions(GAME, number, options(variant, pool), name, defenders.weigh))
    for position, _ in rng.sample(positions, 12):
        touch(GAME, promises.check_all(position, rng, 150))


@pytest.mark.parametrize("number", NUMBERS)
def test_a_viewer_learns_nothing_hidden(number: int) -> None:
    rng = random.Random(number)
    for position, action in random_positions(GAME, number, options("none", 1), f"secret-{number}", defenders.weigh):
        if rng.random() > 0.15:
            continue
        for viewer in position.state.seats:
            other = referee.admit(GAME, scrambled(position.state, viewer, rng))
            promises.check_same_for(viewer, position, other, action)


def test_take_backs_do_not_change_the_deal() -> None:
    start = referee.begin(GAME, 3, seed="lanes").position
    lanes = [d.actor for d in referee.decisions_of(GAME, start.state)]
    assert lanes == ["blue", "green", "red"]
    first = {d.actor: d.actions[0] for d in referee.legal_actions(start).decisions}
    there = [first[seat] for seat in ("blue", "green", "red")]
    back = [first[seat] for seat in ("red", "blue", "green")]
    results = [referee.play(start, order, "lanes")[0] for order in (there, back)]
    assert results[0] is not None
    assert results[1] is not None
    assert results[0].position.digest == results[1].position.digest
