"""How much is sent, and how Schemathesis is run."""

import os
from collections.abc import Iterable
from typing import Any, Final

from schemathesis import Config

from tests.fuzz.tally import CASES

SEED: Final = int(os.environ.get("FUZZ_SEED", "1"))
"""The same seed gives the same cases, as long as document and libraries stay; another one explores further."""

GENERATED: Final = CASES // 4
"""Cases over all calls that Schemathesis generates, half of them replaced by real ones: generating takes long."""

REAL: Final = 3 * CASES // 10
"""Real cases over all calls."""

STATES: Final = CASES // 25
"""Changed states over all games: each is asked about ten times and more."""

OF_HARBOUR: Final = CASES // 40
"""Cases of the test game."""

NOISE: Final = CASES
"""Requests with noise in them, in process."""

WIRES: Final = CASES // 5
"""Connections to a real server."""

CASES_A_PAGE: Final = 25
"""For a GET, of which there is little to vary."""


def fuzzing(calls: Iterable[str], cases: int) -> Config:
    """Generated cases for a document in which these paths are calls, with `cases` shared among them."""
    paths = sorted(calls)
    share = -(-cases // max(1, len(paths)))
    of_calls = {
        "generation": {"max-examples": share},
        # Systematic changes to a body reach into every corner of a state: tens of thousands. `systematic` does without.
        "phases": {"coverage": {"enabled": False}},
    }
    return Config.from_dict(
        {
            **COMMON,
            "generation": {"max-examples": CASES_A_PAGE, "database": "none"},
            "operations": [{"include-path": path, **of_calls} for path in paths],
        }
    )


def systematic() -> Config:
    """Every limit and every member that a document declares, one after the other; nothing random."""
    return Config.from_dict({**COMMON, "phases": {"fuzzing": {"enabled": False}, "examples": {"enabled": False}}})


CHECKS: Final[dict[str, Any]] = {
    # None is left out; these two need to be told which statuses are meant.
    # A body that fits its schema may be refused for what no schema can say: 422, and 413 for its bytes. Whether it was
    # refused for that and not for what the schema should have announced is told by `checks.the_schema_decides`.
    "positive_data_acceptance": {"expected-statuses": ["2xx", "3xx", "404", "413", "422"]},
    # Narrower than by default: of refusals, only these are documented for anything that is sent. 413 and 415 come from
    # bodies that are not JSON at all.
    "negative_data_rejection": {"expected-statuses": ["400", "404", "406", "413", "415", "422"]},
}

COMMON: Final[dict[str, Any]] = {
    "seed": SEED,
    "checks": CHECKS,
    # Bodies are large and real games take their time; how long things take is not checked here.
    "suppress-health-check": ["all"],
}
