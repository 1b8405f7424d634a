"""What must be true of the Warfront board and of a Saga in any state."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from service.engine.agenda import steps_to_come
from service.engine.defect import Defect, error, warning
from service.games.gilded_realms.allies import available
from service.games.gilded_realms.solo_setup import saga_violations
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.warfront import last_position

MOST_LAID_OUT = 30
SETTING_UP = ("set-up", "deal-quests", "solo-setup", "sell-rewards", "spend-prosperity", "set-up-rewards")
LAST_STANDS = ("last-stand", "defend-assault", "end-assault")


def solo_consistency(table: Table) -> Iterator[Defect]:
    """Every defect of what only a solo game has."""
    options, solo = table.state.options, table.state.solo
    yield from commanders(table)
    if solo is None:
        if options.saga is not None:
            yield error("setup-type.saga-option", "/options/saga", "saga", "a Saga is for one player")
        return
    if options.saga is not None:
        for flaw in saga_violations(options, options.saga, table.pack):
            yield error(flaw.rule, "/options/saga", "saga", flaw.detail)
    yield from the_front(table)
    yield from too_early_or_late(table)
    yield from warfront_cards(table)
    if solo.ally is not None and solo.ally not in available(table):
        name = table.pack.title(solo.ally)
        yield error("allies.choice", "/solo/ally", "stranger", f"{name} is of no Faction played in this Saga")
    rule, at, size = "solo-board.hinterland-size", "/solo/hinterland", table.pack.solo["warfront_hinterland"]["size"]
    if len(solo.hinterland) > MOST_LAID_OUT:
        yield error(rule, at, "too-many", f"the Warfront Hinterlands hold {size} cards")
    elif len(solo.hinterland) > size:
        yield warning(rule, at, "too-many", "more cards lie there than the Warfront Hinterlands hold")


def too_early_or_late(table: Table) -> Iterator[Defect]:
    """Prosperity Points are spent or discarded during setup; an Ally comes with Kingdom Advancement."""
    solo, overlays = table.state.solo, table.pack.overlays[table.state.options.length]
    assert solo is not None
    setting_up = not table.steps.isdisjoint(SETTING_UP)
    if solo.prosperity and table.state.result is None and not setting_up:
        detail = "Prosperity Points are spent or discarded before round one"
        yield warning("solo-spend.unspent-gold", "/solo/prosperity", "left", detail)
    comes = next(int(number) for number, card in overlays.items() if card == "kingdom-advancement")
    if solo.ally is not None and table.state.round < comes:
        yield warning("allies.gain", "/solo/ally", "too-early", f"an Ally comes in round {comes}")


def commanders(table: Table) -> Iterator[Defect]:
    """A Commander of another Faction, or Drayth, serves as an Ally alone."""
    ally = table.state.solo.ally if table.state.solo is not None else None
    for seat, player in table.state.players.items():
        own = table.pack.factions[player.faction].commander if player.faction else None
        found = table.pack.commanders.intersection(chain(player.army, *player.queue.values()))
        for piece in sorted(found - {own, ally}):
            name = table.pack.title(piece)
            yield error("allies.gain", f"/players/{seat}/army", "stranger", f"{name} does not serve {seat}")


def the_front(table: Table) -> Iterator[Defect]:
    """Beyond 12 the token lies only while a Last Stand is resolved, or when it was lost."""
    state, solo = table.state, table.state.solo
    assert solo is not None
    standing = state.result is not None or not table.steps.isdisjoint(LAST_STANDS)
    if solo.warfront > last_position(table) and not standing:
        detail = f"beyond {last_position(table)} there is a Last Stand"
        yield error("last-stand.trigger", "/solo/warfront", "position", detail)


def warfront_cards(table: Table) -> Iterator[Defect]:
    """Each Warfront card is in one place."""
    solo = table.state.solo
    assert solo is not None
    known = [card.card for card in (*solo.deck.top, *solo.deck.bottom) if card.card is not None]
    found = Counter([*solo.discard, *known]) + Counter(solo.deck.unseen)
    if solo.revealed is not None:
        found[solo.revealed] += 1
    arriving = [step.pieces for step in steps_to_come(table) if hasattr(step, "pieces")]
    for pieces in (*table.state.players[table.state.seats[0]].queue.values(), *arriving):
        found.update({piece: number for piece, number in pieces.items() if piece in table.pack.warfront_cards})
    for card, number in sorted(found.items()):
        if number > 1 and card in table.pack.warfront_cards:
            yield error("components.solo-counts", "/solo", "twice", f"{table.pack.title(card)} is there {number} times")
