"""The effects of tokens, Spells and abilities: one small evaluator for the vocabulary of the component pack.

``CarryOut`` walks through the effects of a source one after the other. ``EFFECTS`` has a function for each op: it
changes the table, or pushes the step that asks for what is still open. Effects in a Battle, and those that a Spell
aims at a target, are told apart by their chapters (``battles``, ``spell_effects``).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.counts import together
from service.engine.defect import Defect, error
from service.engine.shapes import Seat
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.choices import lose_resources
from service.games.heroes_of_land_air_and_sea.components import Effect
from service.games.heroes_of_land_air_and_sea.end_of_game import check_objectives
from service.games.heroes_of_land_air_and_sea.ids import Area, EffectSource, UnitId
from service.games.heroes_of_land_air_and_sea.occasions import rule_of
from service.games.heroes_of_land_air_and_sea.spell_deck import draw_cards
from service.games.heroes_of_land_air_and_sea.stock import gain, score
from service.games.heroes_of_land_air_and_sea.stock_events import UnitsMissing, UnitsPlaced
from service.games.heroes_of_land_air_and_sea.supply import destroy, place
from service.games.heroes_of_land_air_and_sea.table import Table

Number = Annotated[int, Meta(ge=0, le=20)]


class CarryOut(Step, tag="carry-out"):
    """Carry out the effects of a source for a player, from one of them on; ``area`` is the explored Region."""

    rule: ClassVar[str] = "explore-land.outcome"

    seat: Seat
    source: EffectSource
    number: Number = 0
    area: Area | None = None

    def consistency(self, table: Table) -> Iterator[Defect]:
        effects = table.pack.effects_of(self.source)
        if self.number >= len(effects) or effects[self.number]["op"] not in EFFECTS:
            yield error(self.rule, "/number", "effect", f"{table.named(self.source)} has no such effect to carry out")
        exploring = table.state.exploring
        if self.source in table.pack.tokens and (exploring is None or exploring.seat != self.seat):
            yield error("explore-land.who-resolves", "/seat", "nobody", f"{self.seat} is not exploring")

    def run(self, table: Table) -> None:
        effects = table.pack.effects_of(self.source)
        if self.number >= len(effects) or not table.is_in(self.seat):
            return
        if self.number + 1 < len(effects):
            table.push(CarryOut(seat=self.seat, source=self.source, number=self.number + 1, area=self.area))
        effect = effects[self.number]
        EFFECTS[effect["op"]](table, self, effect)


def rule_for(table: Table, source: str) -> str:
    """The clause by which a source has its effects."""
    if source in table.pack.abilities:
        return rule_of(table.pack.abilities[source])
    return "explore-land.outcome" if source in table.pack.tokens else "cast.cost"


def gain_resources(table: Table, step: CarryOut, effect: Effect) -> None:
    gain(table, step.seat, effect["resources"], rule_for(table, step.source))


def gain_vp(table: Table, step: CarryOut, effect: Effect) -> None:
    score(table, step.seat, effect["amount"], rule_for(table, step.source))


def draw_spells(table: Table, step: CarryOut, effect: Effect) -> None:
    table.push(*draw_cards(step.seat, effect["count"], rule_for(table, step.source)))


def lose_own_resources(table: Table, step: CarryOut, effect: Effect) -> None:
    lose_resources(table, step.seat, step.source, effect["count"])


def place_units(table: Table, step: CarryOut, effect: Effect) -> None:
    """Units of a token: where they were found, or in the Courtyard where there is no room."""
    faction = table.faction(step.seat)
    units = {faction.serf if kind == "serf" else faction.warrior: n for kind, n in effect["units"].items()}
    rule = rule_for(table, step.source)
    for selector in effect["to"]:
        if selector["type"] == "exploring-vessel":
            if take_aboard(table, step.seat, units, rule):
                return
        elif selector["type"] == "explored-region":
            if step.area is not None and table.room(step.seat, step.area) >= sum(units.values()):
                place(table, step.seat, units, step.area, rule)
                return
        else:
            capital = table.player(step.seat).capital
            if capital is not None:
                place(table, step.seat, units, capital, rule)
            return


def take_aboard(table: Table, seat: str, units: Mapping[str, int], rule: str) -> bool:
    """Units from the supply board the exploring Vessel; whether it had room for them."""
    exploring = table.state.exploring
    if exploring is None or exploring.vessel is None:
        return False
    aboard = table.player(seat).vessels[exploring.vessel]
    free = table.unit(exploring.vessel).capacity - sum(aboard.passengers.values()) - sum(aboard.guests.values())
    if free < sum(units.values()):
        return False
    if any(table.supply(seat, unit) < number for unit, number in units.items()):
        table.log(UnitsMissing(rule=rule, seat=seat, units=dict(units), lacks="supply"))
        return True
    aboard.passengers = together(aboard.passengers, units)
    table.log(UnitsPlaced(rule=rule, seat=seat, units=dict(units), region=exploring.vessel))
    check_objectives(table)
    return True


def explorers(table: Table) -> dict[str, int]:
    """The exploring Units that can be lost: those that moved, passengers of the Vessel, or the Vessel alone."""
    exploring = table.state.exploring
    if exploring is None:
        return {}
    if exploring.vessel is None:
        return dict(exploring.units)
    aboard = table.player(exploring.seat).vessels[exploring.vessel]
    return together(aboard.passengers, aboard.guests) or {exploring.vessel: 1}


def lose_explorer(table: Table, step: CarryOut, effect: Effect) -> None:
    found = explorers(table)
    if len(found) == 1:
        lose_unit(table, step.seat, next(iter(found)))
    elif found:
        table.push(ChooseExplorer(seat=step.seat, source=step.source))


def lose_unit(table: Table, seat: str, unit: str) -> None:
    exploring = table.state.exploring
    assert exploring is not None
    if unit == exploring.vessel:
        rule = "fly.explore-lose-unit" if table.unit(unit).kind == "air-vessel" else "explore-sea.lose-unit"
    else:
        rule = "explore-land.outcome"
    ally = table.ally(seat)
    owner = ally if ally is not None and table.unit(unit).faction == table.player(ally).faction else seat
    destroy(table, owner, {unit: 1}, exploring.area, rule, aboard=exploring.vessel)


class LoseExplorer(Action, tag="lose-explorer", frozen=True):
    """Lose one of the exploring Units."""

    unit: UnitId

    @classmethod
    def candidates(cls, table: Table, step: "ChooseExplorer", actor: str, where: Where) -> Iterable["LoseExplorer"]:
        return [cls(actor=actor, unit=unit) for unit in explorers(table)]

    def violations(self, table: Table, step: "ChooseExplorer", actor: str) -> Iterator[Violation]:
        if self.unit not in explorers(table):
            yield Violation(
                "explore-land.who-resolves:unit",
                "{unit} is not among the exploring Units: {units}",
                units=explorers(table),
                unit=self.unit,
            )

    def apply(self, table: Table, step: "ChooseExplorer", actor: str) -> None:
        lose_unit(table, actor, self.unit)


class ChooseExplorer(Choice, tag="choose-explorer"):
    """A token costs one of the exploring Units: the player chooses which."""

    rule: ClassVar[str] = "explore-land.who-resolves"
    prompt: ClassVar[str] = "Choose the exploring Unit that is lost."
    actions: ClassVar[tuple[type[Action], ...]] = (LoseExplorer,)

    source: EffectSource

    def consistency(self, table: Table) -> Iterator[Defect]:
        exploring = table.state.exploring
        if not explorers(table) or exploring is None or exploring.seat != self.seat:
            yield error(self.rule, "/seat", "nobody", f"{self.seat} has no exploring Unit to lose")


def nothing(table: Table, step: CarryOut, effect: Effect) -> None:
    """What works at another time: at the end of the game."""


EFFECTS: dict[str, Callable[[Table, CarryOut, dict[str, Any]], None]] = {
    "gain-resources": gain_resources,
    "gain-vp": gain_vp,
    "draw-spells": draw_spells,
    "lose-resources": lose_own_resources,
    "place-units": place_units,
    "lose-explorer": lose_explorer,
    "end-vp-controller": nothing,
}
