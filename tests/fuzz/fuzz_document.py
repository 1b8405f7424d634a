"""The whole document: generated cases and real ones in process, every limit of it against the service under gunicorn.

Run by `make fuzz`; not a part of `make test`. What is checked of each answer: everything that Schemathesis checks,
with the statuses in `settings.CHECKS`, and `checks`; and how long it took.
"""

from collections.abc import Iterator

import pytest
import schemathesis
from schemathesis import Case

from service.app import create_app
from service.settings import Settings
from tests.engine.harbour.game import GAME as HARBOUR
from tests.fuzz import checks
from tests.fuzz.agreement import PLAIN
from tests.fuzz.documents import mixed, opaque, real, served
from tests.fuzz.material import gather
from tests.fuzz.settings import GENERATED, OF_HARBOUR, REAL, systematic
from tests.fuzz.stopwatch import Stopwatch, in_time
from tests.fuzz.subject import APP, DOCUMENT, MATERIALS, WATCH
from tests.fuzz.tally import HARBOUR as OF_THE_TEST_GAME
from tests.fuzz.tally import OPERATIONS, note
from tests.servers import gunicorn_server

WITH_REAL = mixed(DOCUMENT, MATERIALS, GENERATED)
REAL_ALONE = real(DOCUMENT, MATERIALS, REAL)
SYSTEMATIC = schemathesis.openapi.from_dict(opaque(DOCUMENT, MATERIALS), config=systematic())
OPERATIONS |= {found.ok().label for found in WITH_REAL.get_all_operations()}

HARBOUR_APP = create_app(Settings(build="fuzz"), {HARBOUR.id: HARBOUR})
HARBOUR_WATCH = Stopwatch(HARBOUR_APP)
HARBOUR_DOCUMENT = mixed(served(HARBOUR_APP), {HARBOUR.id: gather(HARBOUR)}, OF_HARBOUR)


@pytest.fixture(scope="session")
def service() -> Iterator[str]:
    """The base URL of the registered games under gunicorn."""
    with gunicorn_server(workers=1) as base:
        yield base


def answered(case: Case) -> None:
    """One exchange in this process, with every check."""
    response = case.call_and_validate(app=APP, headers=PLAIN, additional_checks=checks.ALL)
    note(case, response, WATCH.seconds)
    in_time(WATCH.seconds, "this")


@WITH_REAL.parametrize()
def test_generated_and_real_cases(case: Case) -> None:
    answered(case)


@REAL_ALONE.include(method="POST").parametrize()
def test_real_cases(case: Case) -> None:
    answered(case)


@SYSTEMATIC.parametrize()
def test_every_limit_of_a_body(case: Case, service: str) -> None:
    note(case, case.call_and_validate(base_url=service, additional_checks=checks.ALL))


@HARBOUR_DOCUMENT.include(path_regex="^/v1/games/harbour").parametrize()
def test_a_game_with_everything(case: Case) -> None:
    response = case.call_and_validate(app=HARBOUR_APP, headers=PLAIN, additional_checks=checks.ALL)
    note(case, response, HARBOUR_WATCH.seconds, OF_THE_TEST_GAME)
