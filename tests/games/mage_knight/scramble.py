"""Another state that looks the same to one viewer: rivals' hands are exchanged for other cards of their decks."""

import random
from typing import Any

import msgspec

from service.games.mage_knight import GAME


def scrambled(state: Any, viewer: str, rng: random.Random) -> Any:
    """A copy of the state in which every rival's hand and what is unseen of the same rival's deck are mixed anew."""
    other = msgspec.json.decode(msgspec.json.encode(state), type=GAME.State)
    for seat, player in other.players.items():
        if seat == viewer:
            continue
        cards = [*player.hand, *(card for card, number in player.deck.unseen.items() for _ in range(number))]
        rng.shuffle(cards)
        player.hand = sorted(cards.pop() for _ in player.hand)
        player.deck.unseen = {card: cards.count(card) for card in sorted(set(cards))}
    return other
