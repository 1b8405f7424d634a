"""API keys: who needs one, what is told to who has none, and that nothing happens before."""

import hashlib
import io
from typing import Any

import pytest

from schemas.limits import MAX_DEPTH
from service.api import access, arguments
from service.api.bodies import DRAIN
from service.setting_readers import ApiKey, Limit
from tests.api.client import JSON, Client, stones_app
from tests.api.test_seals_and_versions import CALLS

KEY, NEXT_KEY, OTHER = "ref_first", "ref_second", "ref_other"


def known(name: str, key: str) -> ApiKey:
    """The entry of a key."""
    return ApiKey(name, hashlib.sha256(key.encode()).hexdigest())


KEYS = (known("app", KEY), known("app", NEXT_KEY), known("other", OTHER))


@pytest.fixture(scope="module")
def closed() -> Client:
    """A service with keys."""
    return Client(stones_app(api_keys=KEYS))


def bearer(key: str) -> dict[str, str]:
    """The header with a key."""
    return {"Authorization": f"Bearer {key}"}


@pytest.mark.parametrize("call", CALLS)
def test_every_call_needs_a_key(closed: Client, client: Client, call: str) -> None:
    body = {"state": client.position()["state"], **CALLS[call]}
    refused = closed.post(f"./{call}", body)
    assert (refused.status_code, refused.get_json()["type"]) == (401, "/problems/unauthorized")
    assert refused.headers["WWW-Authenticate"] == 'Bearer realm="tabletop-referee"'
    for key in (KEY, NEXT_KEY, OTHER):
        allowed = closed.post(f"./{call}", body, **bearer(key))
        assert allowed.get_data() == client.post(f"./{call}", body).get_data()


def test_pages_and_preflights_never_do(closed: Client) -> None:
    for path in ("/v1", "/v1/games", "./rules", "/openapi.json", "/docs", "/healthz", "/readyz", "/metrics"):
        for key in ({}, bearer("wrong")):
            assert closed.get(path, **key).status_code == 200
            assert closed.send("HEAD", path, headers=key).status_code == 200
    assert closed.get("/nothing").status_code == 404
    assert closed.send("PUT", "./states").status_code == 405
    asked = {"Origin": "https://app.example", "Access-Control-Request-Method": "POST"}
    assert closed.send("OPTIONS", "./states", headers=asked).status_code == 204


@pytest.mark.parametrize(
    "sent",
    [
        "Bearer wrong",
        f"Bearer {KEY}x",
        f"Bearer {KEY[:-1]}",
        f"Bearer {KEY.upper()}",
        f"Bearer {KEY},{OTHER}",
        f"Bearer {KEY} {OTHER}",
        f"Bearer {KEYS[0].sha256}",
        f"Basic {KEY}",
        f"{KEY}",
        "Bearer",
        "Bearer ",
        "",
        "Bearer \xe9",
        "Bearer " + "x" * 8000,
    ],
)
def test_what_is_no_good_key(closed: Client, sent: str) -> None:
    refused = closed.post("./states", {"players": 2}, Authorization=sent)
    assert refused.status_code == 401
    assert refused.headers["WWW-Authenticate"] == 'Bearer realm="tabletop-referee", error="invalid_token"'
    assert KEY not in refused.get_data(as_text=True)
    assert sent.strip() in ("", "Bearer") or sent not in refused.get_data(as_text=True)


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER", "Bearer  "])
def test_the_name_of_the_scheme_is_in_any_case(closed: Client, scheme: str) -> None:
    assert closed.post("./states", {"players": 2}, Authorization=f"{scheme} {KEY}").status_code == 200


def test_without_keys_nobody_looks(client: Client) -> None:
    assert client.post("./states", {"players": 2}, **bearer("anything")).status_code == 200


def test_all_keys_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever fits, and if none does: each of them, whole."""
    seen: list[tuple[bytes, bytes]] = []
    compare = access.hmac.compare_digest

    def watched(known_: bytes, sent: bytes) -> bool:
        seen.append((known_, sent))
        return bool(compare(known_, sent))

    monkeypatch.setattr(access.hmac, "compare_digest", watched)
    keys = access.Keys(KEYS)
    for key, name in ((KEY, "app"), (NEXT_KEY, "app"), (OTHER, "other"), ("wrong", "")):
        seen.clear()
        assert keys.holder({"HTTP_AUTHORIZATION": f"Bearer {key}"}) == name
        assert [one for one, _ in seen] == [known_.sha256.encode() for known_ in KEYS]
        assert {other for _, other in seen} == {hashlib.sha256(key.encode()).hexdigest().encode()}


class Watched(io.RawIOBase):
    """A body that tells how much of it has been read, and when first."""

    def __init__(self, size: int, events: list[str]) -> None:
        self.left, self.events = size, events

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        given = self.left if size < 0 else min(size, self.left)
        self.left -= given
        self.events.append("read")
        return b"x" * given


@pytest.fixture
def events(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What happens to a body, in order."""
    happened: list[str] = []

    def parse(*_: Any) -> Any:
        happened.append("parse")
        raise AssertionError("a body that must not be read has been parsed")

    monkeypatch.setattr(arguments, "read_body", parse)
    return happened


@pytest.mark.parametrize("size", [10, 10**6, 2 * DRAIN])
@pytest.mark.parametrize(
    ("settings", "status"),
    [({"api_keys": KEYS}, 401), ({"rate_limit": (Limit(1, 86400),)}, 429), ({"max_body_bytes": 5}, 413)],
)
def test_a_refused_body_is_thrown_away_unread(
    events: list[str], size: int, settings: dict[str, Any], status: int
) -> None:
    """Only so that the client gets to see the answer, and not without end."""
    client = Client(stones_app(**settings))
    client.get("/v1")
    body = Watched(size, events)
    response = client.send(
        "POST",
        "./states",
        headers={"Content-Type": JSON},
        environ={"wsgi.input": body, "CONTENT_LENGTH": str(size)},
    )
    assert response.status_code == status
    assert set(events) == {"read"}
    assert body.left == max(0, size - DRAIN)


def test_the_order_of_refusals() -> None:
    """Rate, key, media type, size, JSON, schema: the cheapest first, and each hides what comes after it."""
    deep = b"[" * (MAX_DEPTH + 1)
    client = Client(stones_app(api_keys=KEYS, rate_limit=(Limit(6, 86400),), max_body_bytes=1024))
    huge, text = b"x" * 2000, {"Content_Type": "text/plain"}
    for headers, body, status in (
        (text, huge, 401),
        ({**text, **bearer(KEY)}, huge, 415),
        (bearer(KEY), huge, 413),
        (bearer(KEY), deep, 400),
        (bearer(KEY), b'{"players": 0}', 422),
        (bearer(KEY), b'{"players": 2}', 200),
    ):
        assert client.post("./states", body, **headers).status_code == status
    for _ in range(5):
        client.post("./states", huge, **text)
    assert client.post("./states", huge, **text).status_code == 429
