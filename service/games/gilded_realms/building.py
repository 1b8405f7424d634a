"""Build and Extra Build: a card from hand or Hinterland goes into the Build Queue, one face upright.

``BuildEndeavour`` is the same action at every step that lets somebody Build at no cost.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.shapes import RuleRef
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.gilded_realms import effect_language as language
from service.games.gilded_realms.effects_due import EFFECT_RULES, CarryOut, carries_out
from service.games.gilded_realms.events import NoWildcardLeft, in_words
from service.games.gilded_realms.ids import WILDCARD, Card, Face
from service.games.gilded_realms.supply import add_to_queue, take_out, take_wildcard
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import pay

Origin = Literal["hand", "hinterland"]
ORIGINS: tuple[Origin, ...] = ("hand", "hinterland")


def build(table: Table, seat: str, card: str, face: str, origin: str, rule: str) -> None:
    """Put a card into the Build Queue at the position printed on the chosen face."""
    take_out(table, seat, card, origin)
    piece = table.pack.piece_of[card, face]
    add_to_queue(table, seat, piece, table.pack.faces[face].position, rule)


def ways_to_build(table: Table, seat: str) -> Iterator[tuple[str, str, Origin]]:
    """Every card, face and place that a player might Build from, each once."""
    player = table.player(seat)
    for origin in ORIGINS:
        for card in sorted({card for card in getattr(player, origin) if card is not None}):
            for face in table.pack.cards[card].faces:
                yield card, face, origin


def build_violations(table: Table, seat: str, card: str, face: str, origin: str) -> Iterator[Violation]:
    """Why a card cannot be Built like that."""
    if card not in getattr(table.player(seat), origin):
        yield Violation(
            "build.choose-face:card",
            "{seat} has no {name} in {origin}",
            at="card",
            seat=seat,
            name=table.pack.title(card),
            origin="hand" if origin == "hand" else "the Hinterland",
        )
    if face not in table.pack.cards[card].faces:
        yield Violation(
            "build.choose-face",
            "{name} does not show {face}",
            at="face",
            name=table.pack.title(card),
            face=table.pack.title(face),
        )


class BuildEndeavour(Action, tag="build", frozen=True):
    """Build an Endeavour at no cost."""

    card: Card
    face: Face
    origin: Origin

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["BuildEndeavour"]:
        return [cls(actor=actor, card=c, face=f, origin=o) for c, f, o in ways_to_build(table, actor)]

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        yield from build_violations(table, actor, self.card, self.face, self.origin)
        if not isinstance(step, ChooseBuild) and not table.player(actor).builds:
            yield Violation("draw-build.two-free-builds", "{seat} has no free Build left in this round", seat=actor)

    def apply(self, table: Table, step: object, actor: str) -> None:
        if isinstance(step, ChooseBuild):
            rule = step.asked_by
            if step.left > 1:
                table.push(ChooseBuild(seat=actor, left=step.left - 1, optional=step.optional, asked_by=step.asked_by))
        else:
            table.player(actor).builds -= 1
            rule = "build.queue-position"
        build(table, actor, self.card, self.face, self.origin, rule)


def extra_build_cost(table: Table, seat: str) -> dict[str, int]:
    """What the next Extra Build of a player costs."""
    printed: dict[str, int] = dict(table.pack.constants["extra_build_cost"])
    first = table.modifiers(seat, "first_extra_build_each_round_material")
    if first and not table.player(seat).extra_builds:
        printed["material"] = first[-1]
    return printed


class ExtraBuild(Action, tag="extra-build", frozen=True):
    """Exhaust 1 Population and discard 2 Materials to Build one more Endeavour."""

    card: Card
    face: Face
    origin: Origin

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["ExtraBuild"]:
        return [cls(actor=actor, card=c, face=f, origin=o) for c, f, o in ways_to_build(table, actor)]

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        yield from build_violations(table, actor, self.card, self.face, self.origin)
        missing = table.missing(actor, extra_build_cost(table, actor))
        if missing.pop("exhaust_population", 0):
            yield Violation("extra-build.needs-population", "{seat} has no Population left to exhaust", seat=actor)
        if missing:
            yield Violation("extra-build.cost", "{seat} lacks {lacks}", seat=actor, lacks=in_words(missing))

    def apply(self, table: Table, step: object, actor: str) -> None:
        pay(table, actor, extra_build_cost(table, actor), "extra-build.cost")
        table.player(actor).extra_builds += 1
        build(table, actor, self.card, self.face, self.origin, "build.queue-position")


class BuyWildcard(Action, tag="buy-wildcard", frozen=True):
    """Discard a Gem to take a Serpens Wildcard into hand."""

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        missing = table.missing(actor, table.pack.constants["buy_wildcard_cost"])
        if missing:
            yield Violation("wildcard.once-per-build-phase:gem", "{seat} has no Gem to discard", seat=actor)
        if table.player(actor).wildcard_bought:
            yield Violation(
                "wildcard.once-per-build-phase", "{seat} has bought a Serpens Wildcard in this round", seat=actor
            )
        if not table.state.wildcards:
            yield Violation("wildcard.pile-empty", "no Serpens Wildcard is left in the pile")

    def apply(self, table: Table, step: object, actor: str) -> None:
        rule = "wildcard.once-per-build-phase"
        pay(table, actor, table.pack.constants["buy_wildcard_cost"], rule)
        table.player(actor).wildcard_bought = True
        take_wildcard(table, actor, rule)


class DeclineBuild(Action, tag="decline-build", frozen=True):
    """Build nothing."""

    def violations(self, table: Table, step: "ChooseBuild", actor: str) -> Iterator[Violation]:
        if not step.optional and any(True for _ in ways_to_build(table, actor)):
            yield Violation("build.choose-face:must", "{seat} has to Build an Endeavour", seat=actor)

    def apply(self, table: Table, step: "ChooseBuild", actor: str) -> None:
        return


class ChooseBuild(Choice, tag="choose-build"):
    """An effect lets a player Build so many Endeavours at no cost; without any card nothing can be Built."""

    rule: ClassVar[str] = "build.choose-face"
    prompt: ClassVar[str] = "Build an Endeavour ({left} to Build)."
    actions: ClassVar[tuple[type[Action], ...]] = (BuildEndeavour, DeclineBuild)
    also_cites: ClassVar[tuple[str, ...]] = EFFECT_RULES

    left: Annotated[int, Meta(ge=1, le=9)] = 1
    optional: bool = False
    asked_by: RuleRef = "build.choose-face"

    def cites(self) -> str:
        return self.asked_by

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,)


def builds_nothing(table: Table, seat: str, ops: language.Effect) -> bool:
    """Whether effects that begin with a Build find no card to Build; those that draw before may bring one."""
    return isinstance(ops[0], language.Build) and not any(True for _ in ways_to_build(table, seat))


@carries_out(language.Build)
def build_by_effect(table: Table, step: CarryOut, op: language.Build) -> None:
    """Build from hand or Hinterland beside the normal allowance."""
    table.push(ChooseBuild(seat=step.seat, left=op.count, optional=op.optional, asked_by=step.clause(table)))


class BuildWildcardAs(Action, tag="build-wildcard-as", frozen=True):
    """Build the Serpens Wildcard as Artisan or as Cavalry."""

    face: Face

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["BuildWildcardAs"]:
        return [cls(actor=actor, face=face) for face in table.pack.cards[WILDCARD].faces]

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        if self.face not in table.pack.cards[WILDCARD].faces:
            yield Violation(
                "wildcard.two-uses",
                "a Serpens Wildcard cannot be Built as {name}",
                at="face",
                name=table.pack.title(self.face),
            )

    def apply(self, table: Table, step: "ChooseWildcardUse", actor: str) -> None:
        add_to_queue(table, actor, self.face, table.pack.faces[self.face].position, step.asked_by)


class ChooseWildcardUse(Choice, tag="choose-wildcard-use"):
    """A Serpens Wildcard that was just taken is Built at once."""

    rule: ClassVar[str] = "wildcard.two-uses"
    prompt: ClassVar[str] = "Build the Serpens Wildcard as Artisan or as Cavalry."
    actions: ClassVar[tuple[type[Action], ...]] = (BuildWildcardAs,)
    also_cites: ClassVar[tuple[str, ...]] = EFFECT_RULES

    asked_by: RuleRef = "k-influence.build-wildcard"

    def cites(self) -> str:
        return self.asked_by


@carries_out(language.GainWildcard)
def gain_wildcard(table: Table, step: CarryOut, op: language.GainWildcard) -> None:
    """Take a Serpens Wildcard and Build it; nothing while the pile is empty (``wildcard.pile-empty``)."""
    if table.state.wildcards:
        table.state.wildcards -= 1
        table.push(ChooseWildcardUse(seat=step.seat, asked_by=step.clause(table)))
    else:
        table.log(NoWildcardLeft(rule="wildcard.pile-empty", seat=step.seat))
