"""The Shrouds of Emberfall: choosing Year Events to Foresee and cover, and flipping Shrouds to the Augmented side."""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.shapes import RuleRef
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.gilded_realms import effect_language as language
from service.games.gilded_realms.effects_due import EFFECT_RULES, CarryOut, carries_out
from service.games.gilded_realms.event_state import Shroud
from service.games.gilded_realms.faction_events import ShroudAugmented, ShroudLaid
from service.games.gilded_realms.foresee import RoundNumber, look_at
from service.games.gilded_realms.ids import ShroudKind
from service.games.gilded_realms.table import Table

# --- laying Shrouds ---------------------------------------------------------------------------------------------------


def uncovered(table: Table) -> list[int]:
    """The rounds whose face-down Year Event no Shroud lies on."""
    places = enumerate(table.state.year_events, 1)
    return [number for number, place in places if place.lies == "down" and place.shroud is None]


def choosable(table: Table, step: "ForeseeByChoice") -> list[int]:
    """The rounds whose Year Event the owner may choose: those not Foreseen yet, as long as there are any."""
    new = table.foreseeable(step.seat)
    if step.shroud is None:
        return new
    free = uncovered(table)
    return [number for number in free if number in new] or free


class ForeseeChosen(Action, tag="foresee", frozen=True):
    """Foresee the Year Event of this round, and lay the Shroud on it."""

    round: RoundNumber

    @classmethod
    def candidates(cls, table: Table, step: "ForeseeByChoice", actor: str, where: Where) -> Iterable["ForeseeChosen"]:
        return [cls(actor=actor, round=number) for number in range(1, len(table.state.year_events) + 1)]

    def violations(self, table: Table, step: "ForeseeByChoice", actor: str) -> Iterator[Violation]:
        if self.round > len(table.state.year_events):
            yield Violation("emberfall.shroud-targets:round", "there is no round {round}", at="round", round=self.round)
            return
        place = table.state.year_events[self.round - 1]
        if place.lies != "down":
            yield Violation(
                "emberfall.shroud-targets",
                "the Year Event of round {round} does not lie face-down any more",
                at="round",
                round=self.round,
            )
            return
        if step.shroud is not None and place.shroud is not None:
            yield Violation(
                "emberfall.shroud-place",
                "a Shroud lies on the Year Event of round {round} already",
                at="round",
                round=self.round,
            )
        elif self.round not in choosable(table, step):
            yield Violation(
                "foresee.not-twice",
                "{seat} has Foreseen the Year Event of round {round} already, and others are left",
                at="round",
                seat=actor,
                round=self.round,
            )

    def apply(self, table: Table, step: "ForeseeByChoice", actor: str) -> None:
        if step.left > 1:
            left = step.left - 1
            table.push(ForeseeByChoice(seat=actor, left=left, shroud=step.shroud, asked_by=step.asked_by))
        if step.shroud is not None:
            table.state.year_events[self.round - 1].shroud = Shroud(seat=actor, kind=step.shroud)
            kind = step.shroud.title()
            table.log(ShroudLaid(rule="emberfall.shroud-place", seat=actor, kind=kind, round=self.round))
        if self.round in table.foreseeable(actor):
            look_at(table, actor, self.round, step.asked_by)


class ForeseeByChoice(Choice, tag="foresee-by-choice"):
    """A player chooses Year Events to Foresee, and lays a Shroud on each; passed over where none is left."""

    rule: ClassVar[str] = "emberfall.shroud-targets"
    prompt: ClassVar[str] = "Choose a Year Event to Foresee ({left} to choose)."
    actions: ClassVar[tuple[type[Action], ...]] = (ForeseeChosen,)
    also_cites: ClassVar[tuple[str, ...]] = EFFECT_RULES

    left: Annotated[int, Meta(ge=1, le=12)] = 1
    shroud: ShroudKind | None = None
    asked_by: RuleRef = "emberfall.shroud-targets"

    def cites(self) -> str:
        return self.asked_by

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if choosable(table, self) else ()

    def consistency(self, table: Table) -> Iterator[Defect]:
        if self.shroud is not None and table.player(self.seat).faction != "emberfall":
            yield error("emberfall.shroud-place", "/seat", "stranger", f"{self.seat} has no Shrouds")


def choose_foreseen(table: Table, step: CarryOut, op: language.Foresee) -> None:
    """The owner picks face-down Year Events to Foresee, and Shrouds are laid on them."""
    kind: ShroudKind | None = op.place_shroud  # type: ignore[assignment]
    table.push(ForeseeByChoice(seat=step.seat, left=op.events, shroud=kind, asked_by=step.clause(table)))


# --- the Augmented side -----------------------------------------------------------------------------------------------


def plain_shrouds(table: Table, seat: str, kind: str | None) -> list[int]:
    """The rounds on whose Year Event lies a Shroud of this player (of this kind) that is not Augmented yet."""
    return [
        number
        for number, place in enumerate(table.state.year_events, 1)
        if place.shroud is not None
        and place.lies != "gone"
        and place.shroud.seat == seat
        and not place.shroud.augmented
        and kind in (None, place.shroud.kind)
    ]


class AugmentShroud(Action, tag="augment-shroud", frozen=True):
    """Flip the Shroud on the Year Event of this round to its Augmented side."""

    round: RoundNumber

    @classmethod
    def candidates(cls, table: Table, step: "ChooseAugmented", actor: str, where: Where) -> Iterable["AugmentShroud"]:
        return [cls(actor=actor, round=number) for number in plain_shrouds(table, actor, step.among)]

    def violations(self, table: Table, step: "ChooseAugmented", actor: str) -> Iterator[Violation]:
        if self.round not in plain_shrouds(table, actor, None):
            yield Violation(
                "emberfall.shroud-targets:augment",
                "no Shroud of {seat} that could be flipped lies on the Year Event of round {round}",
                at="round",
                seat=actor,
                round=self.round,
            )
        elif self.round not in plain_shrouds(table, actor, step.among):
            yield Violation(
                "emberfall.sarieth:just-placed",
                "the Shroud on the Year Event of round {round} was not placed just now",
                at="round",
                round=self.round,
            )

    def apply(self, table: Table, step: "ChooseAugmented", actor: str) -> None:
        shroud = table.state.year_events[self.round - 1].shroud
        assert shroud is not None
        shroud.augmented = True
        table.log(ShroudAugmented(rule=step.asked_by, seat=actor, round=self.round))


class ChooseAugmented(Choice, tag="choose-augmented"):
    """A player flips a Shroud to its Augmented side; passed over if there is none.

    ``among`` is the kind of those just placed, if it has to be one of these.
    """

    rule: ClassVar[str] = "emberfall.sarieth"
    prompt: ClassVar[str] = "Choose a Shroud to flip to its Augmented side."
    actions: ClassVar[tuple[type[Action], ...]] = (AugmentShroud,)
    also_cites: ClassVar[tuple[str, ...]] = EFFECT_RULES

    among: ShroudKind | None = None
    asked_by: RuleRef = "emberfall.sarieth"

    def cites(self) -> str:
        return self.asked_by

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if plain_shrouds(table, self.seat, self.among) else ()


@carries_out(language.AugmentShroud)
def augment(table: Table, step: CarryOut, op: language.AugmentShroud) -> None:
    """The owner flips a Shroud; one of those just placed where the card says so."""
    ops = table.pack.effects[step.effect].ops
    placed = next((o.place_shroud for o in ops if isinstance(o, language.Foresee)), None)
    among: ShroudKind | None = placed if op.among == "just-placed" else None  # type: ignore[assignment]
    table.push(*(ChooseAugmented(seat=step.seat, among=among, asked_by=step.clause(table)) for _ in range(op.choose)))
