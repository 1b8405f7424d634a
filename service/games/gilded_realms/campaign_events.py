"""What can happen in The Gilded Realms, as the record tells it: Stances, Campaigns, Caravans."""

from typing import ClassVar

from service.engine.event import Event


class StanceCommitted(Event, tag="stance-committed", kw_only=True):
    template: ClassVar[str] = "{seat} has chosen a Stance"
    seat: str


class StanceRevealed(Event, tag="stance-revealed", kw_only=True):
    template: ClassVar[str] = "{seat} is in {stance} Stance"
    reveals: ClassVar[bool] = True
    seat: str
    stance: str


class WorkerPlaced(Event, tag="worker-placed", kw_only=True):
    template: ClassVar[str] = "{seat} places the Worker totem on {place}"
    seat: str
    place: str


class CaravanReturned(Event, tag="caravan-returned", kw_only=True):
    template: ClassVar[str] = "The Caravan of {seat} returns"
    seat: str


EVENTS: tuple[type[Event], ...] = (StanceCommitted, StanceRevealed, WorkerPlaced, CaravanReturned)
