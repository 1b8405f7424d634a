"""What each seat may see: everything but the rivals' cards: Libraries, discards, Tactic Cards face down."""

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
    battle = view.battle
    for seat, side in ((battle.attacker, battle.attacking), (battle.defender, battle.defending)) if battle else ():
        if seat != viewer:
            hide(side, "chosen")
    view.deck.conceal(viewer)
