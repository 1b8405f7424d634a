"""E13 Inn and P8 Emissary: effects that move the player's own disc to another space."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.kingdom_defenders.effects import operation
from service.games.kingdom_defenders.events import DiscMoved, GreyDiscKept, GreyDiscPlaced
from service.games.kingdom_defenders.ids import Space
from service.games.kingdom_defenders.pack import Effect
from service.games.kingdom_defenders.placing_discs import placement_violations
from service.games.kingdom_defenders.setup_events import TurnOrderChanged
from service.games.kingdom_defenders.state import Standing
from service.games.kingdom_defenders.table import Table


class LodgingStep(Choice):
    """A step that moves a disc away from ``origin``; without a fitting space it ends by itself."""

    origin: Space

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from origin_defects(table, self.seat, self.origin, self.rule)

    def has_any(self, table: Table) -> bool:
        """Whether a fitting space exists, as everybody can see."""
        return any(
            not list(candidate.violations(table, self, self.seat))
            for kind in self.actions
            for candidate in kind.candidates(table, self, self.seat, {})
        )

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if self.has_any(table) else ()


def origin_defects(table: Table, seat: str, origin: str, rule: str) -> Iterator[Defect]:
    """A disc that is to move must stand there, alone and its owner's."""
    standing = table.state.discs.get(origin)
    if standing is None or standing.seat != seat or standing.discs != 1 or standing.grey:
        yield error(rule, "/origin", "no-disc", f"no single disc of {seat} stands on {origin}")


class MoveToSpace(Action, frozen=True):
    """An action that names the space to which a disc moves."""

    space: Space

    @classmethod
    def candidates(cls, table: Table, step: LodgingStep, actor: str, where: Where) -> Iterable["MoveToSpace"]:
        return [cls(actor=actor, space=space) for space in table.pack.spaces]


def inn_violations(table: Table, seat: str, space: str, origin: str, discs: int) -> Iterator[Violation]:
    """Why the Inn cannot send this many discs to this space."""
    yield from placement_violations(table, seat, space, origin)
    if space == origin or table.pack.spaces[space].area == "A":
        yield Violation("building-effects.e13-relocate-two", "the Inn sends no disc to {space}", space=space)
    requirement = table.requirement(space)
    if requirement is not None and not (requirement.is_two_discs if discs == 2 else requirement.is_one_disc):
        yield Violation(
            "building-effects.e13-together-or-apart",
            "{space} does not ask for just {discs} disc(s)",
            space=space,
            discs=discs,
        )


class LodgeTogether(MoveToSpace, tag="lodge-together", frozen=True):
    """Put the Inn disc and the grey disc together on a space that needs 2 discs."""

    def violations(self, table: Table, step: LodgingStep, actor: str) -> Iterator[Violation]:
        yield from inn_violations(table, actor, self.space, step.origin, 2)

    def apply(self, table: Table, step: LodgingStep, actor: str) -> None:
        del table.state.discs[step.origin]
        table.state.discs[self.space] = Standing(seat=actor, discs=2, grey=True)
        rule = "building-effects.e13-relocate-two"
        table.log(DiscMoved(rule=rule, seat=actor, origin=step.origin, space=self.space))
        table.log(GreyDiscPlaced(rule=rule, seat=actor, space=self.space))


class LodgeOwn(MoveToSpace, tag="lodge-own", frozen=True):
    """Put the Inn disc on a space that needs 1 disc; the grey disc follows apart from it."""

    def violations(self, table: Table, step: LodgingStep, actor: str) -> Iterator[Violation]:
        yield from inn_violations(table, actor, self.space, step.origin, 1)
        if not may_lodge_alone(table, actor, step.origin, self.space):
            yield Violation(
                "building-effects.e13-relocate-two:both",
                "{space} leaves no space for the grey disc, and both discs can be placed otherwise",
                space=self.space,
            )

    def apply(self, table: Table, step: LodgingStep, actor: str) -> None:
        del table.state.discs[step.origin]
        table.state.discs[self.space] = Standing(seat=actor, discs=1)
        rule = "building-effects.e13-relocate-two"
        table.log(DiscMoved(rule=rule, seat=actor, origin=step.origin, space=self.space))
        table.push(LodgeGreyDisc(seat=actor, origin=step.origin))


def may_lodge_alone(table: Table, seat: str, origin: str, space: str) -> bool:
    """Whether the Inn disc may go there: the grey disc still finds a space, or there is no way to place both."""
    singles = fitting(table, seat, origin, 1)
    if any(not table.same_limit(space, other) for other in singles):
        return True
    apart = any(not table.same_limit(one, other) for one in singles for other in singles)
    return not apart and not fitting(table, seat, origin, 2)


def fitting(table: Table, seat: str, origin: str, discs: int) -> list[str]:
    """The spaces to which the Inn can send this many discs."""
    return [s for s in table.pack.spaces if next(inn_violations(table, seat, s, origin, discs), None) is None]


class LodgeGrey(MoveToSpace, tag="lodge-grey", frozen=True):
    """Put the grey disc on a space that needs 1 disc."""

    def violations(self, table: Table, step: LodgingStep, actor: str) -> Iterator[Violation]:
        yield from inn_violations(table, actor, self.space, step.origin, 1)

    def apply(self, table: Table, step: LodgingStep, actor: str) -> None:
        table.state.discs[self.space] = Standing(seat=actor, discs=1, grey=True)
        table.log(GreyDiscPlaced(rule="building-effects.e13-relocate-two", seat=actor, space=self.space))


class LodgeDiscs(LodgingStep, tag="lodge-discs"):
    """The Inn has been paid: the player sends the Inn disc and the grey disc out, together or apart."""

    rule: ClassVar[str] = "building-effects.e13-together-or-apart"
    prompt: ClassVar[str] = "Put both discs on a space for 2 discs, or the Inn disc on a space for 1 disc."
    actions: ClassVar[tuple[type[Action], ...]] = (LodgeTogether, LodgeOwn)


class LodgeGreyDisc(LodgingStep, tag="lodge-grey-disc"):
    """The Inn disc has gone out alone: the grey disc goes to a space of its own, if one fits."""

    rule: ClassVar[str] = "building-effects.e13-together-or-apart"
    prompt: ClassVar[str] = "Put the grey disc on a space for 1 disc."
    actions: ClassVar[tuple[type[Action], ...]] = (LodgeGrey,)

    def consistency(self, table: Table) -> Iterator[Defect]:
        """The Inn disc has left its space."""
        return iter(())

    def run(self, table: Table) -> None:
        table.log(GreyDiscKept(rule="building-effects.e13-grey-returns", seat=self.seat))


@operation("inn")
def _inn(table: Table, seat: str, effect: Effect, rule: str, space: str) -> None:
    table.push(LodgeDiscs(seat=seat, origin=space))


# --- P8 Emissary ------------------------------------------------------------------------------------------------------


def move_pawn(table: Table, seat: str, position: int, rule: str) -> None:
    """Take a pawn out of the turn order and put it in at a position (1 is first); the others keep their order."""
    order = [other for other in table.state.turn_order if other != seat]
    order.insert(position - 1, seat)
    table.state.turn_order = order
    table.log(TurnOrderChanged(rule=rule, order=list(order)))


@operation("pawn-to")
def _pawn_to(table: Table, seat: str, effect: Effect, rule: str, space: str) -> None:
    move_pawn(table, seat, effect["position"], rule)


class RelocateDisc(MoveToSpace, tag="relocate-disc", frozen=True):
    """Put the Emissary's disc on a free space that needs 1 disc, outside Area A."""

    def violations(self, table: Table, step: LodgingStep, actor: str) -> Iterator[Violation]:
        yield from placement_violations(table, actor, self.space, step.origin)
        if table.pack.spaces[self.space].area == "A":
            yield Violation("character-effects.p8-not-area-a", "{space} is in Area A", space=self.space)
        requirement = table.requirement(self.space)
        if requirement is not None and not requirement.is_one_disc:
            yield Violation("character-effects.p8-relocate", "{space} does not ask for just 1 disc", space=self.space)

    def apply(self, table: Table, step: LodgingStep, actor: str) -> None:
        table.state.discs[self.space] = table.state.discs.pop(step.origin)
        table.log(DiscMoved(rule="character-effects.p8-relocate", seat=actor, origin=step.origin, space=self.space))


class RelocateEmissary(LodgingStep, tag="relocate-disc"):
    """The Emissary's disc goes on to another space, if one fits."""

    rule: ClassVar[str] = "character-effects.p8-relocate"
    prompt: ClassVar[str] = "Put the Emissary's disc on a free space for 1 disc."
    actions: ClassVar[tuple[type[Action], ...]] = (RelocateDisc,)


@operation("relocate-disc")
def _relocate_disc(table: Table, seat: str, effect: Effect, rule: str, space: str) -> None:
    table.push(RelocateEmissary(seat=seat, origin=space))
