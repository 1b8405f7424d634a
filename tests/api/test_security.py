"""Headers that tell a browser what it must not do, and secrets that must not get out."""

import hashlib
import json
import urllib.request
from typing import Any
from urllib.error import HTTPError

import pytest
from redis import Redis

from service.api.streams import NDJSON
from service.setting_readers import Limit
from service.settings import Settings
from tests.api.client import Client, stones_app, take
from tests.api.test_access import KEYS
from tests.api.test_headers import EXPOSED
from tests.servers import gunicorn_process, redis_process

ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
CLOSED = "default-src 'none'; frame-ancestors 'none'"
ORIGIN = {"Origin": "https://app.example"}


def policies(value: str) -> dict[str, str]:
    """The directives of a Content-Security-Policy."""
    return dict(part.strip().partition(" ")[::2] for part in value.split(";"))


def test_every_answer_has_them_once(client: Client) -> None:
    etag = client.get("/v1").headers["ETag"]
    state = client.position()["state"]
    for status, response in (
        (200, client.get("/v1")),
        (304, client.get("/v1", If_None_Match=etag)),
        (200, client.send("HEAD", "/openapi.json")),
        (200, client.get("/metrics")),
        (200, client.get("/docs/docs.js")),
        (200, client.get("/problems/not-found")),
        (200, client.post("./states", {"players": 2})),
        (200, client.post("./replays", {"state": state, "actions": [take(1)]}, Accept=NDJSON)),
        (422, client.post("./states", {"players": 0})),
        (404, client.get("/docs?game=none")),
        (405, client.send("PUT", "/v1")),
        (204, client.send("OPTIONS", "/v1")),
    ):
        assert response.status_code == status
        headers = {**ALWAYS, "Content-Security-Policy": CLOSED}
        assert {name: response.headers.getlist(name) for name in headers} == {
            name: [value] for name, value in headers.items()
        }


def test_pages_for_people_load_only_what_is_ours(client: Client) -> None:
    for response in (client.get("/docs"), client.get("/problems/not-found", Accept="text/html")):
        assert response.mimetype == "text/html"
        assert {name: response.headers[name] for name in ALWAYS} == ALWAYS
        (policy,) = response.headers.getlist("Content-Security-Policy")
        allowed = policies(policy)
        assert allowed["default-src"] == "'none'"
        assert allowed["script-src"] == allowed["style-src"] == allowed["connect-src"] == "'self'"
        assert allowed["frame-ancestors"] == "'none'"
        assert "unsafe" not in policy
        assert "http" not in policy


WANTED = [
    "authorization",
    "content-encoding",
    "content-type",
    "if-none-match",
    "request-id",
    "traceparent",
    "tracestate",
]


@pytest.mark.parametrize("origins", [("*",), ("https://app.example", "https://b.example")])
def test_a_preflight_allows_what_clients_send(origins: tuple[str, ...]) -> None:
    client = Client(stones_app(cors_origins=origins, api_keys=KEYS, rate_limit=(Limit(1, 86400),)))
    asked = {**ORIGIN, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": ", ".join(WANTED)}
    for _ in range(3):
        response = client.send("OPTIONS", "./states", headers=asked)
        assert (response.status_code, response.get_data()) == (204, b"")
        assert sorted(response.headers["Access-Control-Allow-Headers"].split(", ")) == WANTED
        assert response.headers["Access-Control-Max-Age"] == "7200"
        allowed = "*" if origins == ("*",) else "https://app.example"
        assert response.headers["Access-Control-Allow-Origin"] == allowed
    stranger = client.send("OPTIONS", "./states", headers={**asked, "Origin": "https://evil.example"})
    assert ("Access-Control-Allow-Origin" in stranger.headers) == (origins == ("*",))


@pytest.mark.parametrize("origins", [("*",), ("https://app.example",)])
@pytest.mark.parametrize(
    ("settings", "status"),
    [({"api_keys": KEYS}, 401), ({"rate_limit": (Limit(1, 86400),)}, 429), ({"max_body_bytes": 5}, 413)],
)
def test_a_page_can_read_why_it_was_refused(origins: tuple[str, ...], settings: dict[str, Any], status: int) -> None:
    client = Client(stones_app(cors_origins=origins, **settings))
    client.get("/v1")
    response = client.post("./states", {"players": 2}, **ORIGIN)
    assert response.status_code == status
    assert response.headers["Access-Control-Allow-Origin"] == ("*" if origins == ("*",) else ORIGIN["Origin"])
    assert set(response.headers["Access-Control-Expose-Headers"].split(", ")) == EXPOSED
    assert ("Origin" in response.headers["Vary"]) == (origins != ("*",))
    assert "Access-Control-Allow-Credentials" not in response.headers


KEY, WRONG_KEY = "ref_the-key-itself", "ref_somebody-guessed"
HASH = "9ad3c5fe9ed8b83c1a4d29fa64a7b9b05a8ec6a5ca0ef5fe7f75f0bd1ae4e1bd"
SEAL_SECRET = "5ec7e7" + "ab" * 29
PASSWORD = "open-sesame"


def test_settings_do_not_show_their_secrets() -> None:
    settings = Settings.from_env(
        {
            "REFEREE_API_KEYS": f"app:{HASH}",
            "REFEREE_SEAL_KEYS": f"k1:{SEAL_SECRET}",
            "REFEREE_REDIS_URL": f"redis://:{PASSWORD}@127.0.0.1:1/0",
        }
    )
    assert settings.seal_keys[0].secret == bytes.fromhex(SEAL_SECRET)
    for shown in (repr(settings), str(settings)):
        for secret in (HASH, SEAL_SECRET, PASSWORD, repr(settings.seal_keys[0].secret)):
            assert secret not in shown


def exchanged(base: str, path: str, body: Any = None, **headers: str) -> str:
    """Head and body of an answer, whatever its status."""
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(base + path, data, {"Content-Type": "application/json", **named})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return f"{answer.status} {answer.headers}{answer.read().decode()}"
    except HTTPError as error:
        with error:
            return f"{error.code} {error.headers}{error.read().decode()}"


@pytest.mark.redis
@pytest.mark.gunicorn
def test_no_secret_gets_out() -> None:
    """Not in an answer, not in the metrics, not in what the server logs, whatever goes wrong."""
    known = hashlib.sha256(KEY.encode()).hexdigest()
    with redis_process() as redis:
        with Redis.from_url(redis.url) as client:
            client.config_set("requirepass", PASSWORD)
        env = {
            "REFEREE_API_KEYS": f"app:{known}",
            "REFEREE_SEAL_KEYS": f"k1:{SEAL_SECRET}",
            "REFEREE_RATE_LIMIT": "1000/minute",
            "REFEREE_REDIS_URL": redis.tcp_url.replace("redis://", f"redis://:{PASSWORD}@"),
            "REFEREE_ACCESS_LOG": "1",
            "REFEREE_LOG_LEVEL": "debug",
        }
        with gunicorn_process(env) as server:
            states = "/v1/games/kingdom-defenders/states"
            calls = [
                (states, {"players": 3}, {"Authorization": f"Bearer {KEY}"}),
                (states, {"players": 3}, {"Authorization": f"Bearer {WRONG_KEY}"}),
                (states, {"players": 3}, {"Authorization": f"Basic {KEY}"}),
                (states, {"players": 3}, {"Authorization": f"Bearer {KEY} {KEY}"}),
                (states, b"{", {"Authorization": f"Bearer {KEY}"}),
                (states, {"state": {}, "seal": "k1.none.x"}, {"Authorization": f"Bearer {KEY}"}),
                (states, None, {"Authorization": f"Bearer {KEY}"}),
                ("/v1", None, {}),
                ("/readyz", None, {}),
                ("/metrics", None, {}),
                ("/openapi.json", None, {}),
            ]
            told = [exchanged(server.base, path, body, **headers) for path, body, headers in calls]
            assert [answer.partition(" ")[0] for answer in told[:5]] == ["200", "401", "401", "401", "400"]
            redis.kill()
            told += [exchanged(server.base, path, body, **headers) for path, body, headers in calls]
            told.append(server.output())
    assert "/readyz" in told[-1]
    everything = "\n".join(told)
    for secret in (KEY, WRONG_KEY, known, SEAL_SECRET, PASSWORD):
        assert secret not in everything
    assert "Server: gunicorn\n" in told[0]
