"""What each seat may see: everything but the rivals' Libraries and what they discarded from them."""

from typing import Any

from service.engine.shapes import hide


def conceal(view: Any, viewer: str) -> None:
    """Hide the rivals' cards; what the viewer has not seen counts as unseen wherever it lies."""
    for seat, player in view.players.items():
        if seat == viewer:
            continue
        for spell in (*player.library, *player.discarded):
            if spell is not None:
                view.deck.add_unseen(spell)
        hide(player, "library", "discarded")
    view.deck.conceal(viewer)
