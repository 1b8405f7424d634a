"""The hands at the table: players who choose one of the listed moves, and dice and cards as they fall."""

import random

from tests.evenings.client import Json
from tests.evenings.reading import due

GIVES_UP = ("pass", "decline", "only-lose-fame")


def move(rng: random.Random, listed: Json) -> Json:
    """What somebody does who has to decide, given the answer of `legal-actions`."""
    decision = due(listed)
    if decision["actor"] == "chance":
        return fallen(rng, decision["actions"])
    eager = [action for action in decision["actions"] if action["type"] not in GIVES_UP]
    return dict(rng.choice(eager or decision["actions"]))


def fallen(rng: random.Random, outcomes: list[Json]) -> Json:
    """The die or card that comes, as one types it in: weight and probability need not be sent back."""
    (outcome,) = rng.choices(outcomes, [outcome["weight"] for outcome in outcomes])
    return {name: value for name, value in outcome.items() if name not in ("weight", "probability")}


def thrown(rng: random.Random, dice: list[Json]) -> dict[str, str]:
    """A throw of the King's dice, given the dice of the component pack: which face each of them shows."""
    return {
        die["id"]: rng.choices([face["result"] for face in die["faces"]], [face["weight"] for face in die["faces"]])[0]
        for die in dice
    }
