"""Active abilities of Buildings and Heroes: used once per round, before or after the own action."""

from collections.abc import Iterable, Iterator
from typing import Any

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea import ids
from service.games.heroes_of_land_air_and_sea.choices import exchangeable
from service.games.heroes_of_land_air_and_sea.components import Ability
from service.games.heroes_of_land_air_and_sea.occasions import rule_of
from service.games.heroes_of_land_air_and_sea.spell_effects import perform
from service.games.heroes_of_land_air_and_sea.spell_events import AbilityUsed
from service.games.heroes_of_land_air_and_sea.spell_targets import has_targets
from service.games.heroes_of_land_air_and_sea.table import Table


class UseAbility(Action, tag="use-ability", frozen=True):
    """Use an active ability of a Building or of a Hero in play; its targets are declared next."""

    ability: ids.Ability

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["UseAbility"]:
        for ability in table.pack.active_abilities[table.faction(actor).id]:
            yield cls(actor=actor, ability=ability)

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        ability, player = table.pack.abilities[self.ability], table.player(actor)
        if ability.timing != "active":
            yield Violation(
                "heroes.ability-precedence:not-active",
                "{ability} works by itself and is not used on a turn",
                ability=self.ability,
            )
        yield from _locked(table, actor, ability)
        if self.ability in player.used:
            yield Violation("heroes.ability-precedence:used", "{ability} was used in this round", ability=self.ability)
        if ability.timing == "active":
            yield from _impossible(table, actor, ability)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        player, rule = table.player(actor), rule_of(table.pack.abilities[self.ability])
        player.used = sorted([*player.used, self.ability])
        table.log(AbilityUsed(rule=rule, seat=actor, ability=self.ability))
        perform(table, actor, self.ability, rule)


def _locked(table: Table, seat: str, ability: Ability) -> Iterator[Violation]:
    """Why an ability is not there to be used."""
    level = table.player(seat).level
    if ability.of_hero:
        if table.place_of(seat, ability.owner) is None:
            yield Violation(
                "heroes.in-play-needed", "{hero} of {seat} is not in play", at="ability", hero=ability.owner, seat=seat
            )
        if ability.level > level:
            yield Violation(
                "heroes.unlock",
                "{ability} needs Level {needed}, the Capital City is Level {level}",
                ability=ability.id,
                needed=ability.level,
                level=level,
            )
        return
    if ability.owner not in table.player(seat).buildings:
        yield Violation(
            "building.unlocks", "{seat} has not built {building}", at="ability", seat=seat, building=ability.owner
        )
    if ability.level > level:
        yield Violation(
            "building.level-abilities",
            "{ability} needs Level {needed}, the Capital City is Level {level}",
            ability=ability.id,
            needed=ability.level,
            level=level,
        )


def _impossible(table: Table, seat: str, ability: Ability) -> Iterator[Violation]:
    """Why using an ability would do nothing."""
    if ability.of_hero and table.place_of(seat, ability.owner) is None:
        return
    missing = table.missing(seat, ability.params.get("cost", {}))
    if missing:
        yield Violation(
            "heroes.ability-precedence:cost",
            "{ability} costs {cost}; {seat} lacks {missing}",
            ability=ability.id,
            cost=ability.params["cost"],
            seat=seat,
            missing=missing,
        )
    if ability.op == "exchange-resources" and not exchangeable(table, seat, ability.id):
        yield Violation(
            "heroes.ability-precedence:no-exchange", "{seat} has nothing to exchange", at="ability", seat=seat
        )
    if not has_targets(table, seat, ability.id):
        yield Violation("cast.needs-target:ability", "there is nothing that {ability} could do", ability=ability.id)


ABILITY_ACTIONS: tuple[type[Action], ...] = (UseAbility,)
"""The actions that use an ability, taken before and after a player's own action and before a Muster."""


def has_usable(table: Table, seat: str) -> bool:
    """Whether a player could use an active ability now; everything that this depends on is public."""
    candidates = UseAbility.candidates(table, None, seat, {})
    return any(next(iter(action.violations(table, None, seat)), None) is None for action in candidates)
