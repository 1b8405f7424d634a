"""Many ask one cold, expensive question at once: over all workers it is worked out once."""

import json
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.redis_kinds import redis_cluster
from tests.servers import gunicorn_server, redis_server

pytestmark = [pytest.mark.gunicorn, pytest.mark.redis]

CLIENTS = 40
GAME = "lords-of-xidit"
BUSY = {"REFEREE_REDIS_TIMEOUT_MS": "5000", "REFEREE_CACHE_WAIT_MS": "60000", "REFEREE_TIMEOUT_S": "120"}
"""A machine that also runs other tests may be slow; what is tested here is not how fast it is."""


def fetched(base: str, path: str, body: Any = None) -> bytes:
    """What is answered to a GET, or to a POST of `body`."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{base}{path}", data, {"Content-Type": "application/json"} if body else {})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return bytes(answer.read())


def asked(base: str, call: str, body: Any) -> Any:
    """The answer to a call about the game."""
    return json.loads(fetched(base, f"/v1/games/{GAME}/{call}", body))


def programming(base: str) -> Any:
    """A state in which everybody programs their wheels."""
    position = asked(base, "states", {"players": 3, "chance": {"seed": "a"}})
    while position["decisions"][0]["step"] != "program-orders":
        listed = asked(base, "legal-actions", {"state": position["state"]})
        action = listed["decisions"][0]["actions"][0]
        body = {"state": position["state"], "action": action, "chance": {"seed": "a"}}
        position = asked(base, "adjudications", body)
    return position


def counted(base: str) -> Counter[tuple[str, ...]]:
    """Every sample of the metrics page by its name and the values of its labels."""
    return Counter(
        {
            (sample.name, *sample.labels.values()): int(sample.value)
            for family in text_string_to_metric_families(fetched(base, "/metrics").decode())
            for sample in family.samples
        }
    )


def stampede(redis_url: str) -> None:
    """Both workers are asked by many clients at once for all programmes that begin with a given wheel."""
    with gunicorn_server({"REFEREE_REDIS_URL": redis_url, **BUSY}) as base:
        position = programming(base)
        actor = position["decisions"][0]["actor"]
        where = {"type": "set-program", "orders": ["red", None, None, None, None, None]}
        question = {"state": position["state"], "actor": actor, "where": where}
        before = counted(base)
        with ThreadPoolExecutor(CLIENTS) as pool:
            answers = set(
                pool.map(lambda _: fetched(base, f"/v1/games/{GAME}/legal-actions", question), range(CLIENTS))
            )
        assert len(answers) == 1
        assert json.loads(answers.pop())["decisions"][0]["count"] > 1000
        since = counted(base)
        since.subtract(before)
        assert since["referee_listed_actions_count", GAME] == 1
        assert since["referee_request_seconds_count", GAME, "/legal-actions", "200"] == CLIENTS
        assert since["referee_cache_leases_total", "led"] == 1
        assert since["referee_cache_leases_total", "timed-out"] == 0


def test_one_redis() -> None:
    with redis_server() as url:
        stampede(url)


def test_a_cluster() -> None:
    with redis_cluster() as cluster:
        stampede(cluster.url)
