"""Negotiation: exchanges that players offer each other during the Build and Action Phases."""

from service.engine.action import Action

NEGOTIATION: tuple[type[Action], ...] = ()
"""Offered in the Build and the Action Phase where several play, to those too who have placed their Stance Totem."""
