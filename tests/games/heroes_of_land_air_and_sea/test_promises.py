"""Random games of Heroes of Land, Air & Sea, and what must hold at every position of them."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.engine.referee import Position
from service.games.heroes_of_land_air_and_sea import GAME
from tests.games import promises
from tests.games.heroes_of_land_air_and_sea import generals
from tests.games.heroes_of_land_air_and_sea.scramble import scrambled
from tests.games.players import indifferent, play_out, random_positions

NUMBERS = (2, 3, 4)
PACK = GAME.packs["standard"]


def check_conservation(position: Position) -> None:
    """60 Spell Cards, 94 tokens, nobody's Units and Towers more than the box has, tracks within their limits."""
    state = position.state
    cards = Counter(state.deck.unseen) + Counter(state.discard_pile)
    for player in state.players.values():
        cards.update([*player.library, *player.discarded])
        cards.update([*player.scribed.ready, *player.scribed.preparing, *player.scribed.exhausted])
    assert cards == Counter({spell.id: spell.copies for spell in PACK.spells.values()})  # type: ignore[attr-defined]
    for on_map, pool in ((state.land_tokens, state.land_pool), (state.sea_tokens, state.sea_pool)):
        lying = Counter(token for tokens in on_map.values() for token in (*tokens.up, *tokens.stay))
        assert sum((Counter(pool.unseen) + Counter(pool.resolved) + lying).values()) in (66, 28)
        assert sum(pool.unseen.values()) >= sum(tokens.down for tokens in on_map.values())
    table = GAME.table(state)
    for seat, player in state.players.items():
        assert all(0 <= getattr(player, resource) <= 10 for resource in ("ore", "mana", "food"))
        assert len(player.towers) <= 3
        assert player.vp >= 0
        if player.faction is not None:
            in_play = table.in_play(seat)  # type: ignore[attr-defined]
            assert all(number <= PACK.units[unit].count for unit, number in in_play.items())  # type: ignore[attr-defined]


@pytest.mark.parametrize("number", NUMBERS)
def test_random_game(number: int, touch: Any) -> None:
    for seed in range(3):
        weigh = generals.weigh if seed else indifferent
        played = play_out(GAME, number, {"round_limit": 12}, f"{number}-{seed}", check_conservation, weigh)
        touch(GAME, played.rules)
        result, scores = played.end.state.result, referee.scores(played.end)
        assert scores.final
        assert result.ranking == scores.ranking
        assert all(player.total == sum(line.points or 0 for line in player.lines) for player in scores.players)
        assert played.end.state.round <= 12
        replay = referee.replay(played.start, played.applied)
        assert replay.position.digest == played.end.digest
        assert played.longest_list <= 120


@pytest.mark.parametrize("number", NUMBERS)
def test_positions_keep_the_promises(number: int, touch: Any) -> None:
    rng = random.Random(f"{number}")
    options = {"round_limit": 12}
    positions = list(random_positions(GAME, number, options, f"promises-{number}", generals.weigh))
    for position, _ in rng.sample(positions, 20):
        touch(GAME, promises.check_all(position, rng, 120))


@pytest.mark.parametrize("number", NUMBERS)
def test_a_viewer_learns_nothing_hidden(number: int) -> None:
    rng = random.Random(number)
    for position, action in random_positions(GAME, number, {"round_limit": 8}, f"secret-{number}", generals.weigh):
        if rng.random() > 0.1:
            continue
        for viewer in position.state.seats:
            other = referee.admit(GAME, scrambled(position.state, viewer, rng))
            promises.check_same_for(viewer, position, other, action)


def test_a_march_is_its_three_steps() -> None:
    """Every march under ``where`` is legal, and leads where origin, Units and destination lead one by one."""
    rng, tried = random.Random("march"), 0
    for position, _ in random_positions(GAME, 3, {"round_limit": 8}, "march", generals.weigh):
        decision = referee.legal_actions(position).decisions[0]
        if decision.step != "march":
            continue
        origin = rng.choice(decision.actions).origin
        where = {"type": "march", "origin": origin}
        (listed,) = referee.legal_actions(position, where=where, limit=10_000).decisions
        assert listed.count is not None
        for march in rng.sample(listed.actions, min(3, len(listed.actions))):
            whole, _ = referee.play(position, [march])
            steps = [
                {"type": "march-from", "actor": march.actor, "origin": march.origin},
                {"type": "march-units", "actor": march.actor, "units": march.units},
                {"type": "march-to", "actor": march.actor, "destination": march.destination},
            ]
            parts, _ = referee.play(position, referee.check_actions(position, convert(steps)))
            assert whole is not None
            assert parts is not None
            assert whole.position.digest == parts.position.digest
            tried += 1
    assert tried > 30


def convert(actions: list[dict[str, Any]]) -> list[Any]:
    converted: list[Any] = msgspec.convert(actions, list[GAME.Action])  # type: ignore[name-defined]
    return converted
