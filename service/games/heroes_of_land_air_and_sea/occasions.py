"""Abilities that answer an event: something happens to their owner, and they give something at once."""

from typing import Any

from service.games.heroes_of_land_air_and_sea.components import Ability
from service.games.heroes_of_land_air_and_sea.ids import ENEMY, RESOURCES
from service.games.heroes_of_land_air_and_sea.solo_events import HeroReappears
from service.games.heroes_of_land_air_and_sea.stock import gain, score
from service.games.heroes_of_land_air_and_sea.strength import fought, is_side, works_in_battle
from service.games.heroes_of_land_air_and_sea.table import Table

IN_BATTLE = frozenset({"battle-started", "battle-won", "battle-lost", "enemy-hero-destroyed"})
"""Events of a Battle: abilities that answer them have its conditions to meet."""


def happens(table: Table, seat: str, event: str, **facts: Any) -> None:
    """Tell a player's ``gain-on`` abilities that an event has happened to the player.

    ``facts`` are what a condition may ask for: the ``unit`` of the event.
    """
    for ability in list(table.abilities(seat, "gain-on")):
        params = ability.params
        if params["event"] != event or params.get("unit", facts.get("unit")) != facts.get("unit"):
            continue
        if event not in IN_BATTLE or (is_side(table, seat) and works_in_battle(table, seat, ability)):
            give(table, seat, ability)


def give(table: Table, seat: str, ability: Ability) -> None:
    """What a ``gain-on`` ability gives; choices and cards are pushed as steps."""
    from service.games.heroes_of_land_air_and_sea.choices import ChooseGain
    from service.games.heroes_of_land_air_and_sea.spell_deck import draw_cards
    from service.games.heroes_of_land_air_and_sea.stealing import steal

    params, rule = ability.params, ability.rule
    if "vp" in params:
        score(table, seat, params["vp"], rule)
    if "resources" in params:
        gain(table, seat, params["resources"], rule)
    if "spells" in params:
        table.push(*draw_cards(seat, params["spells"], rule))
    if "units" in params:
        reinforce(table, seat, params["units"], rule)
    if "steal" in params:
        steal(table, seat, fought(table).rival(seat), params["steal"], rule)
    room = sum(table.pack.resource_cap - table.stock(seat, resource) for resource in RESOURCES)
    if "choice" in params and room:
        table.push(ChooseGain(seat=seat, source=ability.id, left=min(params["choice"], room)))


def rule_of(ability: Ability) -> str:
    """The clause by which an ability works."""
    return ability.rule


def reinforce(table: Table, seat: str, units: dict[str, int], rule: str) -> None:
    """Units from the supply come to the Region of the Battle; only on land."""
    from service.games.heroes_of_land_air_and_sea.supply import place

    area, faction = fought(table).area, table.faction(seat)
    if table.pack.is_land(area):
        named = {faction.serf if kind == "serf" else faction.warrior: number for kind, number in units.items()}
        place(table, seat, named, area, rule)


def unit_destroyed(table: Table, seat: str, unit: str) -> None:
    """A Unit of a player was destroyed in any way but the player's elimination: what it gives, then a new one."""
    from service.games.heroes_of_land_air_and_sea.recruiting import RecruitAgain

    if any(ability.params["unit"] == unit for ability in table.abilities(seat, "re-recruit-on-loss")):
        table.push(RecruitAgain(seat=seat, unit=unit))
    happens(table, seat, "unit-destroyed", unit=unit)
    if seat == ENEMY and table.unit(unit).kind == "hero":
        reappear(table, unit)


def reappear(table: Table, hero: str) -> None:
    """A destroyed Hero of the automated Enemy stands in its Courtyard again at once (``solo.enemy-losses``)."""
    from service.games.heroes_of_land_air_and_sea.supply import add

    capital = table.player(ENEMY).capital
    if capital is not None:
        table.log(HeroReappears(rule="solo.enemy-losses", hero=hero, region=capital))
        add(table, ENEMY, {hero: 1}, capital)
