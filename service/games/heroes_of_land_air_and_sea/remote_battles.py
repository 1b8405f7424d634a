"""A Vessel that starts a Battle with enemies in an adjacent Region instead of sailing (``remote-battle``)."""

from collections.abc import Iterable, Iterator
from typing import Any

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.battles import start_battle
from service.games.heroes_of_land_air_and_sea.ids import Area
from service.games.heroes_of_land_air_and_sea.table import Table


def in_range(table: Table, area: str) -> tuple[str, ...]:
    """The Regions that a Sea Vessel fights from here: from the sea those around it, docked the Sea Regions there."""
    pack = table.pack
    return pack.shores[area] if pack.is_land(area) else (*pack.sea_links[area], *pack.shores[area])


class RemoteBattle(Action, tag="remote-battle", frozen=True):
    """Start a Battle against the enemy in an adjacent Region without entering it; only the Vessel's own crew fights."""

    area: Area

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["RemoteBattle"]:
        vessel = table.player(actor).vessels.get(table.faction(actor).sea_vessel)
        if vessel is None or not any(table.abilities(actor, "remote-battle")):
            return []
        return [cls(actor=actor, area=area) for area in in_range(table, vessel.at)]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        vessel = table.faction(actor).sea_vessel
        aboard = table.player(actor).vessels.get(vessel)
        if not any(ability.params["unit"] == vessel for ability in table.abilities(actor, "remote-battle")):
            yield Violation(
                "building.level-abilities:remote",
                "{vessel} of {seat} cannot fight from a distance",
                vessel=vessel,
                seat=actor,
            )
        if aboard is None:
            yield Violation("sail.where:no-vessel", "the Sea Vessel of {seat} is not in play", seat=actor)
            return
        if self.area not in in_range(table, aboard.at):
            yield Violation(
                "building.level-abilities:range",
                "{vessel} is in {place}, it cannot fight in {area} from there",
                vessel=vessel,
                place=aboard.at,
                area=self.area,
            )
        if table.enemy_at(actor, self.area) is None:
            yield Violation("battle.start:nobody", "there is no enemy in {area}", area=self.area)
        elif table.capital_at(self.area) is not None:
            yield Violation(
                "cast.capital-immune:remote", "a Capital City in {area} is not fought from outside", area=self.area
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        start_battle(table, actor, self.area, remote=table.faction(actor).sea_vessel)
