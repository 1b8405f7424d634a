"""Progress that is given beside Step 2: by Expedite and by effects, freely split over cards of one kind."""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.shapes import RuleRef
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.gilded_realms import effect_language as language
from service.games.gilded_realms.effects_due import EFFECT_RULES, CarryOut, carries_out
from service.games.gilded_realms.events import ProgressWasted
from service.games.gilded_realms.ids import Piece, QueuePlace
from service.games.gilded_realms.supply import progress
from service.games.gilded_realms.table import Table

Kind = Literal["building", "unit"]


def can_progress(table: Table, seat: str, kind: str) -> list[tuple[str, str]]:
    """The cards of a kind in the Build Queue that Progress can be applied to: position and piece, lowest first."""
    found = [(place, piece) for place, piece, _ in table.queued(seat) if is_kind(table, piece, kind)]
    return found[::-1]


def is_kind(table: Table, piece: str, kind: str) -> bool:
    """Whether Progress for Buildings or for Units can be applied to a card (Serpens Aid counts as a Unit for this)."""
    printed = table.piece(piece)
    if printed.home == "warfront":
        return table.pack.warfront_cards[piece].bottom.expedite_as == kind
    return printed.face.kind == kind


class ApplyProgress(Action, tag="apply-progress", frozen=True):
    """Progress this card once."""

    position: QueuePlace
    piece: Piece

    @classmethod
    def candidates(cls, table: Table, step: "SpendProgress", actor: str, where: Where) -> Iterable["ApplyProgress"]:
        found = can_progress(table, actor, step.kind)
        return [cls(actor=actor, position=place, piece=piece) for place, piece in found]  # type: ignore[arg-type]

    def violations(self, table: Table, step: "SpendProgress", actor: str) -> Iterator[Violation]:
        name = table.pack.title(self.piece)
        if self.piece not in table.player(actor).queue.get(self.position, {}):
            yield Violation(
                "expedite.split:queue",
                "{name} does not lie in position {position} of the Build Queue",
                at="piece",
                name=name,
                position=self.position,
            )
        if table.piece(self.piece).home == "warfront" and not is_kind(table, self.piece, "unit"):
            yield Violation(
                "warfront-cards.raiders-not-expedited", "{name} are neither Building nor Unit", at="piece", name=name
            )
        elif not is_kind(table, self.piece, step.kind):
            yield Violation("expedite.split", "{name} is no {kind}", at="piece", name=name, kind=step.kind.title())

    def apply(self, table: Table, step: "SpendProgress", actor: str) -> None:
        if step.left > 1:
            table.push(SpendProgress(seat=actor, kind=step.kind, left=step.left - 1, asked_by=step.asked_by))
        progress(table, actor, self.position, self.piece, step.asked_by)


class WasteProgress(Action, tag="waste-progress", frozen=True):
    """Leave the rest of the Progress unused."""

    def apply(self, table: Table, step: "SpendProgress", actor: str) -> None:
        step.run(table)


class SpendProgress(Choice, tag="spend-progress"):
    """A player applies Progress to cards in the Build Queue; what cannot be used is lost (``expedite.wasted``)."""

    rule: ClassVar[str] = "expedite.split"
    prompt: ClassVar[str] = "Apply Progress to a {kind} in your Build Queue ({left} left)."
    actions: ClassVar[tuple[type[Action], ...]] = (ApplyProgress, WasteProgress)
    also_cites: ClassVar[tuple[str, ...]] = (*EFFECT_RULES, "expedite.buildings", "expedite.units")

    kind: Kind
    left: Annotated[int, Meta(ge=1, le=60)]
    asked_by: RuleRef = "expedite.split"

    def cites(self) -> str:
        return self.asked_by

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if can_progress(table, self.seat, self.kind) else ()

    def run(self, table: Table) -> None:
        table.log(ProgressWasted(rule="expedite.wasted", seat=self.seat, number=self.left))


@carries_out(language.Progress)
def progress_by_effect(table: Table, step: CarryOut, op: language.Progress) -> None:
    """Progress for own queue cards of one kind, freely split."""
    kind: Kind = "unit" if op.kind == "unit" else "building"
    table.push(SpendProgress(seat=step.seat, kind=kind, left=op.points, asked_by=step.clause(table)))
