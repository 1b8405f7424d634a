"""Stones: a game as small as a game can be that has secrets, chance, several pages of moves and an end.

The tests of the web play it, so that they need none of the games we serve.
"""

from tests.api.stones.game import GAME

__all__ = ["GAME"]
