"""4.2 Activating Area B: the activation order of Deeds, Buildings and Adventures."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from service.engine.action import Action
from service.engine.violation import Violation
from service.games.kingdom_defenders.activation import ActivationStep, Decline, own_disc_violations
from service.games.kingdom_defenders.adventures import AdventureStep, CompleteAdventure, Terms
from service.games.kingdom_defenders.buildings import ActivateBuilding
from service.games.kingdom_defenders.deeds import CompleteDeed
from service.games.kingdom_defenders.table import Table

AREA_B = ("B1", "B2", "B3")


def inn_first_violations(table: Table, seat: str, space: str) -> Iterator[Violation]:
    """Whatever else the player names, a disc in the Inn comes first."""
    inn = next((own for own, _ in table.standings(seat, "B2") if table.tile_on(own) == "E13"), None)
    if inn is not None and space != inn:
        yield Violation("building-effects.e13-must-be-first", "the disc in the Inn, on {inn}, comes first", inn=inn)


class ActivateAreaB(ActivationStep, AdventureStep, tag="activate-area-b"):
    """In turn order each player activates all own discs of Area B, in any order but the Inn first."""

    rule: ClassVar[str] = "area-b-order.turn-order"
    prompt: ClassVar[str] = "Activate one of your spaces in Area B, or recover its discs without activating it."
    actions: ClassVar[tuple[type[Action], ...]] = (ActivateBuilding, CompleteDeed, CompleteAdventure, Decline)

    def must(self, table: Table) -> tuple[str, ...]:
        return tuple(seat for seat in table.state.turn_order if any(table.standings(seat, *AREA_B)))[:1]

    def may_activate(self, table: Table, seat: str, space: str) -> Iterator[Violation]:
        if table.pack.spaces[space].area not in AREA_B:
            yield Violation("area-b.one-area-three-parts", "{space} is not in Area B", space=space)
        yield from own_disc_violations(table, seat, space)
        yield from inn_first_violations(table, seat, space)

    def adventures(self, table: Table, seat: str) -> Iterable[str]:
        return [space for space, _ in table.standings(seat, "B3")]

    def may_complete(self, table: Table, seat: str, space: str) -> Iterator[Violation]:
        standing = table.state.discs.get(space)
        if table.pack.spaces[space].area == "B3" and (standing is None or standing.seat != seat):
            yield Violation("adventures.own-discs-on-card", "{seat} has no disc on {space}", seat=seat, space=space)
        elif space not in table.state.adventures:
            yield Violation("adventures.own-discs-on-card:no-card", "no Adventure lies on {space}", space=space)
        yield from inn_first_violations(table, seat, space)

    def terms(self, table: Table, space: str) -> Terms:
        return Terms()
