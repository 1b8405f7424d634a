"""Turning a crystal into pure mana."""

from collections.abc import Iterable, Iterator
from typing import Any

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.mage_knight.events_effects import CrystalConverted
from service.games.mage_knight.gains import gain_token
from service.games.mage_knight.ids import BASIC, Basic
from service.games.mage_knight.table import Table


class ConvertCrystal(Action, tag="convert-crystal", frozen=True):
    """Turn a crystal of the Inventory into a mana token."""

    color: Basic

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["ConvertCrystal"]:
        return [cls(actor=actor, color=color) for color in BASIC]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if not table.player(actor).crystals.get(self.color):
            yield Violation(
                "mana.crystal-to-pure", "{seat} has no {color} crystal", at="color", seat=actor, color=self.color
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        player, turn = table.player(actor), table.turn
        player.crystals[self.color] -= 1
        if not player.crystals[self.color]:
            del player.crystals[self.color]
        turn.begun = True
        turn.crystals_spent[self.color] = turn.crystals_spent.get(self.color, 0) + 1
        table.log(CrystalConverted(rule="mana.crystal-to-pure", seat=actor, color=self.color))
        gain_token(table, actor, self.color, 1, "mana.crystal-to-pure")
