"""What follows on something that a player does in the own turn: effects of others that wait for it."""

from service.games.mage_knight.ids import Mana
from service.games.mage_knight.table import Table


def mana_was_used(table: Table, seat: str, mana: Mana) -> None:
    """One mana has been used by a player; curses and Skills that punish the colour would hit now."""
