"""Rate limits: what counts, whose it is, what is told, and that several workers mean the same."""

import re
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError

import pytest
from werkzeug.test import TestResponse

from service.api.access import client_of
from service.setting_readers import Limit
from tests.api.client import Client, stones_app
from tests.api.test_access import KEY, KEYS, NEXT_KEY, OTHER, bearer
from tests.servers import gunicorn_process, redis_process

DAY = 86400


def limited(*limits: Limit, **settings: Any) -> Client:
    """A service with limits."""
    return Client(stones_app(rate_limit=limits, **settings))


def statuses(client: Client, number: int, path: str = "/v1", **headers: str) -> list[int]:
    """The same page asked for several times."""
    return [client.get(path, **headers).status_code for _ in range(number)]


def come_from(client: Client, address: str, **headers: str) -> TestResponse:
    """A GET from an address."""
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.send("GET", "/v1", headers=headers, environ={"REMOTE_ADDR": address})


def test_so_many_and_then_429() -> None:
    client = limited(Limit(3, DAY))
    assert statuses(client, 5) == [200, 200, 200, 429, 429]
    refused = client.post("./states", {"players": 2})
    problem = refused.get_json()
    assert (refused.status_code, problem["type"]) == (429, "/problems/rate-limited")
    wait = int(refused.headers["Retry-After"])
    assert 1 <= wait <= DAY
    assert problem["detail"] == f"3 requests in 86400 s are used up; try again in {wait} s"


def test_the_headers_are_those_of_the_draft() -> None:
    client = limited(Limit(1000, DAY), Limit(50, 3600))
    for number in (1, 2, 3):
        response = client.get("/v1")
        assert response.headers["RateLimit-Policy"] == '"50-per-3600s";q=50;w=3600, "1000-per-86400s";q=1000;w=86400'
        told = re.fullmatch(
            r'"50-per-3600s";r=(\d+);t=(\d+), "1000-per-86400s";r=(\d+);t=(\d+)', response.headers["RateLimit"]
        )
        assert told is not None
        assert (int(told[1]), int(told[3])) == (50 - number, 1000 - number)
        assert 0 < int(told[2]) <= 3600
        assert 0 < int(told[4]) <= DAY
        assert not any(name.lower().startswith("x-ratelimit") for name, _ in response.headers)


def test_when_nothing_is_left_the_time_is_that_to_wait() -> None:
    client = limited(Limit(1, DAY))
    statuses(client, 1)
    refused = client.get("/v1")
    assert refused.headers["RateLimit"] == f'"1-per-86400s";r=0;t={refused.headers["Retry-After"]}'


def test_waiting_as_long_as_told_is_enough() -> None:
    client = limited(Limit(2, 1))
    refused = next(response for _ in range(200) if (response := client.get("/v1")).status_code == 429)
    assert refused.headers["Retry-After"] == "1"
    time.sleep(1.01)
    assert client.get("/v1").status_code == 200


def test_every_kind_of_answer_tells() -> None:
    client = limited(Limit(100, DAY), api_keys=KEYS)
    etag = client.get("/v1").headers["ETag"]
    for status, response in (
        (200, client.post("./states", {"players": 2}, **bearer(KEY))),
        (422, client.post("./states", {"players": 0}, **bearer(KEY))),
        (401, client.post("./states", {"players": 2})),
        (404, client.get("/nothing")),
        (405, client.send("PUT", "/v1")),
        (304, client.get("/v1", If_None_Match=etag)),
        (200, client.send("HEAD", "/v1")),
    ):
        assert response.status_code == status
        assert "RateLimit" in response.headers
        assert "RateLimit-Policy" in response.headers


def test_what_is_never_counted() -> None:
    client = limited(Limit(1, DAY))
    statuses(client, 1)
    for path in ("/healthz", "/readyz", "/metrics", "/docs/docs.css"):
        for response in (client.get(path), client.send("HEAD", path)):
            assert response.status_code == 200
            assert "RateLimit" not in response.headers
    asked = {"Origin": "https://app.example", "Access-Control-Request-Method": "POST"}
    assert client.send("OPTIONS", "./states", headers=asked).status_code == 204
    assert client.get("/v1").status_code == 429


def test_without_a_limit_nothing_is_told(client: Client) -> None:
    response = client.get("/v1")
    assert "RateLimit" not in response.headers
    assert "RateLimit-Policy" not in response.headers


def test_a_refusal_does_not_use_up_the_longer_limit() -> None:
    client = limited(Limit(1, 3600), Limit(5, DAY))
    statuses(client, 4)
    assert client.get("/v1").headers["RateLimit"].startswith('"1-per-3600s";r=0;t=')


def test_names_of_keys_are_counted_apart_and_one_by_one() -> None:
    """Both keys of a name are one client; whoever has no good key is an address, whatever was sent."""
    client = limited(Limit(2, DAY), api_keys=KEYS)
    assert statuses(client, 1, **bearer(KEY)) == [200]
    assert statuses(client, 2, **bearer(NEXT_KEY)) == [200, 429]
    assert statuses(client, 3, **bearer(OTHER)) == [200, 200, 429]
    assert statuses(client, 1, **bearer("wrong")) == [200]
    assert client.post("./states", {"players": 2}).status_code == 401
    assert client.post("./states", {"players": 2}, **bearer("wrong too")).status_code == 429
    assert come_from(client, "192.0.2.7").status_code == 200


def test_addresses_are_counted_apart() -> None:
    client = limited(Limit(1, DAY))
    seen = [come_from(client, address).status_code for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1")]
    assert seen == [200, 200, 429]
    # One client has a whole /64 of IPv6 to choose from.
    addresses = ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", "2001:db8:0:2::1", "::ffff:192.0.2.1", "::ffff:192.0.2.3")
    assert [come_from(client, address).status_code for address in addresses] == [200, 429, 200, 429, 200]


@pytest.mark.parametrize(
    ("given", "client"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:4711", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("[2001:db8::1]:4711", "2001:db8::/64"),
        ("[2001:db8::1]", "2001:db8::/64"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", "unknown"),
        ("unknown", "unknown"),
        ("192.0.2.1, 192.0.2.2", "unknown"),
        ("192.0.2.999", "unknown"),
        ("x" * 10_000, "unknown"),
    ],
)
def test_the_client_of_an_address(given: str, client: str) -> None:
    assert client_of({"REMOTE_ADDR": given}) == client


@pytest.mark.parametrize(("hops", "address"), [(0, "10.0.0.9"), (1, "192.0.2.3"), (2, "192.0.2.2"), (3, "192.0.2.1")])
def test_the_address_that_trusted_proxies_tell(hops: int, address: str) -> None:
    """Counted from the right: whatever a client writes in front of that is its own invention."""
    client = limited(Limit(1, DAY), trusted_proxies=hops)
    chain = "192.0.2.1, 192.0.2.2, 192.0.2.3"
    assert come_from(client, "10.0.0.9", X_Forwarded_For=chain).status_code == 200
    # The same client under another invented name, as many as there are, is still the same client.
    kept = "" if hops == 0 else ", ".join(chain.split(", ")[3 - hops :])
    for spoofed in ("203.0.113.1", "203.0.113.1, 203.0.113.2", "x"):
        forwarded = ", ".join(part for part in (spoofed, kept) if part)
        assert come_from(client, "10.0.0.9", X_Forwarded_For=forwarded).status_code == 429
    # It is the one we think it is.
    direct = limited(Limit(1, DAY), trusted_proxies=hops)
    come_from(direct, address)
    assert come_from(direct, "10.0.0.9", X_Forwarded_For=chain).status_code == 429


def test_too_few_entries_count_as_the_proxy_itself() -> None:
    client = limited(Limit(1, DAY), trusted_proxies=2)
    assert come_from(client, "10.0.0.9", X_Forwarded_For="192.0.2.1").status_code == 200
    assert come_from(client, "10.0.0.9", X_Forwarded_For="192.0.2.2").status_code == 429
    assert come_from(client, "10.0.0.9").status_code == 429


def test_other_headers_about_the_client_are_never_believed() -> None:
    client = limited(Limit(1, DAY), trusted_proxies=1)
    come_from(client, "10.0.0.9")
    for name in ("X_Real_IP", "Forwarded", "X_Client_IP", "CF_Connecting_IP", "X_Forwarded_Host"):
        assert come_from(client, "10.0.0.9", **{name: "192.0.2.44"}).status_code == 429


def fetched(base: str, number: int) -> Iterator[int]:
    """The statuses of so many requests, each on a connection of its own."""
    for _ in range(number):
        try:
            with urllib.request.urlopen(f"{base}/v1", timeout=10) as answer:
                yield answer.status
        except HTTPError as error:
            with error:
                yield error.code


@pytest.mark.redis
@pytest.mark.gunicorn
def test_workers_and_services_share_the_count_and_go_on_without_redis() -> None:
    """Two services with two workers each, one redis: together they let the limit through, not four times as many."""
    with redis_process() as redis:
        env = {
            "REFEREE_RATE_LIMIT": "20/day",
            "REFEREE_REDIS_URL": redis.url,
            "REFEREE_REDIS_TIMEOUT_MS": "1000",
        }
        with gunicorn_process(env) as first, gunicorn_process(env) as second:
            seen = Counter(status for server in (first, second) for status in fetched(server.base, 20))
            assert seen == {200: 20, 429: 20}
            redis.suspend()
            # Each worker begins a count of its own: nobody is turned away who would not be, nothing is an error.
            assert set(fetched(first.base, 10)) == {200}
            redis.resume()
            redis.kill()
            assert set(fetched(second.base, 10)) == {200}
            assert set(fetched(second.base, 60)) == {200, 429}
            redis.start()
            time.sleep(1.5)
            seen = Counter(status for server in (first, second) for status in fetched(server.base, 20))
            assert seen == {200: 20, 429: 20}
