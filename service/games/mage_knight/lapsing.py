"""What is open in a combat when an effect takes its enemy or its attack away: nobody aims at what is gone."""

from service.games.mage_knight.events_combat import AssemblyLapsed, DamageLapsed, TargetsChanged
from service.games.mage_knight.foes import fight, open_strikes, titles
from service.games.mage_knight.state_combat import Combat
from service.games.mage_knight.table import Table


def lapse(table: Table, seat: str) -> None:
    """End the open attack, block or Damage whose enemies or attack are gone; what was added to it is lost."""
    combat = fight(table)
    assembly, dealing = combat.assembly, combat.dealing
    if assembly is not None and assembly.attack is not None:
        if not _still_comes(table, combat, assembly.targets[0], assembly.attack):
            combat.assembly = None
            table.log(AssemblyLapsed(rule="block.prevented-enemy", seat=seat))
    elif assembly is not None:
        left = [name for name in assembly.targets if not combat.foes[name].defeated]
        if not left:
            combat.assembly = None
            table.log(AssemblyLapsed(rule="attack.defeated-discarded", seat=seat))
        elif left != assembly.targets:
            assembly.targets = left
            enemies = titles(table, combat, left)
            table.log(TargetsChanged(rule="attack.defeated-discarded", seat=seat, enemies=enemies))
    if dealing is not None and not _still_comes(table, combat, dealing.enemy, dealing.attack):
        combat.dealing = None
        table.log(DamageLapsed(rule="block.prevented-enemy", seat=seat, left=dealing.left))


def _still_comes(table: Table, combat: Combat, name: str, number: int) -> bool:
    return any(strike.number == number for strike in open_strikes(table, combat.foes[name]))
