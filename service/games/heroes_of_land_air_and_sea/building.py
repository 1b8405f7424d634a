"""2. Build: exactly one of a Building, the next Level of the Capital City, a Tower or a Vessel."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea import ids
from service.games.heroes_of_land_air_and_sea.action_events import BuildingBuilt, CapitalUpgraded
from service.games.heroes_of_land_air_and_sea.costs import building_cost
from service.games.heroes_of_land_air_and_sea.recruiting import courtyard
from service.games.heroes_of_land_air_and_sea.stock import pay
from service.games.heroes_of_land_air_and_sea.supply import take_off_land
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.towers import BuildTower
from service.games.heroes_of_land_air_and_sea.vessels import BuildVessel

TOP_LEVEL = 3


class BuildBuilding(Action, tag="build-building", frozen=True):
    """Pay 3 Ore and move a Serf from the Courtyard to the Worker Space of a Building, where it stays."""

    building: ids.Building

    @classmethod
    def candidates(cls, table: Table, step: "Build", actor: str, where: Where) -> Iterable["BuildBuilding"]:
        return [cls(actor=actor, building=building) for building in table.faction(actor).buildings]

    def violations(self, table: Table, step: "Build", actor: str) -> Iterator[Violation]:
        if self.building not in table.faction(actor).buildings:
            yield Violation(
                "capital-board.buildings",
                "{building} is not on the Board of the {faction}",
                building=self.building,
                faction=table.faction(actor).name,
            )
            return
        if self.building in table.player(actor).buildings:
            yield Violation("building.once", "{building} is built already", building=self.building)
        cost = building_cost(table, actor)
        missing = table.missing(actor, cost)
        if missing:
            yield Violation(
                "building.cost",
                "a Building costs {cost}; {seat} lacks {missing}",
                cost=cost,
                seat=actor,
                missing=missing,
            )
        if not table.courtyard_serfs(actor):
            yield Violation("building.serf", "{seat} has no Serf in the Courtyard for the Building", seat=actor)

    def apply(self, table: Table, step: "Build", actor: str) -> None:
        player = table.player(actor)
        pay(table, actor, building_cost(table, actor), "building.cost")
        take_off_land(table, actor, {table.faction(actor).serf: 1}, courtyard(table, actor))
        player.buildings = sorted([*player.buildings, self.building])
        table.log(BuildingBuilt(rule="building.serf", seat=actor, building=self.building))


class UpgradeCapital(Action, tag="upgrade-capital", frozen=True):
    """Raise the Capital City by one Level."""

    def violations(self, table: Table, step: "Build", actor: str) -> Iterator[Violation]:
        level = table.player(actor).level
        if level == TOP_LEVEL:
            yield Violation("upgrade.sequence", "Level {level} is the highest", level=level)
            return
        cost = table.pack.levels[level + 1].upgrade_cost
        missing = table.missing(actor, cost)
        if missing:
            yield Violation(
                "upgrade.cost",
                "Level {level} costs {cost}; {seat} lacks {missing}",
                level=level + 1,
                cost=cost,
                seat=actor,
                missing=missing,
            )

    def apply(self, table: Table, step: "Build", actor: str) -> None:
        player = table.player(actor)
        pay(table, actor, table.pack.levels[player.level + 1].upgrade_cost, "upgrade.cost")
        player.level += 1
        table.log(CapitalUpgraded(rule="upgrade.effects", seat=actor, level=player.level))


class Build(Choice, tag="build"):
    """The Build action."""

    rule: ClassVar[str] = "build.options"
    prompt: ClassVar[str] = "Build a Building, the next Level, a Tower or a Vessel."
    actions: ClassVar[tuple[type[Action], ...]] = (BuildBuilding, UpgradeCapital, BuildTower, BuildVessel)
