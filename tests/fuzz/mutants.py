"""Real states with changes, for Hypothesis: what fails shrinks to the fewest changes."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from tests.fuzz.cases import one_of
from tests.fuzz.changes import Workshop
from tests.fuzz.material import Material, Moment
from tests.fuzz.shapes import Names, Node

Draw = Callable[[st.SearchStrategy[Any]], Any]

CHANGES = st.sampled_from([0, 1, 1, 1, 1, 2, 2, 3, 5])
"""How many: after one or two a state can often still be judged."""


@dataclass(frozen=True, repr=False)
class Mutant:
    """A changed state and what was changed."""

    moment: Moment
    state: dict[str, Any]
    changes: tuple[str, ...]
    seed: int
    """For whatever is chosen at random about it."""

    def __repr__(self) -> str:
        """What was changed; a state takes pages."""
        return f"Mutant({self.moment}, {self.changes}, seed {self.seed})"


def workshop(material: Material, schema: Node) -> Workshop:
    """For the states of a game; `schema`: its JSON Schema of states."""
    return Workshop(schema, Names(material.game), [moment.state for moment in material.moments])


@st.composite
def mutants(draw: Draw, material: Material, shop: Workshop) -> Mutant:
    """States of any moment of a game with some changes."""
    moment = draw(one_of(material.moments))
    state, changes = moment.state, []
    for _ in range(draw(CHANGES)):
        state, told = shop.change(random.Random(draw(SEEDS)), state)
        changes.append(told)
    return Mutant(moment, state, tuple(changes), draw(SEEDS))


SEEDS = st.integers(0, 2**32 - 1)
