"""Total Each Army's Strength: who fights, with what Strength, and which abilities and Spells change it.

Everything here only reads, and follows from what lies open.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from service.engine.answers import ScoreLine
from service.engine.counts import together
from service.engine.shapes import Shape
from service.games.heroes_of_land_air_and_sea.components import Ability, Effect
from service.games.heroes_of_land_air_and_sea.ids import ENEMY
from service.games.heroes_of_land_air_and_sea.state import Battle
from service.games.heroes_of_land_air_and_sea.table import Table


class SideScore(Shape):
    """One side of a Battle: its Strength line by line, and the Natural Strength of its army."""

    seat: str
    role: str
    total: int
    natural: int
    lines: list[ScoreLine]


class BattleScore(Shape):
    """A Battle as the table shows it now; ``ahead`` would win if Strengths were compared at once."""

    area: str
    sides: list[SideScore]
    ahead: str


def fought(table: Table) -> Battle:
    """The Battle that is being fought; only asked while there is one."""
    battle = table.state.battle
    assert battle is not None
    return battle


def is_side(table: Table, seat: str) -> bool:
    """Whether a Battle is being fought in which this player is a side."""
    battle = table.state.battle
    return battle is not None and seat in (battle.attacker, battle.defender)


def leader_of(table: Table, seat: str) -> str | None:
    """Who leads the army in which a player's Units fight: the player, or an ally (``team.battle-leader``)."""
    battle = table.state.battle
    sides = (battle.attacker, battle.defender) if battle is not None else ()
    if seat in sides or not table.state.teams:
        return seat if seat in sides else None
    return next((leader for leader in sides if table.ally(leader) == seat), None)


def comrades(table: Table, seat: str) -> list[str]:
    """The side, and the ally whose pieces in the Region fight along."""
    ally, battle = table.ally(seat) if table.state.teams else None, fought(table)
    if ally is None:
        return [seat]
    if is_remote(battle, seat):
        vessel = table.player(seat).vessels.get(battle.remote or "")
        along = (vessel is not None and vessel.guests) or of_faction(table, ally, battle.side(seat).adrift)
        return [seat, ally] if along else [seat]
    return [seat, ally]


# --- who takes part ---------------------------------------------------------------------------------------------------


def is_remote(battle: Battle, seat: str) -> bool:
    """Whether this side fights from a neighbouring Region."""
    return battle.remote is not None and seat == battle.attacker


def place_of_army(table: Table, seat: str) -> str:
    """The Region in which a side's army stands."""
    battle, leader = fought(table), leader_of(table, seat) or seat
    if is_remote(battle, leader):
        vessel = table.player(leader).vessels.get(battle.remote or "")
        return vessel.at if vessel is not None else battle.area
    return battle.area


def army(table: Table, seat: str) -> dict[str, int]:
    """The Units of a side that can be lost: on land, Vessels, passengers, allied ones (``battle.all-in-region``)."""
    found = own_army(table, seat)
    for ally in comrades(table, seat)[1:]:
        found = together(found, own_army(table, ally))
    return found


def own_army(table: Table, seat: str) -> dict[str, int]:
    """A player's own Units among them."""
    battle, leader = fought(table), leader_of(table, seat) or seat
    adrift = of_faction(table, seat, battle.side(leader).adrift)
    if is_remote(battle, leader):
        vessel = table.player(leader).vessels.get(battle.remote or "")
        if vessel is None:
            there = {}
        else:
            there = {**vessel.passengers, battle.remote or "": 1} if seat == leader else dict(vessel.guests)
    else:
        there = table.units_at(seat, battle.area)
    return together(there, adrift)


def defends_capital(table: Table, seat: str) -> bool:
    """Whether a side's own Capital City takes part, or an ally's."""
    return capital_owner(table, seat) is not None


def capital_owner(table: Table, seat: str) -> str | None:
    """Whose Capital City takes part on a side."""
    battle = fought(table)
    if is_remote(battle, seat):
        return None
    return next((owner for owner in comrades(table, seat) if table.player(owner).capital == battle.area), None)


def has_tower(table: Table, seat: str) -> bool:
    """Whether a side's own Tower takes part, or an ally's."""
    return tower_owner(table, seat) is not None


def tower_owner(table: Table, seat: str) -> str | None:
    """Whose Tower takes part on a side."""
    battle = fought(table)
    if is_remote(battle, seat):
        return None
    return next((owner for owner in comrades(table, seat) if battle.area in table.player(owner).towers), None)


def has_structure(table: Table, seat: str) -> bool:
    """Whether a Structure of this side takes part."""
    return has_tower(table, seat) or defends_capital(table, seat)


def is_empty(table: Table, seat: str) -> bool:
    """Whether a side has neither Unit nor Structure left in the Battle."""
    return not has_structure(table, seat) and not army(table, seat)


def serfs_in_slots(table: Table, seat: str) -> int:
    """The Serfs in the Action Bar, which defend a Capital City."""
    owner = capital_owner(table, seat)
    slots = table.player(owner).slots if owner is not None else {}
    return sum(occupant == "serf" for occupant in slots.values())


def serfs_on_buildings(table: Table, seat: str) -> int:
    """The Serfs on Buildings, which defend a Capital City."""
    owner = capital_owner(table, seat)
    return len(table.player(owner).buildings) if owner is not None else 0


def number_of(table: Table, seat: str, kinds: Iterable[str]) -> int:
    """How many Units of these kinds a side has, those included that can never be lost."""
    kinds = tuple(kinds)
    number = sum(n for unit, n in army(table, seat).items() if table.unit(unit).kind in kinds)
    if "serf" in kinds:
        number += serfs_in_slots(table, seat) + serfs_on_buildings(table, seat)
    return number


def takes_part(table: Table, seat: str, unit: str) -> bool:
    """Whether this Hero or Vessel is in a side's army."""
    return unit in army(table, seat)


def natural_strength(table: Table, seat: str) -> int:
    """Units, Vessels and Structures of a side without any bonus (``strength.natural``)."""
    return sum(line.points or 0 for line in _natural(table, seat))


def tower_strength(table: Table) -> int:
    """The Natural Strength of a Tower."""
    found: int = table.pack.constants["tower"]["strength"]
    return found


def of_faction(table: Table, seat: str, units: Mapping[str, int]) -> dict[str, int]:
    """Those of some Units that belong to a player."""
    faction = table.player(seat).faction
    return {unit: number for unit, number in units.items() if table.unit(unit).faction == faction}


# --- abilities --------------------------------------------------------------------------------------------------------


def works_in_battle(table: Table, seat: str, ability: Ability) -> bool:
    """Whether an unlocked ability of a side works in this Battle: a Hero must take part, and its conditions fit."""
    if ability.of_hero and ability.scope != "hero-in-play" and not takes_part(table, seat, ability.owner):
        return False
    role = ability.params.get("role")
    if role is not None and role != role_of(fought(table), seat):
        return False
    return fits(table, seat, ability.params.get("when", {}), ability.owner)


def abilities_in_battle(table: Table, seat: str, op: str) -> Iterator[Ability]:
    """A side's abilities of this kind that work in this Battle."""
    return (ability for ability in table.abilities(seat, op) if works_in_battle(table, seat, ability))


def role_of(battle: Battle, seat: str) -> str:
    """Attacker or defender."""
    return "attacker" if seat == battle.attacker else "defender"


def fits(table: Table, seat: str, when: Mapping[str, Any], hero: str) -> bool:
    """Whether all conditions of an ability hold for its owner."""
    return all(_condition(table, seat, name, wanted, hero) for name, wanted in when.items())


def _condition(table: Table, seat: str, name: str, wanted: Any, hero: str) -> bool:
    battle = fought(table)
    if name == "role":
        return bool(role_of(battle, seat) == wanted)
    if name == "terrain":
        region = table.pack.regions.get(battle.area)
        return region is not None and region.terrain in wanted
    if name == "with_structure":
        return has_structure(table, seat) is wanted
    if name == "includes_unit":
        return takes_part(table, seat, wanted)
    if name == "includes_kind":
        return number_of(table, seat, (wanted,)) > 0
    if name == "min_own":
        return all(number_of(table, seat, (kind,)) >= number for kind, number in wanted.items())
    if name == "alone":
        fixed = serfs_in_slots(table, seat) + serfs_on_buildings(table, seat)
        return (army(table, seat) == {hero: 1} and not fixed and not has_structure(table, seat)) is wanted
    if name == "cast_combat_spell":
        return bool(battle.side(seat).spells) is wanted
    assert name == "enemy_includes_kind"
    return number_of(table, battle.rival(seat), (wanted,)) > 0


# --- line by line -----------------------------------------------------------------------------------------------------


def strength(table: Table, seat: str) -> int:
    """A side's total Strength, never below 0."""
    return sum(line.points or 0 for line in lines_of(table, seat))


def lines_of(table: Table, seat: str) -> list[ScoreLine]:
    """A side's Strength with everything that adds to it and takes from it; their sum is the total."""
    rival = fought(table).rival(seat)
    lines = [
        *_natural(table, seat),
        *_bonuses(table, seat, seat, "self"),
        *(_enemy_heroes(table) if seat == ENEMY else ()),
        *_bonuses(table, rival, seat, "enemy"),
        *_tactic(table, seat),
    ]
    total = sum(line.points or 0 for line in lines)
    if total < 0:
        lines.append(ScoreLine(rule="strength.floor", label="never below 0", points=-total))
    return lines


def _natural(table: Table, seat: str) -> Iterator[ScoreLine]:
    owner = capital_owner(table, seat)
    in_capital = owner is not None
    members = comrades(table, seat)
    mixed = all(own_army(table, member) for member in members) and len(members) > 1
    for unit, number in army(table, seat).items():
        kind = table.unit(unit)
        if kind.is_vessel:
            rule = "capital-battle.vessels" if in_capital else "vessel-battle.sum"
        else:
            rule = "capital-battle.courtyard" if in_capital else "strength.who-counts"
        label = table.pack.words.count(number, unit)
        if mixed:
            label += f" of {next(seat for seat in members if table.faction(seat).id == kind.faction)}"
        yield ScoreLine(rule=rule, label=label, points=number * kind.strength)
    if has_tower(table, seat):
        yield ScoreLine(rule="towers.strength", label="Tower", points=tower_strength(table))
    if owner is None:
        return
    level, each = table.level(owner), table.unit(table.faction(owner).serf).strength
    yield ScoreLine(
        rule="capital-battle.level-strength", label=f"Capital City, Level {level.level}", points=level.strength
    )
    slots, buildings = serfs_in_slots(table, seat), serfs_on_buildings(table, seat)
    if slots:
        yield ScoreLine(rule="capital-battle.courtyard", label=f"Serfs in the Action Bar: {slots}", points=slots * each)
    if buildings:
        rule = "capital-battle.building-serfs"
        yield ScoreLine(rule=rule, label=f"Serfs on Buildings: {buildings}", points=buildings * each)


def _bonuses(table: Table, owner: str, seat: str, side: str) -> Iterator[ScoreLine]:
    """What abilities and Combat Spells of ``owner`` do to the army of ``seat``."""
    for ability in abilities_in_battle(table, owner, "battle-strength"):
        if ability.params["side"] == side:
            points = _amount(table, owner, ability.params)
            if points:
                yield ScoreLine(rule=ability.rule, label=table.pack.words.name(ability.id), points=points)
    for spell in fought(table).side(owner).spells:
        for effect in table.pack.spells[spell].effects:
            if effect["op"] == "battle-strength" and effect["side"] == side:
                points = _amount(table, owner, effect)
                yield ScoreLine(rule="strength.spell-effects", label=table.pack.spells[spell].name, points=points)


def _enemy_heroes(table: Table) -> Iterator[ScoreLine]:
    """What each Hero of the automated Enemy adds, by the Level of its Capital City."""
    level = table.player(ENEMY).level
    for unit in army(table, ENEMY):
        if unit in table.pack.solo_heroes:
            points, label = table.pack.solo_heroes[unit].bonus[level], f"{table.unit(unit).name}, bonus"
            yield ScoreLine(rule="strength.ability-bonuses", label=label, points=points)


def _amount(table: Table, owner: str, effect: Effect) -> int:
    amount: int = effect["amount"]
    per = effect.get("per")
    if per is None:
        return amount
    counted = owner if per["counter"] == "own-units" else fought(table).rival(owner)
    return amount * number_of(table, counted, per["kinds"])


def _tactic(table: Table, seat: str) -> Iterator[ScoreLine]:
    """The revealed Tactic Card, and its bonus against an enemy card that counts as well (``tactic.bonus``)."""
    battle = fought(table)
    own, enemy = battle.side(seat), battle.side(battle.rival(seat))
    if own.tactic is None or own.standing != "counts":
        return
    card = table.pack.tactics[own.tactic]
    if seat == ENEMY:
        points = table.pack.solo_cards[battle.card].strength if battle.card is not None else 0
        yield ScoreLine(rule="solo.battle-card", label=table.pack.words.name(battle.card or "no card"), points=points)
    else:
        yield ScoreLine(rule="tactic.bonus", label=card.name, points=card.strength)
    if enemy.tactic is not None and enemy.standing == "counts" and enemy.tactic in card.versus:
        label = f"{card.name} against {table.pack.tactics[enemy.tactic].name}"
        yield ScoreLine(rule="tactic.bonus", label=label, points=card.versus[enemy.tactic])


def battle_score(table: Table) -> BattleScore:
    """Both sides of the Battle that is being fought, line by line."""
    battle = fought(table)
    sides = []
    for seat in (battle.attacker, battle.defender):
        lines = lines_of(table, seat)
        sides.append(
            SideScore(
                seat=seat,
                role=role_of(battle, seat),
                total=sum(line.points or 0 for line in lines),
                natural=natural_strength(table, seat),
                lines=lines,
            )
        )
    attacking, defending = sides
    ahead = battle.attacker if attacking.total > defending.total else battle.defender
    return BattleScore(area=battle.area, sides=sides, ahead=ahead)
