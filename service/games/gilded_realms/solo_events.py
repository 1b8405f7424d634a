"""What can happen in The Gilded Realms, as the record tells it: solo play and the Saga."""

from service.engine.event import Event

EVENTS: tuple[type[Event], ...] = ()
