"""Wounds (Activating Adventures): suffering them, and the disc that counts them."""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.shapes import RuleRef
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.kingdom_defenders.events import WoundDiscTaken, WoundsAvoided, WoundsSuffered
from service.games.kingdom_defenders.gains import recover
from service.games.kingdom_defenders.ids import Space
from service.games.kingdom_defenders.table import Table

WOUND_LIMIT = 4


def can_suffer(table: Table, seat: str, wounds: int) -> bool:
    """Whether a Wound cost can be paid: within the limit of 4, or avoided by the Sorcerer."""
    return wounds == 0 or table.is_on(seat, "P7") or table.player(seat).wounds + wounds <= WOUND_LIMIT


def suffer(table: Table, seat: str, wounds: int, rule: str, *sparing: str, assassin: bool = False) -> None:
    """Suffer Wounds up to the limit; a first Wound needs a disc, from the Hero tile or else from a board space.

    ``sparing`` are spaces whose discs cannot be taken: the one being activated, and the card being paid for.
    """
    player = table.player(seat)
    if table.is_on(seat, "P7") and not assassin:
        if wounds:
            table.log(WoundsAvoided(rule="character-effects.p7-no-wounds", seat=seat, wounds=wounds))
        return
    suffered = min(wounds, WOUND_LIMIT - player.wounds)
    if suffered <= 0:
        return
    if not player.wounds and not player.discs:
        table.push(
            TakeWoundDisc(seat=seat, wounds=suffered, suffered_by=rule, sparing=sorted(sparing), attacked=assassin)
        )
        return
    if not player.wounds:
        player.discs -= 1
    _count(table, seat, suffered, rule)


def _count(table: Table, seat: str, wounds: int, rule: str) -> None:
    player = table.player(seat)
    player.wounds += wounds
    table.log(WoundsSuffered(rule=rule, seat=seat, wounds=wounds, total=player.wounds))


def wound_discs(table: Table, seat: str, sparing: Iterable[str] = ()) -> list[str]:
    """The spaces from which the player's Wound disc may be taken."""
    return [
        space for space, standing in table.standings(seat) if standing.discs > standing.grey and space not in sparing
    ]


def lacks_wound_disc(table: Table, seat: str, *sparing: str) -> bool:
    """Whether a player without Wounds has no disc at all that could count the first."""
    player = table.player(seat)
    return not player.wounds and not player.discs and not wound_discs(table, seat, sparing)


class ChooseWoundDisc(Action, tag="choose-wound-disc", frozen=True):
    """Take an own disc from a board space to count the first Wound; its action there is lost."""

    space: Space

    @classmethod
    def candidates(cls, table: Table, step: "TakeWoundDisc", actor: str, where: Where) -> Iterable["ChooseWoundDisc"]:
        return [cls(actor=actor, space=space) for space, _ in table.standings(actor)]

    def violations(self, table: Table, step: "TakeWoundDisc", actor: str) -> Iterator[Violation]:
        standing = table.state.discs.get(self.space)
        if standing is None or standing.seat != actor:
            yield Violation(
                "adventures.wound-disc-from-board:not-own",
                "{seat} has no disc on {space}",
                seat=actor,
                space=self.space,
            )
            return
        if standing.discs == standing.grey:
            yield Violation(
                "adventures.wound-disc-from-board:grey",
                "the grey disc on {space} cannot count Wounds",
                space=self.space,
            )
        if self.space in step.sparing:
            yield Violation(
                "adventures.wound-disc-from-board:in-use", "the disc on {space} is being activated", space=self.space
            )

    def apply(self, table: Table, step: "TakeWoundDisc", actor: str) -> None:
        standing = table.state.discs[self.space]
        table.log(WoundDiscTaken(rule="adventures.wound-disc-from-board", seat=actor, space=self.space))
        standing.discs -= 1
        if standing.discs:
            recover(table, self.space, "adventures.wound-disc-from-board")
        else:
            del table.state.discs[self.space]
        _count(table, actor, step.wounds, step.suffered_by)


class TakeWoundDisc(Choice, tag="take-wound-disc"):
    """A player who suffers first Wounds without a disc on the Hero tile says which disc on the board counts them."""

    rule: ClassVar[str] = "adventures.wound-disc-from-board"
    prompt: ClassVar[str] = "Choose the disc on the board that counts your Wounds."
    actions: ClassVar[tuple[type[Action], ...]] = (ChooseWoundDisc,)

    wounds: Annotated[int, Meta(ge=1, le=WOUND_LIMIT)]
    suffered_by: RuleRef
    sparing: Annotated[list[Space], Meta(max_length=4)] = []
    attacked: bool = False

    def answers(self) -> bool:
        return self.attacked

    def consistency(self, table: Table) -> Iterator[Defect]:
        player = table.player(self.seat)
        if player.wounds or player.discs:
            yield error(self.rule, "/seat", "no-need", f"{self.seat} has a disc that counts Wounds already")
        if not wound_discs(table, self.seat, self.sparing):
            yield error(self.rule, "/seat", "no-disc", f"{self.seat} has no disc on the board that could count Wounds")
