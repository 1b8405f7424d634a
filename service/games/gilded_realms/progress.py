"""Step 2, Progress: every card in the Build Queue moves one position down, and enters play from position 1."""

import itertools
from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.shapes import RuleRef, Seat
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.gilded_realms import effect_language as language
from service.games.gilded_realms.effects_due import EFFECT_RULES, CarryOut, carries_out
from service.games.gilded_realms.events import Progressed
from service.games.gilded_realms.ids import QUEUE_PLACES, Piece, Pieces, QueuePlace
from service.games.gilded_realms.supply import enter_play, progress
from service.games.gilded_realms.table import Table, without

Kind = Literal["building", "unit"]


class ProgressQueue(Step, tag="progress-queue"):
    """All cards in a player's Build Queue Progress once."""

    rule: ClassVar[str] = "progress.all-cards"

    seat: Seat

    def run(self, table: Table) -> None:
        player = table.player(self.seat)
        arriving = player.queue.pop("1", {})
        for below, above in itertools.pairwise(QUEUE_PLACES):
            moved = player.queue.pop(above, {})
            if moved:
                player.queue[below] = moved
            for piece in sorted(moved):
                table.log(
                    Progressed(
                        rule="progress.move-one-down",
                        seat=self.seat,
                        piece=piece,
                        name=table.pack.title(piece),
                        position=below,
                    )
                )
        if arriving:
            table.push(ArrivePieces(seat=self.seat, pieces=arriving))


class ProgressAll(Step, tag="progress-all"):
    """All cards in a player's Build Queue Progress until none is left there (the ceremony)."""

    rule: ClassVar[str] = "ceremony.progress-all"

    seat: Seat

    def run(self, table: Table) -> None:
        if table.player(self.seat).queue:
            table.push(ProgressQueue(seat=self.seat), ProgressAll(seat=self.seat))


class ArrivePieces(Step, tag="arrive-pieces"):
    """Cards that left position 1 enter play one after the other; their owner says in which order if it matters."""

    rule: ClassVar[str] = "progress.all-cards"

    seat: Seat
    pieces: Pieces

    def run(self, table: Table) -> None:
        if not self.pieces:
            return
        if len(self.pieces) > 1 and any(_does_something(table, piece) for piece in self.pieces):
            table.push(ChooseArrival(seat=self.seat, pieces=self.pieces))
            return
        arrive(table, self.seat, self.pieces, next(iter(sorted(self.pieces))))


def _does_something(table: Table, piece: str) -> bool:
    printed = table.piece(piece)
    if printed.home == "warfront":
        return True
    return any("on-enter-territory" in a.triggers for a in table.pack.abilities_of.get(printed.face.id, ()))


def arrive(table: Table, seat: str, pieces: dict[str, int], piece: str) -> None:
    """One of the arriving cards enters play; the others follow once its effects are done."""
    left = without(pieces, {piece: 1})
    if left:
        table.push(ArrivePieces(seat=seat, pieces=left))
    rule = "progress.unit-enters-army" if table.piece(piece).is_unit else "progress.building-enters-territory"
    enter_play(table, seat, piece, rule)


class Arrive(Action, tag="arrive", frozen=True):
    """Let this card enter play next."""

    piece: Piece

    @classmethod
    def candidates(cls, table: Table, step: "ChooseArrival", actor: str, where: Where) -> Iterable["Arrive"]:
        return [cls(actor=actor, piece=piece) for piece in sorted(step.pieces)]

    def violations(self, table: Table, step: "ChooseArrival", actor: str) -> Iterator[Violation]:
        if self.piece not in step.pieces:
            name = table.pack.title(self.piece)
            yield Violation("progress.all-cards", "{name} does not enter play now", at="piece", name=name)

    def apply(self, table: Table, step: "ChooseArrival", actor: str) -> None:
        arrive(table, actor, step.pieces, self.piece)


class ChooseArrival(Choice, tag="choose-arrival"):
    """Several cards enter play together: the owner says which is next."""

    rule: ClassVar[str] = "progress.all-cards"
    prompt: ClassVar[str] = "Choose the card that enters play next."
    actions: ClassVar[tuple[type[Action], ...]] = (Arrive,)

    pieces: Pieces

    def consistency(self, table: Table) -> Iterator[Defect]:
        if not self.pieces:
            yield error(self.rule, "/pieces", "empty", "no card enters play")


# --- Progress that is given: Expedite and effects ---------------------------------------------------------------------


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
        if not is_kind(table, self.piece, step.kind):
            yield Violation("expedite.split", "{name} is no {kind}", at="piece", name=name, kind=step.kind.title())

    def apply(self, table: Table, step: "SpendProgress", actor: str) -> None:
        if step.left > 1:
            table.push(SpendProgress(seat=actor, kind=step.kind, left=step.left - 1, asked_by=step.asked_by))
        progress(table, actor, self.position, self.piece, step.asked_by)


class WasteProgress(Action, tag="waste-progress", frozen=True):
    """Leave the rest of the Progress unused."""

    def apply(self, table: Table, step: "SpendProgress", actor: str) -> None:
        return


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


@carries_out(language.Progress)
def progress_by_effect(table: Table, step: CarryOut, op: language.Progress) -> None:
    """Progress for own queue cards of one kind, freely split."""
    kind: Kind = "unit" if op.kind == "unit" else "building"
    table.push(SpendProgress(seat=step.seat, kind=kind, left=op.points, asked_by=step.clause(table)))
