"""What each seat may see: everything but the rivals' hands, and cards in decks that it does not know."""

from typing import Any

from service.engine.shapes import hide


def conceal(view: Any, viewer: str) -> None:
    """Hide rivals' hands; what the viewer has not seen counts as unseen wherever it lies."""
    for seat, player in view.players.items():
        if seat != viewer:
            for card in player.hand:
                if card is not None:
                    player.deck.add_unseen(card)
            hide(player, "hand")
        for known in player.stash:
            if known.card is not None and viewer not in known.known_to:
                player.deck.add_unseen(known.card)
                hide(known, "card")
        player.deck.conceal(viewer)
        player.skill_pile.conceal(viewer)
    decks = view.decks
    for pile in (decks.spells, decks.advanced, decks.artifacts, decks.regular, decks.elite):
        pile.conceal(viewer)
    if view.dummy is not None:
        view.dummy.deck.conceal(viewer)
        view.dummy.skill_pile.conceal(viewer)
