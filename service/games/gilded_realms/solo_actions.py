"""What a solo player may do at the Warfront board in the Build and Action Phases."""

from service.engine.action import Action

SOLO_BUILD_ACTIONS: tuple[type[Action], ...] = ()
"""Offered in the Build Phase."""
SOLO_ACTIONS: tuple[type[Action], ...] = ()
"""Offered in the Action Phase."""
