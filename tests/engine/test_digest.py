"""Digests: canonical JSON as RFC 8785 has it, and equal situations."""

import json
import random
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from schemas import fields
from service.engine import referee
from service.engine.digest import canonical_bytes, digest_of
from service.engine.game import Game
from tests.api.stones import GAME as STONES
from tests.engine.harbour import GAME
from tests.engine.moves import shuffled
from tests.games.players import random_positions


def by_the_rfc(value: Any) -> bytes:
    """Canonical JSON by the standard library: the same thing as long as keys are ASCII and numbers integers."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


ODD_STRINGS = '\x00\x01\x07\b\t\n\x0b\f\r\x1f "/\\\x7f\x80éß\u2028\u2029\ud7ff\ufffd\U0001f600'


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"b": 1, "a": 2, "B": 3, "": 4, "aa": 5, "_": 6, "-": 7, "1": 8, "10": 9, "2": 10},
        {"numbers": [0, -1, 2**53 - 1, -(2**53) + 1], "truth": [True, False, None]},
        {"salt": ODD_STRINGS},
        {"deep": {"z": [{"y": 1, "x": {"b": [], "a": {}}}], "a": "</script>"}},
        [[], [[]], "", {"k": [1, "1"]}],
    ],
)
def test_canonical_json(value: Any) -> None:
    assert canonical_bytes(value) == by_the_rfc(value)
    # The schemas know no engine, and the hash of what they write is taken for the digest.
    assert fields.canonical_bytes(value) == canonical_bytes(value)
    assert digest_of(value) == "sha256:" + sha256(by_the_rfc(value)).hexdigest()


@pytest.mark.parametrize("game", [GAME, STONES], ids=lambda game: game.id)
def test_canonical_json_of_real_states(game: Game) -> None:
    for position, _ in random_positions(game, 3, {}, "canonical"):
        plain = json.loads(msgspec.json.encode(position.state))
        assert canonical_bytes(position.state) == by_the_rfc(plain)
        assert position.digest == "sha256:" + sha256(by_the_rfc(plain)).hexdigest()


@pytest.mark.parametrize("game", [GAME, STONES], ids=lambda game: game.id)
def test_defaults_left_out_and_keys_in_any_order(game: Game) -> None:
    rng = random.Random(3)
    for position, _ in random_positions(game, 2, {}, "defaults"):
        plain = msgspec.to_builtins(position.state)
        for other in (shuffled(plain, rng), without_defaults(plain, position.state)):
            assert referee.admit(game, msgspec.convert(other, game.State)).digest == position.digest


def without_defaults(plain: Any, value: Any) -> Any:
    """The JSON of a shape without the members that have their default."""
    if isinstance(value, msgspec.Struct):
        kept = {}
        for field in msgspec.structs.fields(value):
            member = getattr(value, field.name)
            default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
            if default is msgspec.NODEFAULT or member != default:
                kept[field.encode_name] = without_defaults(plain[field.encode_name], member)
        tag = value.__struct_config__.tag
        return kept | {"type": tag} if tag else kept
    if isinstance(value, dict):
        return {name: without_defaults(plain[name], member) for name, member in value.items()}
    if isinstance(value, list):
        return [without_defaults(part, member) for part, member in zip(plain, value, strict=True)]
    return plain


def harbour_state(**changes: Any) -> Any:
    plain = msgspec.to_builtins(referee.begin(GAME, 2, seed="s").position.state)
    return msgspec.convert({**plain, **changes}, GAME.State)


def test_sets_in_any_order() -> None:
    players = {
        "red": {"visited": ["bridge", "market", "quay"]},
        "blue": {},
    }
    other = {**players, "red": {"visited": ["quay", "bridge", "market"]}}
    digests = {referee.admit(GAME, harbour_state(players=state)).digest for state in (players, other)}
    assert len(digests) == 1


def test_zero_counts() -> None:
    piles = [
        {"unseen": {"lamp": 1}, "count": 1},
        {"unseen": {"rope": 0, "lamp": 1, "map": 0}, "count": 1, "top": [], "bottom": []},
    ]
    assert len({referee.admit(GAME, harbour_state(deck=pile)).digest for pile in piles}) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"round": 2},
        {"chances": 1},
        {"salt": "x"},
        {"seats": ["blue", "red"]},
        {"deck": {"unseen": {"lamp": 3, "map": 2, "rope": 1}, "count": 5}},
        {"players": {"red": {"hand": ["lamp", "map"]}, "blue": {}}},
    ],
)
def test_different_situations_have_different_digests(changes: dict[str, Any]) -> None:
    assert referee.admit(GAME, harbour_state(**changes)).digest != referee.admit(GAME, harbour_state()).digest


def test_the_order_of_a_list_that_is_no_set_matters() -> None:
    known = [{"card": card, "known_to": ["red"]} for card in ("lamp", "map")]
    decks = [{"unseen": {"rope": 1}, "count": 3, "top": top} for top in (known, known[::-1])]
    assert len({referee.admit(GAME, harbour_state(deck=deck)).digest for deck in decks}) == 2
