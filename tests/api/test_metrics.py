"""`GET /metrics`: what is counted, under which names, and that all workers are in it."""

import json
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from service.api.streams import NDJSON
from tests.api.client import Client, stones_app, take
from tests.servers import gunicorn_server, redis_server

Series = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def read(text: str) -> Series:
    """Every sample by its name and labels."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def scraped(client: Client) -> Series:
    """What the service has counted."""
    page = client.get("/metrics")
    assert page.content_type == "text/plain; version=0.0.4; charset=utf-8"
    assert page.headers["Cache-Control"] == "no-store"
    return read(page.get_data(as_text=True))


def value(series: Series, name: str, **labels: str) -> float:
    """One sample; 0 where there is none."""
    return series.get((name, tuple(sorted(labels.items()))), 0.0)


@pytest.fixture
def client() -> Client:
    """A service of its own: what others ask of it is not counted."""
    return Client(stones_app())


def test_requests_by_game_operation_and_status(client: Client) -> None:
    state = client.position()["state"]
    for number in (1, 2, 9):
        client.play(state, take(number))
    client.refused("./adjudications", {"state": state}, "invalid-body")
    client.get("./rules/turn.one-take")
    client.get("./rules/no.such-rule")
    client.get("/v1")
    client.get("/v1", If_None_Match="*")
    client.get("/nothing")
    client.send("PUT", "/v1")
    series = scraped(client)
    for game, operation, status, count in (
        ("stones", "/states", "200", 1),
        ("stones", "/adjudications", "200", 3),
        ("stones", "/adjudications", "422", 1),
        ("stones", "/rules/{rule}", "200", 1),
        ("stones", "/rules/{rule}", "404", 1),
        ("", "/v1", "200", 1),
        ("", "/v1", "304", 1),
        ("", "unmatched", "404", 1),
        ("", "unmatched", "405", 1),
    ):
        labels = {"game": game, "operation": operation, "status": status}
        assert value(series, "referee_request_seconds_count", **labels) == count, labels
        assert value(series, "referee_request_seconds_bucket", le="+Inf", **labels) == count, labels
        assert value(series, "referee_request_seconds_sum", **labels) > 0
    assert value(scraped(client), "referee_request_seconds_count", game="", operation="/metrics", status="200") == 1


def test_no_label_comes_from_what_was_sent(client: Client) -> None:
    for path in ("/v1/games/evil", "./rules/evil", "/problems/evil", "./components/evil", "/docs/evil", "/evil"):
        client.get(path)
        client.send("EVIL", path)
    client.post("./states", {"players": [{"seat": "evil"}], "evil": 1})
    assert "evil" not in client.get("/metrics").get_data(as_text=True)


def test_look_ups_by_tier(client: Client) -> None:
    state = client.position()["state"]
    before = scraped(client)
    for question in ({}, {}, {"limit": 1}):
        client.post("./legal-actions", json.dumps({"state": state, **question}).encode())
    after = scraped(client)

    def more(tier: str, result: str) -> float:
        name, labels = "referee_cache_lookups_total", {"tier": tier, "result": result}
        return value(after, name, **labels) - value(before, name, **labels)

    # The spaces that Python's JSON has make bytes that the service did not write, but a state that it knows. The body
    # that comes again is known as a whole, and no state is looked for.
    assert (more("states", "miss"), more("states", "hit")) == (0, 2)
    assert (more("memory", "miss"), more("memory", "hit")) == (2, 1)
    assert more("redis", "miss") == more("redis", "hit") == 0


def test_lengths_of_lists_that_were_worked_out(client: Client) -> None:
    state = client.position()["state"]
    for question in ({}, {}, {"limit": 1}, {"where": {"type": "take"}}):
        client.ask("./legal-actions", {"state": state, **question})
    series = scraped(client)
    # All four actions, one of them, the three takes; what was asked twice was worked out once.
    assert value(series, "referee_listed_actions_count", game="stones") == 3
    assert value(series, "referee_listed_actions_sum", game="stones") == 4 + 1 + 3


def test_refusals_by_type_of_problem(client: Client) -> None:
    state = client.position()["state"]
    client.refused("./adjudications", {"state": state}, "invalid-body")
    client.refused("./legal-actions", {"state": {}}, "invalid-body")
    client.refused("./scores", b"{", "malformed-json")
    client.get("/v1/games/evil/rules")
    client.send("PUT", "/v1")
    series = scraped(client)
    assert value(series, "referee_problems_total", game="stones", slug="invalid-body") == 2
    assert value(series, "referee_problems_total", game="stones", slug="malformed-json") == 1
    assert value(series, "referee_problems_total", game="", slug="not-found") == 1
    assert value(series, "referee_problems_total", game="", slug="method-not-allowed") == 1


def test_violations_by_clause_where_the_operator_wants_that(client: Client) -> None:
    counting = Client(stones_app(metrics_rules=True))
    for each in (client, counting):
        state = each.position()["state"]
        each.play(state, take(1))
        for _ in range(2):
            verdict = each.play(state, take(9))
            assert [violation["rule"] for violation in verdict["violations"]] == ["turn.at-most-three"]
    labels = {"game": "stones", "rule": "turn.at-most-three"}
    assert value(scraped(counting), "referee_violations_total", **labels) == 2
    assert "referee_violations" not in client.get("/metrics").get_data(as_text=True)


def test_the_build_is_told(client: Client) -> None:
    assert value(scraped(client), "referee_build_info", build="test") == 1


def test_a_stream_is_counted_when_it_ends(client: Client) -> None:
    labels = {"game": "stones", "operation": "/replays", "status": "200"}
    body = {"state": client.position()["state"], "actions": [take(1)]}
    response = client.app.test_client().post("/v1/games/stones/replays", json=body, headers={"Accept": NDJSON})
    assert value(scraped(client), "referee_request_seconds_count", **labels) == 0
    response.close()
    assert value(scraped(client), "referee_request_seconds_count", **labels) == 1


def fetched(base: str, path: str, body: Any = None) -> str:
    """The text at a path of a running server."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(base + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return str(answer.read().decode())


PATIENT = {"REFEREE_CACHE_MIN_MS": "0", "REFEREE_REDIS_TIMEOUT_MS": "1000"}
"""On a busy machine redis may take longer than the few milliseconds that it is usually given."""


@pytest.fixture
def server() -> Iterator[tuple[str, str]]:
    """Three workers that share a redis; the base URL and the path of the first game."""
    with (
        redis_server() as url,
        gunicorn_server(PATIENT | {"REFEREE_REDIS_URL": url}, workers=3) as base,
    ):
        yield base, f"/v1/games/{json.loads(fetched(base, '/v1/games'))['games'][0]['id']}"


@pytest.mark.gunicorn
@pytest.mark.redis
def test_all_workers_are_counted_together(server: tuple[str, str]) -> None:
    base, game = server
    state = json.loads(fetched(base, f"{game}/states", {"players": 2, "chance": {"seed": "a"}}))["state"]
    for _ in range(30):
        fetched(base, f"{game}/legal-actions", {"state": state})
        fetched(base, "/v1")
    # Whichever worker is asked.
    for _ in range(6):
        series = read(fetched(base, "/metrics"))
        name = game.rpartition("/")[2]
        for labels in (
            {"game": name, "operation": "/legal-actions", "status": "200"},
            {"game": "", "operation": "/v1", "status": "200"},
        ):
            assert value(series, "referee_request_seconds_count", **labels) == 30
            assert value(series, "referee_request_seconds_count", **labels) == 30
        looked_up = {
            (tier, result): value(series, "referee_cache_lookups_total", tier=tier, result=result)
            for tier in ("memory", "redis")
            for result in ("hit", "miss")
        }
        assert looked_up["memory", "hit"] + looked_up["memory", "miss"] == 30
        # Each worker looks into redis once at most; the first that did found nothing there.
        assert looked_up["redis", "miss"] == value(series, "referee_listed_actions_count", game=name) >= 1
        assert looked_up["redis", "hit"] + looked_up["redis", "miss"] == looked_up["memory", "miss"] <= 3
