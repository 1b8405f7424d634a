"""What can happen in The Gilded Realms, as the record tells it: Factions and their Advisors."""

from service.engine.event import Event

EVENTS: tuple[type[Event], ...] = ()
