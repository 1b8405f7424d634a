"""Another state that looks the same to one viewer: what the rivals hide is exchanged for something else."""

import random
from typing import Any

import msgspec

from service.games.lords_of_xidit import GAME
from service.games.lords_of_xidit.ids import ICONS, UNITS


def scrambled(state: Any, viewer: str, rng: random.Random) -> Any:
    """A copy of the state in which the rivals' Units, gold, Bard tokens, wheels and census hands are others."""
    other = msgspec.json.decode(msgspec.json.encode(state), type=GAME.State)
    for seat, player in other.players.items():
        if seat == viewer:
            continue
        player.units = {unit: n for unit in UNITS if (n := rng.randint(0, 3))}
        player.gold = rng.randint(0, 40)
        player.bards, player.bastion = rng.randint(1, 20), rng.randint(0, 5)
        player.wheels = [None if icon is None else rng.choice(ICONS) for icon in player.wheels]
        if player.census_hand is not None:
            player.census_hand = rng.randint(0, 9)
    for step in other.agenda:
        if getattr(step, "seat", viewer) == viewer or not hasattr(step, "left"):
            continue
        if hasattr(step, "titan"):
            other.players[step.seat].units["archer"] = step.left
        else:
            most = {"bard-reward.place-number": 3, "census.cleric-reward": 2}.get(step.won_by, 1)
            step.left = rng.randint(1, most)
            other.players[step.seat].bards = rng.randint(most, 20)
    return other
