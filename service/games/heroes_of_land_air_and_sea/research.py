"""3. Research or Scribe Spells."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.action_events import SpellScribed
from service.games.heroes_of_land_air_and_sea.ids import Spell
from service.games.heroes_of_land_air_and_sea.scoring import scribed
from service.games.heroes_of_land_air_and_sea.spell_deck import DiscardSpells, DrawSpell
from service.games.heroes_of_land_air_and_sea.table import Table


class Conjure(Action, tag="conjure", frozen=True):
    """Draw 3 Spell Cards, then choose which cards to keep."""

    def apply(self, table: Table, step: "Research", actor: str) -> None:
        number = table.pack.constants["research_draw"]
        number += sum(ability.params["amount"] for ability in table.abilities(actor, "research-draw"))
        draws = [DrawSpell(seat=actor, asked_by="research.conjure") for _ in range(number)]
        table.push(*draws, DiscardSpells(seat=actor, asked_by="research.discard"))


class Scribe(Action, tag="scribe", frozen=True):
    """Put a CAST Spell from the Library face up into a Scribed Spell slot, for good."""

    spell: Spell

    @classmethod
    def candidates(cls, table: Table, step: "Research", actor: str, where: Where) -> Iterable["Scribe"]:
        return [cls(actor=actor, spell=spell) for spell in dict.fromkeys(table.player(actor).library)]

    def violations(self, table: Table, step: "Research", actor: str) -> Iterator[Violation]:
        if self.spell not in table.player(actor).library:
            yield Violation("research.scribe", "{spell} is not in the Library of {seat}", spell=self.spell, seat=actor)
        if table.pack.spells[self.spell].label != "cast":
            yield Violation(
                "research.scribe-cast-only",
                "{spell} is labelled {label}, not CAST",
                spell=self.spell,
                label=table.pack.spells[self.spell].label.upper(),
            )
        number, limit = len(scribed(table, actor)), table.level(actor).scribe_limit
        if number >= limit:
            yield Violation(
                "research.scribe-limit",
                "Scribed Spells of {seat}: {number}; allowed at Level {level}: {limit}",
                at="spell",
                seat=actor,
                number=number,
                level=table.player(actor).level,
                limit=limit,
            )

    def apply(self, table: Table, step: "Research", actor: str) -> None:
        player = table.player(actor)
        player.library.remove(self.spell)
        player.scribed.ready = sorted([*player.scribed.ready, self.spell])
        table.log(
            SpellScribed(rule="research.scribe", seat=actor, spell=self.spell, name=table.pack.spells[self.spell].name)
        )


class Research(Choice, tag="research"):
    """The Research action."""

    rule: ClassVar[str] = "research.options"
    prompt: ClassVar[str] = "Conjure Spells, or scribe one."
    actions: ClassVar[tuple[type[Action], ...]] = (Conjure, Scribe)
