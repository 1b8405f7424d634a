"""The Solo deck: what may come, and when it is shuffled anew. A card that lies nowhere else is in the deck."""

from service.games.heroes_of_land_air_and_sea.solo_events import SoloDeckReshuffled
from service.games.heroes_of_land_air_and_sea.state import Solo
from service.games.heroes_of_land_air_and_sea.table import Table


def solo(table: Table) -> Solo:
    """What only a solo game has."""
    assert table.state.solo is not None
    return table.state.solo


def lying_open(table: Table) -> list[str]:
    """The Solo Enemy Cards in Hero slots, in the discard pile, and the one of the Battle that is being fought."""
    found, battle = solo(table), table.state.battle
    in_battle = [battle.card] if battle is not None and battle.card is not None else []
    return [*found.slots.values(), *found.discard_pile, *in_battle]


def deck(table: Table) -> list[str]:
    """The cards in the deck."""
    gone = lying_open(table)
    return [card for card in table.pack.solo_cards if card not in gone]


def drawable(table: Table) -> list[str]:
    """The cards that may be drawn; those of the discard pile where the deck is empty."""
    return deck(table) or sorted(solo(table).discard_pile)


def after_draw(table: Table) -> None:
    """A card has been drawn: once only one is left, it and the discards become a new deck (``solo.reshuffle``)."""
    found, battle = solo(table), table.state.battle
    used = {*found.slots.values(), battle.card if battle is not None else None}
    found.discard_pile = [card for card in found.discard_pile if card not in used]
    reshuffle(table)


def discard(table: Table, cards: list[str]) -> None:
    """Cards go to the discard pile, face up."""
    found = solo(table)
    found.discard_pile = sorted({*found.discard_pile, *cards})
    reshuffle(table)


def reshuffle(table: Table) -> None:
    """Shuffle the discard pile in if at most one card is left in the deck."""
    found = solo(table)
    left = len(deck(table))
    if left <= 1 and found.discard_pile:
        number = len(found.discard_pile) + left
        found.discard_pile = []
        table.log(SoloDeckReshuffled(rule="solo.reshuffle", number=number))
