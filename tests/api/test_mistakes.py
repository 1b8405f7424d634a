"""Our own mistakes, and whatever a client may think of: never a stack trace, never a 500 for what was sent."""

import json
import logging
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.problems import KINDS
from service.engine import referee
from tests.api.client import JSON, Client, stones_app, take


def test_a_mistake_of_ours_is_logged_and_told_without_its_trace(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("a secret of ours")

    monkeypatch.setattr(referee, "scores", broken)
    app = stones_app()
    client = Client(app)
    body = json.dumps({"state": client.position()["state"]})
    with caplog.at_level(logging.ERROR, logger="service.api"):
        response = app.test_client().post(
            "/v1/games/stones/scores", data=body, content_type=JSON, headers={"Request-Id": "find-me"}
        )
    assert response.status_code == 500
    problem = response.get_json()
    assert problem["type"] == "/problems/internal-error"
    assert problem["instance"] == "urn:request:find-me"
    assert "secret" not in response.get_data(as_text=True)
    assert response.headers["Request-Id"] == "find-me"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    (record,) = caplog.records
    assert "find-me" in record.getMessage()
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
    | st.sampled_from(
        ["red", "chance", "spectator", "take", "turn", "charm-1", "state", "view:red", "standard", "1.2.3"]
    )
)
values: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
BODIES: dict[str, dict[str, Any]] = {
    "states": {"players": 2, "options": {"heap": 5}, "pack": "standard", "salt": "s", "chance": {"seed": "a"}},
    "legal-actions": {"actor": "red", "where": {"type": "take"}, "explain": True, "limit": 2},
    "adjudications": {"action": take(1), "chance": {"seed": "a"}, "include": ["state", "view:red"]},
    "validations": {},
    "views": {"viewer": "red", "events": []},
    "scores": {},
    "replays": {"actions": [take(1), take(2, "blue")], "chance": {"seed": "a"}},
}


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place within a JSON value."""
    found = [at]
    if isinstance(value, dict):
        found += [place for name, member in value.items() for place in places(member, (*at, name))]
    elif isinstance(value, list):
        found += [place for index, member in enumerate(value) for place in places(member, (*at, index))]
    return found


def changed(value: Any, place: tuple[Any, ...], new: Any) -> Any:
    """A copy of `value` with `new` at `place`."""
    if not place:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[place[0]] = changed(copy[place[0]], place[1:], new)
    return copy


@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_whatever_is_sent_is_answered_or_refused(client: Client, data: st.DataObject) -> None:
    call = data.draw(st.sampled_from(sorted(BODIES)))
    state = client.position()["state"]
    body: Any = dict(BODIES[call])
    if call != "states" or data.draw(st.booleans()):
        body = {"state": state, **({} if call == "states" else body)}
    for _ in range(data.draw(st.integers(1, 3))):
        body = changed(body, data.draw(st.sampled_from(places(body))), data.draw(values))
    before = json.dumps(body)
    response = client.post(f"./{call}", body)
    assert response.status_code in (200, 422)
    if response.status_code == 422:
        assert response.get_json()["type"].removeprefix("/problems/") in KINDS
    if call == "validations" and isinstance(body, dict) and set(body) == {"state"} and isinstance(body["state"], dict):
        assert response.status_code == 200
    assert client.post(f"./{call}", before.encode(), Request_Id="x").status_code == response.status_code


@settings(max_examples=300, deadline=None)
@given(
    noise=st.binary(max_size=200),
    coding=st.sampled_from(["identity", "gzip", "zstd"]),
    call=st.sampled_from(sorted(BODIES)),
)
def test_noise_is_refused(client: Client, noise: bytes, coding: str, call: str) -> None:
    response = client.post(f"./{call}", noise, Content_Encoding=coding)
    assert response.status_code in (400, 422)


@settings(max_examples=200, deadline=None)
@given(
    path=st.text(max_size=40), query=st.text(max_size=40), method=st.sampled_from(["GET", "POST", "HEAD", "PUT", "X"])
)
def test_any_path_is_answered_or_refused(client: Client, path: str, query: str, method: str) -> None:
    for prefix in ("/", "/v1/games/stones/rules/", "/v1/games/stones/components/", "/problems/"):
        # Two slashes at the beginning would name a host to werkzeug's client, and the path never get to the service.
        below = path.lstrip("/") if prefix == "/" else path
        response = client.send(method, f"{prefix}{below}?{query}".replace("#", ""))
        assert response.status_code in (200, 404, 405, 422)
