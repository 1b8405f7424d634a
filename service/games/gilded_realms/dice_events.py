"""What can happen when dice are thrown and Year Events are Foreseen."""

from typing import Any, ClassVar

from service.engine.event import Event
from service.games.gilded_realms.events import beginning


def face_in_words(face: str) -> str:
    """What a die shows: ``1r`` is 1 Truemark or a re-roll."""
    number = int(face[0])
    marks = f"{number} Truemark{'s' if number != 1 else ''}"
    if face.endswith("r"):
        return f"{marks} or a re-roll" if number else "a re-roll"
    return marks if number else "nothing"


class DieThrown(Event, tag="die-thrown", kw_only=True):
    template: ClassVar[str] = "{who} throws a {colour} die: {face}"
    reveals: ClassVar[bool] = True
    who: str
    colour: str
    face: str

    def facts(self) -> dict[str, Any]:
        facts = super().facts()
        return {**facts, "who": beginning(self.who), "face": face_in_words(self.face)}


class DiceTotal(Event, tag="dice-total", kw_only=True):
    template: ClassVar[str] = "The roll of {who} comes to {total}"
    who: str
    total: int


class EventForeseen(Event, tag="event-foreseen", kw_only=True):
    template: ClassVar[str] = "{seat} Foresees the Year Event of round {round}"
    seat: str
    round: int


class EventLookedAt(Event, tag="event-looked-at", kw_only=True):
    template: ClassVar[str] = "The Year Event of round {round} is {name}"
    reveals: ClassVar[bool] = True
    seat: str
    round: int
    event: str
    name: str


class NothingToForesee(Event, tag="nothing-to-foresee", kw_only=True):
    template: ClassVar[str] = "{seat} has no Year Event left to Foresee"
    seat: str


EVENTS = (
    DieThrown,
    DiceTotal,
    EventForeseen,
    EventLookedAt,
    NothingToForesee,
)
