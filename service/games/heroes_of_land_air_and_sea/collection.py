"""Phase 2 - Collection: Resources of controlled Regions, and one Spell Card for each player."""

from typing import ClassVar

from service.engine.step import Step
from service.games.heroes_of_land_air_and_sea.ids import ENEMY
from service.games.heroes_of_land_air_and_sea.occasions import rule_of
from service.games.heroes_of_land_air_and_sea.solo import discard_slots
from service.games.heroes_of_land_air_and_sea.spell_deck import DiscardSpells, DrawSpell
from service.games.heroes_of_land_air_and_sea.stock import gain
from service.games.heroes_of_land_air_and_sea.table import Table


def income(table: Table, seat: str) -> dict[str, dict[str, int]]:
    """What a player collects from the Regions, by the clause that gives it."""
    found: dict[str, dict[str, int]] = {"collection.base": {}, "collection.workers": {}, "collection.tower": {}}
    player, constants, serf = table.player(seat), table.pack.constants["collection"], table.faction(seat).serf
    for region in table.pack.regions.values():
        if region.resource is None or not table.has_piece(seat, region.id):
            continue
        workers = min(free_spaces(table, seat, region.id), player.units.get(region.id, {}).get(serf, 0))
        yields = {
            "collection.base": constants["base"],
            "collection.workers": workers * constants["per_working_serf"],
            "collection.tower": constants["tower"] * (region.id in player.towers),
        }
        for rule, number in yields.items():
            if number:
                found[rule][region.resource] = found[rule].get(region.resource, 0) + number
    return found


def free_spaces(table: Table, seat: str, region: str) -> int:
    """The Worker Spaces of a Region that a player's Serfs may take: an ally earlier in turn order takes them first."""
    spaces, ally = table.pack.regions[region].worker_spaces, table.ally(seat)
    if ally is None:
        return spaces
    order = table.in_turn()
    first = order.index(ally) < order.index(seat)
    return max(0, spaces - table.land_units(ally, region).get(table.faction(ally).serf, 0)) if first else spaces


class Collect(Step, tag="collect"):
    """Everybody collects Resources, then draws a Spell Card."""

    rule: ClassVar[str] = "collection.simultaneous"

    def run(self, table: Table) -> None:
        seats = table.in_turn()
        for seat in seats:
            for rule, resources in income(table, seat).items():
                if resources:
                    gain(table, seat, resources, rule)
            self._bonuses(table, seat)
        if table.state.solo is not None and table.is_in(ENEMY):
            for resources in income(table, ENEMY).values():
                if resources:
                    gain(table, ENEMY, resources, "solo.collection")
            discard_slots(table)
        draws = table.pack.constants["collection"]["spell_draw"]
        drawn = [DrawSpell(seat=seat, asked_by="collection.draw-spell") for seat in seats for _ in range(draws)]
        discards = {seat: [DiscardSpells(seat=seat, asked_by="collection.discard")] for seat in seats}
        table.push(*drawn, table.lanes(discards))

    def _bonuses(self, table: Table, seat: str) -> None:
        for ability in table.abilities(seat, "collection-bonus"):
            resources = dict(ability.params.get("resources", {}))
            each = ability.params.get("per_tower_in_resource_region", 0)
            for tower in table.player(seat).towers if each else ():
                resource = table.pack.regions[tower].resource
                if resource is not None:
                    resources[resource] = resources.get(resource, 0) + each
            if resources:
                gain(table, seat, resources, rule_of(ability))
