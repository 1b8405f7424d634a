"""Views: secrets may be null exactly where they are secret, and everything else is as in the state."""

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import inspect as mi

from service.engine.derive import lanes_type, state_with_agenda, union_of, view_of
from service.engine.event import tag_of
from service.engine.game import Game
from service.engine.registry import load_games
from service.engine.shapes import Secret, Shape, a_set
from service.engine.state import State
from service.engine.step import Lanes, Step
from tests.api.stones import GAME as STONES
from tests.engine.harbour import GAME

GAMES = {**load_games(), STONES.id: STONES, GAME.id: GAME}


class Hand(Shape, kw_only=True):
    """Secrets of several kinds."""

    open: int
    number: Secret[Annotated[int, msgspec.Meta(ge=0, le=5)]]
    cards: Annotated[list[Secret[str]], a_set(4)] = []
    maybe: Secret[str | None] = None


class Peek(Step, tag="peek"):
    """A step with a secret."""

    card: Secret[str]


class Wait(Step, tag="wait"):
    """A step without one."""

    seat: str


class Small(State, kw_only=True):
    """A state with secrets in places of several kinds."""

    hands: dict[str, Hand]
    only: Hand | None = None


STATE = state_with_agenda(Small, (Peek, Wait))
VIEW = view_of(STATE)
HAND = {"open": 1, "number": 2, "cards": ["a"], "maybe": "b"}
PLAIN: dict[str, Any] = {
    "game": "g",
    "rules_version": "1.0.0",
    "pack": "p",
    "seats": ["red"],
    "hands": {"red": HAND},
    "agenda": [{"type": "peek", "card": "c"}, {"type": "lanes", "lanes": {"red": [{"type": "wait", "seat": "red"}]}}],
}


def put(plain: Any, path: list[str | int], value: Any) -> Any:
    """A copy with another value at a path."""
    if not path:
        return value
    head, *rest = path
    if isinstance(plain, list):
        return [put(member, rest, value) if index == head else member for index, member in enumerate(plain)]
    return {**plain, head: put(plain.get(head), rest, value)}


SECRETS: list[list[str | int]] = [
    ["hands", "red", "number"],
    ["hands", "red", "cards", 0],
    ["hands", "red", "maybe"],
    ["agenda", 0, "card"],
]
PUBLIC: list[list[str | int]] = [
    ["hands", "red", "open"],
    ["hands", "red", "cards"],
    ["hands", "red"],
    ["hands"],
    ["agenda", 1, "lanes", "red", 0, "seat"],
    ["agenda", 0],
    ["seats", 0],
    ["pack"],
]


def fits(plain: Any, shape: Any) -> bool:
    try:
        msgspec.convert(plain, shape)
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize("path", SECRETS, ids=str)
def test_secrets_may_be_null_in_a_view_alone(path: list[str | int]) -> None:
    assert fits(put({**PLAIN, "viewer": "red"}, path, None), VIEW)
    assert fits(put(PLAIN, path, None), STATE) == (path[-1] == "maybe")


@pytest.mark.parametrize("path", PUBLIC, ids=str)
def test_nothing_else_may_be_null(path: list[str | int]) -> None:
    assert not fits(put({**PLAIN, "viewer": "red"}, path, None), VIEW)


def test_a_view_keeps_limits_and_names_its_viewer() -> None:
    view = {**PLAIN, "viewer": "red"}
    assert fits(view, VIEW)
    assert not fits(PLAIN, VIEW)
    assert not fits(view, STATE)
    assert not fits(put(view, ["hands", "red", "number"], 6), VIEW)
    assert not fits({**view, "more": 1}, VIEW)
    assert not fits(put(view, ["hands", "red", "more"], 1), VIEW)


def test_shapes_without_secrets_are_the_same_in_a_view() -> None:
    view = msgspec.convert(PLAIN | {"viewer": "spectator"}, VIEW)
    assert isinstance(view, STATE)
    peek, lanes = view.agenda
    assert isinstance(peek, Peek)
    assert type(peek) is not Peek
    assert tag_of(type(peek)) == "peek"
    assert isinstance(lanes, Lanes)
    assert type(lanes.lanes["red"][0]) is Wait


def test_the_agenda_takes_the_games_own_steps_and_64_of_them() -> None:
    state = msgspec.convert(PLAIN, STATE)
    assert isinstance(state.agenda[1], lanes_type(STATE))
    assert not fits(put(PLAIN, ["agenda"], [{"type": "turn"}]), STATE)
    wait = {"type": "wait", "seat": "red"}
    assert fits(put(PLAIN, ["agenda"], [wait] * 64), STATE)
    assert not fits(put(PLAIN, ["agenda"], [wait] * 65), STATE)
    assert not fits(put(PLAIN, ["agenda", 1, "lanes", "red"], [wait] * 65), STATE)
    assert not fits(put(PLAIN, ["agenda", 1, "lanes", "red"], [PLAIN["agenda"][1]]), STATE), "lanes within lanes"


def test_a_union_of_one_is_that_one() -> None:
    assert union_of((Wait,)) is Wait
    assert msgspec.convert({"type": "wait", "seat": "x"}, union_of((Wait, Peek))) == Wait(seat="x")


def test_two_shapes_with_one_tag_are_refused_when_the_game_is_put_together() -> None:
    other = msgspec.defstruct("Other", [], bases=(Step,), tag="wait")
    with pytest.raises(TypeError, match="several shapes have the tag wait"):
        union_of((Wait, Peek, other))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_secret_of_a_game_is_optional_in_its_view(game: Game) -> None:
    secret = set(secrets(mi.type_info(game.State)))
    assert secret, "a game without secrets"
    before, now = (set(nulls(mi.type_info(shape))) for shape in (game.State, game.View))
    assert now - before <= secret, "null is allowed where nothing is secret"
    assert before | secret <= now, "a secret cannot be hidden"


def secrets(node: Any, path: str = "") -> Iterator[str]:
    """Every place of a shape that is secret."""
    if isinstance(node, mi.Metadata):
        if (node.extra or {}).get("secret"):
            yield path
        yield from secrets(node.type, path)
    for name, below in children(node):
        yield from secrets(below, path + name)


def nulls(node: Any, path: str = "") -> Iterator[str]:
    """Every place of a shape where null is allowed."""
    if isinstance(node, mi.Metadata):
        yield from nulls(node.type, path)
    if isinstance(node, mi.UnionType) and any(isinstance(kind, mi.NoneType) for kind in node.types):
        yield path
    for name, below in children(node):
        yield from nulls(below, path + name)


def children(node: Any) -> Iterator[tuple[str, Any]]:
    """What lies directly below a type, each with its step of the path."""
    if isinstance(node, mi.UnionType):
        yield from (("", kind) for kind in node.types)
    elif isinstance(node, mi.StructType):
        tag = f"<{node.tag}>" if node.tag_field else ""
        yield from ((f"{tag}/{field.encode_name}", field.type) for field in node.fields)
    elif isinstance(node, mi.ListType):
        yield "/*", node.item_type
    elif isinstance(node, mi.DictType):
        yield "/*", node.value_type
