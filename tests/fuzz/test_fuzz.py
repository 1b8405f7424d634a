"""That the fuzzing finds what it is there to find: answers that are wrong in one thing each."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
import schemathesis
from flask import Flask, Response, request
from hypothesis import HealthCheck, given, settings
from schemathesis import Case
from schemathesis.core.failures import FailureGroup
from schemathesis.schemas import APIOperation, BaseSchema

from service.app import create_app
from service.settings import Settings
from tests.engine.harbour.game import GAME
from tests.fuzz import checks, tally
from tests.fuzz.cases import bodies, real_cases
from tests.fuzz.documents import mixed, opaque, served
from tests.fuzz.material import Material, gather
from tests.fuzz.settings import fuzzing, systematic
from tests.fuzz.tally import lacking, report

BASE = f"/v1/games/{GAME.id}"
Tamper = Callable[[Response], None]


@pytest.fixture(scope="module")
def material() -> Material:
    return gather(GAME)


@pytest.fixture(scope="module")
def schema(material: Material) -> BaseSchema:
    return mixed(served(harbour()), {GAME.id: material}, 10)


def harbour(tamper: Tamper | None = None) -> Flask:
    """The service with one game; `tamper` spoils what it answers to a POST."""
    app = create_app(Settings(build="test"), {GAME.id: GAME})

    def spoil(response: Response) -> Response:
        if tamper is not None and request.method == "POST":
            tamper(response)
        return response

    # The last word: Flask goes through these from the end.
    app.after_request_funcs[None].insert(0, spoil)
    return app


def of(schema: BaseSchema, call: str) -> APIOperation:
    """An operation of the game."""
    operation: APIOperation = schema[f"{BASE}/{call}"]["POST"]
    return operation


def send(case: Case, tamper: Tamper | None = None) -> None:
    """One exchange with every check."""
    case.call_and_validate(app=harbour(tamper), headers={"Accept-Encoding": "identity"}, additional_checks=checks.ALL)


def refusing(slug: str, status: int, **members: Any) -> Tamper:
    """Answers everything with a problem."""

    def tamper(response: Response) -> None:
        instance = f"urn:request:{response.headers['Request-Id']}"
        kind = checks.KINDS[slug]
        problem = {"type": kind.type, "title": kind.title, "status": status, "detail": "so it is", "instance": instance}
        response.data = msgspec.json.encode({**problem, **members})
        response.status_code = status
        response.content_type = "application/problem+json"

    return tamper


def answering(change: Callable[[Any], Any]) -> Tamper:
    """Changes what is answered."""

    def tamper(response: Response) -> None:
        response.data = msgspec.json.encode(change(response.get_json()))

    return tamper


def headed(name: str, value: str) -> Tamper:
    """Sets a header."""
    return lambda response: response.headers.set(name, value)


def misspelt(errors: str) -> Tamper:
    """A refusal that the schema should have announced."""
    error = {"pointer": "/state", "code": errors, "detail": "no", "params": {}}
    return refusing("invalid-body", 422, errors=[error])


@pytest.mark.parametrize(
    ("tamper", "found"),
    [
        (refusing("internal-error", 500), "Server error"),
        (refusing("not-found", 404), "Undocumented status code"),
        (refusing("bad-cursor", 422), "bad-cursor is not documented"),
        (misspelt("too-long"), "the body fits the schema that is documented"),
        (answering(lambda answer: {**answer, "final": "yes"}), "Response violates schema"),
        (answering(lambda answer: {}), "Response violates schema"),
        (headed("Content-Type", "text/html"), "Undocumented Content-Type"),
        (headed("Request-Id", "a b"), "Response header does not conform to the schema"),
    ],
)
def test_what_is_wrong_with_an_answer_is_found(
    schema: BaseSchema, material: Material, tamper: Tamper, found: str
) -> None:
    case = of(schema, "scores").Case(body={"state": material.moments[0].state}, media_type="application/json")
    send(case)
    with pytest.raises(FailureGroup, match=found):
        send(case, tamper)


def test_a_body_that_breaks_the_schema_may_not_be_answered(schema: BaseSchema, material: Material) -> None:
    case = of(schema, "scores").Case(
        body={"state": material.moments[0].state, "colour": 1}, media_type="application/json"
    )
    send(case)
    for tamper in (refusing("rules-version", 422), answering(lambda answer: answer)):
        send(case, tamper)
    with pytest.raises(FailureGroup, match="the body breaks the documented schema"):
        send(case, refusing("impossible-state", 422))


def test_lines_are_looked_at(schema: BaseSchema, material: Material) -> None:
    moment = next(moment for moment in material.moments if len(moment.actions) > 1)
    body = {"state": moment.state, "actions": moment.actions}
    case = of(schema, "replays").Case(body=body, media_type="application/json", headers={"Accept": checks.NDJSON})
    send(case)

    def halved(response: Response) -> None:
        response.data = b"".join(response.get_data().splitlines(keepends=True)[1:])

    with pytest.raises(FailureGroup, match="every_line_is_as_documented"):
        send(case, halved)


@pytest.mark.parametrize(
    "call", ["states", "legal-actions", "adjudications", "validations", "views", "scores", "replays"]
)
def test_many_real_bodies_get_an_answer_and_many_do_not(schema: BaseSchema, material: Material, call: str) -> None:
    app = harbour().test_client()
    seen = []

    @settings(max_examples=60, database=None, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
    @given(bodies(call, material))
    def ask(body: Any) -> None:
        fits = checks.is_taken(of(schema, call), body)
        response = app.post(f"{BASE}/{call}", json=body)
        seen.append((fits, response.status_code))

    ask()
    assert sum(verdict == (True, 200) for verdict in seen) >= 10
    assert any(verdict == (False, 422) for verdict in seen) or call == "validations"
    assert {status for _, status in seen} <= {200, 422}


def test_real_cases_are_among_the_generated_ones(schema: BaseSchema) -> None:
    kinds = []

    @settings(max_examples=40, database=None, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
    @given(of(schema, "scores").as_strategy())
    def draw(case: Case) -> None:
        kinds.append("real" if case.meta is None else "generated")

    draw()
    assert min(kinds.count("real"), kinds.count("generated")) >= 8


def test_paths_that_exist_are_among_them(schema: BaseSchema, material: Material) -> None:
    operation = schema[f"{BASE}/rules/{{rule}}"]["GET"]
    app = harbour()
    found: set[int] = set()
    cases = real_cases(operation, {GAME.id: material})
    assert cases is not None

    @settings(max_examples=30, database=None, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
    @given(cases)
    def ask(case: Case) -> None:
        found.add(case.call(app=app).status_code)

    ask()
    assert found == {200, 304}


def test_systematic_cases_have_one_real_state(material: Material) -> None:
    document = opaque(served(harbour()), {GAME.id: material})
    asked = document["components"]["schemas"]["HarbourScoresRequest"]["properties"]["state"]["anyOf"][0]
    only = document["components"]["schemas"][asked["$ref"].rpartition("/")[2]]
    assert only["const"]["game"] == GAME.id
    assert "const" not in document["components"]["schemas"]["HarbourState"]
    assert schemathesis.openapi.from_dict(document, config=systematic()).statistic.operations.total >= 15


def test_cases_are_shared_among_the_calls() -> None:
    (project,) = [fuzzing(["/a", "/b", "/c"], 10).projects.get_default()]
    assert {operation.generation.max_examples for operation in project.operations.operations} == {4}


def test_the_report_counts() -> None:
    told = {"real|GET /a|200": 2, "real|POST /b|422": 1, "fuzzing|POST /b|422": 4, "bytes|POST /b|400": 9}
    assert list(report(told, [(0.25, "POST /b", 10, 20)])) == [
        "fuzz: 16 cases, 7 of them those of Schemathesis that were asked for",
        "  bytes: 9 (9 x 400)",
        "  fuzzing: 4 (4 x 422)",
        "  real: 3 (2 x 200, 1 x 422)",
        "fuzz: by operation",
        "  GET /a: 2 (2 x 200)",
        "  POST /b: 14 (9 x 400, 5 x 422)",
        "fuzz: the answers that took longest",
        "  250 ms of processor time: POST /b, 10 bytes asked, 20 answered",
    ]


def test_a_run_that_means_too_little_says_so() -> None:
    told = {"real|GET /a|200": 5, "bytes|GET /a|200": 100}
    assert lacking(told, {"GET /a"}, 5) == []
    assert lacking(told, {"GET /a", "POST /b"}, 6) == ["5 of the 6 cases asked for", "no case of POST /b"]


def test_the_slowest_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "SLOWEST", [])
    for number in range(30):
        tally.merge([(number / 100, "GET /a", 0, 0)])
    assert [slow[0] for slow in tally.SLOWEST] == [number / 100 for number in range(29, 19, -1)]
