"""Problem details and their explanations."""

import msgspec
import pytest

from schemas.problems import KINDS, problem

STATUS = {
    "malformed-json": 400,
    "unauthorized": 401,
    "not-found": 404,
    "method-not-allowed": 405,
    "not-acceptable": 406,
    "too-large": 413,
    "unsupported-media-type": 415,
    "invalid-body": 422,
    "invalid-query": 422,
    "impossible-state": 422,
    "illegal-setup": 422,
    "hidden-value": 422,
    "rules-version": 422,
    "bad-seal": 422,
    "bad-cursor": 422,
    "too-much-work": 422,
    "rate-limited": 429,
    "internal-error": 500,
    "unavailable": 503,
}


def test_every_kind_of_the_contract_has_its_status() -> None:
    assert {slug: kind.status for slug, kind in KINDS.items()} == STATUS


@pytest.mark.parametrize("slug", STATUS)
def test_every_kind_is_explained(slug: str) -> None:
    kind = KINDS[slug]
    assert kind.type == f"/problems/{slug}"
    assert kind.title[0].isupper()
    assert not kind.title.endswith(".")
    assert len(kind.explanation) > 150
    assert kind.explanation.endswith(".")
    assert "  " not in kind.explanation


def test_only_the_members_of_a_problem_are_written() -> None:
    plain = problem("not-found", "No game chess.", "urn:x")
    assert msgspec.to_builtins(plain) == {
        "type": "/problems/not-found",
        "title": "No such thing here",
        "status": 404,
        "detail": "No game chess.",
        "instance": "urn:x",
    }
    narrow = problem("too-much-work", "Too many.", "urn:x", narrow_by=["where"])
    assert b'"narrow_by":["where"]' in msgspec.json.encode(narrow)
    with pytest.raises(KeyError):
        problem("no-such", "", "")
