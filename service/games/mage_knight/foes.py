"""Enemies in a combat: what their tokens, the City they defend and effects make of them. Nothing here writes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from service.engine.violation import Violation
from service.games.mage_knight.effects import color_of_source
from service.games.mage_knight.ids import Element
from service.games.mage_knight.ops_force import in_force
from service.games.mage_knight.pack_map import EnemyToken
from service.games.mage_knight.state_combat import Combat, Foe
from service.games.mage_knight.state_turn import Source
from service.games.mage_knight.table import Table

FORTIFIED = "fortified"
IMMUNITY = {"red": "fire", "blue": "ice"}


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack of an enemy as it stands: its number (from 1), value, element and the abilities that go with it."""

    number: int
    value: int
    element: Element
    abilities: frozenset[str]

    @property
    def to_block(self) -> int:
        """The value that a block has to reach (``block.swift-doubles``)."""
        return self.value * 2 if "swift" in self.abilities else self.value

    @property
    def damage(self) -> int:
        """The Damage when it is not blocked (``damage.brutal``)."""
        return self.value * 2 if "brutal" in self.abilities else self.value


def fight(table: Table) -> Combat:
    """The combat that is being fought; only asked while there is one."""
    assert table.state.combat is not None
    return table.state.combat


def alive(combat: Combat) -> dict[str, Foe]:
    """The enemies still in the combat, in the order of their names."""
    return {name: foe for name, foe in in_order(combat) if not foe.defeated}


def in_order(combat: Combat) -> list[tuple[str, Foe]]:
    """All enemies of a combat in the order of their names: that in which they were written down means nothing."""
    return sorted(combat.foes.items(), key=lambda entry: entry[0])


def token_of(table: Table, foe: Foe) -> EnemyToken:
    """The token that stands there: the monster that it has summoned (``block.summoned-replaces``), or the enemy."""
    return table.pack.enemies[foe.summoned or foe.enemy]


def title(table: Table, foe: Foe) -> str:
    """The printed name of an enemy as it stands."""
    return token_of(table, foe).name


def titles(table: Table, combat: Combat, names: list[str]) -> list[str]:
    """The printed names of several enemies of a combat."""
    return [title(table, combat.foes[name]) for name in names if name in combat.foes]


def _city_bonus(table: Table, foe: Foe) -> Mapping[str, Any]:
    """What a City gives its defenders, and the monsters that they summon (``city.bonus-scope``)."""
    if not foe.garrison or table.site(foe.space) != "city":
        return {}
    color = table.space(foe.space).color
    assert color is not None
    return table.pack.cities[table.pack.city_of[color]].defenders


def armor_of(table: Table, foe: Foe) -> int:
    """The Armor of an enemy: printed, with the bonus of a City and what effects have changed."""
    changed = 0 if foe.summoned else foe.armor
    return token_of(table, foe).armor + int(_city_bonus(table, foe).get("armor", 0)) + changed


def resistances_of(table: Table, foe: Foe) -> frozenset[str]:
    """The resistances of an enemy, without those that it has lost by effects."""
    found = frozenset(token_of(table, foe).resistances)
    return found if foe.summoned else frozenset(word for word in found if f"{word}-resistance" not in foe.lost)


def strikes(table: Table, foe: Foe) -> list[Strike]:
    """The attacks of an enemy; none of a summoner that has drawn nothing."""
    token, bonus = token_of(table, foe), _city_bonus(table, foe).get("by_attack_element", {})
    found = []
    for number, attack in enumerate(token.attacks, 1):
        if attack.summon is None:
            more = bonus.get(attack.element, {})
            abilities = {*token.abilities, *([more["ability"]] if "ability" in more else [])}
            value = attack.value + int(more.get("attack", 0))
            found.append(Strike(number, value, attack.element, frozenset(abilities)))  # type: ignore[arg-type]
    return found


def open_strikes(table: Table, foe: Foe) -> list[Strike]:
    """The attacks that are neither blocked nor kept off, and whose Damage has not been dealt."""
    if foe.defeated or foe.prevented:
        return []
    over = {*foe.blocked, *foe.cancelled, *foe.dealt}
    return [strike for strike in strikes(table, foe) if strike.number not in over]


def fortifications(table: Table, foe: Foe) -> int:
    """How many times an enemy is fortified: by its own ability, and by the site that it defends."""
    if "fortifications" in foe.lost and not foe.summoned:
        return 0
    behind = foe.garrison and table.is_fortified_site(foe.space) and not in_force(table, "ignore-site-fortification")
    return int(FORTIFIED in token_of(table, foe).abilities) + int(behind)


def immunity(table: Table, source: Source, foe: Foe) -> Iterator[Violation]:
    """Why an effect that is no Attack or Block does nothing to an enemy."""
    color = color_of_source(table, source)
    if IMMUNITY.get(str(color)) not in resistances_of(table, foe):
        return
    if color == "red":
        yield Violation(
            "combat.red-vs-fire-resistance",
            "{enemy}: Fire Resistance, other effects of red do nothing",
            at="enemy",
            enemy=title(table, foe),
        )
    else:
        yield Violation(
            "combat.blue-vs-ice-resistance",
            "{enemy}: Ice Resistance, other effects of blue do nothing",
            at="enemy",
            enemy=title(table, foe),
        )


def is_immune(table: Table, source: Source, foe: Foe) -> bool:
    """Whether an effect that is no Attack or Block does nothing to an enemy."""
    return any(True for _ in immunity(table, source, foe))
