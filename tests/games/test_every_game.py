"""What every registered game must have, and what must hold for the shapes of every one."""

import random
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.engine import messages, referee
from service.engine.event import tag_of
from service.engine.game import Game
from service.engine.referee import Position
from service.engine.registry import load_games
from tests.games import golden
from tests.games.casebook import KEYS, load_cases
from tests.games.players import indifferent, random_positions
from tests.games.soak import WEIGH
from tests.schemas.agreement import assert_same_verdict, mutations, refusal_by_msgspec

GAMES = load_games()
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

MUTANTS = 400
_positions: dict[str, list[Position]] = {}


def folder(game: Game) -> Path:
    """The tests of a game."""
    return golden.folder(game).parent


def positions(game: Game) -> list[Position]:
    """The positions of a random game for each number of players, to the end."""
    if game.id not in _positions:
        low, high = game.players
        _positions[game.id] = [position for number in range(low, high + 1) for position in one_game(game, number)]
    return _positions[game.id]


def one_game(game: Game, number: int) -> Iterator[Position]:
    """The positions of a random game, the last one too."""
    seed = f"every-game-{number}"
    for position, action in random_positions(game, number, {}, seed, WEIGH.get(game.id, indifferent)):
        yield position
        outcome, _ = referee.play(position, [action], seed)
    assert outcome is not None
    yield outcome.position


# --- what a game must have --------------------------------------------------------------------------------------------


@every_game
def test_it_has_a_casebook(game: Game) -> None:
    cases = dict(load_cases(folder(game) / "cases"))
    assert cases, f"{game.id} has no casebook"
    for name, case in cases.items():
        assert set(case) <= KEYS, name
        assert case["rule"] in game.catalogue, name
        assert case["then"], name
    legal = [case["then"]["legal"] for case in cases.values() if "legal" in case["then"]]
    assert True in legal
    assert False in legal


@every_game
def test_it_has_its_playthroughs(game: Game) -> None:
    found = {path.stem: path for path in golden.folder(game).glob("*.jsonl")}
    wanted = {recipe.name: recipe for recipe in golden.recipes(game)}
    assert set(found) == set(wanted), "run python -m tests.games.golden"
    for name, path in found.items():
        assert path.stat().st_size < golden.MOST_BYTES
        setup, *_, last = golden.read(path)
        assert (setup["players"], setup["options"]) == (wanted[name].players, wanted[name].options)
        assert last["result"]["ranking"] == last["scores"]["ranking"]
        assert last["scores"]["final"]


@every_game
def test_it_has_its_messages(game: Game) -> None:
    told = game.messages()
    assert all(text.strip() for text in told.values())
    assert messages.refusal_codes(game.parts.package) <= set(told)
    assert {tag_of(event) for event in game.event_types} <= set(told)
    for action in game.details().action_types:
        assert action.sentence, action.type


@every_game
def test_it_checks_consistency(game: Game) -> None:
    """Real states have no defects; of states with a few numbers changed, its own rules find many that cannot be."""
    found: set[str] = set()
    for position in positions(game)[::7]:
        assert referee.validate(game, position.state).defects == []
    rng = random.Random(f"consistency-{game.id}")
    for position in rng.choices(positions(game), k=150):
        plain = msgspec.to_builtins(position.state)
        for mutant in islice(mutations(plain, rng), 3):
            try:
                state = msgspec.convert(mutant, game.State)
            except msgspec.ValidationError:
                continue
            found |= {defect.rule for defect in referee.validate(game, state).defects}
    own = {rule for rule in found if not rule.startswith("referee.")}
    assert len(own) >= 3, f"the consistency checks of {game.id} find next to nothing: {own}"
    assert all(rule in game.catalogue for rule in found)


# --- shapes -----------------------------------------------------------------------------------------------------------


def states(game: Game) -> Iterator[tuple[Any, Any]]:
    for position in positions(game):
        yield game.State, msgspec.to_builtins(position.state)


def views(game: Game) -> Iterator[tuple[Any, Any]]:
    for number, position in enumerate(positions(game)):
        viewers = [*position.state.seats, "spectator"]
        yield game.View, msgspec.to_builtins(referee.view(position, viewers[number % len(viewers)]).state)


def actions(game: Game) -> Iterator[tuple[Any, Any]]:
    for position in positions(game):
        for decision in referee.legal_actions(position).decisions:
            for action in decision.actions:
                yield game.Action, msgspec.to_builtins(action)


@pytest.mark.parametrize("corpus", [states, views, actions], ids=lambda corpus: corpus.__name__)
@every_game
def test_both_ways_of_checking_agree(game: Game, corpus: Callable[[Game], Iterator[tuple[Any, Any]]]) -> None:
    rng = random.Random(f"{game.id} {corpus.__name__}")
    values = list(corpus(game))
    sample = rng.choices(values, k=MUTANTS // 3)
    refused = 0
    for shape, value in sample[:20]:
        assert assert_same_verdict(shape, value) == []
    for shape, value in sample:
        mutant = next(mutations(value, rng))
        assert_same_verdict(shape, mutant)
        refused += refusal_by_msgspec(shape, mutant) is not None
    assert 0 < refused < len(sample), "mutants of one sort only"
