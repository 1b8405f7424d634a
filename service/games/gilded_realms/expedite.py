"""Expedite: a Material or a Supply buys two Progress for Buildings or for Units."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from service.engine.action import Action, Where
from service.engine.counts import without
from service.engine.violation import Violation
from service.games.gilded_realms.events import ResourcesDiscarded, in_words
from service.games.gilded_realms.given_progress import Kind, SpendProgress, can_progress
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import discard

KINDS: tuple[Kind, ...] = ("building", "unit")
Source = Literal["treasury", "card"]


def card_with_supply(table: Table, seat: str) -> str | None:
    """The card whose Supply may pay for Expediting Units, if there is any left on it (Ceria)."""
    stored = table.player(seat).stored
    for ability in table.abilities(seat, "static"):
        if "expedite_unit_supply_from_card" in ability.modify and stored.get(ability.source, {}).get("supply"):
            return ability.source
    return None


class Expedite(Action, tag="expedite", frozen=True):
    """Discard a Material for two Progress to Buildings, or a Supply for two Progress to Units."""

    kind_of_card: Kind
    pay_from: Source = "treasury"

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["Expedite"]:
        found = [cls(actor=actor, kind_of_card=kind) for kind in KINDS]
        if card_with_supply(table, actor) is not None:
            found.append(cls(actor=actor, kind_of_card="unit", pay_from="card"))
        return found

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if not can_progress(table, actor, self.kind_of_card):
            yield Violation(
                "expedite.needs-target",
                "no {kind} lies in the Build Queue of {seat}",
                at="kind_of_card",
                kind=self.kind_of_card.title(),
                seat=actor,
            )
        if self.pay_from == "card":
            if self.kind_of_card != "unit" or card_with_supply(table, actor) is None:
                yield Violation(
                    "apex-pyre.ceria-use", "{seat} has no Supply on a card for this", at="pay_from", seat=actor
                )
            return
        missing = table.missing(actor, table.pack.constants["expedite"][self.kind_of_card]["cost"])
        if missing and self.kind_of_card == "building":
            yield Violation("expedite.buildings", "{seat} lacks {lacks}", seat=actor, lacks=in_words(missing))
        elif missing:
            yield Violation("expedite.units", "{seat} lacks {lacks}", seat=actor, lacks=in_words(missing))

    def apply(self, table: Table, step: Any, actor: str) -> None:
        expedite = table.pack.constants["expedite"][self.kind_of_card]
        rule = "expedite.buildings" if self.kind_of_card == "building" else "expedite.units"
        progress = expedite["progress"]
        if self.pay_from == "card":
            rule = "apex-pyre.ceria-use"
            take_supply_from_card(table, actor, rule)
        else:
            discard(table, actor, expedite["cost"], rule)
        if self.kind_of_card == "building":
            progress += sum(table.modifiers(actor, "expedite_building_extra_progress"))
        table.push(SpendProgress(seat=actor, kind=self.kind_of_card, left=progress, asked_by=rule))


def take_supply_from_card(table: Table, seat: str, rule: str) -> None:
    """Discard 1 Supply from the card that may pay for Units."""
    card, player = card_with_supply(table, seat), table.player(seat)
    assert card is not None
    left = without(player.stored[card], {"supply": 1})
    if left:
        player.stored[card] = left  # type: ignore[assignment]
    else:
        del player.stored[card]
    table.log(ResourcesDiscarded(rule=rule, seat=seat, amounts={"supply": 1}))
