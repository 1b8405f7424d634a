"""The calls of the sample family, as the web would make them for a game."""

from typing import Any, Literal

import msgspec

from schemas.envelopes import Envelopes, envelopes
from tests.schemas.family import Action, Colour, Game, Move, Shape, Wait

View = msgspec.defstruct("View", [("viewer", str)], bases=(Game,), kw_only=True, forbid_unknown_fields=True)
Event = Move | Wait


class Options(Shape):
    variant: Literal["none", "family"] = "none"


class SeatSetup(Shape):
    seat: Colour


class Shelf:
    """A memory that keeps everything, and counts what it was asked."""

    def __init__(self) -> None:
        self.values: dict[bytes, object] = {}
        self.marks: dict[bytes, object] = {}
        self.sizes: list[int] = []
        self.hits = 0

    def get(self, key: bytes, /) -> object | None:
        found = self.values.get(key)
        self.hits += found is not None
        return found

    def put(self, key: bytes, value: object, size: int, /) -> None:
        self.values[key] = value
        self.sizes.append(size)

    def recall(self, content: bytes, value: Any, /) -> object | None:
        return self.marks.get(content)

    def mark(self, content: bytes, admitted: Any, /) -> None:
        self.marks[content] = admitted


def sample_envelopes(**kwargs: Any) -> Envelopes:
    return envelopes(
        "sample-game",
        state=Game,
        view=View,
        action=Action,
        event=Event,
        options=Options,
        seat=SeatSetup,
        at_steps=["start-of-round", "feeding"],
        **kwargs,
    )
