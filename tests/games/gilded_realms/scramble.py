"""Another state that looks the same to one viewer: what the rivals hide is exchanged for something else."""

import random
from typing import Any

import msgspec

from service.games.gilded_realms import GAME
from service.games.gilded_realms.ids import WILDCARD


def scrambled(state: Any, viewer: str, rng: random.Random) -> Any:
    """A copy of the state in which the rivals' hands, dealt Quests and Year Events foreseen are others."""
    other = msgspec.json.decode(msgspec.json.encode(state), type=GAME.State)
    for seat, player in other.players.items():
        if seat == viewer:
            continue
        named = [swap.give for offer in other.offers if offer.maker == seat for swap in offer.swaps]
        keep = [WILDCARD, *named]
        player.hand = sorted(card if card in keep else _redraw(other.deck, card, rng) for card in player.hand)
        player.quests_dealt = sorted(_redraw(other.quest_deck, quest, rng) for quest in player.quests_dealt)
    for number, place in enumerate(other.year_events, 1):
        if place.lies == "down" and place.event is not None and viewer not in place.known_to:
            place.event = _redraw(other.events_1 if number <= 6 else other.events_2, place.event, rng)
    _other_stances(other, viewer, rng)
    return other


def _other_stances(state: Any, viewer: str, rng: random.Random) -> None:
    """Rivals who have committed to a Stance in secret have chosen another one."""
    if not any(type(step).__struct_config__.tag == "reveal-stances" for step in state.agenda):
        return
    for seat, player in state.players.items():
        if seat != viewer and player.stance is not None:
            allowed = ["worker", "defence", *(["attack"] if sum(player.army.values()) >= 2 else [])]
            player.stance = rng.choice(allowed)


def _redraw(pile: Any, card: str, rng: random.Random) -> str:
    """Put a card back among the unseen ones and take another."""
    pile.unseen[card] = pile.unseen.get(card, 0) + 1
    drawn = rng.choice([kind for kind, number in sorted(pile.unseen.items()) for _ in range(number)])
    pile.unseen[drawn] -= 1
    if not pile.unseen[drawn]:
        del pile.unseen[drawn]
    return drawn
