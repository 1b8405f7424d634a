"""Active abilities of Buildings and Heroes. A placeholder until the chapter is written: none can be used."""

from service.engine.action import Action
from service.games.heroes_of_land_air_and_sea.table import Table

ABILITY_ACTIONS: tuple[type[Action], ...] = ()
"""The actions that use an ability, taken before and after a player's own action."""


def has_usable(table: Table, seat: str) -> bool:
    """Whether a player has an active ability that is unlocked and was not used in this round."""
    return False
