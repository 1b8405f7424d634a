"""What the texts of the referee call everything that has an id: the printed names, with their plurals."""

from typing import TYPE_CHECKING

from service.engine.telling import Words
from service.games.gilded_realms.dice_events import face_in_words
from service.games.gilded_realms.events import NAME_OF, PLURAL
from service.games.gilded_realms.ids import PROVINCES

if TYPE_CHECKING:
    from service.games.gilded_realms.pack import GildedPack


SAME_IN_PLURAL = ("men", "s", "Cavalry")


def words_of(pack: "GildedPack") -> Words:
    """The names of everything in a pack. An ability or another list of effects goes by the card on which it stands."""
    names = {thing: pack.title(thing) for kind in pack.ids.values() for thing in kind}
    names |= {name: _effect(pack, name, effects.source) for name, effects in pack.effects.items()}
    names |= {thrown: _die(thrown) for thrown in pack.ids["thrown die"]}
    names |= {province: province.title() for province in PROVINCES}
    names |= NAME_OF
    units = {piece: names[piece] for piece, printed in pack.pieces.items() if printed.is_unit}
    plurals = {piece: f"{name}s" for piece, name in units.items() if not name.endswith(SAME_IN_PLURAL)}
    return Words(names, plurals | PLURAL)


def _effect(pack: "GildedPack", name: str, source: str) -> str:
    """What a list of effects is called: an ability by its card, one of a panel by its own name."""
    if source in pack.factions:
        panel = name.partition(".")[0]
        return f"Deed {panel[5:].upper()}" if panel.startswith("deed-") else pack.title(panel)
    return pack.title(name.rpartition(".")[2] if name == source else source)


def _die(thrown: str) -> str:
    """A die by its colour and what it shows."""
    colour, _, face = thrown.partition("-")
    return f"a {colour} die that shows {face_in_words(face)}"
