"""The property behind the two ways of checking: msgspec and the derived schema always give the same verdict."""

import random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.schemas.agreement import assert_same_verdict, mutations, refusal_by_msgspec
from tests.schemas.family import GAME, Action, Game, Player

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_mutated_games(seed: int) -> None:
    mutants = mutations(GAME, random.Random(seed))
    for _ in range(20):
        assert_same_verdict(Game, next(mutants))


@settings(max_examples=200, deadline=None)
@given(value=json_values)
def test_arbitrary_json(value: Any) -> None:
    for type_ in (Game, Player, Action, list[Player] | None, dict[str, Any]):
        assert_same_verdict(type_, value)


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_converting_and_decoding_give_the_same_verdict(seed: int) -> None:
    mutants = mutations(GAME, random.Random(seed))
    for _ in range(5):
        mutant = next(mutants)
        refused = False
        try:
            decoded = msgspec.json.decode(msgspec.json.encode(mutant), type=Game)
        except msgspec.ValidationError:
            refused = True
        else:
            assert decoded == msgspec.convert(mutant, Game)
        assert refused == (refusal_by_msgspec(Game, mutant) is not None)


def test_mutants_are_of_both_sorts() -> None:
    mutants = mutations(GAME, random.Random(1))
    verdicts = [refusal_by_msgspec(Game, next(mutants)) is None for _ in range(500)]
    assert 50 < sum(verdicts) < 400
    assert assert_same_verdict(Game, GAME) == []
