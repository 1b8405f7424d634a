"""Seeded chance: what anybody can recompute with a seed that has been published."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from service.engine import chance, referee
from tests.api.stones import GAME as STONES
from tests.engine.harbour import GAME
from tests.engine.moves import action, after, legal, position


def by_the_contract(seed: str, game: str, chances: int, weights: Sequence[int]) -> int:
    """The contract's paragraph, in ten lines."""
    total, attempt = sum(weights), 0
    while True:
        mark = hmac.new(seed.encode(), f"{game}/{chances}/{attempt}".encode(), hashlib.sha256)
        number = int(mark.hexdigest(), 16)
        if number < 2**256 // total * total:
            break
        attempt += 1
    walked = [index for index, weight in enumerate(weights) for _ in range(weight)]
    return walked[number % total]


@pytest.mark.parametrize("weights", [[1], [1, 1], [3, 1], [2, 5, 1, 7], [1] * 52, [0, 1, 0, 4], [1000, 1, 300]])
def test_outcomes_are_those_of_the_contract(weights: list[int]) -> None:
    for seed in ("", "a seed", "schüssel \U0001f600", "x" * 256):
        for count in range(40):
            assert chance.sample(seed, "harbour", count, weights) == by_the_contract(seed, "harbour", count, weights)


def test_a_number_past_the_largest_multiple_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    # 2**256 = 1 (mod 3): exactly the topmost number would favour the first of three outcomes.
    asked: list[str] = []
    numbers = {"g/7/0": 2**256 - 1, "g/7/1": 2**256 - 1, "g/7/2": 2**256 - 2}

    def number(seed: str, message: str) -> int:
        asked.append(message)
        return numbers[message]

    monkeypatch.setattr(chance, "_number", number)
    assert chance.sample("s", "g", 7, [1, 1, 1]) == (2**256 - 2) % 3
    assert asked == ["g/7/0", "g/7/1", "g/7/2"]


def test_a_number_is_kept_where_the_total_divides_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance, "_number", lambda seed, message: 2**256 - 1)
    assert chance.sample("s", "g", 0, [1, 1, 1, 1]) == 3


def test_seed_count_and_game_all_matter() -> None:
    weights = [1] * 1000
    first = chance.sample("seed", "harbour", 0, weights)
    assert first == chance.sample("seed", "harbour", 0, weights)
    others = {
        chance.sample("seed", "harbour", 1, weights),
        chance.sample("seed", "stones", 0, weights),
        chance.sample("seeds", "harbour", 0, weights),
    }
    assert first not in others
    assert len(others) == 3


def test_weights_are_the_distribution() -> None:
    drawn = Counter(chance.sample("distribution", "harbour", count, [3, 1, 0, 4]) for count in range(8000))
    expected = {0: 3000, 1: 1000, 3: 4000}
    assert set(drawn) == set(expected)
    # Five standard deviations: sqrt(8000 * 1/2 * 1/2) is 45.
    assert all(abs(drawn[index] - number) < 225 for index, number in expected.items())


def test_the_referee_draws_by_the_count_in_the_state() -> None:
    start = position(chances=41)
    drawn = legal(start, action("draw", "red"), seed="pier")
    cards, weights = ["lamp", "map", "rope"], [3, 2, 1]
    expected = cards[by_the_contract("pier", "harbour", 41, weights)]
    assert drawn.state.players["red"].hand == [expected]
    assert drawn.state.chances == 42


def test_neither_undo_nor_other_actions_change_a_roll() -> None:
    start = position()
    drawn = [
        legal(start, action("draw", "red"), seed="same"),
        legal(start, action("walk", "red", to="market"), action("draw", "red"), seed="same"),
        legal(after(start, action("walk", "red", to="market"), seed="same"), action("draw", "red"), seed="same"),
    ]
    assert len({tuple(verdict.state.players["red"].hand) for verdict in drawn}) == 1


def test_chance_entered_by_hand_counts_too() -> None:
    by_hand = legal(position(), action("draw", "red"), action("draw-card", "chance", card="rope"))
    assert by_hand.state.chances == 1
    assert by_hand.state.players["red"].hand == ["rope"]


def test_a_whole_setup_follows_from_its_seed() -> None:
    dealt = [msgspec.json.encode(referee.begin(STONES, 3, seed=seed).position.state) for seed in ("a", "a", "b", "c")]
    assert dealt[0] == dealt[1]
    assert len(set(dealt)) > 1


def test_a_roll_of_the_reef_is_the_contracts() -> None:
    start = position(chances=5)
    at_reef = legal(start, action("walk", "red", to="market"), action("walk", "red", to="reef"), seed="gale")
    index = by_the_contract("gale", GAME.id, 5, [3, 1])
    assert at_reef.applied[-1] == action("weather", "chance", face=["calm", "storm"][index])


def by_hand(number: int) -> Any:
    """A charm of Stones dealt by hand."""
    return action("deal-charm", "chance", game=STONES, charm=f"charm-{number}")


def taken(number: int, actor: str = "red") -> Any:
    """Stones taken."""
    return action("take", actor, game=STONES, number=number)


@pytest.mark.parametrize(
    ("actions", "seed", "settled"),
    [
        ([], None, (0, 0)),
        ([], "a", (2, 0)),
        ([by_hand(1)], None, (0, 1)),
        ([by_hand(1)], "a", (1, 1)),
        ([by_hand(1), by_hand(2), taken(1)], "a", (0, 2)),
        ([taken(1)], "a", (2, 0)),
    ],
)
def test_an_outcome_tells_how_chance_was_settled(
    actions: list[Any], seed: str | None, settled: tuple[int, int]
) -> None:
    start = referee.begin(STONES, 2).position
    outcome, _ = referee.play(start, actions, seed)
    assert outcome is not None
    assert (outcome.by_seed, outcome.by_hand) == settled
    # A record that goes on to an illegal action has come as far, by the same ways.
    run = referee.Run(start, [*actions, taken(9)], seed, keep=True)
    assert [bool(violated) for _, violated in run] == [False] * len(actions) + [True]
    stopped = run.stopped()
    assert (stopped.by_seed, stopped.by_hand) == settled


def test_so_does_a_setup() -> None:
    for seed, settled in (("a", (2, 0)), (None, (0, 0))):
        begun = referee.begin(STONES, 2, seed=seed)
        assert (begun.by_seed, begun.by_hand) == settled
    corrected = referee.correct(STONES, referee.begin(STONES, 2).position.state, None, "a")
    assert corrected.outcome is not None
    assert (corrected.outcome.by_seed, corrected.outcome.by_hand) == (2, 0)
