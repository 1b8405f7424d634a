"""Seals: what has one, what it says, what it goes with, and who believes it."""

import base64
import hashlib
import hmac
import json
import random
from typing import Any

import pytest

from service.api.streams import NDJSON
from service.app import create_app
from service.engine.registry import load_games
from service.setting_readers import SealKey
from service.settings import Settings
from tests.api.client import Client, stones_app, take, without
from tests.api.stones import GAME
from tests.api.test_seals_and_versions import CALLS

OLD, NEW = SealKey("old", b"o" * 32), SealKey("new", b"n" * 32)
SEEDED = {"chance": {"seed": "a"}}
OF_SEED = "seed-" + hashlib.sha256(b"a").hexdigest()


@pytest.fixture(scope="module")
def sealing() -> Client:
    """A service with one signing key."""
    return Client(stones_app(seal_keys=(OLD,)))


def mark(answer: Any) -> str:
    """The mark of an answer's seal."""
    key, said, _ = answer["seal"].split(".")
    assert key == OLD.id
    return str(said)


def sent(answer: Any) -> dict[str, Any]:
    """The members of a request that go on from an answer."""
    return {"state": answer["state"], "seal": answer["seal"]}


def deal(number: int) -> dict[str, Any]:
    """A charm that somebody has dealt by hand."""
    return {"type": "deal-charm", "actor": "chance", "charm": f"charm-{number}"}


def resealed(answer: Any, *, key: SealKey = OLD, **changed: str) -> str:
    """A seal as the documentation says it is made, perhaps of something else."""
    said = changed.get("mark", answer["seal"].split(".")[1])
    parts = [
        changed.get("game", GAME.id),
        changed.get("version", answer["state"]["rules_version"]),
        changed.get("digest", answer["digest"]),
        said,
    ]
    mac = hmac.digest(key.secret, json.dumps(parts, separators=(",", ":")).encode(), "sha256")
    return f"{key.id}.{said}.{base64.urlsafe_b64encode(mac).decode().rstrip('=')}"


def test_it_is_made_as_documented(sealing: Client) -> None:
    position = sealing.position()
    assert position["seal"] == resealed(position)
    assert list(position)[-1] == "seal"
    verdict = sealing.ask("./adjudications", {**sent(position), "action": take(1)})
    assert verdict["seal"] == resealed(verdict)


def test_it_changes_nothing_else(sealing: Client, client: Client) -> None:
    position = sealing.position()
    assert without(position, "seal") == client.position()
    played = sealing.ask("./adjudications", {**sent(position), "action": take(1)})
    assert without(played, "seal") == client.play(position["state"], take(1))


def test_without_keys_nothing_is_sealed(client: Client) -> None:
    assert "seal" not in client.position()
    assert "seal" not in client.play(client.position()["state"], take(1))


def test_a_chain_from_the_setup_to_the_end(sealing: Client) -> None:
    """Every verdict is sealed, whatever is included, and each seal is good for the next call."""
    answer = sealing.position()
    for include in (["state"], ["state", "legal-actions"], ["scores", "state", "view:red"]):
        actor = answer["decisions"][0]["actor"]
        answer = sealing.ask("./adjudications", {**sent(answer), "action": take(3, actor), "include": include})
        assert mark(answer) == OF_SEED
    end = sealing.ask("./adjudications", {**sent(answer), "actions": [take(3, "blue")], "include": []})
    assert (end["finished"], mark(end)) == (True, OF_SEED)
    assert "state" not in end


def test_the_mark_of_a_game_without_chance(sealing: Client) -> None:
    position = sealing.position(options={"deal": "none"})
    assert mark(position) == "none"
    assert mark(sealing.ask("./adjudications", {**sent(position), "action": take(1), **SEEDED})) == "none"


def test_the_mark_of_chance_by_seed_by_hand_and_by_both(sealing: Client) -> None:
    begun = sealing.ask("./states", {"players": 2})
    assert mark(begun) == "none"

    def after(answer: Any, *actions: Any, seed: str | None = None) -> Any:
        chance = {} if seed is None else {"chance": {"seed": seed}}
        return sealing.ask("./adjudications", {**sent(answer), "actions": list(actions), **chance})

    once = after(begun, deal(1))
    assert mark(once) == "hand"
    assert mark(after(once, deal(2))) == "hand"
    # Once by hand, for ever by hand, even if a seed settles the rest.
    assert mark(after(once, deal(2), seed="a")) == "hand"
    assert mark(sealing.ask("./states", {**sent(once), **SEEDED})) == "hand"
    # A seed settles all that is due at once; an action in the list wins over it, and is by hand.
    assert mark(sealing.ask("./states", {**sent(begun), **SEEDED})) == OF_SEED
    assert mark(after(begun, deal(1), seed="a")) == "hand"
    # Nothing is left to chance after that: another seed is not even looked at.
    seeded = sealing.position()
    assert mark(after(seeded, take(1), seed="b")) == OF_SEED


def test_two_seeds_are_no_better_than_a_hand() -> None:
    from service.api.seals import mark_after
    from service.engine.referee import Outcome

    def outcome(by_seed: int, by_hand: int) -> Outcome:
        return Outcome(None, by_seed=by_seed, by_hand=by_hand)  # type: ignore[arg-type]

    other = "seed-" + hashlib.sha256(b"b").hexdigest()
    for before, by_seed, by_hand, seed, expected in (
        ("none", 0, 0, None, "none"),
        ("none", 0, 0, "a", "none"),
        ("none", 2, 0, "a", OF_SEED),
        ("none", 1, 1, "a", "hand"),
        ("none", 0, 1, None, "hand"),
        (OF_SEED, 0, 0, None, OF_SEED),
        (OF_SEED, 1, 0, "a", OF_SEED),
        (OF_SEED, 1, 0, "b", "hand"),
        (OF_SEED, 0, 0, "b", OF_SEED),
        (OF_SEED, 0, 1, "a", "hand"),
        (other, 3, 0, "a", "hand"),
        ("hand", 5, 0, "a", "hand"),
        ("hand", 0, 0, None, "hand"),
    ):
        assert mark_after(before, outcome(by_seed, by_hand), seed) == expected


@pytest.mark.parametrize("accept", ["application/json", NDJSON])
def test_replays_are_sealed_where_they_end(sealing: Client, accept: str) -> None:
    def replayed(body: dict[str, Any]) -> Any:
        response = sealing.post("./replays", body, Accept=accept)
        assert response.status_code == 200, response.get_data()
        answer = response.get_json() if accept != NDJSON else json.loads(response.get_data().splitlines()[-1])
        return answer["position"]

    setup = {"setup": {"players": 2}}
    assert mark(replayed({**setup, "actions": []})) == "none"
    assert mark(replayed({**setup, "actions": [], **SEEDED})) == OF_SEED
    assert mark(replayed({**setup, "actions": [take(1), take(2, "blue")], **SEEDED})) == OF_SEED
    assert mark(replayed({**setup, "actions": [deal(1), take(1)], **SEEDED})) == "hand"
    assert mark(replayed({**setup, "actions": [deal(1), deal(2), take(1)]})) == "hand"
    # Up to the first illegal action everything was legal.
    reached = replayed({**setup, "actions": [take(1), take(9, "blue")], **SEEDED})
    assert mark(reached) == OF_SEED
    sealing.ask("./scores", sent(reached))
    position = sealing.position()
    assert mark(replayed({**sent(position), "actions": [take(1)]})) == OF_SEED
    for unsealed in (
        {"state": position["state"]},
        {"setup": {"players": 2, "at": {"step": "turn", "table": {"heap": 4, "heap_at_start": 4}}}},
    ):
        assert "seal" not in replayed({**unsealed, "actions": []})


def test_what_was_not_played_here_has_no_seal(sealing: Client) -> None:
    position = sealing.position()
    at = {"step": "turn", "table": {}}
    for path, body in (
        ("states", {"players": 2, "at": at}),
        ("states", {"state": position["state"]}),
        ("states", {"state": position["state"], "at": at}),
        ("states", {**sent(position), "at": at}),
        ("adjudications", {"state": position["state"], "action": take(1)}),
        ("adjudications", {**sent(position), "action": take(9)}),
        ("validations", {"state": position["state"]}),
        ("views", {**sent(position), "viewer": "red"}),
        ("scores", sent(position)),
        ("legal-actions", sent(position)),
        ("states", {"players": 2, "at": {"step": "turn", "table": {"heap": -1}}}),
    ):
        assert "seal" not in sealing.ask(f"./{path}", body), (path, body)


def flipped(text: str, at: int) -> str:
    """A text with another character at one place."""
    return text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :]


def bad_seals(good: Any) -> list[str]:
    """Seals that are not that of the state."""
    seal = good["seal"]
    key, said, signature = seal.split(".")
    return [
        "x",
        "..",
        "old.none",
        seal + ".x",
        seal + "=",
        seal + "\n",
        " " + seal,
        seal.upper(),
        f"{key}.{said}.",
        f"unknown.{said}.{signature}",
        f"{key}.none.{signature}",
        f"{key}.hand.{signature}",
        f"{key}.seed-{'0' * 64}.{signature}",
        f"{key}.{said}x.{signature}",
        f"{key}.é.{signature}",
        flipped(seal, len(seal) - 43),
        flipped(seal, len(seal) - 1),
        flipped(seal, len(seal) - 10),
        # Another spelling of the same bytes: two bits of the last character say nothing.
        *(seal[:-1] + last for last in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if last != seal[-1]),
        resealed(good, game="other"),
        resealed(good, version="1.2.4"),
        resealed(good, digest="sha256:" + "0" * 64),
        resealed(good, key=SealKey("old", b"x" * 32)),
        resealed(good, key=NEW),
    ]


@pytest.mark.parametrize("call", CALLS)
def test_a_bad_one_is_refused_by_every_call(sealing: Client, call: str) -> None:
    good = sealing.position()
    body = {**sent(good), **CALLS[call]}
    sealing.ask(f"./{call}", body)
    for seal in bad_seals(good):
        problem = sealing.refused(f"./{call}", {**body, "seal": seal}, "bad-seal")
        assert OLD.secret.hex() not in json.dumps(problem)
    # The state is known by now, which makes no seal good; nor does a bad one make it bad.
    sealing.ask(f"./{call}", body)


@pytest.mark.parametrize("call", CALLS)
def test_it_goes_with_no_other_state(sealing: Client, call: str) -> None:
    good = sealing.position()
    other = sealing.ask("./adjudications", {**sent(good), "action": take(1)})
    for state in (other["state"], {**good["state"], "salt": "x"}, {**good["state"], "rules_version": "1.2.4"}):
        sealing.refused(f"./{call}", {"state": state, "seal": good["seal"], **CALLS[call]}, "bad-seal")
    # The order of members is nobody's business.
    mixed = dict(reversed(good["state"].items()))
    sealing.ask(f"./{call}", {"state": mixed, "seal": good["seal"], **CALLS[call]})


@pytest.mark.parametrize("at", [None, {"step": "turn", "table": {}}])
def test_a_correction_with_a_bad_one_is_refused(sealing: Client, at: Any) -> None:
    good = sealing.position()
    body = {"state": good["state"], **({"at": at} if at else {})}
    for seal in bad_seals(good):
        sealing.refused("./states", {**body, "seal": seal}, "bad-seal")


def test_a_view_has_none(sealing: Client) -> None:
    position = sealing.position()
    view = sealing.ask("./views", {**sent(position), "viewer": "red"})["state"]
    for call, more in (("legal-actions", {}), ("scores", {}), ("views", {"viewer": "red"}), ("validations", {})):
        sealing.ask(f"./{call}", {"state": view, **more})
        problem = sealing.refused(f"./{call}", {"state": view, "seal": position["seal"], **more}, "bad-seal")
        assert "view" in problem["detail"]


def test_validations_confirm_a_good_one(sealing: Client) -> None:
    position = sealing.position()
    answer = sealing.ask("./validations", sent(position))
    assert (answer["valid"], answer["seal"]) == (True, position["seal"])
    broken = {**position["state"], "heap": -1}
    assert sealing.ask("./validations", {"state": broken, "seal": position["seal"]})["valid"] is False
    sealing.refused("./validations", {"state": broken, "seal": "x"}, "bad-seal")


def test_rotation(sealing: Client) -> None:
    """The first key signs, all verify; `states` renews; a key that is gone is unknown."""
    position = sealing.position()
    both, after = Client(stones_app(seal_keys=(NEW, OLD))), Client(stones_app(seal_keys=(NEW,)))
    after.refused("./scores", sent(position), "bad-seal")
    for renewed in (
        both.ask("./states", sent(position)),
        both.ask("./validations", sent(position)),
        both.ask("./adjudications", {**sent(position), "action": take(1)}),
        both.ask("./replays", {**sent(position), "actions": [take(1)]})["position"],
    ):
        assert renewed["seal"] == resealed(renewed, key=NEW, mark=OF_SEED)
        after.ask("./scores", sent(renewed))
        sealing.refused("./scores", sent(renewed), "bad-seal")
    assert both.ask("./states", sent(position))["state"] == position["state"]


@pytest.mark.parametrize("version", ["1.2.0", "1.2.99"])
def test_a_state_of_another_patch(sealing: Client, version: str) -> None:
    """It was sealed as it is, with its version; the next one has the version that ruled."""
    position = sealing.position()
    state = {**position["state"], "rules_version": version}
    digest = "sha256:" + hashlib.sha256(json.dumps(state, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    older = {"state": state, "seal": resealed(position, digest=digest, version=version)}
    for answer in (
        sealing.ask("./states", older),
        sealing.ask("./adjudications", {**older, "action": take(1)}),
    ):
        assert answer["state"]["rules_version"] == GAME.rules_version
        assert answer["seal"] == resealed(answer, mark=OF_SEED)
    assert sealing.ask("./states", older)["seal"] == position["seal"]
    sealing.refused("./scores", {"state": state, "seal": position["seal"]}, "bad-seal")
    sealing.refused("./scores", {"state": position["state"], "seal": older["seal"]}, "bad-seal")


def test_the_same_again_and_elsewhere(sealing: Client) -> None:
    bodies = {"./states": {"players": 2, **SEEDED}}
    position = sealing.position()
    bodies["./adjudications"] = {**sent(position), "action": take(1), "include": ["state", "scores"]}
    bodies["./replays"] = {**sent(position), "actions": [take(1)]}
    bodies["./validations"] = sent(position)
    other = Client(stones_app(seal_keys=(OLD,), cache_bytes=0, state_cache_bytes=0))
    for path, body in bodies.items():
        once = sealing.post(path, body).get_data()
        assert sealing.post(path, body).get_data() == once
        assert other.post(path, body).get_data() == once


@pytest.mark.parametrize("game", load_games())
def test_a_whole_game_of_every_kind(game: str) -> None:
    """Where only sealed states are ruled on, with one seed: sealed from the setup to the end, as is its record."""
    client = Client(create_app(Settings(build="test", seal_keys=(OLD,), require_seal=True)))
    path, rng, played = f"/v1/games/{game}", random.Random(1), []
    setup = {"players": load_games()[game].players[1]}
    answer = client.ask(f"{path}/states", {**setup, **SEEDED, "include": ["state", "legal-actions"]})
    for _ in range(60):
        if answer["finished"]:
            break
        # Nothing has been settled yet where a game begins with a choice.
        assert mark(answer) == (OF_SEED if answer["state"]["chances"] else "none")
        listed = [one for decision in answer["legal-actions"]["decisions"] for one in decision["actions"]]
        played.append(rng.choice(listed))
        body = {**sent(answer), "action": played[-1], **SEEDED, "include": ["state", "legal-actions"]}
        answer = client.ask(f"{path}/adjudications", body)
    assert len(played) > 30
    record = {"setup": setup, "actions": played, **SEEDED}
    assert client.ask(f"{path}/replays", record)["position"]["seal"] == answer["seal"]


@pytest.fixture(scope="module")
def strict() -> Client:
    """A service that rules on sealed states only."""
    return Client(stones_app(seal_keys=(OLD,), require_seal=True))


@pytest.mark.parametrize("call", [call for call in CALLS if call != "validations"])
def test_a_service_may_want_one(strict: Client, call: str) -> None:
    position = strict.position()
    strict.ask(f"./{call}", {**sent(position), **CALLS[call]})
    problem = strict.refused(f"./{call}", {"state": position["state"], **CALLS[call]}, "bad-seal")
    assert "there is none" in problem["detail"]
    strict.ask(f"./{call}", {**sent(position), **CALLS[call]})


def test_what_stays_open_where_one_is_wanted(strict: Client) -> None:
    """What begins a game, what proves nothing, and views, which cannot have one."""
    position = strict.position()
    view = strict.ask("./views", {**sent(position), "viewer": "red"})["state"]
    for path, body in (
        ("states", {"players": 2}),
        ("states", {"players": 2, "at": {"step": "turn", "table": {}}}),
        ("states", {"state": position["state"], "at": {"step": "turn", "table": {}}}),
        ("validations", {"state": position["state"]}),
        ("replays", {"setup": {"players": 2}, "actions": []}),
        ("legal-actions", {"state": view}),
        ("scores", {"state": view}),
        ("views", {"state": view, "viewer": "red"}),
        ("validations", {"state": view}),
    ):
        strict.ask(f"./{path}", body)


def test_a_table_entered_by_hand_is_not_ruled_on_where_one_is_wanted(strict: Client) -> None:
    at = {"step": "turn", "table": {}}
    strict.refused("./replays", {"setup": {"players": 2, "at": at}, "actions": []}, "bad-seal")
    entered = strict.ask("./states", {"players": 2, "at": at})
    strict.refused("./adjudications", {"state": entered["state"], "action": take(1)}, "bad-seal")
    strict.refused("./states", {"state": entered["state"]}, "bad-seal")
