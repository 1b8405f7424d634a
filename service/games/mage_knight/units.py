"""Units: activating them, gaining and disbanding them, and their Banners."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.mage_knight.at_once import at_once_violations
from service.games.mage_knight.bags import put
from service.games.mage_knight.effect_rules import Use, objections
from service.games.mage_knight.effects import start
from service.games.mage_knight.events_effects import (
    BannerAssigned,
    BannerFell,
    UnitActivated,
    UnitDestroyed,
    UnitDisbanded,
    UnitRecruited,
)
from service.games.mage_knight.ids import Card, Price, UnitRef
from service.games.mage_knight.mana import Purpose, Purse, pay, price_options, price_violations, spend_all
from service.games.mage_knight.pack_cards import Ability
from service.games.mage_knight.reactions import announced
from service.games.mage_knight.state import UnitInPlay
from service.games.mage_knight.state_turn import Source
from service.games.mage_knight.table import Table

AbilityName = Annotated[str, Meta(pattern="^ability-[1-3]$", max_length=16)]


class ActivateUnit(Action, tag="activate-unit", frozen=True):
    """Activate a Ready Unit that is not Wounded for one of its abilities."""

    unit: UnitRef
    ability: AbilityName
    mana: Price = []

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["ActivateUnit"]:
        purse = Purse(table, actor)
        for ref, _ in table.units(actor):
            for ability in table.unit(ref).abilities.values():
                for price in price_options(purse, ability.mana, _purposes(ability)):
                    yield cls(actor=actor, unit=ref, ability=ability.name, mana=list(price))

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        unit = table.player(actor).units.get(self.unit)
        ability = table.unit(self.unit).abilities.get(self.ability)
        if unit is None:
            yield Violation("units.stay-in-unit-area:none", "{seat} has no such Unit", at="unit", seat=actor)
            return
        name = self.unit
        if unit.spent:
            yield Violation("units.activation-condition:spent", "{unit} are Spent", at="unit", unit=name)
        if unit.wounds:
            yield Violation("units.activation-condition", "{unit} are Wounded", at="unit", unit=name)
        if ability is None:
            yield Violation("units.one-ability-per-activation", "{unit} have no such ability", at="ability", unit=name)
            return
        yield from units_forbidden(table, actor, unit)
        purse = Purse(table, actor)
        wanted, what = ability.mana, _purposes(ability)
        wrong = list(price_violations(purse, wanted, self.mana, what, "units.ability-mana-cost"))
        yield from wrong
        if not wrong:
            spend_all(purse, self.mana, what)
        source = Source(origin="unit", id=self.unit, half=self.ability)  # type: ignore[arg-type]
        use = Use.of(table, actor, source).with_purse(purse)
        yield from at_once_violations(table, actor, self.mana, use, ability.nodes)
        yield from objections(table, use, ability.nodes)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        ability = table.unit(self.unit).abilities[self.ability]
        table.player(actor).units[self.unit].spent = True
        table.turn.begun = True
        table.log(UnitActivated(rule="units.activation-spends", seat=actor, unit=self.unit, ability=self.ability))
        pay(table, actor, self.mana, _purposes(ability))
        source = Source(origin="unit", id=self.unit, half=self.ability)  # type: ignore[arg-type]
        table.push(*announced(table, start(table, actor, source, ability.nodes)))


def _purposes(ability: Ability) -> Sequence[Purpose]:
    return ["effect"] * len(ability.mana)


def units_forbidden(table: Table, seat: str, unit: UnitInPlay) -> Iterator[Violation]:
    """Why Units cannot be used where the fight takes place; the one under Bonds of Loyalty always can."""
    combat = table.state.combat
    if combat is not None and not combat.units_allowed and not unit.loyal:
        yield Violation("site.units-forbidden", "no Units can be used here", at="unit")


class AssignBanner(Action, tag="assign-banner", frozen=True):
    """Assign a Banner of the hand to a Unit."""

    card: Card
    unit: UnitRef

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["AssignBanner"]:
        banners = [card for card in table.playable_in_hand(actor) if table.card(card).is_banner]
        return [cls(actor=actor, card=card, unit=ref) for card in banners for ref, _ in table.units(actor)]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        player = table.player(actor)
        if self.card not in player.hand:
            yield Violation("deed.play-from-hand:banner", "{card} is not in hand", at="card", card=self.card)
        elif not table.card(self.card).is_banner:
            yield Violation("units.banner-assign-any-time", "{card} is no Banner", at="card", card=self.card)
        if self.unit not in player.units:
            yield Violation("units.stay-in-unit-area:banner", "{seat} has no such Unit", at="unit", seat=actor)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        player = table.player(actor)
        player.hand.remove(self.card)
        table.turn.cards_used += 1
        table.turn.begun = True
        drop_banner(table, actor, self.unit)
        unit = player.units[self.unit]
        unit.banner, unit.banner_down = self.card, False
        table.log(BannerAssigned(rule="units.banner-assign-any-time", seat=actor, banner=self.card, unit=self.unit))


def drop_banner(table: Table, seat: str, ref: str) -> None:
    """The Banner of a Unit, if it has one, goes to the discard pile of its owner."""
    player = table.player(seat)
    unit = player.units[ref]
    if unit.banner is not None:
        put(player.discard, unit.banner)
        table.log(BannerFell(rule="units.banner-falls-off", seat=seat, banner=unit.banner))
        unit.banner, unit.banner_down = None, False


def has_free_command_token(table: Table, seat: str) -> bool:
    """Whether a Command token is not yet assigned; that of Bonds of Loyalty stands for itself."""
    units = sum(not unit.loyal for unit in table.player(seat).units.values())
    return units < table.level(seat).command_tokens


def lose_unit(table: Table, seat: str, ref: str, rule: str, *, destroyed: bool = False) -> None:
    """A Unit leaves the game: disbanded or destroyed."""
    drop_banner(table, seat, ref)
    told = UnitDestroyed if destroyed else UnitDisbanded
    table.log(told(rule=rule, seat=seat, unit=ref))
    put(table.state.removed.units, table.pack.unit_kind(ref))
    del table.player(seat).units[ref]


def join(table: Table, seat: str, kind: str, *, loyal: bool = False) -> str:
    """A new Unit enters the Unit area, Ready and not Wounded; what it is called there."""
    ref = table.new_unit_ref(seat, kind)
    table.player(seat).units[ref] = UnitInPlay(loyal=loyal)
    if table.state.turn is not None and table.state.turn.seat == seat:
        table.state.turn.units_recruited += 1
    table.log(UnitRecruited(rule="units.new-ready-unwounded", seat=seat, unit=ref))
    return ref


def disband_violations(table: Table, seat: str, disbanded: str | None) -> Iterator[Violation]:
    """Why a Unit cannot be gained by giving this one up, or without giving one up."""
    units = table.player(seat).units
    if disbanded is None:
        if not has_free_command_token(table, seat):
            yield Violation(
                "units.disband-when-full", "all Command tokens of {seat} are occupied", at="disband", seat=seat
            )
        return
    if disbanded not in units:
        yield Violation("units.stay-in-unit-area:disband", "{seat} has no such Unit", at="disband", seat=seat)
    elif has_free_command_token(table, seat):
        yield Violation("units.disband-when-full:free", "{seat} has a free Command token", at="disband", seat=seat)
    elif units[disbanded].loyal:
        yield Violation(
            "effects.follow-card-text:loyal",
            "{unit} under Bonds of Loyalty cannot be disbanded",
            at="disband",
            unit=disbanded,
        )
