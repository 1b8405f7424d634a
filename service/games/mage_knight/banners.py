"""Using what a Banner gives the Unit to which it is assigned."""

from collections.abc import Iterable, Iterator
from typing import Any

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.mage_knight.effect_rules import Use, objections, usable_violations
from service.games.mage_knight.effects import start
from service.games.mage_knight.events_rewards import BannerUsed
from service.games.mage_knight.ids import UnitRef
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.reactions import announced
from service.games.mage_knight.state_turn import Source
from service.games.mage_knight.table import Table
from service.games.mage_knight.units import units_forbidden


def ability_of(table: Table, card: str) -> EffectNode | None:
    """The effect of a Banner that its Unit can use; None where it always works."""
    nodes = [table.node(at) for at in table.card(card).halves["basic"]]
    return next((node for node in nodes if node.inside("ability")), None)


class UseBanner(Action, tag="use-banner", frozen=True):
    """Use the Banner of a Unit."""

    unit: UnitRef

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["UseBanner"]:
        units = table.player(actor).units
        return [cls(actor=actor, unit=ref) for ref in sorted(units) if units[ref].banner is not None]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        unit = table.player(actor).units.get(self.unit)
        if unit is None or unit.banner is None:
            yield Violation("units.banner-basic-only:none", "{unit} have no Banner", at="unit", unit=self.unit)
            return
        node, banner = ability_of(table, unit.banner), table.name(unit.banner)
        if node is None:
            yield Violation("units.banner-basic-only", "{banner} works by itself", at="unit", banner=banner)
            return
        ability, name = node.params["ability"], self.unit
        if ability["cost"] == "spend-this-unit":
            if unit.spent:
                yield Violation("units.activation-condition:banner-spent", "{unit} are Spent", at="unit", unit=name)
            if unit.wounds:
                yield Violation("units.activation-condition:banner", "{unit} are Wounded", at="unit", unit=name)
        elif unit.banner_down:
            yield Violation(
                "effects.follow-card-text:banner-down",
                "{banner} has been used in this Round",
                at="unit",
                banner=banner,
            )
        readies = any(table.node(at).op == "ready-unit" for at in node.inside("ability"))
        if readies and not unit.spent:
            yield Violation("units.ready:banner", "{unit} are Ready", at="unit", unit=name)
        yield from units_forbidden(table, actor, unit)
        combat = table.state.combat
        if "phase" in ability and (combat is None or combat.phase != ability["phase"]):
            yield Violation(
                "combat.effects-by-phase:banner", "{banner} is used in the Block phase only", at="type", banner=banner
            )
        yield from usable_violations(table, actor, ability.get("usable"), banner)
        source = Source(origin="banner", id=unit.banner, half="banner")
        yield from objections(table, Use.of(table, actor, source), node.inside("ability"))

    def apply(self, table: Table, step: Any, actor: str) -> None:
        unit = table.player(actor).units[self.unit]
        assert unit.banner is not None
        node = ability_of(table, unit.banner)
        assert node is not None
        if node.params["ability"]["cost"] == "spend-this-unit":
            unit.spent = True
        else:
            unit.banner_down = True
        table.turn.begun = True
        table.log(BannerUsed(rule="units.banner-basic-only", seat=actor, banner=unit.banner, unit=self.unit))
        source = Source(origin="banner", id=unit.banner, half="banner")
        table.push(*announced(table, start(table, actor, source, node.inside("ability"))))
