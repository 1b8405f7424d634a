"""Plundering a village: once between two own turns, at a time for other players' turns."""

from collections.abc import Iterator
from typing import Any

from service.engine.action import Action
from service.engine.violation import Violation
from service.games.mage_knight.cards import draw_cards
from service.games.mage_knight.events_core import ReactionUsed
from service.games.mage_knight.events_sites import VillagePlundered
from service.games.mage_knight.gains import change_reputation
from service.games.mage_knight.reactions import reaction
from service.games.mage_knight.table import Table


def in_village(table: Table, seat: str) -> bool:
    """Whether a player stands in a village."""
    at = table.player(seat).at
    return at is not None and table.site(at) == "village"


class Plunder(Action, tag="plunder", frozen=True):
    """Plunder the village: draw two cards and lose Reputation."""

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if not in_village(table, actor):
            yield Violation("site.village-plunder", "{seat} stands in no village", at="type", seat=actor)
        if table.player(actor).plundered:
            yield Violation(
                "site.village-plunder:once", "{seat} has plundered since the last turn", at="type", seat=actor
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        player, rule = table.player(actor), "site.village-plunder"
        assert player.at is not None
        player.plundered = True
        card = table.pack.sites["village"].data["plunder"]
        if table.active() not in (None, actor):
            table.log(ReactionUsed(rule="before-turn.both-labels-same", seat=actor, thing="the village"))
        table.log(VillagePlundered(rule=rule, seat=actor, space=player.at))
        change_reputation(table, actor, card["reputation"], rule)
        draw_cards(table, actor, card["draw"], rule)


def _can_plunder(table: Table, seat: str) -> bool:
    return in_village(table, seat) and not table.player(seat).plundered


reaction(_can_plunder, Plunder)
