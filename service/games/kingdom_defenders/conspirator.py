"""P12 Conspirator: exchanging the discs of two spaces, and replacing a rival's disc."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Annotated, ClassVar

from service.engine.action import Action, Where
from service.engine.defect import Defect
from service.engine.shapes import a_set
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.kingdom_defenders.attacks import protected_violation
from service.games.kingdom_defenders.effects import Use, in_the_way, obstacle, operation
from service.games.kingdom_defenders.events import DiscMoved, DiscsSwapped
from service.games.kingdom_defenders.gains import recover
from service.games.kingdom_defenders.ids import Space
from service.games.kingdom_defenders.inn import origin_defects
from service.games.kingdom_defenders.pack import Effect
from service.games.kingdom_defenders.table import Table


def conspiracy_violations(table: Table, space: str, at: str) -> Iterator[Violation]:
    """Why the Conspirator cannot touch the discs on this space, whoever has them."""
    if table.pack.spaces[space].area == "A":
        yield Violation("character-effects.p12-exceptions:area-a", "{space} is in Area A", at=at, space=space)
    if table.tile_on(space) == "E13":
        yield Violation("building-effects.e13-immune", "{space} is the Inn", at=at, space=space)


class SwapDiscs(Action, tag="swap-discs", frozen=True):
    """Exchange the discs of two spaces."""

    spaces: Annotated[list[Space], a_set(2, 2)]

    @classmethod
    def candidates(cls, table: Table, step: "ChooseSwap", actor: str, where: Where) -> Iterable["SwapDiscs"]:
        return [cls(actor=actor, spaces=list(pair)) for pair in combinations(sorted(table.state.discs), 2)]

    def violations(self, table: Table, step: "ChooseSwap", actor: str) -> Iterator[Violation]:
        return swap_violations(table, actor, *self.spaces)

    def apply(self, table: Table, step: "ChooseSwap", actor: str) -> None:
        one, other = self.spaces
        discs = table.state.discs
        discs[one], discs[other] = discs[other], discs[one]
        table.log(DiscsSwapped(rule="character-effects.p12-swap", seat=actor, first=one, second=other))


def swap_violations(table: Table, seat: str, one: str, other: str) -> Iterator[Violation]:
    """Why the discs of these two spaces cannot be exchanged."""
    discs = table.state.discs
    for space in (one, other):
        if space not in discs:
            yield Violation("character-effects.p12-swap:empty", "no disc stands on {space}", at="spaces", space=space)
        else:
            yield from conspiracy_violations(table, space, "spaces")
    # Both spaces may be one rival's, who is named once.
    for owner in dict.fromkeys(discs[space].seat for space in (one, other) if space in discs):
        if owner != seat and table.is_protected(owner):
            yield protected_violation(owner, "spaces")
    if one in discs and other in discs:
        yield from _exchange_violations(table, one, other)


def _exchange_violations(table: Table, one: str, other: str) -> Iterator[Violation]:
    """Why the two standings do not fit into each other's places."""
    here, there = table.state.discs[one], table.state.discs[other]
    if here.seat == there.seat:
        yield Violation(
            "character-effects.p12-swap:same-player", "both spaces hold discs of {owner}", at="spaces", owner=here.seat
        )
    if here.discs != there.discs:
        yield Violation(
            "character-effects.p12-same-number",
            "{one} and {other} hold different numbers of discs",
            at="spaces",
            one=one,
            other=other,
        )
    for owner, space, leaving in ((here.seat, other, one), (there.seat, one, other)):
        own = table.clash(owner, space, leaving, space)
        if own is not None:
            yield Violation(
                "character-effects.p12-result-legal",
                "{owner} could not be on {space} and {own} at once",
                at="spaces",
                owner=owner,
                space=space,
                own=own,
            )


class ChooseSwap(Choice, tag="choose-swap"):
    """The Conspirator is in action: the player names the two spaces whose discs are exchanged."""

    rule: ClassVar[str] = "character-effects.p12-swap"
    prompt: ClassVar[str] = "Choose two spaces whose discs are exchanged."
    actions: ClassVar[tuple[type[Action], ...]] = (SwapDiscs,)


@operation("swap-discs")
def _swap_discs(table: Table, seat: str, effect: Effect, rule: str, space: str) -> None:
    table.push(ChooseSwap(seat=seat))


@obstacle("swap-discs")
def _no_swap(table: Table, use: Use, effect: Effect) -> Iterator[Violation]:
    discs = table.state.discs
    pairs = [(one, other) for one, other in combinations(sorted(discs), 2) if discs[one].seat != discs[other].seat]
    refused = in_the_way(swap_violations(table, use.seat, *pair) for pair in pairs)
    if refused or not pairs:
        yield Violation("character-effects.p12-swap:none", "no two spaces can be exchanged", at="action")
    # Pairs are many: one example of each clause says enough.
    yield from {violation.code: violation for violation in refused}.values()


class ReplaceDisc(Action, tag="replace-disc", frozen=True):
    """Put the Conspirator's disc in the place of a rival's disc."""

    space: Space

    @classmethod
    def candidates(cls, table: Table, step: "ChooseReplacement", actor: str, where: Where) -> Iterable["ReplaceDisc"]:
        return [cls(actor=actor, space=space) for space in table.pack.spaces if space in table.state.discs]

    def violations(self, table: Table, step: "ChooseReplacement", actor: str) -> Iterator[Violation]:
        return replacement_violations(table, actor, self.space, step.origin)

    def apply(self, table: Table, step: "ChooseReplacement", actor: str) -> None:
        recover(table, self.space, "character-effects.p12-replace-returns-disc")
        table.state.discs[self.space] = table.state.discs.pop(step.origin)
        table.log(DiscMoved(rule="character-effects.p12-replace", seat=actor, origin=step.origin, space=self.space))


def replacement_violations(table: Table, seat: str, space: str, origin: str) -> Iterator[Violation]:
    """Why the disc on this space cannot be replaced by the Conspirator's."""
    standing = table.state.discs.get(space)
    if standing is None or standing.seat == seat:
        yield Violation("character-effects.p12-replace-target:no-rival", "no rival has a disc on {space}", space=space)
    if standing is None:
        return
    if table.pack.spaces[space].area == "A":
        yield Violation("character-effects.p12-replace-not-area-a", "{space} is in Area A", space=space)
    else:
        yield from conspiracy_violations(table, space, "space")
    if standing.seat != seat and table.is_protected(standing.seat):
        yield protected_violation(standing.seat, "space")
    requirement = table.requirement(space)
    if requirement is None or not requirement.is_one_disc:
        yield Violation("character-effects.p12-replace-target", "{space} does not ask for just 1 disc", space=space)
    own = table.clash(seat, space, origin, space)
    if own is not None:
        yield Violation(
            "character-effects.p12-replace-result-legal",
            "{seat} could not be on {space} and {own} at once",
            seat=seat,
            space=space,
            own=own,
        )


class ChooseReplacement(Choice, tag="choose-replacement"):
    """The Conspirator has been paid: the player names the rival's disc that gives way."""

    rule: ClassVar[str] = "character-effects.p12-replace"
    prompt: ClassVar[str] = "Choose the rival's disc that yours replaces."
    actions: ClassVar[tuple[type[Action], ...]] = (ReplaceDisc,)

    origin: Space

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from origin_defects(table, self.seat, self.origin, self.rule)


@operation("replace-disc")
def _replace_disc(table: Table, seat: str, effect: Effect, rule: str, space: str) -> None:
    table.push(ChooseReplacement(seat=seat, origin=space))


@obstacle("replace-disc")
def _nothing_to_replace(table: Table, use: Use, effect: Effect) -> Iterator[Violation]:
    rivals = [space for space, standing in table.state.discs.items() if standing.seat != use.seat]
    refused = in_the_way(replacement_violations(table, use.seat, space, use.space) for space in rivals)
    if refused or not rivals:
        yield Violation("character-effects.p12-replace-target:none", "no rival's disc can be replaced", at="action")
    yield from refused
