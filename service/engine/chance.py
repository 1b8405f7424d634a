"""Seeded chance: the outcome follows from the seed, the count of chance decisions and the weights alone."""

import hmac
from collections.abc import Sequence


def sample(seed: str, game: str, chances: int, weights: Sequence[int]) -> int:
    """The index of the outcome.

    HMAC-SHA256 with the seed as key over ``game/chances/try``, as a big-endian integer; taken again with the next
    try if it is not below the largest multiple of the total weight, so that no outcome is favoured.
    """
    total = sum(weights)
    limit = (1 << 256) - (1 << 256) % total
    attempt = 0
    while (drawn := _number(seed, f"{game}/{chances}/{attempt}")) >= limit:
        attempt += 1
    left = drawn % total
    for index, weight in enumerate(weights):
        if left < weight:
            return index
        left -= weight
    raise AssertionError("the remainder is below the total weight")


def _number(seed: str, message: str) -> int:
    return int.from_bytes(hmac.digest(seed.encode(), message.encode(), "sha256"), "big")
