"""When the figure may move, tiles may be explored and the action of the turn be done."""

from collections.abc import Iterator

from service.engine.violation import Violation
from service.games.mage_knight.ids import WOUND
from service.games.mage_knight.table import Table
from service.games.mage_knight.the_map import opponents_on


def only_wounds_left(table: Table, seat: str) -> bool:
    """Whether the turn cannot use up a card any more: none has been used, and the hand holds Wounds only."""
    turn, hand = table.turn, table.player(seat).hand
    return bool(hand) and not turn.cards_used and not turn.began_empty and all(card == WOUND for card in hand)


def card_is_due(table: Table, seat: str) -> bool:
    """Whether the turn still has to use up a card, and the hand has one for it (``turn.minimum-one-card``).

    Until the end of the turn: before drawing such a card can be discarded.
    """
    turn, hand = table.turn, table.player(seat).hand
    return not turn.cards_used and not turn.began_empty and any(card != WOUND for card in hand)


def card_violations(table: Table, seat: str) -> Iterator[Violation]:
    """Why a turn cannot be played without the card that each turn uses up."""
    if only_wounds_left(table, seat):
        yield Violation(
            "turn.minimum-one-card:only-wounds", "{seat} holds only Wounds and has used no card", at="type", seat=seat
        )


def movement_violations(table: Table, seat: str) -> Iterator[Violation]:
    """Why the movement part of the turn is over, or cannot begin."""
    turn = table.turn
    if turn.resting:
        yield Violation("rest.no-move-fight-interact", "{seat} rests and cannot move", at="type", seat=seat)
    elif turn.deed is not None:
        yield Violation("turn.nothing-after-action", "{seat} has had the action of the turn", at="type", seat=seat)
    elif turn.movement_over:
        yield Violation("move.assault-ends-movement:over", "the movement of {seat} is over", at="type", seat=seat)
    if table.state.combat is not None:
        yield Violation("turn.no-moving-outside-movement", "{seat} cannot move in a combat", at="type", seat=seat)
    yield from card_violations(table, seat)


def deed_violations(table: Table, seat: str) -> Iterator[Violation]:
    """Why the action of the turn cannot be done now, whatever it is."""
    turn, at = table.turn, table.player(seat).at
    if turn.resting:
        yield Violation("rest.no-move-fight-interact:action", "{seat} rests and does no action", at="type", seat=seat)
    elif turn.deed is not None:
        yield Violation("turn.one-action-only", "{seat} has had the action of the turn", at="type", seat=seat)
    if at is not None and opponents_on(table, seat, at):
        yield Violation(
            "move.no-other-action-on-shared",
            "{others} on the same space: no other action is possible",
            at="type",
            others=opponents_on(table, seat, at),
        )
    yield from card_violations(table, seat)
