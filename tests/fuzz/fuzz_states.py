"""Real states of every game, changed here and there, put to every call: the calls agree about each.

What fails shrinks to the fewest changes; the state is kept in a file and told with the request that failed.
"""

import json
from collections import Counter

import pytest
import schemathesis
from hypothesis import HealthCheck, given, seed, settings

from tests.fuzz.agreement import Calls, look_at
from tests.fuzz.failures import keep_state
from tests.fuzz.mutants import Mutant, mutants, workshop
from tests.fuzz.settings import SEED, STATES, fuzzing
from tests.fuzz.subject import APP, DOCUMENT, GAMES, MATERIALS, WATCH
from tests.fuzz.tally import CHANGED

SHARES = 4
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT, config=fuzzing([], 1))


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("game", GAMES)
def test_the_calls_agree_about_a_changed_state(game: str, share: int) -> None:
    calls = Calls(GAMES[game], SCHEMA, APP, WATCH, CHANGED)
    shapes = APP.test_client().get(f"/v1/games/{game}/schemas/state").get_json()
    taken_for: Counter[str] = Counter()

    @seed(f"{SEED} {share}")
    @settings(
        max_examples=max(1, STATES // SHARES // len(GAMES)),
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(mutants(MATERIALS[game], workshop(MATERIALS[game], shapes)))
    def ask(mutant: Mutant) -> None:
        try:
            taken_for[look_at(calls, mutant)] += 1
        except Exception as error:
            error.add_note(f"the state: {keep_state(f'{game}-{share}', json.dumps(mutant.state))}")
            raise

    ask()
    # Changes that only ever break a state would not get far.
    assert taken_for["valid"] + taken_for["valid with warnings"] >= taken_for.total() // 10, taken_for
