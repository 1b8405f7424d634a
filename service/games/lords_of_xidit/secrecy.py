"""What each seat may see: everything but what lies behind the rivals' Screens, their wheels and their census hands."""

from typing import Any

from service.engine.shapes import hide

BEHIND_THE_SCREEN = ("units", "gold", "bards", "bastion", "wheels", "census_hand")


def conceal(view: Any, viewer: str) -> None:
    """Hide the rivals' secrets, and how many Bard tokens they still have to place. At the end everything is open."""
    if view.result is not None:
        return
    for seat, player in view.players.items():
        if seat != viewer:
            hide(player, *BEHIND_THE_SCREEN)
    for step in view.agenda:
        if getattr(step, "left", None) is not None and hasattr(step, "won_by") and step.seat != viewer:
            hide(step, "left")
