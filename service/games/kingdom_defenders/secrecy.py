"""What each seat may see: everything but what lies behind the rivals' screens, and no order of any pile."""

from typing import Any

from service.engine.shapes import hide

BEHIND_THE_SCREEN = (
    "weapon",
    "spell",
    "loot",
    "coin",
    "adventures",
    "rewards",
    "fate",
    "fate_dealt",
    "fate_preset",
)


def conceal(view: Any, viewer: str) -> None:
    """Hide the rivals' stocks; cards that the viewer does not know count as unseen, so that no pile betrays a hand.

    At the end of the game the screens are lifted.
    """
    if view.result is not None:
        return
    for seat, player in view.players.items():
        if seat == viewer or player.loot is None:
            continue
        for card in player.adventures:
            view.adventure_deck.add_unseen(card)
        for relic in player.rewards:
            view.reward_reserve.add_unseen(relic)
        for card in player.fate_dealt:
            view.fate_cards.add_unseen(card)
        hide(player, *BEHIND_THE_SCREEN)
