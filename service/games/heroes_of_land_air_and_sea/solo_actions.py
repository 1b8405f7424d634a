"""What a Solo Enemy Card makes a Hero of the Enemy do. Each action says whether it could be carried out."""

from collections.abc import Callable

from service.games.heroes_of_land_air_and_sea.action_events import (
    CapitalUpgraded,
    TowerBuilt,
    UnitsRecruited,
    VesselBuilt,
)
from service.games.heroes_of_land_air_and_sea.components import SoloCard
from service.games.heroes_of_land_air_and_sea.costs import tower_cost
from service.games.heroes_of_land_air_and_sea.end_of_game import check_objectives, trigger
from service.games.heroes_of_land_air_and_sea.ids import ENEMY
from service.games.heroes_of_land_air_and_sea.solo_events import EnemyTrackAdvanced
from service.games.heroes_of_land_air_and_sea.solo_moves import by_compass, collect_tokens, land_army, march, natural_at
from service.games.heroes_of_land_air_and_sea.solo_spells import research
from service.games.heroes_of_land_air_and_sea.stock import gain, pay
from service.games.heroes_of_land_air_and_sea.supply import add
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.taxes import tax_track
from service.games.heroes_of_land_air_and_sea.the_map import march_reach, tower_distance
from service.games.heroes_of_land_air_and_sea.towers import tower_violations

ATTACK_SPEED = 2


def can_buy(table: Table, unit: str) -> bool:
    """Whether the Enemy has a Unit in its supply and can pay for it; it needs no Building (``solo.recruit``)."""
    return bool(table.supply(ENEMY, unit)) and not table.missing(ENEMY, table.unit(unit).cost)


def place_bought(table: Table, hero: str, unit: str) -> str:
    """Where a new Unit of the Enemy goes: to the acting Hero, or to the Capital City where it has no place there."""
    capital = table.player(ENEMY).capital
    assert capital is not None
    region = table.land_region_of(ENEMY, hero)
    if region is None or not table.room(ENEMY, region):
        return capital
    if table.unit(unit).kind == "sea-vessel" and not table.pack.shores[region]:
        return capital
    return region


def recruit(table: Table, hero: str, card: SoloCard) -> bool:
    """The first that can be had of Air Vessel, Sea Vessel, Warrior, Serf."""
    faction = table.faction(ENEMY)
    for unit in (faction.air_vessel, faction.sea_vessel, faction.warrior, faction.serf):
        if can_buy(table, unit):
            region = place_bought(table, hero, unit)
            pay(table, ENEMY, table.unit(unit).cost, "solo.recruit")
            table.log(UnitsRecruited(rule="solo.recruit", seat=ENEMY, units={unit: 1}, region=region))
            add(table, ENEMY, {unit: 1}, region)
            return True
    return False


def advance_track(table: Table, hero: str, card: SoloCard) -> bool:
    """The next step of the Capital City Track."""
    assert table.state.solo is not None
    enemy, track = table.state.solo.enemy, table.pack.capital_track
    if enemy.track >= len(track) or table.missing(ENEMY, track[enemy.track].cost):
        return False
    step = track[enemy.track]
    pay(table, ENEMY, step.cost, "solo.capital-track")
    enemy.track += 1
    table.log(EnemyTrackAdvanced(rule="solo.capital-track", step=enemy.track, gives=step.gives))
    if step.gives != "building":
        enemy.level += 1
        table.log(CapitalUpgraded(rule="solo.capital-track", seat=ENEMY, level=enemy.level))
    if enemy.track == len(track):
        trigger(table, "capital-track", ENEMY)
    return True


def build(table: Table, hero: str, card: SoloCard) -> bool:
    """The first possible of Tower, Air Vessel, Sea Vessel."""
    region, faction = table.land_region_of(ENEMY, hero), table.faction(ENEMY)
    if region is not None and next(tower_violations(table, ENEMY, region), None) is None:
        build_tower(table, region)
        return True
    for vessel in (faction.air_vessel, faction.sea_vessel):
        if can_buy(table, vessel):
            at = place_bought(table, hero, vessel)
            pay(table, ENEMY, table.unit(vessel).cost, "solo.build")
            table.log(VesselBuilt(rule="solo.build", seat=ENEMY, vessel=vessel, region=at))
            add(table, ENEMY, {vessel: 1}, at)
            return True
    return False


def build_tower(table: Table, region: str) -> None:
    """The Enemy pays for a Tower; the tokens that it reveals are the Enemy's."""
    enemy = table.player(ENEMY)
    pay(table, ENEMY, tower_cost(table, ENEMY, region), "solo.build")
    enemy.towers = sorted([*enemy.towers, region])
    distance = tower_distance(table, ENEMY, region)
    table.log(TowerBuilt(rule="solo.build", seat=ENEMY, region=region, distance=distance))
    for border in table.pack.borders[region]:
        collect_tokens(table, border, face_down_only=True)
    check_objectives(table)


def tax(table: Table, hero: str, card: SoloCard) -> bool:
    """The Resource on the 4 of the Tax Track."""
    resource, amount = next(iter(tax_track(table).items()))
    gain(table, ENEMY, {str(resource): amount}, "solo.tax")
    return True


# --- Attack -----------------------------------------------------------------------------------------------------------


def attack(table: Table, hero: str, card: SoloCard) -> bool:
    """March up to 2 Regions to the weakest army of the player that is not stronger by Natural Strength."""
    origin = table.land_region_of(ENEMY, hero)
    if origin is None:
        return False
    army = land_army(table, hero)
    own = sum(table.unit(unit).strength * number for unit, number in army.items())
    enemies = table.occupants(ENEMY)
    reach = march_reach(table, ENEMY, origin, ATTACK_SPEED)
    armies = {region: natural_at(table, enemies[region], region) for region in reach if region in enemies}
    beatable = {region: strength for region, strength in armies.items() if strength <= own}
    if not beatable:
        return False
    weakest = [region for region in beatable if beatable[region] == min(beatable.values())]
    march(table, hero, by_compass(table, origin, weakest, card.compass)[0], "solo.attack")
    return True


ENEMY_ACTIONS: dict[str, Callable[[Table, str, SoloCard], bool]] = {
    "recruit": recruit,
    "build-capital-track": advance_track,
    "build-towers-vessels": build,
    "research": research,
    "tax": tax,
    "attack": attack,
}
