"""Step 2, Progress: every card in the Build Queue moves one position down, and enters play from position 1."""

import itertools
from collections.abc import Iterable, Iterator
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.agenda import steps_to_come
from service.engine.counts import without
from service.engine.defect import Defect, error
from service.engine.shapes import Seat
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.build_phase import open_types
from service.games.gilded_realms.events import Progressed
from service.games.gilded_realms.ids import QUEUE_PLACES, Piece, Pieces
from service.games.gilded_realms.market import MARKET_ACTIONS
from service.games.gilded_realms.negotiation import NEGOTIATION
from service.games.gilded_realms.solo_actions import SOLO_BUILD_ACTIONS
from service.games.gilded_realms.supply import enter_play
from service.games.gilded_realms.table import Table


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

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from arriving_defects(table, self.pieces)

    def run(self, table: Table) -> None:
        if not self.pieces:
            return
        if len(self.pieces) > 1 and any(_does_something(table, piece) for piece in self.pieces):
            table.push(ChooseArrival(seat=self.seat, pieces=self.pieces))
            return
        arrive(table, self.seat, self.pieces, next(iter(sorted(self.pieces))))


def in_ceremony(table: Table, seat: str) -> bool:
    """Whether a player's Build Queue comes into play in the Serpens Ceremony."""
    return any(isinstance(step, ProgressAll) and step.seat == seat for step in steps_to_come(table))


def arriving_defects(table: Table, pieces: dict[str, int]) -> Iterator[Defect]:
    """Cards that cannot be on their way into play: more than there are, Warfront cards where several play."""
    if any(number > table.pack.copies[piece] for piece, number in pieces.items()):
        yield error("components.endeavour-counts", "/pieces", "too-many", "not so many of these cards exist")
    if not table.solo and any(table.piece(piece).home == "warfront" for piece in pieces):
        yield error("warfront-cards.reveal", "/pieces", "warfront", "Warfront cards belong to solo games")


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
    if in_ceremony(table, seat):
        rule = "ceremony.progress-all"
    if table.piece(piece).home == "warfront":
        rule = table.pack.effects[f"{piece}.enters"].rule
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
    actions: ClassVar[tuple[type[Action], ...]] = (
        Arrive,
        *MARKET_ACTIONS,
        *SOLO_BUILD_ACTIONS,
        *NEGOTIATION,
        *ANYTIME,
    )

    pieces: Pieces

    def types(self, table: Table, actor: str) -> tuple[type[Action], ...]:
        """In the Build Phase what its rules open to this player's game and Faction; else what is open at any time."""
        if "build-phase" in self.windows_at(table):
            return open_types(table, actor, self.actions)
        return (Arrive, *ANYTIME)

    def windows_at(self, table: Table) -> tuple[str, ...]:
        """Step 2 is in the Build Phase (``round.steps``), the ceremony is not (``ceremony.bonus-action-phase``)."""
        return ("anytime",) if in_ceremony(table, self.seat) else ("build-phase", "anytime")

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from arriving_defects(table, self.pieces)
        if not self.pieces:
            yield error(self.rule, "/pieces", "empty", "no card enters play")
