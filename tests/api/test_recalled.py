"""Lists that were asked for with the very same bytes before."""

import json
from typing import Any

import pytest

from tests.api.client import JSON, Client, stones_app


def asked(client: Client, body: bytes, **headers: str) -> tuple[int, Any, str]:
    response = client.send("POST", "./legal-actions", body, {"Content-Type": JSON, **headers})
    timing = response.headers["Server-Timing"].partition("cache;desc=")[2]
    return response.status_code, response.get_json(), timing


@pytest.fixture
def teller() -> Client:
    """A client of a service that tells whether the cache knew."""
    return Client(stones_app(timing_cache=True))


def test_the_same_bytes_have_the_same_answer(teller: Client) -> None:
    body = json.dumps({"state": teller.position()["state"]}).encode()
    first, again = asked(teller, body), asked(teller, body)
    assert first[:2] == again[:2]
    assert (first[0], first[2], again[2]) == (200, "miss", "hit")
    # Other bytes that ask for the same are found by what they ask for.
    assert asked(teller, body.replace(b": ", b":"))[1:] == again[1:]


def test_another_question_about_the_same_state_has_its_own_answer(teller: Client) -> None:
    state = teller.position()["state"]
    whole = asked(teller, json.dumps({"state": state}).encode())
    part = asked(teller, json.dumps({"state": state, "limit": 1}).encode())
    assert len(part[1]["decisions"][0]["actions"]) == 1 < len(whole[1]["decisions"][0]["actions"])


def test_what_was_refused_is_refused_again(teller: Client) -> None:
    state = teller.position()["state"]
    for body in ({"state": state, "where": {"nothing": 1}}, {"state": state, "cursor": "x"}, {"state": 1}, {}):
        data = json.dumps(body).encode()
        first, again = asked(teller, data), asked(teller, data)
        assert first[0] == again[0] == 422
        assert {**first[1], "instance": ""} == {**again[1], "instance": ""}


def test_headers_are_looked_at_every_time(teller: Client) -> None:
    body = json.dumps({"state": teller.position()["state"]}).encode()
    assert asked(teller, body)[0] == 200
    assert teller.send("POST", "./legal-actions", body, {"Content-Type": "text/plain"}).status_code == 415
    assert (
        teller.send("POST", "./legal-actions", body, {"Content-Type": JSON, "Accept": "text/html"}).status_code == 406
    )
    assert teller.send("POST", "./legal-actions?x=1", body, {"Content-Type": JSON}).status_code == 422


def test_a_service_without_memory_answers_all_the_same(teller: Client) -> None:
    poor = Client(stones_app(cache_bytes=0, state_cache_bytes=0))
    body = json.dumps({"state": teller.position()["state"]}).encode()
    assert asked(poor, body)[:2] == asked(poor, body)[:2] == asked(teller, body)[:2]
