"""What a setup chooses beforehand is kept free for its seat: no listed action, nor draw, ever makes it illegal."""

import random
from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.engine.registry import load_games

SETUPS: list[tuple[str, list[dict[str, Any]]]] = [
    ("kingdom-defenders", [{"seat": "blue", "fate": "F3"}, {"seat": "green"}, {"seat": "red", "fate": "F5"}]),
    ("kingdom-defenders", [{"seat": "blue"}, {"seat": "green", "fate": "F1"}]),
    ("lords-of-xidit", [{"seat": "blue"}, {"seat": "red"}, {"seat": "green", "city": "7"}]),
    ("lords-of-xidit", [{"seat": "blue"}, {"seat": "red", "city": "2"}, {"seat": "green"}, {"seat": "yellow"}]),
    ("heroes-of-land-air-and-sea", [{"seat": "blue", "faction": "elves"}, {"seat": "red"}, {"seat": "green"}]),
    ("heroes-of-land-air-and-sea", [{"seat": "blue", "continent": "nw"}, {"seat": "red"}]),
    (
        "heroes-of-land-air-and-sea",
        [{"seat": "blue"}, {"seat": "red", "continent": "sw"}, {"seat": "green", "faction": "orcs", "continent": "se"}],
    ),
    (
        "heroes-of-land-air-and-sea",
        [{"seat": "blue", "continent": "nw"}, {"seat": "red"}, {"seat": "green"}, {"seat": "yellow"}],
    ),
    ("gilded-realms", [{"seat": "blue"}, {"seat": "green", "faction": "house-lorian"}, {"seat": "red"}]),
    ("mage-knight", [{"seat": "amber"}, {"seat": "rose", "hero": "goldyx"}, {"seat": "teal"}]),
]
MOST_STEPS, TRIED, SEEDS = 150, 12, 6


@pytest.mark.parametrize(("name", "players"), SETUPS, ids=lambda value: value if isinstance(value, str) else "")
def test_a_listed_action_never_makes_a_preset_illegal(name: str, players: list[dict[str, Any]]) -> None:
    game = load_games()[name]
    for seed in range(SEEDS):
        rng = random.Random(seed)
        outcome = referee.begin(game, msgspec.convert(players, list[game.SeatSetup]))  # type: ignore[name-defined]
        position, to_come = outcome.position, _chosen(players) - _done(outcome.applied)
        for _ in range(MOST_STEPS):
            if not to_come:
                break
            listed = [action for due in referee.legal_actions(position).decisions for action in due.actions]
            for action in rng.sample(listed, min(TRIED, len(listed))):
                assert referee.adjudicate(position, [action]).legal
            played, _ = referee.play(position, [rng.choice(listed)])
            assert played is not None
            position, to_come = played.position, to_come - _done(played.applied)
        assert not to_come, "the setup has chosen what was never done"


@pytest.mark.parametrize("seed", [None, "a seed"])
def test_what_is_chosen_beforehand_is_done_although_nobody_acts(seed: str | None) -> None:
    game = load_games()["gilded-realms"]
    unchosen, chosen = (
        msgspec.convert([{"seat": "blue"}, green], list[game.SeatSetup])  # type: ignore[name-defined]
        for green in ({"seat": "green"}, {"seat": "green", "faction": "house-lorian"})
    )
    outcome = referee.begin(game, unchosen, seed="x")
    (actor,) = {due.actor for due in outcome.position.due or ()}
    wish = referee.begin(game, chosen).position.state.presets["green"]
    state = msgspec.structs.replace(outcome.position.state, presets={actor: wish})
    reached = referee.replay(referee.admit(game, state), [], seed).position.state
    assert reached.players[actor].faction == "house-lorian"


def _chosen(players: list[dict[str, Any]]) -> set[tuple[str, str]]:
    """Who is to have what."""
    return {(entry["seat"], value) for entry in players for value in entry.values() if value != entry["seat"]}


def _done(actions: list[Any]) -> set[tuple[str, str]]:
    return {(action.actor, value) for action in actions for value in msgspec.to_builtins(action).values()}
