"""The Market of the Kihleed Guild: drawing and resolving Market cards."""

from service.engine.action import Action

MARKET_ACTIONS: tuple[type[Action], ...] = ()
"""Offered in the Build and the Action Phase to the Kihleed Guild."""
