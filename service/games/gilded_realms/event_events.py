"""What can happen in The Gilded Realms, as the record tells it: Year Events, Invasions, End Harvest."""

from typing import ClassVar

from service.engine.event import Event


class YearEventRevealed(Event, tag="year-event-revealed", kw_only=True):
    template: ClassVar[str] = "The Year Event of round {round} is {name}"
    reveals: ClassVar[bool] = True
    round: int
    event: str
    name: str


class HarvestDone(Event, tag="harvest-done", kw_only=True):
    template: ClassVar[str] = "{seat} has finished End Harvest"
    seat: str


EVENTS: tuple[type[Event], ...] = (YearEventRevealed, HarvestDone)
