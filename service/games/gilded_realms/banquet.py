"""The Victory Banquet of the Ender Clan."""

from service.engine.step import Step
from service.games.gilded_realms.table import Table


def occasion(table: Table, seat: str) -> list[Step]:
    """What a player may do right after winning as Attacker or Completing an undamaged Caravan."""
    return []
