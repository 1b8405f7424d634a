"""Artifacts that were won or bought: one more is drawn, one goes back, the others on the Deed deck."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, ChanceAction, Where
from service.engine.defect import Defect, error
from service.engine.shapes import CHANCE, Seat
from service.engine.step import ChanceStep, Choice, Step
from service.engine.violation import Violation
from service.games.mage_knight.events_rewards import ArtifactDrawn, ArtifactPutBack, RewardLost
from service.games.mage_knight.gains import gain_card
from service.games.mage_knight.ids import Card
from service.games.mage_knight.offers import under_its_deck
from service.games.mage_knight.table import Table

MOST_ARTIFACTS = 16
Drawn = Annotated[list[Card], Meta(max_length=MOST_ARTIFACTS)]


class DrawArtifact(ChanceAction, tag="draw-artifact", frozen=True):
    """The Artifact that is drawn."""

    card: Card

    def apply(self, table: Table, step: "DrawArtifacts", actor: str) -> None:
        table.state.decks.artifacts.take(self.card)
        table.log(ArtifactDrawn(rule="end-turn.reward-artifacts", seat=step.seat, card=self.card))
        drawn, left = [*step.drawn, self.card], step.left - 1
        if left and table.state.decks.artifacts.count:
            table.push(DrawArtifacts(seat=step.seat, left=left, keep=step.keep, drawn=drawn))
        else:
            sort_artifacts(table, step.seat, drawn, min(step.keep, max(1, len(drawn) - 1)))


class DrawArtifacts(ChanceStep, tag="draw-artifacts"):
    """Artifacts are drawn, one more than were won."""

    rule: ClassVar[str] = "end-turn.reward-artifacts"
    prompt: ClassVar[str] = "Draw an Artifact for {seat}; still to come: {left}."
    actions: ClassVar[tuple[type[Action], ...]] = (DrawArtifact,)

    seat: Seat
    left: Annotated[int, Meta(ge=1, le=MOST_ARTIFACTS)]
    keep: Annotated[int, Meta(ge=1, le=MOST_ARTIFACTS)]
    drawn: Drawn = []

    def must(self, table: Table) -> Sequence[str]:
        return (CHANCE,) if table.state.decks.artifacts.count else ()

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        draws = table.state.decks.artifacts.draws()
        return [DrawArtifact(actor=CHANCE, card=card, weight=weight) for card, weight in draws.items()]

    def run(self, table: Table) -> None:
        table.log(RewardLost(rule=self.rule, seat=self.seat, kind="Artifact"))

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from drawn_defects(table, self.rule, self.drawn)
        if len(self.drawn) + self.left > MOST_ARTIFACTS:
            yield error(self.rule, "/left", "count", "there are not so many Artifacts")


def drawn_defects(table: Table, rule: str, drawn: Iterable[str]) -> Iterator[Defect]:
    """Only Artifacts are drawn."""
    for number, card in enumerate(drawn):
        if table.card(card).kind != "artifact":
            yield error(rule, f"/drawn/{number}", "kind", f"{table.name(card)} is no Artifact")


def sort_artifacts(table: Table, seat: str, drawn: list[str], keep: int) -> None:
    """One too many goes back; the others go on the Deed deck."""
    if len(drawn) > 1:
        table.push(SortArtifacts(seat=seat, drawn=drawn, keep=keep))
    else:
        for card in drawn:
            gain_card(table, seat, card, "deck-top", "end-turn.reward-artifacts")


class PutArtifactBack(Action, tag="put-artifact-back", frozen=True):
    """Put one of the Artifacts drawn back, under the Artifact deck."""

    card: Card

    @classmethod
    def candidates(cls, table: Table, step: "SortArtifacts", actor: str, where: Where) -> Iterable["PutArtifactBack"]:
        return [cls(actor=actor, card=card) for card in sorted(set(step.drawn))]

    def violations(self, table: Table, step: "SortArtifacts", actor: str) -> Iterator[Violation]:
        yield from step.not_drawn(table, self.card)
        if not step.one_too_many:
            yield Violation("end-turn.reward-artifacts:kept", "no Artifact is left that goes back", at="type")

    def apply(self, table: Table, step: "SortArtifacts", actor: str) -> None:
        under_its_deck(table, self.card, "artifact")
        table.log(ArtifactPutBack(rule=step.rule, seat=actor, card=self.card))
        step.go_on(table, self.card)


class PutArtifactOnDeck(Action, tag="put-artifact-on-deck", frozen=True):
    """Put one of the Artifacts won on the Deed deck; the last one put there lies on top."""

    card: Card

    @classmethod
    def candidates(cls, table: Table, step: "SortArtifacts", actor: str, where: Where) -> Iterable["PutArtifactOnDeck"]:
        return [cls(actor=actor, card=card) for card in sorted(set(step.drawn))]

    def violations(self, table: Table, step: "SortArtifacts", actor: str) -> Iterator[Violation]:
        yield from step.not_drawn(table, self.card)
        if step.one_too_many:
            yield Violation("end-turn.reward-artifacts:back-first", "one Artifact has to go back first", at="type")

    def apply(self, table: Table, step: "SortArtifacts", actor: str) -> None:
        gain_card(table, actor, self.card, "deck-top", step.rule)
        step.go_on(table, self.card)


class SortArtifacts(Choice, tag="sort-artifacts"):
    """One of the Artifacts drawn goes back under its deck, the others on the Deed deck in any order."""

    rule: ClassVar[str] = "end-turn.reward-artifacts"
    prompt: ClassVar[str] = "Put one Artifact back under its deck, then the others on your Deed deck."
    actions: ClassVar[tuple[type[Action], ...]] = (PutArtifactBack, PutArtifactOnDeck)

    drawn: Annotated[list[Card], Meta(min_length=1, max_length=MOST_ARTIFACTS)]
    keep: Annotated[int, Meta(ge=1, le=MOST_ARTIFACTS)]

    @property
    def one_too_many(self) -> bool:
        """Whether more have been drawn than are kept."""
        return len(self.drawn) > self.keep

    def not_drawn(self, table: Table, card: str) -> Iterator[Violation]:
        """Why a card is not one of those drawn."""
        if card not in self.drawn:
            yield Violation("end-turn.reward-artifacts:drawn", "{card} has not been drawn", at="card", card=card)

    def go_on(self, table: Table, card: str) -> None:
        """The same without this card."""
        left = list(self.drawn)
        left.remove(card)
        sort_artifacts(table, self.seat, left, self.keep)

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from drawn_defects(table, self.rule, self.drawn)


ARTIFACT_STEPS: tuple[type[Step], ...] = (DrawArtifacts, SortArtifacts)
