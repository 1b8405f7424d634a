"""The effects of Spells and of abilities that a player uses, for whoever they are carried out and at whatever aimed."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import field
from msgspec.structs import replace

from service.engine.action import Action, Where
from service.engine.counts import holds
from service.engine.defect import Defect, error
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.battles import start_battle
from service.games.heroes_of_land_air_and_sea.choices import ChooseExchange
from service.games.heroes_of_land_air_and_sea.components import Effect
from service.games.heroes_of_land_air_and_sea.effects import (
    CarryOut,
    draw_spells,
    gain_resources,
    gain_vp,
    rule_for,
)
from service.games.heroes_of_land_air_and_sea.exploring import explore, turn_up
from service.games.heroes_of_land_air_and_sea.ids import Region, Units
from service.games.heroes_of_land_air_and_sea.marching import March, MarchFrom
from service.games.heroes_of_land_air_and_sea.recruiting import courtyard, unit_of
from service.games.heroes_of_land_air_and_sea.region_limit import limits
from service.games.heroes_of_land_air_and_sea.spell_deck import draw_cards
from service.games.heroes_of_land_air_and_sea.spell_events import ArmyTeleported, NothingHappens, UnitsMoved
from service.games.heroes_of_land_air_and_sea.spell_targets import ChooseTarget, parts, still_fits
from service.games.heroes_of_land_air_and_sea.stealing import steal
from service.games.heroes_of_land_air_and_sea.stock import lose, pay
from service.games.heroes_of_land_air_and_sea.supply import move_on_land, place
from service.games.heroes_of_land_air_and_sea.table import Table, mixes
from service.games.heroes_of_land_air_and_sea.target_rules import Aim, owner_of
from service.games.heroes_of_land_air_and_sea.unit_losses import LoseUnits


class PerformEffects(CarryOut, tag="perform-effects"):
    """Carry out the effects of a Spell or an ability, from one of them on; ``aim`` is what was declared."""

    rule: ClassVar[str] = "cast.cost"

    aim: Aim = field(default_factory=Aim)

    def consistency(self, table: Table) -> Iterator[Defect]:
        effects = table.pack.effects_of(self.source)
        known = self.number < len(effects) and effects[self.number]["op"] in SPELL_EFFECTS
        if self.source in table.pack.tokens or not known:
            yield error(self.rule, "/number", "effect", f"{table.named(self.source)} has no such effect to carry out")

    def run(self, table: Table) -> None:
        effects = table.pack.effects_of(self.source)
        if self.number >= len(effects) or not table.is_in(self.seat):
            return
        if self.number + 1 < len(effects):
            table.push(replace(self, number=self.number + 1))
        effect = effects[self.number]
        if parts(effect) and not still_fits(table, self.seat, self.source, effect, self.aim):
            nothing_happens(table, self)
        else:
            SPELL_EFFECTS[effect["op"]](table, self, effect)


def perform(table: Table, seat: str, source: str, asked_by: str) -> None:
    """Carry out the effects of a Spell or an ability for a player, who declares its targets first."""
    effects = table.pack.effects_of(source)
    if not effects:
        return
    table.push(PerformEffects(seat=seat, source=source))
    if any(parts(effect) for effect in effects):
        table.push(ChooseTarget(seat=seat, source=source, asked_by=asked_by))


def nothing_happens(table: Table, step: PerformEffects) -> None:
    name = table.pack.words.name(step.source)
    table.log(NothingHappens(rule="cast.needs-target", seat=step.seat, source=step.source, name=name))


def can_march(table: Table, seat: str, bonus: int) -> bool:
    """Whether a player has an army that can march anywhere."""
    step = March(seat=seat, bonus=bonus)
    candidates = MarchFrom.candidates(table, step, seat, {})
    return any(next(iter(action.violations(table, step, seat)), None) is None for action in candidates)


def march_now(table: Table, step: PerformEffects, effect: Effect) -> None:
    if can_march(table, step.seat, effect["speed_bonus"]):
        table.push(March(seat=step.seat, bonus=effect["speed_bonus"]))
    else:
        nothing_happens(table, step)


def place_at(table: Table, step: PerformEffects, effect: Effect) -> None:
    units = {unit_of(table, step.seat, kind): number for kind, number in effect["units"].items()}
    region = step.aim.areas[0] if parts(effect) else courtyard(table, step.seat)
    place(table, step.seat, units, region, rule_for(table, step.source))


def reveal(table: Table, step: PerformEffects, effect: Effect) -> None:
    rule = rule_for(table, step.source)
    table.push(*(reveal for region in step.aim.areas for reveal in turn_up(table, region, rule)))


def lose_units(table: Table, step: PerformEffects, effect: Effect) -> None:
    area = step.aim.areas[0] if parts(effect) else None
    left = effect.get("count") or effect["min_natural_strength"]
    victims = [other for other in table.rivals(step.seat) if area is None or table.units_at(other, area)]
    table.push(*(LoseUnits(seat=victim, source=step.source, area=area, left=left) for victim in victims))


def take_from(table: Table, step: PerformEffects, effect: Effect) -> None:
    assert step.aim.opponent is not None
    steal(table, step.seat, step.aim.opponent, effect["count"], rule_for(table, step.source))


def burn(table: Table, step: PerformEffects, effect: Effect) -> None:
    assert step.aim.opponent is not None
    lose(table, step.aim.opponent, effect["resources"], rule_for(table, step.source))


def exchange(table: Table, step: PerformEffects, effect: Effect) -> None:
    rule = rule_for(table, step.source)
    table.push(ChooseExchange(seat=step.seat, source=step.source, left=effect["max"], asked_by=rule))


def buy_spells(table: Table, step: PerformEffects, effect: Effect) -> None:
    if table.missing(step.seat, effect["cost"]):
        nothing_happens(table, step)
        return
    pay(table, step.seat, effect["cost"], rule_for(table, step.source))
    table.push(*draw_cards(step.seat, effect["draw"], rule_for(table, step.source)))


# --- what moves Units -------------------------------------------------------------------------------------------------


def move_vessel(table: Table, step: PerformEffects, effect: Effect) -> None:
    unit, (origin, area) = step.aim.unit, step.aim.areas[:2]
    assert unit is not None
    owner = owner_of(table, unit)
    assert owner is not None
    table.player(owner).vessels[unit].at = area
    told(table, step, owner, {unit: 1}, origin, area)


def return_unit(table: Table, step: PerformEffects, effect: Effect) -> None:
    assert step.aim.unit is not None
    owner = owner_of(table, step.aim.unit)
    assert owner is not None
    send(table, step, owner, {step.aim.unit: 1}, step.aim.areas[0], courtyard(table, owner))


def move_enemy(table: Table, step: PerformEffects, effect: Effect) -> None:
    assert step.aim.unit is not None
    owner, (origin, region) = owner_of(table, step.aim.unit), step.aim.areas[:2]
    assert owner is not None
    send(table, step, owner, {step.aim.unit: 1}, origin, region)
    if table.has_piece(step.seat, region):
        start_battle(table, step.seat, region)


def pull_enemy(table: Table, step: PerformEffects, effect: Effect) -> None:
    origin, hero = step.aim.areas[0], table.land_region_of(step.seat, table.pack.abilities[step.source].owner)
    owner = step.aim.opponent
    assert owner is not None
    assert hero is not None
    units = {u: step.aim.number for u in table.land_units(owner, origin) if table.unit(u).kind == effect["kind"]}
    send(table, step, owner, units, origin, hero)
    start_battle(table, step.seat, hero)


def send(
    table: Table, step: PerformEffects, owner: str, units: Mapping[str, int], origin: str, destination: str
) -> None:
    """Units of somebody are moved on land by the effect; they explore nothing."""
    move_on_land(table, owner, units, origin, destination)
    told(table, step, owner, units, origin, destination)


def told(table: Table, step: PerformEffects, owner: str, units: Mapping[str, int], origin: str, to: str) -> None:
    rule = rule_for(table, step.source)
    table.log(UnitsMoved(rule=rule, seat=owner, units=dict(units), origin=origin, destination=to, by=step.seat))


class TeleportUnits(Action, tag="teleport-units", frozen=True):
    """Say which Units go: 1 to 5 of those on land in the Region, as many as there is room for."""

    units: Units

    @classmethod
    def candidates(cls, table: Table, step: "ChooseTeleported", actor: str, where: Where) -> Iterable["TeleportUnits"]:
        for units in mixes(table.land_units(actor, step.origin), step.most(table)):
            if units:
                yield cls(actor=actor, units=units)

    def violations(self, table: Table, step: "ChooseTeleported", actor: str) -> Iterator[Violation]:
        number, there = sum(self.units.values()), table.land_units(actor, step.origin)
        if not 1 <= number <= step.limit(table):
            yield Violation(
                "cast.cost:number",
                "an army of 1 to {most} Units goes, not {number}",
                at="units",
                most=step.limit(table),
                number=number,
            )
        if not holds(there, self.units):
            yield Violation(
                "cast.cost:not-there",
                "on land in {origin} {seat} has {there}",
                at="units",
                origin=step.origin,
                seat=actor,
                there=there,
            )
        room = table.room(actor, step.destination)
        if number > room:
            full = Violation(
                "march.region-limit:army",
                "{region} has room for {room} more of {seat}'s Units",
                at="units",
                region=step.destination,
                room=room,
                seat=actor,
            )
            yield from limits(table, actor, step.destination, number, full)

    def apply(self, table: Table, step: "ChooseTeleported", actor: str) -> None:
        move_on_land(table, actor, self.units, step.origin, step.destination)
        table.log(
            ArmyTeleported(
                rule=step.rule,
                seat=actor,
                units=dict(self.units),
                origin=step.origin,
                destination=step.destination,
            )
        )
        explore(table, actor, step.destination, units=self.units, asked_by="explore-land.only-own-movement")


class ChooseTeleported(Choice, tag="choose-teleported"):
    """Which Units a Spell takes from one Region to another."""

    rule: ClassVar[str] = "cast.cost"
    prompt: ClassVar[str] = "Choose the Units that go from {origin} to {destination}."
    actions: ClassVar[tuple[type[Action], ...]] = (TeleportUnits,)

    origin: Region
    destination: Region

    def limit(self, table: Table) -> int:
        """How many Units an army has at most."""
        most: int = table.pack.constants["army_max"]
        return most

    def most(self, table: Table) -> int:
        """How many Units can go, with the room there is."""
        return min(self.limit(table), table.room(self.seat, self.destination))

    def must(self, table: Table) -> Sequence[str]:
        able = table.is_in(self.seat) and self.most(table) and table.land_units(self.seat, self.origin)
        return (self.seat,) if able else ()

    def consistency(self, table: Table) -> Iterator[Defect]:
        if self.origin == self.destination or not table.has_piece(self.seat, self.destination):
            detail = f"{self.seat} cannot go to {table.named(self.destination)}"
            yield error(self.rule, "/destination", "region", detail)


def teleport_army(table: Table, step: PerformEffects, effect: Effect) -> None:
    origin, destination = step.aim.areas[:2]
    table.push(ChooseTeleported(seat=step.seat, origin=origin, destination=destination))


SPELL_EFFECTS: dict[str, Callable[[Table, Any, Effect], None]] = {
    "gain-resources": gain_resources,
    "gain-vp": gain_vp,
    "draw-spells": draw_spells,
    "exchange-resources": exchange,
    "buy-spells": buy_spells,
    "lose-units": lose_units,
    "lose-resources": burn,
    "steal-resources": take_from,
    "march-now": march_now,
    "teleport-army": teleport_army,
    "place-units": place_at,
    "reveal-tokens": reveal,
    "move-vessel": move_vessel,
    "return-unit": return_unit,
    "move-enemy": move_enemy,
    "pull-enemy": pull_enemy,
}
