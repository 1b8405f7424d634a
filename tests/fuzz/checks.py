"""What every answer must keep, beyond the checks that come with Schemathesis.

Those take any refusal of a body that fits its schema for a mistake of the service, or none. Here a refusal is looked
at: which kinds of problem the operation documents, and which of them are about what JSON Schema cannot say.
"""

import json
import re
from typing import Any, Final

import jsonschema_rs
from schemathesis import Case, CheckContext, Response
from schemathesis.schemas import APIOperation

from schemas.body import MalformedJson, strict_loads
from schemas.limits import SEAT_PATTERN
from schemas.problems import KINDS, MEDIA_TYPE
from service.settings import MIB

NDJSON: Final = "application/x-ndjson"

BEYOND_SCHEMA: Final = {
    "impossible-state": "whether a state adds up",
    "illegal-setup": "whether the rules allow a setup",
    "rules-version": "which versions are taken",
    "hidden-value": "whose view a state is",
    "bad-seal": "whether a seal belongs to the state",
    "bad-cursor": "whether a cursor belongs to the question",
    "too-much-work": "how long an enumeration takes",
}
"""Refusals of a body that fits its schema, and what of it no JSON Schema says."""

CODES_BEYOND_SCHEMA: Final = {
    "unknown-id": "the ids of a pack and the seats of a game",
    "duplicate": "which lists are sets",
}
"""The same within `invalid-body`, whose errors have codes."""

BREAKS_SCHEMA: Final = ("invalid-body", "hidden-value", "rules-version")
"""How a body is refused that does not fit: a view, or a state of other rules, is told so instead of the difference."""


def an_answer_is_as_documented(ctx: CheckContext, response: Response, case: Case) -> None:
    """Every refusal is a problem of a kind that the operation lists, told as the kind tells it."""
    assert response.headers.get("request-id"), "no Request-Id"
    if response.status_code < 400:
        return
    problem = response.json()
    assert slug_of(problem) in KINDS, "no kind of problem that there is"
    kind = KINDS[slug_of(problem)]
    assert response.headers["content-type"] == [MEDIA_TYPE]
    assert (problem["title"], problem["status"]) == (kind.title, response.status_code)
    assert problem["instance"] == f"urn:request:{response.headers['request-id'][0]}"
    # A method that an operation does not have is none of its answers.
    if kind.status != 405:
        assert kind.slug in documented(case.operation, response.status_code), f"{kind.slug} is not documented"


def the_schema_decides(ctx: CheckContext, response: Response, case: Case) -> None:
    """A body that fits its schema is answered, or refused for what no schema says; any other is refused as such."""
    request = response.request
    if request.method != "POST" or request.headers.get("Content-Type") != "application/json":
        return
    problem = response.json() if response.status_code >= 400 else None
    slug = slug_of(problem) if problem else "impossible-state" if is_incomplete(response) else "accepted"
    data = request.body.encode() if isinstance(request.body, str) else request.body or b""
    if slug == "invalid-query":
        assert "?" in request.url, "there is no query string"
    elif slug == "too-large":
        assert len(data) > MIB, f"{len(data)} bytes are not too many"
    elif not is_strict_json(data):
        assert slug == "malformed-json", f"{slug}: the body is not strict JSON"
    elif is_taken(case.operation, strict_loads(data)):
        strange = [error for error in (problem or {}).get("errors", ()) if not is_beyond_schema(error)]
        assert not strange, f"the body fits the schema that is documented, but: {strange[:3]}"
        assert slug in ("accepted", "invalid-body", *BEYOND_SCHEMA), f"{slug}: the body fits the documented schema"
    elif is_taken(case.operation, strict_loads(data), any_id=True):
        # Ids are looked up, not matched: whatever is refused first, such a one is not accepted.
        assert slug in ("invalid-body", *BEYOND_SCHEMA), f"{slug}: an id is not spelt as documented"
    else:
        assert slug in BREAKS_SCHEMA, f"{slug}: the body breaks the documented schema"


def every_line_is_as_documented(ctx: CheckContext, response: Response, case: Case) -> None:
    """Lines of JSON, which Schemathesis does not look into: each fits the schema, and the last one is an end."""
    if response.headers.get("content-type") != [NDJSON]:
        return
    schema = case.operation.definition.raw["responses"]["200"]["content"][NDJSON]["schema"]
    *steps, last = [json.loads(line) for line in response.content.splitlines()]
    assert [step.get("index") for step in steps] == list(range(len(steps)))
    assert "end" in last or "problem" in last
    strange = [line for line in (*steps, last) if not fits(case.operation, schema, line)]
    assert not strange, f"not as documented: {strange[0]}"


def slug_of(problem: dict[str, Any]) -> str:
    """The name of a type of problem; none for what is no problem."""
    return str(problem.get("type", "")).removeprefix("/problems/")


def is_incomplete(response: Response) -> bool:
    """Whether the answer to `states` is what is wrong with the table that was described, and nothing else."""
    told = response.json() if response.headers.get("content-type") == ["application/json"] else None
    return isinstance(told, dict) and set(told) == {"defects"}


def is_strict_json(data: bytes) -> bool:
    """Whether the service would read this; what strict JSON is has tests of its own."""
    try:
        strict_loads(data)
    except MalformedJson:
        return False
    return True


def is_beyond_schema(error: dict[str, Any]) -> bool:
    """Whether an error of `invalid-body` is about something that no JSON Schema says."""
    # Which parameters a partial action may name depends on the types of action that the rest of it leaves.
    of_partial_action = error["code"] == "unknown-field" and error["pointer"].startswith("/where/")
    # To JSON Schema 2.0 is an integer; the contract has no floats.
    kinds = error["params"] if error["code"] == "wrong-type" else {}
    whole = kinds.get("got") == "number" and "integer" in kinds["expected"]
    return of_partial_action or whole or error["code"] in CODES_BEYOND_SCHEMA


def documented(operation: APIOperation, status: int) -> list[str]:
    """The kinds of problem that an operation lists for a status."""
    response = operation.definition.raw["responses"].get(str(status), {})
    return re.findall(r"\(`([a-z-]+)`\)", response.get("description", ""))


def is_taken(operation: APIOperation, body: Any, any_id: bool = False) -> bool:
    """Whether a body fits the schema that the document has for it; `any_id`: were it not for the spelling of ids."""
    return fits(
        operation, operation.definition.raw["requestBody"]["content"]["application/json"]["schema"], body, any_id
    )


def fits(operation: APIOperation, schema: dict[str, Any], value: Any, any_id: bool = False) -> bool:
    """Whether a value fits a schema of the document that `operation` is in."""
    # By identity: a document is no key, and each one here lives as long as the process.
    key = id(operation.schema), json.dumps(schema), any_id
    if key not in _VALIDATORS:
        known = operation.schema.raw_schema["components"]
        whole = {**schema, "components": without_patterns_of_ids(known) if any_id else known}
        _VALIDATORS[key] = jsonschema_rs.Draft202012Validator(whole)
    return bool(_VALIDATORS[key].is_valid(value))


_VALIDATORS: dict[tuple[int, str, bool], Any] = {}


def without_patterns_of_ids(node: Any) -> Any:
    """A copy of a schema in which an id, a seat too, may be spelt in any way."""
    if isinstance(node, list):
        return [without_patterns_of_ids(part) for part in node]
    if not isinstance(node, dict):
        return node
    return {
        name: without_patterns_of_ids(part)
        for name, part in node.items()
        if not (name == "pattern" and ("x-id-of" in node or part == SEAT_PATTERN))
    }


ALL: Final = [an_answer_is_as_documented, the_schema_decides, every_line_is_as_documented]
"""Everything in this module, for `case.call_and_validate`."""
