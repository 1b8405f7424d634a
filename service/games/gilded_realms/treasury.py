"""Resources, Population and Vault Fortune that come and go. What is discarded returns to the Bank."""

from collections.abc import Mapping

from service.games.gilded_realms.events import (
    FortuneChanged,
    NotStored,
    PopulationExhausted,
    PopulationRecovered,
    ResourcesDiscarded,
    ResourcesGained,
)
from service.games.gilded_realms.offers import lapse
from service.games.gilded_realms.table import Table, in_silver


def gain(table: Table, seat: str, amounts: Mapping[str, int], rule: str, ignore_max: bool = False) -> None:
    """Take Resources from the Bank; Fortifications and Authority only as far as they can be stored."""
    wanted = in_silver(amounts)
    room = {} if ignore_max else {"fortification": table.room_for_forts(seat)}
    room["authority"] = table.pack.authority_max - table.player(seat).authority
    gained = {kind: min(number, max(0, room.get(kind, number))) for kind, number in wanted.items()}
    gained = {kind: number for kind, number in gained.items() if number}
    add(table, seat, gained)
    if gained:
        table.log(ResourcesGained(rule=rule, seat=seat, amounts=gained))
    lost = {kind: number - gained.get(kind, 0) for kind, number in wanted.items() if number > gained.get(kind, 0)}
    if lost:
        clause = "fortify.maximum" if "fortification" in lost else "ender.authority-income"
        table.log(NotStored(rule=clause, seat=seat, amounts=lost))


def add(table: Table, seat: str, amounts: Mapping[str, int], sign: int = 1) -> None:
    """Change what a Treasury holds, without telling; coins in Silver."""
    player = table.player(seat)
    for kind, number in amounts.items():
        setattr(player, kind, getattr(player, kind) + sign * number)
    if sign < 0:
        lapse(table, seat, cause_follows=True)


def discard(table: Table, seat: str, amounts: Mapping[str, int], rule: str) -> None:
    """Return Resources to the Bank; the caller has made sure that they are there."""
    paid = in_silver(amounts)
    if paid:
        add(table, seat, paid, -1)
        table.log(ResourcesDiscarded(rule=rule, seat=seat, amounts=paid))


def pay(table: Table, seat: str, cost: Mapping[str, int], rule: str) -> None:
    """Pay a cost of the pack: Resources, Population and Vault Fortune. Units are chosen in a step of their own."""
    plain = {k: n for k, n in cost.items() if k not in ("exhaust_population", "vault_fortune")}
    plain.pop("discard_units_from_standing_army", None)
    discard(table, seat, plain, rule)
    exhaust(table, seat, cost.get("exhaust_population", 0), rule)
    if cost.get("vault_fortune"):
        set_fortune(table, seat, table.player(seat).vault_fortune - cost["vault_fortune"], rule)


def exhaust(table: Table, seat: str, number: int, rule: str) -> None:
    """Flip Population to its Hardship side; the caller has made sure that there is enough."""
    if number:
        table.player(seat).population -= number
        table.log(PopulationExhausted(rule=rule, seat=seat, number=number))


def recover(table: Table, seat: str, number: int, rule: str) -> None:
    """Flip Hardship back, as far as there is any (``population.recover``)."""
    back = min(number, table.hardship(seat))
    if back > 0:
        table.player(seat).population += back
        table.log(PopulationRecovered(rule=rule, seat=seat, number=back))


def set_fortune(table: Table, seat: str, fortune: int, rule: str) -> None:
    """Lay the Vault card with this Fortune on top."""
    table.player(seat).vault_fortune = fortune
    table.log(FortuneChanged(rule=rule, seat=seat, fortune=fortune))
