"""What is pledged for a Province Upgrade until all its icons are there, and whether it can be paid at all."""

import itertools
from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta

from service.engine.counts import holds, together, without
from service.engine.shapes import Shape, counts
from service.games.gilded_realms.effect_language import Ability, Icons
from service.games.gilded_realms.ids import Icon, Piece, Pieces
from service.games.gilded_realms.pack_cards import Upgrade
from service.games.gilded_realms.payment_icons import Way, ways_of
from service.games.gilded_realms.table import Table

Rest = tuple[tuple[str, int], ...]
"""The icons that are still missing, by kind."""
IconCounts = Annotated[dict[Icon, Annotated[int, Meta(ge=0, le=9)]], counts(12)]


class Pledge(Shape, kw_only=True):
    """A card of the Territory that will be discarded for an Upgrade, or Units, and the icons that they stand for."""

    piece: Piece | None = None
    units: Pieces = {}
    icons: IconCounts


def next_upgrade(table: Table, seat: str, province: str) -> Upgrade | None:
    """What the next level of a Province asks for, if there is one."""
    return table.province(seat, province).upgrade


def needed(table: Table, seat: str, province: str, pledges: Iterable[Pledge]) -> dict[str, int]:
    """The icons that are still missing for an Upgrade."""
    upgrade = next_upgrade(table, seat, province)
    return without(upgrade.discard, together(*(pledge.icons for pledge in pledges))) if upgrade else {}


def pledged_pieces(pledges: Iterable[Pledge]) -> dict[str, int]:
    """The cards of the Territory that are pledged."""
    return together(*({pledge.piece: 1} for pledge in pledges if pledge.piece is not None))


def pledged_units(pledges: Iterable[Pledge]) -> dict[str, int]:
    """The Units that are pledged."""
    return together(*(pledge.units for pledge in pledges))


def free_pieces(table: Table, seat: str, pledges: Iterable[Pledge]) -> dict[str, int]:
    """What lies in the Territory and is not pledged."""
    return without(table.player(seat).territory, pledged_pieces(pledges))


def pledged_ways(table: Table, seat: str, province: str, pledges: Iterable[Pledge]) -> list[Way]:
    """The ways in which the pledged cards are used."""
    found = [way_for(table, seat, province, p.piece, p.icons) for p in pledges if p.piece is not None]
    return [way for way in found if way is not None]


def pledged_cost(table: Table, seat: str, province: str, pledges: Iterable[Pledge]) -> dict[str, int]:
    """What the pledged cards cost beside being discarded."""
    return together(*(way.cost for way in pledged_ways(table, seat, province, pledges)))


def way_for(table: Table, seat: str, province: str, piece: str, icons: Mapping[str, int]) -> Way | None:
    """The cheapest way in which a card stands for just these icons."""
    upgrade = next_upgrade(table, seat, province)
    for way in ways_of(table, seat, piece, upgrade.capstone_type if upgrade else None):
        if way.covers(icons):
            return way
    return None


def units_for_icons(table: Table, seat: str, in_action_phase: bool) -> Ability | None:
    """The ability that lets a player discard Units for icons of this Upgrade, if it can be used now (Reiner)."""
    for ability in table.abilities(seat, "action"):
        windows = ("province-upgrade", *(["province-upgrade-in-action-phase"] if in_action_phase else []))
        gives = ability.window in windows and any(isinstance(op, Icons) for op in ability.effect)
        if gives and table.uses_left(seat, ability) and not table.missing(seat, ability.cost):
            return ability
    return None


def icons_of(ability: Ability) -> dict[str, int]:
    """The icons that an ability gives."""
    return together(*({icon: 1} for op in ability.effect if isinstance(op, Icons) for icon in op.icons))


def costly_cards(table: Table, seat: str, province: str) -> list[tuple[str, str, dict[str, int]]]:
    """The cards of the Territory whose price for icons a player lacks: clause, card, price; one for each clause."""
    upgrade, found = next_upgrade(table, seat, province), dict[str, tuple[str, str, dict[str, int]]]()
    for piece in sorted(table.player(seat).territory):
        for way in ways_of(table, seat, piece, upgrade.capstone_type if upgrade else None):
            if upgrade is not None and way.uses(upgrade.discard) and table.missing(seat, way.cost):
                found.setdefault(way.rule, (way.rule, piece, way.cost))
    return list(found.values())


def is_payable(table: Table, seat: str, province: str, in_action_phase: bool, free: bool = False) -> bool:
    """Whether a player has what the next level asks for, with all that may be added to the Territory.

    With ``free`` the prices that cards have for icons are left aside.
    """
    upgrade = next_upgrade(table, seat, province)
    if upgrade is None:
        return False
    need = dict(upgrade.discard)
    if _can_cover(table, seat, need, upgrade.capstone_type, free):
        return True
    ability = units_for_icons(table, seat, in_action_phase)
    return ability is not None and _can_cover(
        table, seat, without(need, icons_of(ability)), upgrade.capstone_type, free
    )


def _can_cover(table: Table, seat: str, need: dict[str, int], capstone_type: str | None, free: bool) -> bool:
    """Whether cards of the Territory can give all these icons at a price that the player can pay.

    Card by card: which rests of the need can be reached, each with the prices at which it can (those not beaten).
    """
    most = sum(need.values())
    reached: dict[Rest, list[dict[str, int]]] = {tuple(sorted(need.items())): [{}]}
    for piece, number in sorted(table.player(seat).territory.items()):
        ways = ways_of(table, seat, piece, capstone_type)
        for _ in range(min(number, most) if ways else 0):
            if () in reached:
                return True
            reached = _with_one_more(table, seat, reached, ways, free)
    return () in reached


def _with_one_more(
    table: Table, seat: str, reached: dict[Rest, list[dict[str, int]]], ways: tuple[Way, ...], free: bool
) -> dict[Rest, list[dict[str, int]]]:
    found = {rest: list(costs) for rest, costs in reached.items()}
    for rest, costs in reached.items():
        need = dict(rest)
        for way, cost in itertools.product(ways, costs):
            spent = together(cost, way.cost) if way.cost else cost
            if way.cost and not free and table.missing(seat, spent):
                continue
            for used in way.uses(need):
                prices = found.setdefault(tuple(sorted(without(need, used).items())), [])
                if not any(holds(spent, price) for price in prices):
                    prices[:] = [price for price in prices if not holds(price, spent)] + [spent]
    return found
