"""States that one worker has checked or made are not checked again by another one, and only those."""

import copy
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import redis

from service.api import memory
from service.app import create_app
from service.cache.packing import packed
from service.engine.game import Game
from service.settings import Settings
from tests.api.client import Client, stones_app, take
from tests.api.stones import GAME
from tests.servers import redis_server

pytestmark = pytest.mark.redis


workers: list[Client] = []


@pytest.fixture(scope="module")
def shared() -> Iterator[str]:
    with redis_server() as url:
        yield url


@pytest.fixture
def store(shared: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[redis.Redis]:
    """The empty redis; every state is worth a mark, however cheap its check."""
    monkeypatch.setattr(memory, "LOOK_FROM_MS", 0.0)
    with redis.Redis.from_url(shared) as client:
        client.flushall()
        yield client
        # What they have not sent yet must not come into the next test.
        while workers:
            workers.pop().app.extensions["referee"]["redis"].close()


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The states that were checked."""
    states: list[Any] = []
    admitted = memory.admitted

    def counted(game: Game, state: Any, content: bytes | None) -> Any:
        states.append(state)
        return admitted(game, state, content)

    monkeypatch.setattr(memory, "admitted", counted)
    return states


def worker(url: str | None, game: Game = GAME, **settings: Any) -> Client:
    """A worker that answers everything itself but for the checks of states."""
    given = {"build": "test", "redis_timeout_ms": 5000, "cache_min_ms": 1e6, "cache_wait_ms": 0, **settings}
    client = Client(create_app(Settings(redis_url=url, **given), {game.id: game}))
    if url is not None:
        workers.append(client)
    return client


def marks(store: redis.Redis, number: int) -> list[bytes]:
    """The keys in redis, once there are so many."""
    until = time.monotonic() + 20
    while len(keys := store.keys("*")) < number:
        assert time.monotonic() < until, keys
        time.sleep(0.01)
    assert len(keys) == number
    return keys


def questions(state: Any) -> list[tuple[str, dict[str, Any]]]:
    """Calls about a state that check it."""
    return [
        ("./legal-actions", {"state": state}),
        ("./adjudications", {"state": state, "action": take(1)}),
        ("./scores", {"state": state}),
        ("./views", {"state": state, "viewer": "blue"}),
    ]


def test_a_state_that_another_worker_has_made(shared: str, store: redis.Redis, checked: list[Any]) -> None:
    state = worker(shared).position()["state"]
    marks(store, 1)
    for path, body in questions(state):
        expected = Client(stones_app()).post(path, body, Request_Id="same").get_data()
        del checked[:]
        assert worker(shared).post(path, body, Request_Id="same").get_data() == expected
        assert checked == []


def test_a_state_that_another_worker_has_checked(shared: str, store: redis.Redis, checked: list[Any]) -> None:
    state = Client(stones_app()).position()["state"]
    first, second = worker(shared), worker(shared)
    first.legal(state)
    assert len(checked) == 1
    marks(store, 1)
    for _ in range(2):
        second.legal(state)
    assert len(checked) == 1
    worker(None).legal(state)
    assert len(checked) == 2


def test_a_state_is_looked_for_once_by_each_worker(shared: str, store: redis.Redis) -> None:
    state = worker(shared).position()["state"]
    marks(store, 1)
    store.config_resetstat()
    second = worker(shared)
    for _ in range(5):
        second.legal(state)
    assert store.info("commandstats")["cmdstat_get"]["calls"] <= 2, "the mark, and the probe of the connection"


@pytest.mark.parametrize(
    "other",
    [
        {"build": "other"},
        {"work_budget": 5000},
        {"game": Game(replace(GAME.parts, rules_version="1.0.99"))},
        {"game": Game(replace(GAME.parts, id="pebbles"))},
    ],
)
def test_under_anything_else_it_is_checked(
    shared: str, store: redis.Redis, checked: list[Any], other: dict[str, Any]
) -> None:
    state = worker(shared).position()["state"]
    marks(store, 1)
    client = worker(shared, **other)
    game = other.get("game", GAME)
    client.post(f"/v1/games/{game.id}/legal-actions", {"state": state})
    assert len(checked) == 1


def test_what_a_client_has_changed_is_checked(shared: str, store: redis.Redis, checked: list[Any]) -> None:
    position = worker(shared).position()
    marks(store, 1)
    state = copy.deepcopy(position["state"])
    state["agenda"] = []
    # A digest beside it is no member of a body, and inside of it none of a state.
    worker(shared).refused("./legal-actions", {"state": state}, "impossible-state")
    worker(shared).refused("./legal-actions", {"state": {**state, "digest": position["digest"]}}, "invalid-body")
    assert len(checked) == 1


def test_an_impossible_state_leaves_no_mark(shared: str, store: redis.Redis, checked: list[Any]) -> None:
    client = worker(shared)
    state = {**Client(stones_app()).position()["state"], "agenda": []}
    for _ in range(2):
        client.refused("./legal-actions", {"state": state}, "impossible-state")
    client.legal(Client(stones_app()).position()["state"])
    marks(store, 1)
    assert len(checked) == 3


def test_a_view_is_not_taken_for_a_state(shared: str, store: redis.Redis, checked: list[Any]) -> None:
    full = Client(stones_app()).position()["state"]
    view = worker(None).ask("./views", {"state": full, "viewer": "red"})["state"]
    del checked[:]
    worker(shared).legal(view)
    marks(store, 1)
    second = worker(shared)
    second.legal(view)
    assert len(checked) == 1
    second.refused("./adjudications", {"state": view, "action": take(1)}, "hidden-value")


@pytest.mark.parametrize(
    "garbage",
    [
        b"",
        b"garbage",
        packed(b"garbage"),
        packed(b"sound\n"),
        packed(b"sound")[:-1],
    ],
)
def test_a_mark_that_is_none_is_not_believed(
    shared: str, store: redis.Redis, checked: list[Any], garbage: bytes
) -> None:
    state = worker(shared).position()["state"]
    (key,) = marks(store, 1)
    store.set(key, garbage)
    worker(shared).legal(state)
    assert len(checked) == 1


def test_a_check_that_is_cheap_is_made_again(
    shared: str, store: redis.Redis, checked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "LOOK_FROM_MS", 1e9)
    client = worker(shared)
    for seed in range(5):
        client.legal(Client(stones_app()).position(salt=f"{seed}")["state"])
    # The first one, whose cost was not known.
    assert (len(checked), len(store.keys("*"))) <= (5, 1)
    store.config_resetstat()
    client.legal(Client(stones_app()).position(salt="last")["state"])
    assert "cmdstat_get" not in store.info("commandstats")
