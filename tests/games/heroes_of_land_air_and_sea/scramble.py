"""Another state that looks the same to one viewer: what the rivals hide is exchanged for other cards."""

import random
from typing import Any

import msgspec

from service.engine.event import tag_of
from service.games.heroes_of_land_air_and_sea import GAME


def scrambled(state: Any, viewer: str, rng: random.Random) -> Any:
    """A copy of the state in which the rivals' Libraries and face-down cards, and the deck, are others.

    Whoever has chosen to cast has shown to have something to cast: that Library stays as it is.
    """
    other = msgspec.json.decode(msgspec.json.encode(state), type=GAME.State)
    casting = {step.seat for step in other.agenda if tag_of(type(step)) == "cast"}
    rivals = [player for seat, player in other.players.items() if seat != viewer and seat not in casting]
    cards = [card for player in rivals for card in (*player.library, *player.discarded)]
    cards += [card for card, number in other.deck.unseen.items() for _ in range(number)]
    rng.shuffle(cards)
    for player in rivals:
        player.library = sorted(cards.pop() for _ in player.library)
        player.discarded = sorted(cards.pop() for _ in player.discarded)
    other.deck.unseen = {card: cards.count(card) for card in sorted(set(cards))}
    battle = other.battle
    for seat, side in ((battle.attacker, battle.attacking), (battle.defender, battle.defending)) if battle else ():
        if seat != viewer and side.chosen is not None:
            side.chosen = rng.choice(["conscripts", "feint", "tactical-retreat"])
    return other
