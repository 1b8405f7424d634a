"""4. Tax for Resources, and the Tax Track."""

from collections.abc import Iterable
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.step import Choice, Step
from service.games.heroes_of_land_air_and_sea.action_events import TaxTaken, TaxTrackAdvanced
from service.games.heroes_of_land_air_and_sea.ids import RESOURCES, Resource
from service.games.heroes_of_land_air_and_sea.occasions import rule_of
from service.games.heroes_of_land_air_and_sea.stock import gain
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.teams import gifts


def tax_track(table: Table) -> dict[Resource, int]:
    """What each Resource yields on the Tax Track."""
    return dict(zip(table.state.tax, table.pack.constants["tax_track"], strict=False))


class Tax(Action, tag="tax", frozen=True):
    """Gain as much of a Resource as the Tax Track says."""

    resource: Resource

    @classmethod
    def candidates(cls, table: Table, step: "TaxResources", actor: str, where: Where) -> Iterable["Tax"]:
        return [cls(actor=actor, resource=resource) for resource in RESOURCES]

    def apply(self, table: Table, step: "TaxResources", actor: str) -> None:
        amount = tax_track(table).get(self.resource, 0)
        table.log(TaxTaken(rule="tax.gain", seat=actor, resource=self.resource, amount=amount))
        gain(table, actor, {self.resource: amount}, "tax.gain")
        for ability in table.abilities(actor, "tax-bonus"):
            gain(table, actor, {self.resource: ability.params["amount"]}, rule_of(ability))
        table.push(*gifts(table, actor))


class TaxResources(Choice, tag="tax"):
    """The Tax action."""

    rule: ClassVar[str] = "tax.gain"
    prompt: ClassVar[str] = "Choose a Resource to gain."
    actions: ClassVar[tuple[type[Action], ...]] = (Tax,)


class AdvanceTaxTrack(Step, tag="advance-tax-track"):
    """Once Tax and all Follows are done, the tokens on the Tax Track advance once."""

    rule: ClassVar[str] = "tax.advance"

    def run(self, table: Table) -> None:
        track = table.state.tax
        table.state.tax = [*track[1:], *track[:1]]
        table.log(TaxTrackAdvanced(rule=self.rule, track=tax_track(table)))
