"""Activating Deeds: showing goods, Orbs in their stead, and the Reward that follows."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Annotated

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.shapes import counts
from service.engine.violation import Violation
from service.games.kingdom_defenders.activation import ActivationStep, RecoverDiscs
from service.games.kingdom_defenders.card_events import DeedCompleted, OrbsSpent
from service.games.kingdom_defenders.ids import Deed, Good, Space
from service.games.kingdom_defenders.rewards import ChooseReward
from service.games.kingdom_defenders.table import Table

Orbs = Annotated[dict[Good, Annotated[int, Meta(ge=0, le=9)]], counts(9)]


class CompleteDeed(Action, tag="complete-deed", frozen=True):
    """Show the goods of a Deed; ``orbs`` says for which of them an Orb is shown instead."""

    space: Space
    deed: Deed
    orbs: Orbs = {}

    @classmethod
    def candidates(cls, table: Table, step: ActivationStep, actor: str, where: Where) -> Iterable["CompleteDeed"]:
        for space, _ in table.standings(actor, "A", "B1"):
            if is_for_deeds(table, space):
                for deed in table.open_deeds():
                    for orbs in orb_choices(table.pack.deeds[deed], table.unspent_orbs(actor)):
                        yield cls(actor=actor, space=space, deed=deed, orbs=orbs)

    def violations(self, table: Table, step: ActivationStep, actor: str) -> Iterator[Violation]:
        yield from step.may_activate(table, actor, self.space)
        if not is_for_deeds(table, self.space):
            yield Violation("deeds.choose-available:elsewhere", "Deeds are not completed on {space}", space=self.space)
        if self.deed not in table.state.deeds.values():
            yield Violation("deeds.choose-available", "Deed {deed} is not available", deed=self.deed)
        yield from orb_violations(table, actor, table.pack.deeds[self.deed], self.orbs)
        yield from goods_violations(table, actor, table.pack.deeds[self.deed], self.orbs)

    def apply(self, table: Table, step: ActivationStep, actor: str) -> None:
        in_area_a = table.pack.spaces[self.space].area == "A"
        rule = "character-effects.p3-deed" if in_area_a else "deeds.show-goods"
        table.log(DeedCompleted(rule=rule, seat=actor, deed=self.deed, orbs=dict(self.orbs)))
        spent = sum(self.orbs.values())
        if spent:
            table.player(actor).spent_orbs += spent
            table.log(OrbsSpent(rule="deeds.orb-marked-spent", seat=actor, number=spent))
        slot = next(slot for slot, deed in table.state.deeds.items() if deed == self.deed)
        del table.state.deeds[slot]
        table.push(
            ChooseReward(seat=actor, bonus=True, gained_by="deeds.prize-reward"),
            RecoverDiscs(seat=actor, space=self.space),
        )


def is_for_deeds(table: Table, space: str) -> bool:
    """Whether a disc on this space completes Deeds: Area B.1, or the Adventurer."""
    return table.pack.spaces[space].area == "B1" or table.tile_on(space) == "P3"


def orb_choices(goods: dict[str, int], orbs: int) -> Iterator[dict[str, int]]:
    """Every way to show Orbs for some of the goods, none first; an Orb may stand for a good that is owned too."""
    kinds = sorted(goods)
    for numbers in product(*(range(goods[kind] + 1) for kind in kinds)):
        if sum(numbers) <= orbs:
            yield {kind: n for kind, n in zip(kinds, numbers, strict=True) if n}


def orb_violations(table: Table, seat: str, goods: dict[str, int], orbs: dict[str, int]) -> Iterator[Violation]:
    """Why these Orbs cannot be shown."""
    for kind, number in orbs.items():
        if number > goods.get(kind, 0):
            yield Violation(
                "deeds.orb-wildcard:not-asked",
                "the Deed asks for {asked} {kind}, not for {number} Orb(s) in its place",
                at="orbs",
                asked=goods.get(kind, 0),
                kind=kind,
                number=number,
            )
    shown, has = sum(orbs.values()), table.unspent_orbs(seat)
    if shown > has:
        yield Violation(
            "deeds.orb-marked-spent:none-left",
            "{seat} shows {shown} Orb(s) and has {has} that are not spent",
            at="orbs",
            seat=seat,
            shown=shown,
            has=has,
        )


def goods_violations(table: Table, seat: str, goods: dict[str, int], orbs: dict[str, int]) -> Iterator[Violation]:
    """Which goods the player lacks. An Orb shown for another good no longer counts as one itself."""
    for kind, number in goods.items():
        needs, has = number - orbs.get(kind, 0), table.good(seat, kind)
        if kind == "orb":
            has -= sum(orbs.values())
        if has < needs:
            yield Violation(
                "deeds.show-goods",
                "the Deed asks for {needs} {kind}, {seat} has {has}",
                at="deed",
                needs=needs,
                kind=kind,
                seat=seat,
                has=has,
            )
