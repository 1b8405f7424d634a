"""Another state that looks the same to one viewer: what the rivals hide is exchanged for something else."""

import random
from typing import Any

import msgspec

from service.games.kingdom_defenders import GAME


def scrambled(state: Any, viewer: str, rng: random.Random) -> Any:
    """A copy of the state in which the rivals' stocks, cards, Rewards and Fate cards are others."""
    other = msgspec.json.decode(msgspec.json.encode(state), type=GAME.State)
    for seat, player in other.players.items():
        if seat == viewer:
            continue
        for kind in ("weapon", "spell", "loot", "coin"):
            setattr(player, kind, rng.randint(0, 6))
        player.adventures = sorted(_redraw(other.adventure_deck, card, rng) for card in player.adventures)
        player.rewards = sorted(_redraw(other.reward_reserve, relic, rng) for relic in player.rewards)
        player.fate_dealt = sorted(_redraw(other.fate_cards, card, rng) for card in player.fate_dealt)
        if player.fate is not None:
            player.fate = rng.choice(player.fate_dealt) if player.fate_dealt else rng.choice(["F1", "F4", "F6", "F8"])
    return other


def _redraw(pile: Any, card: str, rng: random.Random) -> str:
    """Put a card back among the unseen ones and take another."""
    pile.unseen[card] = pile.unseen.get(card, 0) + 1
    drawn = rng.choice([kind for kind, number in sorted(pile.unseen.items()) for _ in range(number)])
    pile.unseen[drawn] -= 1
    if not pile.unseen[drawn]:
        del pile.unseen[drawn]
    return drawn
