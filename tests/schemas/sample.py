"""The calls of the sample family, as the web would make them for a game."""

from typing import Any, Literal

import msgspec

from schemas.envelopes import Envelopes, envelopes
from schemas.fields import Noted
from tests.schemas.family import Action, Colour, Game, Move, Shape, Wait

View = msgspec.defstruct("View", [("viewer", str)], bases=(Game,), kw_only=True, forbid_unknown_fields=True)
Event = Move | Wait


class Options(Shape):
    variant: Literal["none", "family"] = "none"


class SeatSetup(Shape):
    seat: Colour


class Shelf:
    """A memory that keeps everything, and counts how often it knew what it was asked."""

    def __init__(self) -> None:
        self.notes: dict[bytes, Noted] = {}
        self.marks: dict[bytes, object] = {}
        self.hits = 0

    def get(self, key: bytes, /) -> Noted | None:
        found = self.notes.get(key)
        self.hits += found is not None
        return found

    def note(self, key: bytes, value: Any, admitted: Any, /, *, is_view: bool, in_order: bool) -> None:
        self.notes[key] = Noted(None if admitted is value else admitted, is_view, in_order)

    def again(self, noted: Noted, value: Any, /) -> Any:
        return value if noted.finding is None else noted.finding

    def recall(self, content: bytes, value: Any, /) -> object | None:
        return self.marks.get(content)

    def mark(self, content: bytes, value: Any, admitted: Any, /) -> None:
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
