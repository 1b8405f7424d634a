"""What things cost a player: the printed cost and the abilities that change it."""

from collections.abc import Mapping

from service.games.heroes_of_land_air_and_sea.strength import is_side, takes_part
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.the_map import tower_distance


def changed(
    table: Table, seat: str, printed: Mapping[str, int], targets: tuple[str, ...], unit: str | None = None
) -> dict[str, int]:
    """A printed cost after the player's abilities that change the cost of ``targets``; never below their minimum.

    A Hero's ability for the own army works only where the Hero takes part in a Battle.
    """
    cost = dict(printed)
    for ability in table.abilities(seat, "cost-mod"):
        params = ability.params
        if params["target"] not in targets or params.get("unit", unit) != unit:
            continue
        if ability.scope == "hero-army" and not (is_side(table, seat) and takes_part(table, seat, ability.owner)):
            continue
        for resource, delta in params["delta"].items():
            if resource in cost:
                cost[resource] = max(params.get("min", 0), cost[resource] + delta)
    return {resource: number for resource, number in cost.items() if number}


def unit_cost(table: Table, seat: str, unit: str) -> dict[str, int]:
    """What a Unit or Vessel costs (``recruit.cost-printed``)."""
    kind = table.unit(unit)
    return changed(table, seat, kind.cost, ("recruit", "vessel") if kind.is_vessel else ("recruit",), unit)


def building_cost(table: Table, seat: str) -> dict[str, int]:
    """What a new Building costs."""
    return changed(table, seat, table.pack.constants["building_cost"], ("building",))


def tower_cost(table: Table, seat: str, region: str) -> dict[str, int]:
    """What a Tower in this Region costs: so much for each Land Region of distance."""
    distance = tower_distance(table, seat, region)
    printed = {r: n * distance for r, n in table.pack.constants["tower"]["cost_per_distance"].items()}
    return changed(table, seat, printed, ("tower",))


def cast_cost(table: Table, seat: str, spell: str) -> dict[str, int]:
    """What a CAST Spell costs its caster."""
    return changed(table, seat, {"mana": table.pack.spells[spell].mana}, ("cast",))


def combat_cost(table: Table, seat: str, spell: str) -> dict[str, int]:
    """What a COMBAT Spell costs its caster."""
    return changed(table, seat, {"mana": table.pack.spells[spell].mana}, ("combat-spell",))
