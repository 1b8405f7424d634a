"""A family of shapes with everything that states and actions of games are made of."""

import enum
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

Colour = Annotated[str, Meta(pattern="^[a-z]{1,8}$", max_length=8, extra={"id": "seat"})]
Small = Annotated[int, Meta(ge=0, le=9)]


class Shape(Struct, forbid_unknown_fields=True, kw_only=True):
    """Unknown members are refused."""


class Season(enum.Enum):
    SPRING = "spring"
    AUTUMN = "autumn"


class Rank(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Move(Shape, tag="move", tag_field="type"):
    """Go somewhere."""

    actor: Colour
    to: Annotated[list[Small], Meta(min_length=1, max_length=3)]
    how: Literal["walk", "ride"] = "walk"


class Wait(Shape, tag="wait-here", tag_field="type"):
    """Do nothing for some turns."""

    turns: Annotated[int, Meta(gt=0, lt=5)] = 1
    probability: Annotated[float, Meta(ge=0, le=1)] | UnsetType = UNSET
    then: "Move | Wait | None" = None


class Stack(Shape, tag="stack", tag_field="type"):
    """Several one after the other."""

    parts: "Annotated[list[Move | Wait | Stack], Meta(max_length=4)]"


Action = Move | Wait | Stack


class Pile(Shape):
    known: Annotated[list[Colour | None], Meta(max_length=5, extra={"set": True})]
    count: Annotated[int, Meta(ge=0, le=99, multiple_of=3)] = 0


class Player(Shape):
    seat: Colour
    gold: Annotated[Small, Meta(extra={"secret": True})]
    goods: Annotated[dict[Annotated[str, Meta(pattern="^[a-z-]+$")], Small], Meta(max_length=3, min_length=1)]
    piles: dict[Literal["left", "right"], Pile] = {}
    nickname: Annotated[str, Meta(min_length=2, max_length=10)] | None = None
    score: int | str | None = None


class Game(Shape):
    game: Literal["sample"]
    players: Annotated[list[Player], Meta(min_length=1, max_length=4)]
    agenda: Annotated[list[Action], Meta(max_length=8)] = []
    season: Season = Season.SPRING
    rank: Rank | UnsetType = UNSET
    started: bool = False
    notes: dict[str, Any] = {}
    target: list[Small] | Small | Literal["none"] = 0
    ratio: Annotated[float, Meta(gt=0)] | None = None
    corner: tuple[Small, Colour] | UnsetType = UNSET
    path: tuple[Small, ...] = ()
    nothing: None = None
    last: Move | None = None


GAME: dict[str, Any] = {
    "game": "sample",
    "players": [
        {
            "seat": "red",
            "gold": 3,
            "goods": {"wood": 2, "fine-silk": 0},
            "piles": {"left": {"known": ["red", None], "count": 9}, "right": {"known": []}},
            "nickname": "Ann",
            "score": "12",
        },
        {"seat": "blue", "gold": 0, "goods": {"wood": 9}, "nickname": None, "score": 7},
    ],
    "agenda": [
        {"type": "move", "actor": "red", "to": [1, 2], "how": "ride"},
        {"type": "wait-here", "turns": 4, "probability": 0.25, "then": {"type": "move", "actor": "blue", "to": [0]}},
        {"type": "stack", "parts": [{"type": "wait-here"}, {"type": "stack", "parts": []}]},
    ],
    "season": "autumn",
    "rank": 2,
    "started": True,
    "notes": {"a": [1, {"b": None}], "_schema": 1.5},
    "target": [1, 2],
    "ratio": 1,
    "corner": [1, "red"],
    "path": [1, 2, 3],
    "nothing": None,
    "last": {"type": "move", "actor": "red", "to": [5]},
}
