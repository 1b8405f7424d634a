"""The whole document against the service under gunicorn, and a test game with every kind of action in process.

Run by `make fuzz`; not a part of `make test`. What is checked of each answer: everything that Schemathesis checks but
what `settings.CHECKS` excludes with its reason, and `checks`.
"""

from collections.abc import Iterator

import pytest
import schemathesis
from schemathesis import Case

from service.app import create_app
from service.engine.registry import load_games
from service.settings import Settings
from tests.engine.harbour.game import GAME as HARBOUR
from tests.fuzz import checks
from tests.fuzz.documents import mixed, opaque, served
from tests.fuzz.material import gather
from tests.fuzz.settings import systematic
from tests.fuzz.tally import CASES, note
from tests.servers import gunicorn_server

GAMES = load_games()
MATERIALS = {game.id: gather(game) for game in GAMES.values()}
DOCUMENT = served(create_app(Settings(build="fuzz"), GAMES))
SERVED = mixed(DOCUMENT, MATERIALS, CASES)
SYSTEMATIC = schemathesis.openapi.from_dict(opaque(DOCUMENT, MATERIALS), config=systematic())

HARBOUR_APP = create_app(Settings(build="fuzz"), {HARBOUR.id: HARBOUR})
IN_PROCESS = mixed(served(HARBOUR_APP), {HARBOUR.id: gather(HARBOUR)}, CASES // 10)


@pytest.fixture(scope="session")
def service() -> Iterator[str]:
    """The base URL of the registered games under gunicorn."""
    with gunicorn_server(workers=1) as base:
        yield base


@SERVED.parametrize()
def test_generated_and_real_cases(case: Case, service: str) -> None:
    note(case, case.call_and_validate(base_url=service, additional_checks=checks.ALL))


@SYSTEMATIC.parametrize()
def test_every_limit_of_a_body(case: Case, service: str) -> None:
    note(case, case.call_and_validate(base_url=service, additional_checks=checks.ALL))


@IN_PROCESS.include(path_regex="^/v1/games/harbour").parametrize()
def test_a_game_with_everything(case: Case) -> None:
    # In process nobody undoes a content coding.
    plain = {"Accept-Encoding": "identity"}
    note(case, case.call_and_validate(app=HARBOUR_APP, headers=plain, additional_checks=checks.ALL))
