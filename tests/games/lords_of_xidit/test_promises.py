"""Random games of Lords of Xidit, and what must hold at every position of them."""

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from service.engine import referee
from service.engine.referee import Position
from service.games.lords_of_xidit import GAME
from tests.games import promises
from tests.games.lords_of_xidit import heroes
from tests.games.lords_of_xidit.scramble import scrambled
from tests.games.players import indifferent, play_out, random_positions

NUMBERS = (3, 4, 5)
YEARS = (12, 9)
GAMES = list(product(NUMBERS, YEARS))


def check_conservation(position: Position) -> None:
    """70 Units, 21 or 18 tiles, ten tiles in Cities, 20 Bard tokens and 15 Stories for each player."""
    state = position.state
    units = Counter(state.barracks)
    for holder in (*state.tiles.values(), *state.players.values()):
        units.update(holder.units)
    assert units == Counter(GAME.packs["standard"].supply)  # type: ignore[attr-defined]
    tiles = [
        *(on_city.tile for on_city in state.tiles.values()),
        *(tile for tile in (state.next_recruitment, state.next_threat) if tile),
        *state.recruitment_pile.top,
        *state.threat_pile.top,
        *state.recruitment_discard,
        *state.threat_discard,
        *state.unseen_tiles,
    ]
    assert len(set(tiles)) == len(tiles) == (18 if len(state.seats) == 3 else 21)
    for seat, player in state.players.items():
        placed = sum(tokens.get(seat, 0) for tokens in state.bards.values())
        assert player.bards + player.bastion + placed == 20
        built = sum(guild.stories for guild in state.guilds.values() if guild.seat == seat)
        assert player.stories + player.waiting_stories + built == 15


@pytest.mark.parametrize(("number", "years"), GAMES)
def test_random_game(number: int, years: int, touch: Any) -> None:
    for seed in range(3):
        weigh = heroes.weigh if seed else indifferent
        played = play_out(GAME, number, {"years": years}, f"{number}-{years}-{seed}", check_conservation, weigh)
        touch(GAME, played.rules)
        result, scores = played.end.state.result, referee.scores(played.end)
        assert scores.final
        assert result.ranking == scores.ranking
        assert all(player.total is None for player in scores.players)
        assert played.end.state.year == years
        replay = referee.replay(played.start, played.applied)
        assert replay.position.digest == played.end.digest
        assert played.longest_list <= 40


@pytest.mark.parametrize(("number", "years"), GAMES)
def test_positions_keep_the_promises(number: int, years: int, touch: Any) -> None:
    rng = random.Random(f"{number}{years}")
    positions = list(random_positions(GAME, number, {"years": years}, f"promises-{number}-{years}", heroes.weigh))
    for position, _ in rng.sample(positions, 15):
        touch(GAME, promises.check_all(position, rng, 120))


@pytest.mark.parametrize("number", NUMBERS)
def test_a_viewer_learns_nothing_hidden(number: int) -> None:
    rng = random.Random(number)
    for position, action in random_positions(GAME, number, {}, f"secret-{number}", heroes.weigh):
        if rng.random() > 0.1:
            continue
        for viewer in position.state.seats:
            other = referee.admit(GAME, scrambled(position.state, viewer, rng))
            promises.check_same_for(viewer, position, other, action)


def test_lanes_commute() -> None:
    """The order in which players program and commit changes nothing."""
    start = referee.begin(GAME, 4, seed="lanes").position
    for _ in range(4):
        (decision,) = referee.legal_actions(start).decisions
        outcome, _ = referee.play(start, [decision.actions[0]], "lanes")
        assert outcome is not None
        start = outcome.position
    rng = random.Random("lanes")
    turns = [seat for seat in start.state.seats for _ in range(7)]
    digests = set()
    for _ in range(4):
        rng.shuffle(turns)
        position, done = start, Counter[str]()
        for seat in turns:
            done[seat] += 1
            kind = {"type": "commit-program"} if done[seat] == 7 else {"type": "set-wheel", "wheel": done[seat]}
            (decision,) = referee.legal_actions(position, actor=seat, where=kind).decisions
            outcome, _ = referee.play(position, [decision.actions[len(seat) % len(decision.actions)]])
            assert outcome is not None
            position = outcome.position
        digests.add(position.digest)
    assert len(digests) == 1
