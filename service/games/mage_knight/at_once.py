"""Mana that has to be used at once, by the very next act of the turn."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from service.engine.violation import Violation
from service.games.mage_knight.effect_rules import Use, objections, unpayable
from service.games.mage_knight.effects import CarryOut, running
from service.games.mage_knight.ids import Mana
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.state_turn import Source
from service.games.mage_knight.table import Table

Spends = Callable[[Table, Use, EffectNode], bool]
SPENDS: dict[str, Spends] = {}


def spends(name: str) -> Callable[[Spends], Spends]:
    """Register whether an operation can use the mana for something that it lets be paid for."""

    def register(can: Spends) -> Spends:
        SPENDS[name] = can
        return can

    return register


def pending(table: Table, seat: str) -> str | None:
    """The colour of the token that a player has to use by the present act."""
    turn = table.state.turn
    if turn is None or turn.seat != seat or turn.at_once is None:
        return None
    return turn.at_once if table.player(seat).tokens.get(turn.at_once) else None


def uses_it(table: Table, mana: Mana) -> bool:
    """Whether this is the token that has to be used at once."""
    return mana.source == "token" and mana.color == table.turn.at_once


def at_once_violations(
    table: Table, seat: str, paid: Sequence[Mana], use: Use | None = None, nodes: Iterable[str] = ()
) -> Iterator[Violation]:
    """Why an act does not use the mana that has to be used at once: neither for its price nor inside its effects.

    ``use`` says what there is to pay with once the price is paid, ``nodes`` are the effects.
    """
    color = pending(table, seat)
    if color is None or any(uses_it(table, mana) for mana in paid):
        return
    if use is None or not can_spend(table, use, [*nodes]):
        yield Violation(
            "effects.follow-card-text:at-once", "the {color} mana has to be used at once", at="mana", color=color
        )


def option_violations(
    table: Table, seat: str, chosen: Sequence[str], source: Source | None = None
) -> Iterator[Violation]:
    """Why a choice inside an effect gives the use away of the mana that has to be used at once.

    ``source`` is what the effects chosen come from, where that is not the effect that asks.
    """
    if pending(table, seat) is not None:
        run = running(table)
        use = Use.of(table, seat, source or run.source, run.found if source is None else None)
        yield from at_once_violations(table, seat, (), use, [*chosen, *still_to_come(table, seat)])


def still_to_come(table: Table, seat: str) -> list[str]:
    """What is still to be carried out of a player's effects, the innermost first."""
    runs = [step for step in reversed(table.state.agenda) if isinstance(step, CarryOut) and step.seat == seat]
    return [node for run in runs for node in run.todo]


def can_spend(table: Table, use: Use, todo: Sequence[str]) -> bool:
    """Whether carrying effects out can use the token, with one of the choices that they offer."""
    if not todo:
        return False
    node, rest = table.node(todo[0]), todo[1:]
    if node.op == "pay-mana":
        return _by_paying(table, use, node, rest)
    if node.op in SPENDS and SPENDS[node.op](table, use, node):
        return True
    return any(can_spend(table, use, [*branch, *rest]) for branch in _branches(table, use, node))


def _branches(table: Table, use: Use, node: EffectNode) -> Iterator[Sequence[str]]:
    """What may be carried out in the place of an effect: one for each way to choose."""
    if node.op == "cost" and not any(True for _ in unpayable(table, use, node.inside("pay"))):
        yield (*node.inside("pay"), *node.inside("then"))
    elif node.op == "choose":
        yield from (option for option in node.options if not any(True for _ in objections(table, use, option)))
    elif node.op == "optional":
        yield node.inside("do")
    else:
        yield ()


def _by_paying(table: Table, use: Use, node: EffectNode, rest: Sequence[str]) -> bool:
    then = table.node(rest[0]) if rest else None
    for mana in use.purse.payments(node.params["colors"], "effect"):
        branch = then.inside(mana.counts_as) if then is not None and then.op == "by-paid-color" else ()
        left = use.purse.copy()
        left.spend(mana, "effect")
        after = use.with_purse(left)
        if branch and any(True for _ in objections(table, after, branch)):
            continue
        if uses_it(table, mana) or can_spend(table, after, rest):
            return True
    return False
