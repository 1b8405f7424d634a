"""4.3 Activating Area C: supplying the Camps. Also the Commander (P4) and the Arsenal (E14), which follow its rules."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.shapes import RuleRef, counts
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.kingdom_defenders.activation import ActivationStep, Decline
from service.games.kingdom_defenders.effects import Use, obstacle, operation
from service.games.kingdom_defenders.gains import gain_fame, recover
from service.games.kingdom_defenders.horde_events import CampsSupplied
from service.games.kingdom_defenders.ids import Amounts
from service.games.kingdom_defenders.pack import Effect
from service.games.kingdom_defenders.state import CampResource
from service.games.kingdom_defenders.table import CAMP_RESOURCES, Table

SPACE_RULE = {
    "C-1": "area-c.first-space",
    "C-2": "area-c.second-space",
    "C-3": "area-c.third-space",
    "C-4": "area-c.fourth-space",
}


NO_CONTRIBUTION = "area-c.no-contribution-minus-2"
BY_TILE = ("building-effects.e14-arsenal", "character-effects.p4-one-resource", "character-effects.p4-two-resources")
LIMIT = "at most {most} can be contributed here, not {total}"
NOTHING = "at least 1 resource is contributed"
NONE = "{seat} has nothing to place"
SUPPLY_MESSAGES = {
    **{f"{rule}:limit": LIMIT for rule in (*SPACE_RULE.values(), *BY_TILE)},
    **{f"{rule}:nothing": NOTHING for rule in (NO_CONTRIBUTION, *BY_TILE)},
    **{f"{rule}:none": NONE for rule in BY_TILE},
}
"""The refusals of a contribution, for each clause that sets how much goes into the Camps."""


class SupplyStep(Step):
    """A step at which resources go into the own Camps."""

    def most(self, table: Table) -> int:
        """How many resources may be contributed here."""
        raise NotImplementedError

    def limit_rule(self, table: Table) -> str:
        """The clause that sets that limit."""
        raise NotImplementedError

    def done(self, table: Table, seat: str) -> None:
        """What follows a contribution."""


class Contribute(Action, tag="contribute", frozen=True):
    """Put Weapons and Spells of the own stock into the own Camps."""

    resources: Annotated[dict[CampResource, Annotated[int, Meta(ge=0, le=5)]], counts(2)]

    @classmethod
    def candidates(cls, table: Table, step: SupplyStep, actor: str, where: Where) -> Iterable["Contribute"]:
        most = step.most(table)
        for total in range(1, most + 1):
            for weapons in range(total, -1, -1):
                resources: dict[CampResource, int] = {"spell": total - weapons, "weapon": weapons}
                yield cls(actor=actor, resources={kind: n for kind, n in resources.items() if n})

    def violations(self, table: Table, step: SupplyStep, actor: str) -> Iterator[Violation]:
        total = sum(self.resources.values())
        yield from amount_violations(step, table, total)
        yield from supply_violations(table, actor, self.resources)

    def apply(self, table: Table, step: SupplyStep, actor: str) -> None:
        player = table.player(actor)
        for kind, number in self.resources.items():
            setattr(player, kind, getattr(player, kind) - number)
            player.camps[kind] = player.camps.get(kind, 0) + number
        table.log(CampsSupplied(rule=step.limit_rule(table), seat=actor, goods=dict(self.resources)))
        gain_fame(table, actor, sum(self.resources.values()), "area-c.fame-per-resource")
        step.done(table, actor)


def amount_violations(step: SupplyStep, table: Table, total: int) -> Iterator[Violation]:
    """Too many for this space or tile, or none at all, which is no contribution."""
    most, rule = step.most(table), step.limit_rule(table)
    if total > most:
        yield Violation(f"{rule}:limit", LIMIT, at="resources", most=most, total=total)
    if total == 0:
        yield Violation(f"{rule if rule in BY_TILE else NO_CONTRIBUTION}:nothing", NOTHING, at="resources")


def supply_violations(table: Table, seat: str, resources: Amounts) -> Iterator[Violation]:
    """The rules of Area C that hold wherever resources go into Camps."""
    if any(resources.values()) and all(table.lacking(kind) == 0 for kind in CAMP_RESOURCES):
        yield Violation("area-c.full-horde-no-more", "the Horde lacks nothing any more", at="resources")
    for kind, number in resources.items():
        lacking, has = table.lacking(kind), table.stock(seat, kind)
        if number > lacking:
            yield Violation(
                "area-c.exact-type-and-number",
                "the Horde lacks {lacking} {kind}, not {number}",
                at="resources",
                lacking=lacking,
                kind=kind,
                number=number,
            )
        if number > has:
            yield Violation(
                "area-c.own-camps:stock",
                "{seat} has {has} {kind}, not {number}",
                at="resources",
                seat=seat,
                has=has,
                kind=kind,
                number=number,
            )
    yield from full_camps(table, seat, sum(resources.values()), "resources")


def full_camps(table: Table, seat: str, more: int, at: str) -> Iterator[Violation]:
    """The boxes of the own Camps do not suffice."""
    boxes, filled = table.pack.camp_boxes[table.number], table.camp_total(seat)
    if filled + more <= boxes:
        return
    facts: dict[str, Any] = {"filled": filled, "boxes": boxes, "more": more}
    if boxes == 5:
        yield Violation(
            "area-c.camp-limit-5", "{filled} of {boxes} boxes are filled, {more} more do not fit", at=at, **facts
        )
    else:
        yield Violation(
            "area-c.camp-limit-4", "{filled} of {boxes} boxes are filled, {more} more do not fit", at=at, **facts
        )


class ActivateAreaC(SupplyStep, ActivationStep, tag="activate-area-c"):
    """The four spaces from top to bottom, whatever the turn order."""

    rule: ClassVar[str] = "area-c.order-top-down"
    prompt: ClassVar[str] = "Contribute resources to your Camps, or lose 2 Fame."
    actions: ClassVar[tuple[type[Action], ...]] = (Contribute, Decline)

    def due_space(self, table: Table) -> str | None:
        """The topmost space that holds a disc."""
        return next((space for space in table.pack.area_c if space in table.state.discs), None)

    def must(self, table: Table) -> tuple[str, ...]:
        space = self.due_space(table)
        return (table.state.discs[space].seat,) if space else ()

    def most(self, table: Table) -> int:
        space = self.due_space(table)
        return table.pack.spaces[space].contribute if space else 0

    def limit_rule(self, table: Table) -> str:
        return SPACE_RULE[self.due_space(table) or "C-1"]

    def done(self, table: Table, seat: str) -> None:
        space = self.due_space(table)
        if space:
            recover(table, space, "area-c.act-and-recover")

    def may_activate(self, table: Table, seat: str, space: str) -> Iterator[Violation]:
        due = self.due_space(table)
        if space != due:
            yield Violation("area-c.order-top-down", "{due} is activated now, not {space}", due=due, space=space)


class SupplyCamps(SupplyStep, Choice, tag="supply-camps"):
    """The Commander or the Arsenal is in action: the player says what goes into the Camps."""

    rule: ClassVar[str] = "character-effects.p4-area-c-rules"
    prompt: ClassVar[str] = "Choose the resources that go into your Camps."
    actions: ClassVar[tuple[type[Action], ...]] = (Contribute,)

    also_cites: ClassVar[tuple[str, ...]] = BY_TILE

    number: Annotated[int, Meta(ge=1, le=2)]
    supplied_by: RuleRef

    def cites(self) -> str:
        return self.supplied_by

    def most(self, table: Table) -> int:
        return self.number

    def limit_rule(self, table: Table) -> str:
        return self.supplied_by


@operation("contribute")
def _contribute(table: Table, seat: str, effect: Effect, rule: str, space: str) -> None:
    table.push(SupplyCamps(seat=seat, number=effect["max"], supplied_by=rule))


@obstacle("contribute")
def _nothing_to_contribute(table: Table, use: Use, effect: Effect) -> Iterator[Violation]:
    if any(not list(supply_violations(table, use.seat, {kind: 1})) for kind in CAMP_RESOURCES):
        return
    lacking = [kind for kind in CAMP_RESOURCES if table.lacking(kind)]
    if not lacking:
        yield Violation("area-c.full-horde-no-more", "the Horde lacks nothing any more", at="action")
    yield from full_camps(table, use.seat, 1, "action")
    if lacking and not any(table.stock(use.seat, kind) for kind in lacking):
        yield Violation(f"{use.rule}:none", NONE, at="action", seat=use.seat)


class SkipAreaC(Step, tag="skip-area-c"):
    """In round 1 nothing is activated here; a disc that stands here by mistake is taken back."""

    rule: ClassVar[str] = "area-c.skipped-in-round-1"

    def run(self, table: Table) -> None:
        for space in table.pack.area_c:
            if space in table.state.discs:
                recover(table, space, self.rule)
