"""Invasion Step 2: Units and Fortifications are committed, and the Defence is determined."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.action import Action, Bundle, Where
from service.engine.counts import together
from service.engine.shapes import Path
from service.engine.violation import Violation
from service.games.gilded_realms import effect_language as language
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.effect_language import Ability
from service.games.gilded_realms.effects_due import CarryOut
from service.games.gilded_realms.event_cards import shroud_defence
from service.games.gilded_realms.event_events import DamageDetermined, DefenceCounted, UnitDefends
from service.games.gilded_realms.event_state import Defending
from service.games.gilded_realms.events import in_words
from service.games.gilded_realms.ids import Number, Piece, Pieces
from service.games.gilded_realms.moments import Moment
from service.games.gilded_realms.supply import move_army_to_queue
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import discard


def unit_abilities(table: Table, piece: str) -> list[Ability]:
    """What a Unit does when it is moved to defend."""
    abilities = table.pack.abilities_of.get(table.piece(piece).face.id, ())
    return [ability for ability in abilities if "invasion-defence" in ability.triggers]


def rolls_dice(table: Table, piece: str) -> bool:
    """Whether a Unit rolls dice when it is moved to defend (Archers)."""
    return any(isinstance(op, language.Roll) for ability in unit_abilities(table, piece) for op in ability.effect)


def queue_position(table: Table, piece: str) -> int:
    """The position of the Build Queue that a defending Unit goes to."""
    own = [a.queue_position for a in unit_abilities(table, piece) if a.queue_position is not None]
    return own[0] if own else int(table.pack.constants["invasion"]["queue_position"])


def unit_defence(table: Table, seat: str, piece: str) -> tuple[str, int]:
    """The Defence of a Unit that defends, with the clause: printed, or what a Knowledge makes of its type."""
    face = table.piece(piece).face
    for better in table.modifiers(seat, "invasion_defence_of_unit_type"):
        if face.unit_type in better:
            return "k-township.advanced-pikemen", max(face.defence, int(better[face.unit_type]))
    return "invasion-defence.units", face.defence


def amount_of(table: Table, seat: str, ability: Ability) -> int:
    """The Defence that an ability is worth now."""
    per = {"population": table.player(seat).population, "hardship": table.hardship(seat)}
    fixed = sum(op.amount for op in ability.effect if isinstance(op, language.Defence))
    return fixed + sum(op.amount * per[op.per] for op in ability.effect if isinstance(op, language.DefencePer))


def defence_sources(table: Table, seat: str) -> Iterator[tuple[str, str, int]]:
    """Every source of a player's Defence: the clause, what it is called, and how much."""
    player, military = table.player(seat), table.province(seat, "military")
    defending = player.defending or Defending()
    yield "invasion-defence.province", "the Military Province", military.defence
    if player.stance == "defence":
        yield "invasion-defence.defence-stance", "Defence Stance", military.defence_stance_bonus
    if player.stance == "attack":
        extra = table.pack.constants["attack_stance"]["invasion_defence"]
        yield "invasion-defence.attack-stance", "Attack Stance", extra
    yield "emberfall.augmented-invasion", "the Augmented Shroud", shroud_defence(table, seat)
    for ability in table.abilities(seat, "invasion-defence"):
        if not (ability.source in table.pack.faces and table.pack.faces[ability.source].is_unit):
            yield ability.rule, table.pack.title(ability.source), amount_of(table, seat, ability)
    for piece, number in defending.units.items():
        rule, each = unit_defence(table, seat, piece)
        yield rule, table.pack.title(piece), each * number
        for ability in unit_abilities(table, piece):
            yield ability.rule, table.pack.title(piece), amount_of(table, seat, ability) * number
    yield "apex-pyre.archers", "the dice of defending Units", defending.bonus
    printed = table.pack.constants["fortification_defence"]
    each = table.replaced(seat, "fortification_defence", printed)
    rule = "invasion-defence.fortifications" if each == printed else "k-resources.bolstered-forts"
    yield rule, "Fortifications", each * defending.forts


# --- actions ----------------------------------------------------------------------------------------------------------


class DefendUnit(Action, tag="defend-unit", frozen=True):
    """Move a Unit from the Standing Army to the Build Queue; its Defence counts."""

    unit: Piece

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["DefendUnit"]:
        return [cls(actor=actor, unit=piece) for piece in sorted(table.player(actor).army)]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if self.unit in table.player(actor).army:
            return
        name = table.pack.title(self.unit)
        if any(piece == self.unit for _, piece, _ in table.queued(actor)):
            yield Violation(
                "invasion-defence.queue-units-excluded", "{name} lies in the Build Queue", at="unit", name=name
            )
        else:
            yield Violation(
                "invasion-defence.units",
                "{seat} has no {name} in the Standing Army",
                at="unit",
                seat=actor,
                name=name,
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        defending, position = table.player(actor).defending, queue_position(table, self.unit)
        assert defending is not None
        move_army_to_queue(table, actor, {self.unit: 1}, position)
        defending.units = together(defending.units, {self.unit: 1})
        table.log(
            UnitDefends(
                rule="invasion-defence.units",
                seat=actor,
                piece=self.unit,
                name=table.pack.title(self.unit),
                position=str(position),
            )
        )
        if rolls_dice(table, self.unit):
            due = unit_abilities(table, self.unit)
            table.push(*(CarryOut(seat=actor, effect=ability.id) for ability in due))


class DefendForts(Action, tag="defend-forts", frozen=True):
    """Discard so many Fortifications for this Invasion."""

    number: Annotated[int, Meta(ge=1, le=9999)]

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["DefendForts"]:
        return [cls(actor=actor, number=number) for number in range(1, max(table.player(actor).fortification, 1) + 1)]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        missing = table.missing(actor, {"fortification": self.number})
        if missing:
            yield Violation(
                "invasion-defence.fortifications",
                "{seat} lacks {lacks}",
                at="number",
                seat=actor,
                lacks=in_words(missing),
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        defending = table.player(actor).defending
        assert defending is not None
        discard(table, actor, {"fortification": self.number}, "invasion-defence.fortifications")
        defending.forts += self.number


class EndDefence(Action, tag="end-defence", frozen=True):
    """Commit nothing more: the Defence is determined, and so is the Damage."""

    def apply(self, table: Table, step: "Defend", actor: str) -> None:
        table.leave(step)
        defending = table.player(actor).defending
        assert defending is not None
        defence = 0
        for rule, source, number in defence_sources(table, actor):
            defence += number
            if number:
                table.log(DefenceCounted(rule=rule, seat=actor, source=source, defence=number))
        damage = max(0, defending.threat - defence)
        defending.damage, defending.suffered = damage, damage > 0
        table.log(
            DamageDetermined(
                rule="invasion-damage.amount", seat=actor, threat=defending.threat, defence=defence, damage=damage
            )
        )


class CommitDefence(Bundle, tag="commit-defence", frozen=True):
    """All that is committed, in one breath: these Units, so many Fortifications, and nothing more."""

    units: Pieces = {}
    forts: Number = 0

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        rolling = [unit for unit in self.units if rolls_dice(table, unit)]
        if rolling:
            yield Violation(
                "apex-pyre.archers:one-by-one",
                "{units} roll dice when they are moved, so that they are moved one by one",
                at="units",
                units=table.names(rolling),
            )
        army = table.player(actor).army
        lacking = [unit for unit, number in self.units.items() if 0 < army.get(unit, 0) < number]
        if lacking:
            yield Violation(
                "invasion-defence.units:number",
                "{seat} has not so many {units} in the Standing Army",
                at="units",
                seat=actor,
                units=table.names(lacking),
            )

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        for unit, number in self.units.items():
            for _ in range(number):
                yield DefendUnit(actor=actor, unit=unit)
        if self.forts:
            yield DefendForts(actor=actor, number=self.forts)
        yield EndDefence(actor=actor)

    def written(self, number: int, part: Action) -> Path:
        if isinstance(part, DefendUnit):
            return ("units",)
        return ("forts",) if isinstance(part, DefendForts) else ()


class Defend(Moment, tag="defend"):
    """Invasion Step 2: a player commits Units and Fortifications, for as long as wanted."""

    rule: ClassVar[str] = "invasion.three-steps"
    prompt: ClassVar[str] = "Commit Units and Fortifications to defend, or end your Defence."
    actions: ClassVar[tuple[type[Action], ...]] = (DefendUnit, DefendForts, EndDefence, CommitDefence, *ANYTIME)

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if table.player(self.seat).defending is not None else ()
