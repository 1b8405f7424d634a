"""How the Enemy fights: the card that stands for its Tactic, whom it loses, and where the rest goes."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from service.engine.action import Action, ChanceAction
from service.engine.counts import together
from service.engine.shapes import CHANCE
from service.engine.step import ChanceStep, Step
from service.games.heroes_of_land_air_and_sea import ids
from service.games.heroes_of_land_air_and_sea.battle_events import UnitsRetreated
from service.games.heroes_of_land_air_and_sea.ids import ENEMY
from service.games.heroes_of_land_air_and_sea.solo_deck import after_draw, discard, drawable
from service.games.heroes_of_land_air_and_sea.solo_events import EnemyBattleCardDrawn
from service.games.heroes_of_land_air_and_sea.strength import fought, is_side, role_of
from service.games.heroes_of_land_air_and_sea.supply import take_off_land
from service.games.heroes_of_land_air_and_sea.table import Table

WEAK_TO_STRONG = ("serf", "warrior", "air-vessel", "sea-vessel", "hero")


class BattleCardDrawn(ChanceAction, tag="draw-battle-card", frozen=True):
    """The Solo Enemy Card that the Enemy has in this Battle."""

    card: ids.SoloCard

    def apply(self, table: Table, step: "DrawBattleCard", actor: str) -> None:
        battle, card = fought(table), table.pack.solo_cards[self.card]
        battle.card = card.id
        attacks = role_of(battle, ENEMY) == "attacker"
        battle.side(ENEMY).tactic = card.attack_tactic if attacks else card.defend_tactic
        table.log(
            EnemyBattleCardDrawn(
                rule=step.rule, card=card.id, strength=card.strength, tactic=battle.side(ENEMY).tactic or ""
            )
        )
        after_draw(table)


class DrawBattleCard(ChanceStep, tag="draw-battle-card"):
    """Once the player has chosen a Tactic Card, a Solo Enemy Card is drawn for the Enemy."""

    rule: ClassVar[str] = "solo.battle-card"
    prompt: ClassVar[str] = "Draw the Solo Enemy Card for the Battle."
    actions: ClassVar[tuple[type[Action], ...]] = (BattleCardDrawn,)

    def must(self, table: Table) -> Sequence[str]:
        return (CHANCE,) if is_side(table, ENEMY) and fought(table).card is None and drawable(table) else ()

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        return [BattleCardDrawn(actor=CHANCE, card=card, weight=1) for card in drawable(table)]


def put_card_away(table: Table) -> None:
    """The Battle is over: its Solo Enemy Card is discarded."""
    battle = fought(table)
    if battle.card is not None:
        card, battle.card = battle.card, None
        discard(table, [card])


def weakness(table: Table, unit: str) -> tuple[int, int, str]:
    """The place of a Unit in the order in which the Enemy loses them; of two Heroes the weaker one goes first."""
    kind = table.unit(unit)
    return WEAK_TO_STRONG.index(kind.kind), kind.strength, unit


def losses(table: Table, pool: Mapping[str, int], left: int, by_strength: bool) -> dict[str, int]:
    """What the Enemy loses of these Units, from weak to strong (``solo.enemy-losses``)."""
    found: dict[str, int] = {}
    for unit in sorted(pool, key=lambda unit: weakness(table, unit)):
        each = table.unit(unit).strength if by_strength else 1
        falls = min(pool[unit], max(0, -(-left // each)))
        if falls:
            found[unit] = falls
            left -= falls * each
    return found


class EnemyRetreat(Step, tag="enemy-retreat"):
    """What is left of a losing army of the Enemy returns to its Courtyard, Vessels to its Capital City Region."""

    rule: ClassVar[str] = "solo.enemy-losses"

    def run(self, table: Table) -> None:
        if not is_side(table, ENEMY) or not table.is_in(ENEMY):
            return
        battle, enemy = fought(table), table.player(ENEMY)
        area, capital, side = battle.area, enemy.capital, battle.side(ENEMY)
        if capital is None or area == capital:
            return
        on_land = dict(table.land_units(ENEMY, area))
        take_off_land(table, ENEMY, on_land, area)
        units = together(on_land, side.adrift)
        side.adrift = {}
        vessels = table.vessels_at(ENEMY, area)
        for vessel in vessels:
            aboard = enemy.vessels[vessel]
            units = together(units, aboard.passengers)
            aboard.passengers, aboard.at = {}, capital
        if units:
            enemy.units[capital] = together(enemy.units.get(capital, {}), units)
        gone = {**units, **dict.fromkeys(vessels, 1)}
        if gone:
            table.log(UnitsRetreated(rule=self.rule, seat=ENEMY, units=gone, origin=area, destination=capital))
