"""Abilities that answer an event: something happens to their owner, and they give something at once."""

from typing import Any

from service.games.heroes_of_land_air_and_sea.ids import RESOURCES
from service.games.heroes_of_land_air_and_sea.pack import Ability
from service.games.heroes_of_land_air_and_sea.stock import gain, score
from service.games.heroes_of_land_air_and_sea.table import Table


def happens(table: Table, seat: str, event: str, **facts: Any) -> None:
    """Tell a player's ``gain-on`` abilities that an event has happened to the player.

    ``facts`` are what a condition may ask for: the ``unit`` of the event.
    """
    for ability in list(table.abilities(seat, "gain-on")):
        params = ability.params
        if params["event"] == event and params.get("unit", facts.get("unit")) == facts.get("unit"):
            give(table, seat, ability)


def give(table: Table, seat: str, ability: Ability) -> None:
    """What a ``gain-on`` ability gives; choices and cards are pushed as steps."""
    from service.games.heroes_of_land_air_and_sea.choices import ChooseGain
    from service.games.heroes_of_land_air_and_sea.spell_deck import draw_cards

    params, rule = ability.params, rule_of(ability)
    if "vp" in params:
        score(table, seat, params["vp"], rule)
    if "resources" in params:
        gain(table, seat, params["resources"], rule)
    if "spells" in params:
        table.push(*draw_cards(seat, params["spells"], rule))
    room = sum(table.pack.resource_cap - table.stock(seat, resource) for resource in RESOURCES)
    if "choice" in params and room:
        table.push(ChooseGain(seat=seat, source=ability.id, left=min(params["choice"], room)))


def rule_of(ability: Ability) -> str:
    """The clause by which an ability works."""
    return "heroes.unlock" if ability.of_hero else "building.level-abilities"


def unit_destroyed(table: Table, seat: str, unit: str) -> None:
    """A Unit of a player was destroyed in any way but the player's elimination: what it gives, then a new one."""
    from service.games.heroes_of_land_air_and_sea.recruiting import RecruitAgain

    if any(ability.params["unit"] == unit for ability in table.abilities(seat, "re-recruit-on-loss")):
        table.push(RecruitAgain(seat=seat, unit=unit))
    happens(table, seat, "unit-destroyed", unit=unit)
