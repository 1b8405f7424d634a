"""B.4 Cast a Spell. A placeholder until the chapter is written: nothing can be cast."""

from typing import ClassVar

from service.engine.action import Action
from service.engine.step import Choice
from service.games.heroes_of_land_air_and_sea.table import Table


class Cast(Choice, tag="cast"):
    """The Cast action."""

    rule: ClassVar[str] = "cast.source"
    prompt: ClassVar[str] = "Cast a Spell."
    actions: ClassVar[tuple[type[Action], ...]] = ()


def announce(table: "Table", caster: str, spell: str, *, paid: dict[str, int]) -> None:
    """A stand-in: the Spell takes effect at once."""
    from service.games.heroes_of_land_air_and_sea.battles import combat_spell_took_effect
    from service.games.heroes_of_land_air_and_sea.spell_deck import discard_openly
    from service.games.heroes_of_land_air_and_sea.stock import pay, score

    pay(table, caster, paid, "cast.cost")
    table.player(caster).library.remove(spell)
    discard_openly(table, spell)
    score(table, caster, table.pack.spells[spell].vp, "cast.vp")
    combat_spell_took_effect(table, caster, spell)
