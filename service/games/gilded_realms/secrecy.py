"""What each seat may see: everything but the rivals' hands, Stances before they are revealed, and face-down cards."""

from typing import Any

from service.engine.agenda import name_of
from service.engine.shapes import hide
from service.games.gilded_realms.ids import WILDCARD


def conceal(view: Any, viewer: str) -> None:
    """Hide what the viewer does not know; cards that the viewer has not seen count as unseen wherever they lie.

    At the end of the game hands and Stances are no secret any more, as the hand is emptied and the Stance taken back.
    """
    stances_secret = _is_choosing(view)
    for seat, player in view.players.items():
        if seat == viewer:
            continue
        for card in player.hand:
            if card is not None and card != WILDCARD:
                view.deck.add_unseen(card)
        for quest in player.quests_dealt:
            if quest is not None:
                view.quest_deck.add_unseen(quest)
        hide(player, "hand", "quests_dealt")
        if stances_secret:
            hide(player, "stance")
    for number, place in enumerate(view.year_events, 1):
        if place.lies == "down" and place.event is not None and viewer not in place.known_to:
            pile = view.events_1 if number <= 6 else view.events_2
            pile.add_unseen(place.event)
            hide(place, "event")
    view.deck.conceal(viewer)
    view.market_deck.conceal(viewer)
    if view.solo is not None:
        view.solo.deck.conceal(viewer)


def _is_choosing(view: Any) -> bool:
    """Whether the Stances are still to be revealed."""
    return any(name_of(step) == "reveal-stances" for step in view.agenda)
