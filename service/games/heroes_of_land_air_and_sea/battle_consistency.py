"""What must be true of a Battle that is being fought, in any state."""

from collections.abc import Iterator

from service.engine.defect import Defect, error
from service.engine.step import Lanes
from service.games.heroes_of_land_air_and_sea.state import Battle, Side
from service.games.heroes_of_land_air_and_sea.strength import army
from service.games.heroes_of_land_air_and_sea.table import Table, holds


def battle_defects(table: Table) -> Iterator[Defect]:
    """Why the Battle in this state cannot be."""
    battle = table.state.battle
    if battle is None:
        return
    if battle.attacker == battle.defender:
        yield error("battle.two-sides", "/battle/defender", "self", f"{battle.attacker} cannot fight alone")
        return
    for seat in (battle.attacker, battle.defender):
        if not table.is_in(seat) or table.player(seat).capital is None:
            yield error("battle.two-sides", "/battle", "gone", f"{seat} has no pieces to fight with")
            return
    if battle.remote is not None and battle.remote != table.faction(battle.attacker).sea_vessel:
        yield error("battle.attacking-pieces", "/battle/remote", "strange", f"{battle.remote} cannot fight from afar")
    if battle.winner not in (None, battle.attacker, battle.defender):
        yield error("battle.outcome", "/battle/winner", "stranger", f"{battle.winner} takes no part in the Battle")
    steps = [str(step.__struct_config__.tag) for step in table.state.agenda]
    if steps and "end-battle" not in steps:
        yield error("battle.outcome", "/agenda", "no-end", "a Battle is being fought and never ends")
    for step in table.state.agenda:
        if isinstance(step, Lanes) and any(inner.seat != seat for seat, lane in step.lanes.items() for inner in lane):
            yield error("tactic.secret-choice", "/agenda", "lane", "somebody chooses in the place of another")
    yield from _side(table, battle, battle.attacker, battle.attacking, "/battle/attacking")
    yield from _side(table, battle, battle.defender, battle.defending, "/battle/defending")


def _side(table: Table, battle: Battle, seat: str, side: Side, at: str) -> Iterator[Defect]:
    pack, own = table.pack, table.faction(seat).units
    strange = [spell for spell in side.spells if pack.spells[spell].label != "combat"]
    if strange:
        yield error("cast.combat-only-battle", f"{at}/spells", "label", f"{strange[0]} is no Combat Spell")
    strange = [unit for unit in side.adrift if unit not in own or pack.units[unit].is_vessel]
    if strange:
        yield error("vessel-battle.passengers-survive", f"{at}/adrift", "strange", f"{strange[0]} cannot be adrift")
    strange = [unit for unit in side.damaged if unit not in own]
    if strange:
        yield error("battle.any-damage-destroys", f"{at}/damaged", "strange", f"{strange[0]} is no Unit of {seat}")
    land = {unit: number for unit, number in army(table, seat).items() if not pack.units[unit].is_vessel}
    if not holds(land, side.sacrificed):
        yield error("sacrifice.bystanders", f"{at}/sacrificed", "not-there", f"{seat} has no such Units in the Battle")
