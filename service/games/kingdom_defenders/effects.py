"""Carrying out the effects of a Building, a Character, a die or a card: what the pack's operations mean.

Effects that need no decision happen at once; an effect that does is a step on the agenda. ``obstacles`` says
beforehand why an effect could not be carried out at all, so that an action is never begun that cannot be finished.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from service.engine.violation import Violation
from service.games.kingdom_defenders.gains import gain_fame, gain_goods, heal
from service.games.kingdom_defenders.ids import Amounts
from service.games.kingdom_defenders.levels import ChooseLevel, gain_levels
from service.games.kingdom_defenders.pack import Effect
from service.games.kingdom_defenders.table import Table

Carry = Callable[[Table, str, Effect, str, str], None]
"""table, seat, effect, clause, the space being activated (empty where there is none)"""


class Use(NamedTuple):
    """An action of a tile about to be used: by whom, under which clause, from which space, for what payment."""

    seat: str
    rule: str
    space: str
    paid: Amounts


Obstacle = Callable[[Table, Use, Effect], Iterator[Violation]]

OPERATIONS: dict[str, Carry] = {}
OBSTACLES: dict[str, Obstacle] = {}


def operation(name: str) -> Callable[[Carry], Carry]:
    """Register what an operation of the pack's effect language does."""

    def register(carry: Carry) -> Carry:
        OPERATIONS[name] = carry
        return carry

    return register


def obstacle(name: str) -> Callable[[Obstacle], Obstacle]:
    """Register why an operation could not be carried out."""

    def register(check: Obstacle) -> Obstacle:
        OBSTACLES[name] = check
        return check

    return register


def carry_out(table: Table, seat: str, effects: tuple[Effect, ...], rule: str, space: str = "") -> None:
    """Carry effects out in their order. At most the last of them may ask for a decision."""
    for effect in effects:
        OPERATIONS[effect["op"]](table, seat, effect, rule, space)


def obstacles(table: Table, use: Use, effects: tuple[Effect, ...]) -> Iterator[Violation]:
    """Why these effects could not be carried out once the price has been paid."""
    for effect in effects:
        check = OBSTACLES.get(effect["op"])
        if check is not None:
            yield from check(table, use, effect)


def in_the_way(targets: Iterable[Iterable[Violation]]) -> list[Violation]:
    """What keeps an action from every one of its targets, told of the action; nothing if one of them can be chosen.

    ``targets`` holds what each target breaks. A target tells nothing where another breaks only some of its clauses:
    without the rest of them the action would still find none.
    """
    refused: list[list[Violation]] = []
    for target in targets:
        refused.append(list(target))
        if not refused[-1]:
            return []
    codes = [{violation.code for violation in target} for target in refused]
    least = [target for target, own in zip(refused, codes, strict=True) if not any(other < own for other in codes)]
    told = {(violation.code, violation.detail): violation for target in least for violation in target}
    for violation in told.values():
        violation.at = "action"
    return list(told.values())


@operation("gain")
def _gain(table: Table, seat: str, effect: Effect, rule: str, space: str) -> None:
    gain_goods(table, seat, {effect["resource"]: effect["n"]}, rule)


@operation("fame")
def _fame(table: Table, seat: str, effect: Effect, rule: str, space: str) -> None:
    number: Any = effect["n"]
    gain_fame(table, seat, table.player(seat).wounds if number == "wounds" else number, rule)


@operation("heal")
def _heal(table: Table, seat: str, effect: Effect, rule: str, space: str) -> None:
    number: Any = effect["n"]
    heal(table, seat, table.player(seat).wounds if number == "all" else number, rule)


@operation("level")
def _level(table: Table, seat: str, effect: Effect, rule: str, space: str) -> None:
    if effect["track"] == "choice":
        table.push(ChooseLevel(seat=seat, levels=effect["n"], gained_by=rule))
    else:
        gain_levels(table, seat, effect["track"], effect["n"], rule)
