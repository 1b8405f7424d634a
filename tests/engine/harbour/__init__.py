"""Harbour: a game as small as a game can be that uses everything the engine offers.

Secret bids in lanes, bundles, an offer, a reaction that nobody waits for, a die, and a pile of which parts are known.
"""

from tests.engine.harbour.game import GAME, PARTS

__all__ = ["GAME", "PARTS"]
