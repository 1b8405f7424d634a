"""Mana that has to be used at once, by the very next act of the turn."""

from collections.abc import Iterable, Iterator, Sequence

from service.engine.violation import Violation
from service.games.mage_knight.ids import Mana
from service.games.mage_knight.table import Table


def at_once_violations(table: Table, seat: str, paid: Sequence[Mana], nodes: Iterable[str]) -> Iterator[Violation]:
    """Why an act does not use the mana that has to be used at once: neither for its price nor for one inside it."""
    turn = table.state.turn
    if turn is None or turn.seat != seat or turn.at_once is None:
        return
    if not table.player(seat).tokens.get(turn.at_once):
        return
    if any(mana.source == "token" and mana.color == turn.at_once for mana in paid):
        return
    if not any(_pays(table, at) for at in nodes):
        yield Violation(
            "effects.follow-card-text:at-once",
            "the {color} mana has to be used at once",
            at="mana",
            color=turn.at_once,
        )


def _pays(table: Table, at: str) -> bool:
    """Whether an effect asks for mana as its price."""
    node = table.node(at)
    if node.op == "cost":
        return any(table.node(inner).op == "pay-mana" for inner in node.inside("pay"))
    if node.op == "choose":
        return any(_pays(table, inner) for option in node.options for inner in option)
    return False
