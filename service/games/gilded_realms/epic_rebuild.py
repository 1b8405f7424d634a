"""End of Age in an Epic game: the Epic cards come into the Endeavour deck."""

from typing import ClassVar

from service.engine.step import Step
from service.games.gilded_realms.event_events import DeckRebuilt
from service.games.gilded_realms.table import Table


class RebuildDecks(Step, tag="rebuild-decks"):
    """All Epic Endeavours and all discarded ones are shuffled into the deck; in solo the Warfront deck likewise."""

    rule: ClassVar[str] = "epic-rebuild.endeavours"

    def run(self, table: Table) -> None:
        state = table.state
        added = [*table.pack.endeavours(epic=True).items(), *state.discard_pile.items()]
        state.discard_pile = {}
        for card, number in added:
            state.deck.add_unseen(card, number)
        more = sum(number for _, number in added)
        state.deck.count += more
        state.deck.shuffle()
        table.log(DeckRebuilt(rule=self.rule, deck="Endeavour", number=more))
        if state.solo is not None:
            rebuild_warfront(table)


def rebuild_warfront(table: Table) -> None:
    """The discarded Warfront cards go back among the others."""
    solo = table.state.solo
    assert solo is not None
    for card in solo.discard:
        solo.deck.add_unseen(card)
    number, solo.discard = len(solo.discard), []
    solo.deck.count += number
    solo.deck.shuffle()
    table.log(DeckRebuilt(rule="epic-rebuild.warfront", deck="Warfront", number=number))
