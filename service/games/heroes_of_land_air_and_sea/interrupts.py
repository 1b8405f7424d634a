"""Interrupts: the window that every Spell opens, and what answers it.

The agenda is the stack: ``ResolveSpell`` lies below the windows of its Spell, an INTERRUPT puts its own windows and its
own ``ResolveSpell`` on top and answers the nearest one below. Who is asked follows from public facts: whoever holds a
card may have an answer.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta, field

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.shapes import Seat
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.battles import combat_spell_took_effect
from service.games.heroes_of_land_air_and_sea.ids import ENEMY, AnySpell, Party, Spell
from service.games.heroes_of_land_air_and_sea.occasions import happens
from service.games.heroes_of_land_air_and_sea.spell_deck import discard_openly
from service.games.heroes_of_land_air_and_sea.spell_effects import PerformEffects, perform
from service.games.heroes_of_land_air_and_sea.spell_events import (
    InterruptPassed,
    NothingHappens,
    PaymentRefused,
    SpellCancelled,
    SpellCast,
    SpellCopied,
    SpellWorks,
)
from service.games.heroes_of_land_air_and_sea.spell_targets import (
    ChooseTarget,
    aimed_effect,
    must_be_next,
    steps_below,
)
from service.games.heroes_of_land_air_and_sea.stock import gain, pay, score
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.target_rules import Aim

Mana = Annotated[int, Meta(ge=0, le=20)]

CAST_BY = {"cast": "cast.source", "combat": "strength.spell-effects", "interrupt": "cast.interrupt"}
"""The clause by which a Spell of each label is cast."""


def announce(table: Table, seat: str, spell: str, *, paid: dict[str, int], scribed: bool = False) -> None:
    """Cast a Spell: pay ``paid``, put the card where it belongs, ask for targets, and open the window for Interrupts.

    Whether it may be cast is for the caller to know.
    """
    player, label = table.player(seat), table.pack.spells[spell].label
    table.log(SpellCast(rule=CAST_BY[label], seat=seat, spell=spell, name=table.pack.spells[spell].name))
    pay(table, seat, paid, "cast.cost")
    if scribed:
        player.scribed.ready.remove(spell)
        player.scribed.exhausted = sorted([*player.scribed.exhausted, spell])
    else:
        player.library.remove(spell)
        discard_openly(table, spell)
    table.push(*windows(table, seat, spell), ResolveSpell(seat=seat, source=spell, paid=paid.get("mana", 0)))
    if aimed_effect(table, spell) is not None:
        table.push(ChooseTarget(seat=seat, source=spell))


def windows(table: Table, caster: str, spell: str) -> list[Step]:
    """The windows that a Spell opens: one for each enemy of its caster, clockwise; the automated Enemy has no cards."""
    return [InterruptWindow(seat=seat, spell=spell, caster=caster) for seat in table.rivals(caster) if seat != ENEMY]


class SpellToCome(Step):
    """A Spell takes effect: everybody has passed or been answered, and nobody has cancelled it.

    ``paid`` is the Mana that it has cost.
    """

    rule: ClassVar[str] = "cast.interrupt-window"

    seat: Party
    source: AnySpell
    paid: Mana = 0

    def consistency(self, table: Table) -> Iterator[Defect]:
        if any(not isinstance(step, ANSWERS) for step in steps_above(table, self)):
            yield error(self.rule, "", "order", "only Interrupts come before the effect of a Spell")


class ResolveSpell(SpellToCome, tag="resolve-spell"):
    """A Spell Card takes effect."""

    seat: Seat
    source: Spell
    aim: Aim = field(default_factory=Aim)

    def run(self, table: Table) -> None:
        if not table.is_in(self.seat):
            return
        spell = table.pack.spells[self.source]
        table.log(SpellWorks(rule=self.rule, seat=self.seat, spell=spell.id, name=spell.name))
        score(table, self.seat, spell.vp, "cast.vp")
        if spell.label == "cast":
            if spell.effects:
                table.push(PerformEffects(seat=self.seat, source=spell.id, aim=self.aim))
            happens(table, self.seat, "cast-spell")
        elif spell.label == "combat":
            combat_spell_took_effect(table, self.seat, spell.id)
        else:
            for effect in spell.effects:
                answer(table, self.seat, spell.id, effect)

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from super().consistency(table)
        label, battle = table.pack.spells[self.source].label, table.state.battle
        if label == "interrupt":
            answered = spell_under(table, self)
            if answered is None or answered[0] == self.seat:
                detail = f"{table.named(self.source)} answers no enemy Spell"
                yield error("cast.interrupt", "/source", "answers", detail)
        if label == "combat" and (battle is None or self.seat not in (battle.attacker, battle.defender)):
            yield error("cast.combat-only-battle", "/source", "battle", f"{self.seat} is in no Battle")


def steps_above(table: Table, step: Step) -> Iterator[Step]:
    """The steps of the agenda that come before this one."""
    return itertools.takewhile(lambda other: other is not step, reversed(table.state.agenda))


def spell_under(table: Table, step: Step) -> tuple[str, str] | None:
    """Who casts which Spell, by the step right below: the next window of that Spell, or its effect."""
    below = next(steps_below(table, step), None)
    if isinstance(below, InterruptWindow):
        return below.caster, below.spell
    return (below.seat, below.source) if isinstance(below, SpellToCome) else None


def answered_spell(table: Table) -> SpellToCome | None:
    """The Spell that is nearest on the agenda: the one that an INTERRUPT answers."""
    return next((step for step in reversed(table.state.agenda) if isinstance(step, SpellToCome)), None)


def answer(table: Table, seat: str, spell: str, effect: dict[str, int | str]) -> None:
    """What an INTERRUPT does to the Spell that it answers."""
    answered = answered_spell(table)
    if answered is None:
        return
    op = effect["op"]
    if op == "gain-mana-equal-cost":
        gain(table, seat, {"mana": answered.paid} if answered.paid else {}, "cast.interrupt")
    elif op == "cancel-unless-pay" and answered.seat == ENEMY:
        ransom = {"mana": int(effect["mana"])}
        if table.missing(ENEMY, ransom):
            cancel(table, seat)
        else:
            pay(table, ENEMY, ransom, "cast.interrupt")
    elif op == "cancel-unless-pay":
        table.push(PayForSpell(seat=answered.seat, spell=answered.source, mana=int(effect["mana"])))
    else:
        cancel(table, seat)
        if op == "copy-as-own":
            copy_spell(table, seat, answered.source)


def cancel(table: Table, seat: str | None) -> None:
    """The nearest Spell is cancelled, which closes its window: what is left of it leaves the agenda."""
    agenda, answered = table.state.agenda, answered_spell(table)
    if answered is None:
        return
    del agenda[next(number for number, step in enumerate(agenda) if step is answered) :]
    name = table.pack.words.name(answered.source)
    table.log(SpellCancelled(rule="cast.cancelled", seat=answered.seat, spell=answered.source, name=name))


def copy_spell(table: Table, seat: str, spell: str) -> None:
    """The effect of a cancelled Spell is resolved for somebody else, without its Victory Points."""
    if spell in table.pack.printed_spells:
        table.log(SpellCopied(rule="cast.interrupt", seat=seat, spell=spell, name=table.pack.words.name(spell)))
        perform(table, seat, spell, "cast.interrupt")
        return
    card, battle = table.pack.spells[spell], table.state.battle
    role = None
    if battle is not None:
        role = {battle.attacker: "attacker", battle.defender: "defender"}.get(seat)
    works = card.label == "cast" or (
        card.label == "combat" and role is not None and all(required == role for required in card.requires)
    )
    if not works:
        table.log(NothingHappens(rule="cast.interrupt", seat=seat, source=spell, name=card.name))
        return
    table.log(SpellCopied(rule="cast.interrupt", seat=seat, spell=spell, name=card.name))
    if card.label == "cast":
        perform(table, seat, spell, "cast.interrupt")
    else:
        combat_spell_took_effect(table, seat, spell)


class CastInterrupt(Action, tag="interrupt", frozen=True):
    """Answer an enemy's Spell with an INTERRUPT from the Library."""

    spell: Spell

    @classmethod
    def candidates(cls, table: Table, step: "InterruptWindow", actor: str, where: Where) -> Iterable["CastInterrupt"]:
        return [cls(actor=actor, spell=spell) for spell in dict.fromkeys(table.player(actor).library)]

    def violations(self, table: Table, step: "InterruptWindow", actor: str) -> Iterator[Violation]:
        spell = table.pack.spells[self.spell]
        if self.spell not in table.player(actor).library:
            yield Violation(
                "cast.interrupt:not-in-library",
                "{spell} is not in the Library of {seat}",
                spell=self.spell,
                seat=actor,
            )
        if spell.label != "interrupt":
            yield Violation(
                "cast.interrupt",
                "{spell} is labelled {label}, not INTERRUPT",
                spell=self.spell,
                label=spell.label.upper(),
            )
            return
        missing = table.missing(actor, {"mana": spell.mana})
        if missing:
            yield Violation(
                "cast.cost",
                "{spell} costs {cost}; {seat} lacks {missing}",
                spell=self.spell,
                cost={"mana": spell.mana},
                seat=actor,
                missing=missing,
            )

    def apply(self, table: Table, step: "InterruptWindow", actor: str) -> None:
        mana = table.pack.spells[self.spell].mana
        announce(table, actor, self.spell, paid={"mana": mana} if mana else {})


class PassInterrupt(Action, tag="pass-interrupt", frozen=True):
    """Do not answer the Spell."""

    def apply(self, table: Table, step: "InterruptWindow", actor: str) -> None:
        name = table.pack.words.name(step.spell)
        table.log(InterruptPassed(rule=step.rule, seat=actor, spell=step.spell, name=name))


class InterruptWindow(Choice, tag="interrupt-window"):
    """Another player may answer a Spell with one INTERRUPT; who holds no Spell Card is not asked."""

    rule: ClassVar[str] = "cast.interrupt-window"
    prompt: ClassVar[str] = "{caster} casts {spell}: answer with an INTERRUPT, or pass."
    actions: ClassVar[tuple[type[Action], ...]] = (CastInterrupt, PassInterrupt)

    spell: AnySpell
    caster: Party

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if table.is_in(self.seat) and table.player(self.seat).library else ()

    def answers(self) -> bool:
        return True

    def consistency(self, table: Table) -> Iterator[Defect]:
        if spell_under(table, self) != (self.caster, self.spell):
            detail = f"{table.named(self.caster)} is not casting {table.named(self.spell)}"
            yield error(self.rule, "/spell", "spell", detail)
        if self.seat == self.caster:
            yield error("cast.interrupt", "/seat", "own", f"{self.seat} cannot answer the own Spell")


class PayMore(Action, tag="pay-for-spell", frozen=True):
    """Pay so much more Mana that the Spell is not cancelled."""

    def violations(self, table: Table, step: "PayForSpell", actor: str) -> Iterator[Violation]:
        missing = table.missing(actor, {"mana": step.mana})
        if missing:
            yield Violation("cast.cancelled:cost", "{seat} lacks {missing}", at="type", seat=actor, missing=missing)

    def apply(self, table: Table, step: "PayForSpell", actor: str) -> None:
        pay(table, actor, {"mana": step.mana}, "cast.interrupt")


class LetItBeCancelled(Action, tag="let-be-cancelled", frozen=True):
    """Pay nothing: the Spell is cancelled."""

    def apply(self, table: Table, step: "PayForSpell", actor: str) -> None:
        table.log(
            PaymentRefused(
                rule="cast.interrupt",
                seat=actor,
                spell=step.spell,
                name=table.pack.spells[step.spell].name,
                mana=step.mana,
            )
        )
        cancel(table, actor)


class PayForSpell(Choice, tag="pay-for-spell"):
    """A Spell is cancelled unless its caster pays more Mana; who has not so much is not asked."""

    rule: ClassVar[str] = "cast.interrupt"
    prompt: ClassVar[str] = "Pay {mana} more Mana for {spell}, or let it be cancelled."
    actions: ClassVar[tuple[type[Action], ...]] = (PayMore, LetItBeCancelled)

    spell: Spell
    mana: Mana

    def must(self, table: Table) -> Sequence[str]:
        can_pay = not any(PayMore(actor=self.seat).violations(table, self, self.seat))
        return (self.seat,) if can_pay else ()

    def answers(self) -> bool:
        return True

    def run(self, table: Table) -> None:
        cancel(table, self.seat)

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from must_be_next(table, self)
        if spell_under(table, self) != (self.seat, self.spell):
            yield error(self.rule, "/spell", "spell", f"{self.seat} is not casting {table.named(self.spell)}")


ANSWERS = (InterruptWindow, ResolveSpell, PayForSpell, ChooseTarget)
"""What may lie above a Spell that waits for its effect."""
