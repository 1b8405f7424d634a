"""The same question has the same answer, byte for byte: again, elsewhere, cached or not, in any order of members."""

import json
import random
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from service.app import create_app
from service.engine.registry import load_games
from service.settings import Settings
from tests.api.client import Client, stones_app, take
from tests.servers import redis_server

QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("./legal-actions", {}),
    ("./legal-actions", {"limit": 1}),
    ("./legal-actions", {"explain": True, "where": {"type": "take"}}),
    ("./adjudications", {"action": take(2), "include": ["legal-actions", "state", "scores", "view:blue"]}),
    ("./adjudications", {"action": take(7)}),
    ("./adjudications", {"action": {"type": "steal"}}),
    ("./validations", {}),
    ("./views", {"viewer": "blue"}),
    ("./scores", {}),
    ("./replays", {"actions": [take(1), take(1, "blue"), take(9)]}),
    ("./states", {}),
]
REQUEST_ID = {"Request_Id": "same"}


def answers(client: Client, state: Any) -> list[tuple[int, bytes]]:
    """Every answer about a state, as status and bytes."""
    found = []
    for path, question in QUESTIONS:
        response = client.post(path, {"state": state, **question}, **REQUEST_ID)
        found.append((response.status_code, response.get_data()))
    return found


def states() -> Iterator[Any]:
    """The states of a few random games."""
    client = Client(stones_app())
    for seed in range(3):
        rng = random.Random(seed)
        position = client.position(players=rng.choice((2, 3)), options={"heap": 10}, chance={"seed": str(seed)})
        while not position["finished"]:
            yield position["state"]
            action = rng.choice(client.legal(position["state"])["actions"])
            position = client.play(position["state"], action)
        yield position["state"]


STATES = list(states())


def test_again_and_elsewhere() -> None:
    first, second = Client(stones_app()), Client(stones_app())
    for state in STATES:
        once = answers(first, state)
        assert answers(first, state) == once
        assert answers(second, state) == once


def test_with_and_without_the_caches() -> None:
    cached, bare = Client(stones_app()), Client(stones_app(cache_bytes=0, state_cache_bytes=0))
    for state in STATES:
        for _ in range(2):
            assert answers(cached, state) == answers(bare, state)


def shuffled(rng: random.Random, value: Any) -> Any:
    """The same JSON with the members of objects in another order."""
    if isinstance(value, dict):
        members = list(value.items())
        rng.shuffle(members)
        return {name: shuffled(rng, member) for name, member in members}
    return [shuffled(rng, member) for member in value] if isinstance(value, list) else value


def test_the_order_of_members_is_nobodys_business() -> None:
    rng = random.Random(1)
    for state in STATES:
        # Whoever asks first fills the cache, so each order comes first once.
        one, other = Client(stones_app()), Client(stones_app())
        mixed = shuffled(rng, state)
        first = [answers(one, state), answers(one, mixed)]
        second = [answers(other, mixed), answers(other, state)]
        assert first[0] == second[1]
        assert first[1] == second[0]
        # Calls that do not give a state back answer the very same.
        for number, (path, _) in enumerate(QUESTIONS):
            if path in ("./legal-actions", "./scores", "./adjudications"):
                assert first[0][number] == first[1][number], path


def test_the_digest_is_the_hash_of_the_state_as_it_is_answered() -> None:
    client = Client(stones_app())
    setup = {"players": [{"seat": "red"}, {"seat": "blue"}]}
    for state in STATES[:6]:
        for path, question in (
            ("./adjudications", {"state": state, "action": take(1, state["seats"][0])}),
            ("./validations", {"state": state}),
            ("./states", {"state": state}),
            ("./states", setup),
            ("./replays", {"state": state, "actions": []}),
            ("./replays", {"setup": setup, "actions": []}),
        ):
            data = client.post(path, question).get_data()
            answer = json.loads(data)
            answer = answer.get("position", answer)
            if answer.get("legal") is not False:
                _, found, rest = data.partition(b'"state":')
                assert found
                _, end = json.JSONDecoder().raw_decode(rest.decode())
                assert "sha256:" + sha256(rest.decode()[:end].encode()).hexdigest() == answer["digest"], path


@pytest.mark.parametrize("game", load_games())
def test_every_call_tells_the_same_defects_in_the_same_order(game: str) -> None:
    """However the members of the state are sent."""
    client = create_app(Settings(build="test")).test_client()
    base = f"/v1/games/{game}"
    page = client.get(base).get_json()
    start = client.post(f"{base}/states", json={"players": page["players"]["min"], "chance": {"seed": "a"}})
    state = start.get_json()["state"]
    # One more player, without a place on the table.
    missing = next(seat for seat in page["seats"] if seat not in state["seats"])
    state["seats"].append(missing)
    rng, told = random.Random(1), set()
    for order in (state, *(shuffled(rng, state) for _ in range(5))):
        for call in ("validations", "legal-actions", "scores", "states"):
            # As written: Flask's own client would sort the members.
            body = json.dumps({"state": order}).encode()
            answer = client.post(f"{base}/{call}", data=body, content_type="application/json").get_json()
            told.add(json.dumps(answer["defects"]))
    (defects,) = told
    assert defects != "[]"


def test_a_state_that_came_back_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """What we answered with is not looked at again, however the client writes it."""
    from service.engine import referee

    looks: list[Any] = []
    admit = referee.admit

    def counted(game: Any, state: Any) -> Any:
        looks.append(state)
        return admit(game, state)

    monkeypatch.setattr(referee, "admit", counted)
    client = Client(stones_app())
    verdict = client.play(client.position()["state"], take(2))
    looks.clear()
    compact = json.dumps({"state": verdict["state"]}, separators=(",", ":")).encode()
    spaced = json.dumps({"state": verdict["state"]}).encode()
    assert client.post("./scores", compact).get_data() == client.post("./scores", spaced).get_data()
    assert looks == []
    client.post("./scores", spaced)
    client.post("./legal-actions", compact)
    assert looks == []


def test_a_list_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from service.engine import referee

    asked: list[Any] = []
    legal_actions = referee.legal_actions

    def counted(position: Any, **question: Any) -> Any:
        asked.append(question)
        return legal_actions(position, **question)

    monkeypatch.setattr(referee, "legal_actions", counted)
    client = Client(stones_app())
    state = client.position()["state"]
    for _ in range(3):
        client.legal(state)
        client.legal(state, actor="red")
    assert len(asked) == 2
    without_cache = Client(stones_app(cache_bytes=0))
    for _ in range(3):
        without_cache.legal(state)
    assert len(asked) == 5


def test_a_seed_decides_alone() -> None:
    client = Client(stones_app())
    once, again, other = (client.position(chance={"seed": seed}) for seed in ("x", "x", "y"))
    assert once == again
    assert once["digest"] != other["digest"]


@pytest.mark.redis
def test_with_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two workers that share a redis answer as one without; the second takes the first one's lists from it."""
    from service.engine import referee

    with redis_server() as url:
        # A threshold of nothing: every list goes to redis.
        first, second = (Client(stones_app(redis_url=url, cache_min_ms=0.0, redis_timeout_ms=2000)) for _ in range(2))
        alone = Client(stones_app())
        for state in STATES:
            expected = answers(alone, state)
            assert answers(first, state) == expected
            assert answers(second, state) == expected
        assert first.get("/readyz").get_json() == {"status": "ok"}
        monkeypatch.setattr(referee, "legal_actions", None)
        third = Client(stones_app(redis_url=url, cache_min_ms=0.0, redis_timeout_ms=2000))
        assert third.post("./legal-actions", {"state": STATES[0]}).status_code == 200
        monkeypatch.undo()
    assert first.get("/readyz").get_json() == {"status": "degraded"}
    assert answers(first, STATES[0]) == answers(alone, STATES[0])
