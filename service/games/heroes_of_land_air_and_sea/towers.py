"""Building Towers: where they may stand, what they cost, and the tokens that they turn up."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.action_events import TowerBuilt
from service.games.heroes_of_land_air_and_sea.costs import tower_cost
from service.games.heroes_of_land_air_and_sea.end_of_game import check_objectives
from service.games.heroes_of_land_air_and_sea.exploring import turn_up
from service.games.heroes_of_land_air_and_sea.ids import Region
from service.games.heroes_of_land_air_and_sea.occasions import happens, rule_of
from service.games.heroes_of_land_air_and_sea.stock import pay
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.the_map import tower_distance

if TYPE_CHECKING:
    from service.games.heroes_of_land_air_and_sea.building import Build


def has_builder(table: Table, seat: str, region: str) -> bool:
    """Whether a Serf is there to build a Tower, on land or aboard a Vessel; or a Hero who needs none."""
    return builder_rule(table, seat, region) is not None


def builder_rule(table: Table, seat: str, region: str) -> str | None:
    """The clause by which a player may build a Tower here as far as the builder goes; None where there is none."""
    if table.units_at(seat, region).get(table.faction(seat).serf):
        return "tower.serf-present"
    waivers = table.abilities(seat, "tower-serf-waiver")
    return next((rule_of(a) for a in waivers if table.land_region_of(seat, a.owner) == region), None)


def continent_limit(table: Table) -> int:
    """How many Towers of one player may stand on a Continent."""
    tower = table.pack.constants["tower"]
    limit: int = tower["max_per_continent_two_players" if len(table.state.seats) <= 2 else "max_per_continent"]
    return limit


def tower_violations(table: Table, seat: str, region: str) -> Iterator[Violation]:
    """Why a player cannot build a Tower in this Region."""
    player, pack = table.player(seat), table.pack
    if table.capital_at(region) is not None:
        yield Violation("tower.not-in-capital", "a Capital City stands in {region}", region=region)
    if not has_builder(table, seat, region):
        yield Violation("tower.serf-present", "{seat} has no Serf in {region}", seat=seat, region=region)
    if table.tower_at(region) is not None:
        yield Violation("tower.one-per-region", "a Tower stands in {region} already", region=region)
    limit, built = table.level(seat).tower_limit, len(player.towers)
    if built >= limit:
        yield Violation(
            "tower.level-limit",
            "Towers allowed at Level {level}: {limit}; {seat} has {built}",
            at="region",
            level=player.level,
            limit=limit,
            seat=seat,
            built=built,
        )
    continent = pack.regions[region].continent
    here = sum(pack.regions[tower].continent == continent for tower in player.towers)
    if here >= continent_limit(table):
        yield Violation(
            "tower.continent-limit",
            "Towers of {seat} on continent {continent}: {here}; allowed: {limit}",
            at="region",
            seat=seat,
            continent=continent,
            here=here,
            limit=continent_limit(table),
        )
    cost = tower_cost(table, seat, region)
    missing = table.missing(seat, cost)
    if missing:
        yield Violation(
            "tower.cost",
            "a Tower in {region}, at distance {distance}, costs {cost}; {seat} lacks {missing}",
            region=region,
            distance=tower_distance(table, seat, region),
            cost=cost,
            seat=seat,
            missing=missing,
        )


class BuildTower(Action, tag="build-tower", frozen=True):
    """Build a Tower in a Land Region with an own Serf, for 1 Ore per Land Region of distance."""

    region: Region

    @classmethod
    def candidates(cls, table: Table, step: "Build", actor: str, where: Where) -> Iterable["BuildTower"]:
        return [cls(actor=actor, region=region) for region in table.pack.regions if table.has_piece(actor, region)]

    def violations(self, table: Table, step: "Build", actor: str) -> Iterator[Violation]:
        return tower_violations(table, actor, self.region)

    def apply(self, table: Table, step: "Build", actor: str) -> None:
        player, pack = table.player(actor), table.pack
        distance = tower_distance(table, actor, self.region)
        pay(table, actor, tower_cost(table, actor, self.region), "tower.cost")
        player.towers = sorted([*player.towers, self.region])
        rule = builder_rule(table, actor, self.region) or "tower.serf-present"
        table.log(TowerBuilt(rule=rule, seat=actor, region=self.region, distance=distance))
        table.push(*(step for region in pack.borders[self.region] for step in turn_up(table, region, "tower.reveals")))
        check_objectives(table)
        happens(table, actor, "tower-built")
