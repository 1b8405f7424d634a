"""B.4 Cast a Spell: from the Library or a Scribed one."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.defect import Defect
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.costs import cast_cost
from service.games.heroes_of_land_air_and_sea.ids import Spell
from service.games.heroes_of_land_air_and_sea.interrupts import announce
from service.games.heroes_of_land_air_and_sea.spell_effects import can_march
from service.games.heroes_of_land_air_and_sea.spell_targets import has_targets, must_be_next
from service.games.heroes_of_land_air_and_sea.table import Table

__all__ = ("Cast", "CastSpell", "announce")


class CastSpell(Action, tag="cast", frozen=True):
    """Cast a CAST Spell from the Library, or a Scribed one that is Ready; its targets are declared next."""

    spell: Spell
    scribed: bool = False

    @classmethod
    def candidates(cls, table: Table, step: "Cast", actor: str, where: Where) -> Iterable["CastSpell"]:
        player = table.player(actor)
        scribed = player.scribed
        for spell in dict.fromkeys(player.library):
            yield cls(actor=actor, spell=spell)
        for spell in dict.fromkeys([*scribed.ready, *scribed.preparing, *scribed.exhausted]):
            yield cls(actor=actor, spell=spell, scribed=True)

    def violations(self, table: Table, step: "Cast", actor: str) -> Iterator[Violation]:
        yield from self._not_at_hand(table, actor)
        card = table.pack.spells[self.spell]
        if card.label != "cast":
            label = card.label.upper()
            yield Violation("cast.cast-only", "{spell} is labelled {label}, not CAST", spell=self.spell, label=label)
            if card.label == "combat":
                yield Violation("cast.combat-only-battle", "{spell} is cast in a Battle only", spell=self.spell)
        cost = cast_cost(table, actor, self.spell)
        missing = table.missing(actor, cost)
        if missing:
            yield Violation(
                "cast.cost",
                "{spell} costs {cost}; {seat} lacks {missing}",
                spell=self.spell,
                cost=cost,
                seat=actor,
                missing=missing,
            )
        if card.label == "cast":
            yield from self._without_target(table, actor)

    def _not_at_hand(self, table: Table, actor: str) -> Iterator[Violation]:
        player = table.player(actor)
        scribed = player.scribed
        if not self.scribed:
            if self.spell not in player.library:
                yield Violation("cast.source", "{spell} is not in the Library of {seat}", spell=self.spell, seat=actor)
        elif self.spell in (*scribed.preparing, *scribed.exhausted) and self.spell not in scribed.ready:
            turned = "Exhausted" if self.spell in scribed.exhausted else "Preparing"
            yield Violation("scribed.ready-only", "{spell} is {turned}", spell=self.spell, turned=turned)
        elif self.spell not in scribed.ready:
            yield Violation(
                "cast.source:not-scribed", "{spell} is no Scribed Spell of {seat}", spell=self.spell, seat=actor
            )

    def _without_target(self, table: Table, actor: str) -> Iterator[Violation]:
        bonus = [e["speed_bonus"] for e in table.pack.spells[self.spell].effects if e["op"] == "march-now"]
        if bonus and not can_march(table, actor, bonus[0]):
            yield Violation("cast.needs-target:no-march", "{seat} has no army that can march", at="spell", seat=actor)
        if not has_targets(table, actor, self.spell):
            yield Violation("cast.needs-target", "there is nothing that {spell} could be aimed at", spell=self.spell)

    def apply(self, table: Table, step: "Cast", actor: str) -> None:
        announce(table, actor, self.spell, paid=cast_cost(table, actor, self.spell), scribed=self.scribed)


class Cast(Choice, tag="cast"):
    """The Cast action."""

    rule: ClassVar[str] = "cast.source"
    prompt: ClassVar[str] = "Cast a Spell."
    actions: ClassVar[tuple[type[Action], ...]] = (CastSpell,)

    def consistency(self, table: Table) -> Iterator[Defect]:
        return must_be_next(table, self)
